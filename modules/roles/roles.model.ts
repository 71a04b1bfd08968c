// A role: what its users may do, and where. The fifteen roles are fixed; each network decides what they may do.
import {
  boolean,
  choice,
  defineModel,
  integer,
  multiline,
  rows,
  text,
  type DraftOf,
  type Field,
} from '../../core/model.ts'
import { clientTypes } from '../lists/items.model.ts'

export const permissionFields = {
  PermissionId: integer('Id', { computed: true }),
  // the screen offers and the server checks which exist, so that the first bundle need not list them
  ModuleId: text('Module', { maxLength: 40 }),
  Permit: text('Permit', { maxLength: 40 }),
  // of the current entity; empty: any
  ClientTypeId: choice('At', clientTypes),
  // over the fields of the row and user.UserId, RoleId, EntityId, EntityTypeId, EmployerId; empty: every row
  Criteria: text('Criteria', { maxLength: 2000 }),
}
export const permissionRows: Partial<Field> = {
  rowKey: 'PermissionId',
  rowCounts: ['ModuleId', 'Permit'],
  kept: { table: 'permissions' },
}
export const roleFields = {
  RoleId: integer('Role Id', { computed: true }),
  RoleName: text('Name', { required: 'Name is required', maxLength: 60 }),
  Description: multiline('Description', { maxLength: 300 }),
  // required at sign-in of users with the role
  SecondFactor: boolean('Second Factor'),
  Permissions: rows('Permissions', permissionFields, permissionRows),
}
export type RoleDraft = DraftOf<typeof roleFields>
export type Permission = NonNullable<RoleDraft['Permissions']>[number]

export const roles = defineModel({
  id: 'roles',
  name: 'Roles',
  singular: 'Role',
  icon: 'users',
  group: 'Set-up',
  sequence: 92,
  key: ['RoleId'],
  statementId: 1025,
  firstRow: 'Every network begins with its roles.',
  fields: roleFields,
  list: ['RoleId', 'RoleName', 'Description', { Users: 'integer?', Permissions: 'integer?' }],
  filters: {
    Name: text('Name'),
  },
  permits: ['list', 'read', 'update'],
})

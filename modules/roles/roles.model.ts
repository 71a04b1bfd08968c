// A role: what whoever holds it may do where. The fifteen roles stay; what each may do is the network's own.
import {
  choice,
  defineModel,
  integer,
  multiline,
  oneOf,
  permits,
  rows,
  text,
  type DraftOf,
  type RowOf,
} from '../../core/model.ts'
import { clientTypes } from '../lists/items.model.ts'
import { modules } from '../index.ts'

const permissionFields = {
  PermissionId: integer('Id', { computed: true }),
  ModuleId: oneOf(
    'Module',
    modules.map((id) => [id, id] as const),
  ),
  Permit: oneOf(
    'Permit',
    permits.map((permit) => [permit, permit] as const),
  ),
  // of the entity that is worked as; empty: any
  ClientTypeId: choice('At', clientTypes),
  // over the fields of the row and user.UserId, RoleId, EntityId, EntityTypeId, EmployerId; empty: every row
  Criteria: text('Criteria', { maxLength: 2000 }),
}
export const roleFields = {
  RoleId: integer('Role Id', { computed: true }),
  RoleName: text('Name', { required: 'Name is required', maxLength: 60 }),
  Description: multiline('Description', { maxLength: 300 }),
  Permissions: rows('Permissions', permissionFields, {
    rowKey: 'PermissionId',
    rowCounts: ['ModuleId', 'Permit'],
    kept: { table: 'permissions' },
  }),
}
export type RoleDraft = DraftOf<typeof roleFields>
export type Permission = NonNullable<RoleDraft['Permissions']>[number]
export type StoredPermission = RowOf<typeof roleFields, 'Permissions'>

export const roles = defineModel({
  id: 'roles',
  name: 'Roles',
  singular: 'Role',
  icon: 'users',
  group: 'Set-up',
  sequence: 92,
  key: ['RoleId'],
  statementId: 1025,
  fields: roleFields,
  filters: {
    Name: text('Name'),
  },
  permits: ['list', 'read', 'update'],
})

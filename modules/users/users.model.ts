// A user: who signs in, with which roles, for which organisations. Passwords are never part of the record.
import {
  boolean,
  date,
  defineModel,
  email,
  image,
  integer,
  object,
  reference,
  rows,
  text,
  yesNo,
  type DraftOf,
} from '../../core/model.ts'

const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })
const roleFields = {
  RoleId: reference('Id', 'role'),
  RoleName: text('Role', { computed: true }),
  Description: text('Description', { computed: true }),
}
const entityFields = { ClientId: reference('Id', 'workplace'), Name: text('Name', { computed: true }) }
const departmentFields = {
  UserDepartmentId: integer('Id', { computed: true }),
  DepartmentId: reference('Department', 'department', { required: 'Department is required', names: 'Department' }),
  Department: object('Department', { DepartmentId: integer('Id'), Name: text('Name') }),
  // days, both included; empty: without an end
  FromDate: date('From'),
  TillDate: date('Till'),
}

export const userFields = {
  UserId: integer('User Id', { computed: true }),
  UserName: text('User Name', { required: 'User Name is required', maxLength: 60 }),
  FullName: text('Full Name', { required: 'Full Name is required', maxLength: 120 }),
  Phone: text('Phone', { maxLength: 20 }),
  Email: email('Email', { maxLength: 120, patternMessage: 'Invalid email address' }),
  Picture: image('Picture'),
  // on the reports that they sign
  Qualification: text('Qualification', { maxLength: 120 }),
  Signature: image('Signature'),
  Roles: rows('Roles', roleFields, { rowKey: 'RoleId', rowCounts: 'RoleId', kept: { table: 'user_roles' } }),
  // the employer of the user who adds this one; role 1 chooses it
  EmployerId: reference('Employer', 'legalentity', { names: 'Employer' }),
  Employer: named('Employer'),
  Entities: rows('Entities', entityFields, {
    rowKey: 'ClientId',
    rowCounts: 'ClientId',
    kept: { table: 'user_entities' },
  }),
  // the departments whose results a pathologist signs; no row at all: those of every department
  SignsFor: rows('Signs For', departmentFields, {
    rowKey: 'UserDepartmentId',
    rowCounts: 'DepartmentId',
    kept: { table: 'user_departments', order: 'sequence' },
  }),
  DefaultEntityId: reference('Default Entity', 'workplace', {
    required: 'Default Entity is required',
    names: 'DefaultEntity',
  }),
  DefaultEntity: named('Default Entity'),
  IsActive: boolean('Active'),
  SecondFactor: boolean('Second Factor', { computed: true }),
  OpenSessions: integer('Signed In', { computed: true }),
}
export type UserDraft = DraftOf<typeof userFields>

export const users = defineModel({
  id: 'users',
  name: 'Users',
  singular: 'User',
  icon: 'users',
  group: 'Set-up',
  sequence: 90,
  key: ['UserId'],
  statementId: 1019,
  fields: userFields,
  list: [
    'UserId',
    'UserName',
    'FullName',
    'Email',
    { Roles: 'text?', Employer: 'text?', DefaultEntity: 'text?' },
    'IsActive',
    'EmployerId',
  ],
  filters: {
    Name: text('Name'),
    IsActive: yesNo('Active'),
  },
  imports: true,
  permits: ['list', 'read', 'create', 'update', 'reset'],
})

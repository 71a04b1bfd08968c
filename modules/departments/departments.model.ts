// A department of the laboratory, possibly part of another.
import { boolean, defineModel, integer, multiline, object, reference, text, yesNo } from '../../core/model.ts'

export const departmentFields = {
  DepartmentId: integer('Department Id', { computed: true }),
  Name: text('Name', { required: 'Name is required', maxLength: 80 }),
  Code: text('Code', { maxLength: 20 }),
  Description: multiline('Description', { maxLength: 500 }),
  ParentDepartmentId: reference('Parent Department', 'department', { names: 'ParentDepartment' }),
  ParentDepartment: object('Parent Department', { DepartmentId: integer('Id'), Name: text('Name') }),
  IsActive: boolean('Active'),
}

export const departments = defineModel({
  id: 'departments',
  name: 'Departments',
  singular: 'Department',
  icon: 'category',
  group: 'Set-up',
  sequence: 60,
  key: ['DepartmentId'],
  statementId: 1014,
  fields: departmentFields,
  list: ['DepartmentId', 'Name', 'Code', { ParentDepartment: 'text?' }, 'IsActive'],
  filters: {
    Name: text('Name'),
    Code: text('Code'),
    IsActive: yesNo('Active'),
  },
  imports: true,
  permits: ['list', 'read', 'create', 'update'],
})

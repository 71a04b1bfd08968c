// Departments on the server: the same for every entity.
import { sql } from '../../server/db.ts'
import type { ServerModule } from '../../server/module.ts'
import { json, type Route } from '../../server/route.ts'
import { like, type ListPlan } from '../../server/statement.ts'
import { fieldColumns } from '../../server/table.ts'
import { departmentFields, departments } from './departments.model.ts'

const list: ListPlan = {
  from: 'departments d',
  alias: 'd',
  key: 'd.department_id',
  sort: 'Name',
  columns: { DepartmentId: 'd.department_id', Name: 'd.name', Code: 'd.code', ParentDepartment: 'p.name', IsActive: 'd.is_active' },
  names: 'left join departments p on p.department_id = d.parent_department_id',
  filterFields: departments.filters,
  filters: {
    Name: like('d.name'),
    Code: like("coalesce(d.code, '')"),
    IsActive: (value: string) => sql`d.is_active = ${value === 'true'}`,
  },
  scope: () => sql`true`,
}

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: 'departments',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Active departments',
    handler: async (call) =>
      json(
        await call.db.replica.rows(
          sql`select department_id as "DepartmentId", code as "Code", name as "Name", description as "Description", parent_department_id as "ParentDepartmentId" from departments where is_active order by sequence, name`,
        ),
      ),
  },
]

export const departmentsServer: ServerModule = {
  model: departments,
  table: 'departments',
  alias: 'd',
  keyColumn: 'department_id',
  scope: () => sql`true`,
  read: (key) =>
    sql`select d.department_id as "DepartmentId", ${fieldColumns(departmentFields, 'd')}, case when p.department_id is not null then json_build_object('DepartmentId', p.department_id, 'Name', p.name) end as "ParentDepartment"
    from departments d left join departments p on p.department_id = d.parent_department_id where d.department_id = ${key}`,
  statements: [{ id: 1014, name: 'Departments', module: 'departments', parameters: {}, list }],
  routes,
}

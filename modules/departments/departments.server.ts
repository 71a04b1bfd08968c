// Departments on the server: the same for every entity.
import { wouldCircle } from '../../server/table/circle.ts'
import { sql } from '../../server/db/db.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { invalid } from '../../server/refusal.ts'
import { json, type Route } from '../../server/route.ts'
import { like } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { mayKeepMasters } from '../lists/keepers.rules.ts'
import { saveShared } from '../lists/keepers.server.ts'
import type { departmentFields } from './departments.model.ts'
import { departments } from './departments.model.ts'

const list = listOf(departments, {
  from: 'departments d',
  alias: 'd',
  key: 'd.department_id',
  sort: 'Name',
  columns: {
    DepartmentId: 'd.department_id',
    Name: 'd.name',
    Code: 'd.code',
    ParentDepartment: 'p.name',
    IsActive: 'd.is_active',
  },
  names: 'left join departments p on p.department_id = d.parent_department_id',
  filters: {
    Name: like('d.name'),
    Code: like("coalesce(d.code, '')"),
    IsActive: (value: string) => sql`d.is_active = ${value === 'true'}`,
  },
  scope: () => sql`true`,
})

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: 'departments',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Active departments',
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            department_id as "DepartmentId",
            code as "Code",
            name as "Name",
            description as "Description",
            parent_department_id as "ParentDepartmentId"
          from
            departments
          where
            is_active
          order by
            sequence,
            name
        `),
      ),
  },
]

/** A department is no part of itself, however far up. */
const refuseCircle = async ({ tx, record, key }: SaveContext<typeof departmentFields>): Promise<void> => {
  const parent = record.ParentDepartmentId ?? null
  if (key === null || parent === null) return
  const parts = { table: 'departments', whole: 'department_id', part: 'parent_department_id' }
  if (await wouldCircle(tx, parts, key, [parent]))
    throw invalid({ ParentDepartmentId: ['A department can not be part of itself'] })
}

const place = { model: departments, table: 'departments', alias: 'd', keyColumn: 'department_id' }

export const departmentsServer = moduleOf(departments, {
  ...place,
  scope: () => sql`true`,
  read: readOf(place),
  picks: { department: () => sql`d.is_active` },
  decide: { create: (user) => mayKeepMasters(user), update: (_record, user) => mayKeepMasters(user) },
  save: async (context) => {
    await refuseCircle(context)
    return saveShared(place, context)
  },
  statements: [{ id: 1014, name: 'Departments', module: 'departments', parameters: {}, list }],
  routes,
})

// Departments on the server: the same for every entity.
import { wouldCircle } from '../../server/table/circle.ts'
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { invalid } from '../../server/refusal.ts'
import { isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { activeOf, saveShared, sharedOf } from '../lists/keepers.server.ts'
import { activeDepartments } from './answers.model.ts'
import type { departmentFields } from './departments.model.ts'
import { departments } from './departments.model.ts'

const place = { model: departments, table: 'departments', alias: 'department', keyColumn: 'department_id' }

const list = listOf(departments, {
  ...recordsOf(place),
  sort: 'Name',
  columns: { ParentDepartment: 'parent_department.name' },
  names: 'left join departments parent_department on parent_department.department_id = department.parent_department_id',
  filters: {
    Name: like('department.name'),
    Code: like("coalesce(department.code, '')"),
    IsActive: isSo('department.is_active'),
  },
  scope: () => sql`true`,
})

/** A department cannot be part of itself, at any depth. */
const refuseCircle = async ({ tx, record, key }: SaveContext<typeof departmentFields>): Promise<void> => {
  const parent = record.ParentDepartmentId ?? null
  if (key === null || parent === null) return
  const parts = { table: 'departments', whole: 'department_id', part: 'parent_department_id' }
  if (await wouldCircle(tx, parts, key, [parent]))
    throw invalid({ ParentDepartmentId: ['A department cannot be part of itself'] })
}

const routes = [
  activeOf(place, {
    answers: activeDepartments.answers,
    columns: shown('department', ['DepartmentId', 'Code', 'Name', 'Description', 'ParentDepartmentId']),
    order: sql`
      department.sequence,
      department.name
    `,
  }),
]

export const departmentsServer = moduleOf(departments, {
  ...sharedOf(place),
  picks: { department: () => sql`department.is_active` },
  save: async (context) => {
    await refuseCircle(context)
    return saveShared(place, context)
  },
  statements: [{ id: 1014, name: 'Departments', module: 'departments', parameters: {}, list }],
  routes,
})

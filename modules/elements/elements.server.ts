// Elements on the server: the same for every entity, read with their specimens and the reference ranges in force.
import { reference } from '../../core/model.ts'
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { invalid } from '../../server/refusal.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { equals, like } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { mayKeepMasters } from '../lists/keepers.rules.ts'
import { saveShared } from '../lists/keepers.server.ts'
import type { elementFields } from './elements.model.ts'
import { elements } from './elements.model.ts'
import { formulaErrors, isCalculated, rangeErrors } from './elements.rules.ts'

const list = listOf(elements, {
  from: 'elements e',
  alias: 'e',
  key: 'e.element_id',
  sort: 'Name',
  columns: {
    ElementId: 'e.element_id',
    Code: 'e.code',
    Name: 'e.name',
    Department: 'd.name',
    UnitOfMeasure: 'e.unit_of_measure',
    ResultType: 'r.item_label',
    Method: 'e.method',
    ReviewRequired: 'e.review_required',
    IsActive: 'e.is_active',
    DepartmentId: 'e.department_id',
  },
  names: sql`
    left join departments d on d.department_id = e.department_id
    left join list_items r on r.list_item_id = e.result_type_id
  `,
  filters: {
    ElementId: equals('e.element_id'),
    Name: like('e.name'),
    Code: like("coalesce(e.code, '')"),
    DepartmentId: equals('e.department_id'),
    IsActive: (value: string) => sql`e.is_active = ${value === 'true'}`,
  },
  scope: () => sql`true`,
})

const routes: readonly Route[] = [
  routeOf({
    method: 'GET',
    path: 'elements',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Active elements',
    query: { DepartmentId: reference('Department', 'department') },
    handler: async (call) => {
      const department = call.query.DepartmentId ?? null
      return json(
        await call.db.replica.rows(sql`
          select
            ${shown('e', ['ElementId', 'Code', 'Name', 'Description', 'DepartmentId'])},
            d.name as "DepartmentName",
            e.unit_of_measure as "UnitOfMeasure"
          from
            elements e
            join departments d using (department_id)
          where
            e.is_active
            and (
              ${department}::int is null
              or e.department_id = ${department}
            )
          order by
            e.name,
            e.element_id
        `),
      )
    },
  }),
]

/** A formula that cannot be read, or bounds the wrong way round, would reach a report. */
const refuseWrong = async ({ tx, record, before, key }: SaveContext<typeof elementFields>): Promise<void> => {
  const element = { ...before, ...record }
  // two formulas that would use each other wait for one another
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('formulas'))
  `)
  const formulas = await tx.rows<{ id: number; formula: string | null }>(sql`
    select
      element_id as id,
      formula
    from
      elements
    where
      element_id is distinct from ${key}
  `)
  const others = new Map(formulas.map(({ id, formula }) => [id, formula]))
  const errors = {
    ...formulaErrors(element, key, others),
    ...rangeErrors(element.ElementMeasurements ?? []),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const place = { model: elements, table: 'elements', alias: 'e', keyColumn: 'element_id' }

export const elementsServer = moduleOf(elements, {
  ...place,
  scope: () => sql`true`,
  read: readOf(place),
  picks: { element: () => sql`e.is_active` },
  decide: { create: (user) => mayKeepMasters(user), update: (_record, user) => mayKeepMasters(user) },
  save: async (context) => {
    await refuseWrong(context)
    // what is not calculated keeps no formula behind
    const rest = isCalculated({ ...context.before, ...context.record }) ? {} : { Formula: null }
    return saveShared(place, { ...context, record: { ...context.record, ...rest } })
  },
  statements: [{ id: 1012, name: 'Elements', module: 'elements', parameters: {}, list }],
  routes,
})

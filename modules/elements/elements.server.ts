// Elements on the server: the same for every entity, read with their specimens and the reference ranges in force.
import { sql } from '../../server/db/db.ts'
import { readOf } from '../../server/table/read-of.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { invalid, refusedBy } from '../../server/refusal.ts'
import { equals, isSo, like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { activeOf, ofDepartment, saveShared, sharedOf } from '../lists/keepers.server.ts'
import { bothStateErrors } from './states/both-states.rules.ts'
import { weekErrors } from './states/weeks.rules.ts'
import type { elementFields } from './elements.model.ts'
import { elements } from './elements.model.ts'
import {
  formulaErrors,
  isCalculated,
  contradictions,
  judgingErrors,
  mayUnmark,
  rangeErrors,
  switchOffErrors,
  type OtherElement,
} from './elements.rules.ts'
import { withLastCode } from './last-code.server.ts'
import { activeElements } from './in-force/answers.model.ts'
import { comingFrom, inForce, saveRanges } from './in-force/in-force.server.ts'
import { unitErrors } from './unit.rules.ts'
import { verify } from './verify/verify.server.ts'

const place = { model: elements, table: 'elements', alias: 'element', keyColumn: 'element_id' }

const list = listOf(elements, {
  ...recordsOf(place),
  sort: 'Name',
  columns: { Department: 'department.name', ResultType: 'type.item_label' },
  names: sql`
    left join departments department on department.department_id = element.department_id
    left join list_items type on type.list_item_id = element.result_type_id
  `,
  filters: {
    ElementId: equals('element.element_id'),
    Name: like('element.name'),
    Code: like("coalesce(element.code, '')"),
    DepartmentId: equals('element.department_id'),
    IsActive: isSo('element.is_active'),
    ToBeVerified: isSo('element.to_be_verified'),
  },
  scope: () => sql`true`,
})

/** The names of the sensitive inputs of the `element`, as its formula is now; null where there is none. */
export const sensitiveThrough = sql`
  (
    select
      string_agg(
        input.name,
        ', '
        order by
          input.name
      )
    from
      elements input
      join sensitive_elements using (element_id)
    where
      input.element_id::text in (
        select
          used.key[1]
        from
          regexp_matches(element.formula, '\\{\\s*(\\d{1,9})\\s*\\}', 'g') as used (key)
      )
  )
`

/** A formula that cannot be read, or bounds in the wrong order, would reach a report. */
const refuseWrong = async ({ tx, user, record, before, key }: SaveContext<typeof elementFields>): Promise<void> => {
  const unmarked = mayUnmark(user, before ?? null, record)
  if (!unmarked.ok) throw refusedBy(unmarked)
  const element = { ...before, ...record }
  // two formulas that would use each other wait for one another
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('formulas'))
  `)
  const others = new Map(
    (
      await tx.rows<OtherElement & { ElementId: number }>(sql`
        select
          ${shown('element', ['ElementId', 'Name', 'Formula', 'IsActive'])}
        from
          elements element
        where
          element.element_id is distinct from ${key}
      `)
    ).map((other) => [other.ElementId, other]),
  )
  // an element that is inactive already may be saved so, whatever is calculated from it
  const isSwitchedOff = before?.IsActive === true && record.IsActive === false
  const errors = {
    ...formulaErrors(element, key, others),
    ...(isSwitchedOff && switchOffErrors(element, key, others)),
    ...unitErrors(element, await withLastCode(tx, before, key), key, others),
    ...contradictions(element.ElementMeasurements ?? []),
    ...bothStateErrors(element.ElementMeasurements ?? []),
    ...weekErrors(element.ElementMeasurements ?? []),
    ...rangeErrors(element.ElementMeasurements ?? []),
    ...judgingErrors(element, element.ElementMeasurements ?? []),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const routes = [
  inForce,
  activeOf(place, {
    ...ofDepartment('element'),
    answers: activeElements.answers,
    columns: sql`
      ${shown('element', ['ElementId', 'Code', 'Name', 'Description', 'DepartmentId', 'UnitOfMeasure'])},
      department.name as "DepartmentName"
    `,
    joined: sql`join departments department using (department_id)`,
  }),
]

export const elementsServer = moduleOf(elements, {
  ...sharedOf(place),
  read: readOf(
    place,
    () => sql`
      element.to_be_verified as "ToBeVerified",
      ${sensitiveThrough} as "SensitiveThrough",
      ${comingFrom} as "ComingFrom"
    `,
  ),
  actions: [verify],
  picks: { element: () => sql`element.is_active` },
  save: async (context) => {
    await refuseWrong(context)
    // an element that is not calculated stores no formula
    const rest = isCalculated({ ...context.before, ...context.record }) ? {} : { Formula: null }
    const { ElementMeasurements: _ranges, ...record } = context.record
    const key = await saveShared(place, { ...context, record: { ...record, ...rest } })
    await saveRanges(context, key)
    return key
  },
  statements: [{ id: 1012, name: 'Elements', module: 'elements', parameters: {}, list }],
  routes,
})

// Elements as a dry run sees them: specimens in the order in which they are drawn, and the ranges in force.
import { sql, type Sql, type Tx } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { rangeAsks } from './draw.rules.ts'
import type { ReadyElement } from './ready.rules.ts'

const specimens = arrayOf(
  sql`specimen.name`,
  sql`
    from
      element_specimens link
      join specimens specimen using (specimen_id)
    where
      link.element_id = element.element_id
  `,
  sql`link.sequence`,
)

/** Ranges of the element by its alias that are in force at a moment, by default now. */
export const rangesOf = (element: Sql, at: Sql = sql`now()`): Sql =>
  arrayOf(
    objectOf('measured', [
      'ElementMeasurementId',
      'InstrumentId',
      'GenderId',
      ...rangeAsks,
      'MinAge',
      'MaxAge',
      'MinAgeDays',
      'MaxAgeDays',
      'MinAgeHours',
      'MaxAgeHours',
      'LowValue',
      'HighValue',
      'CriticallyLowValue',
      'CriticallyHighValue',
      'PrintableRange',
      'PossibleValues',
    ]),
    sql`
      from
        element_measurements measured
      where
        measured.element_id = ${element}.element_id
        and measured.effective_from <= ${at}
        and measured.effective_till > ${at}
    `,
    sql`measured.sequence`,
  )

/** In the given order of keys. */
export const readyElements = (tx: Tx, ids: readonly number[]): Promise<ReadyElement[]> =>
  tx.rows<ReadyElement>(sql`
    select
      element.element_id as "ElementId",
      element.name as "Name",
      element.is_active as "IsActive",
      element.result_type_id as "ResultTypeId",
      type.item_label as "ResultType",
      element.formula as "Formula",
      ${specimens} as "Specimens",
      ${rangesOf(sql`element`)} as "Measurements"
    from
      unnest(${[...ids]}::int[]) with ordinality asked (element_id, place)
      join elements element using (element_id)
      left join list_items type on type.list_item_id = element.result_type_id
    order by
      asked.place
  `)

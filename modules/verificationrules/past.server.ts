// Past results of an element at a lab as they were first entered there, and whether each was changed afterwards.
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { boundedTypes, workItemStatus } from '../lists/items.model.ts'
import type { Past } from './verify.rules.ts'

const { Repeat, OnHold, NotPerformed, Amended } = workItemStatus

/** A year, newest first, and no more than a trial answers within a moment. */
const mostPast = 20_000

/**
 * In the unit of today and measured at the lab, since a rule takes nothing else. Changed is what was repeated, amended,
 * held or given up afterwards, or said something else.
 */
export const pastResults = (tx: Tx, labId: number, elementId: number): Promise<Past[]> =>
  tx.rows<Past>(sql`
    select
      element.name as "Element",
      entered.result as "Result",
      entered.flag as "Flag",
      entered.is_delta as "IsDelta",
      element.review_required as "ReviewRequired",
      entered.element_measurement_id is null
      and element.result_type_id in (${literal(...boundedTypes)}) as "NoRange",
      item.status_id in (${literal(Repeat, OnHold, NotPerformed, Amended)})
      or exists (
        select
          1
        from
          results later
        where
          later.work_item_id = item.work_item_id
          and later.version > entered.version
          and later.withdrawn_at is null
          and (
            later.result is distinct from entered.result
            or later.run > entered.run
          )
      ) as "WasChanged"
    from
      work_items item
      join elements element on element.element_id = item.element_id
      join lateral (
        select
          result.*
        from
          results result
        where
          result.work_item_id = item.work_item_id
          and result.result is not null
        order by
          result.version
        limit
          1
      ) entered on true
    where
      item.lab_id = ${labId}
      and item.element_id = ${elementId}
      and item.keeper_id is null
      and entered.source <> 'outside lab'
      and entered.unit_of_measure is not distinct from element.unit_of_measure
      and entered.entered_at > now() - interval '1 year'
    order by
      entered.entered_at desc
    limit
      ${mostPast}
  `)

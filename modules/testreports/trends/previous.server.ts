// The result before, as a report prints it: the patient's last one in force that each reader of the report may see.
import { sql } from '../../../server/db/db.ts'
import { isSensitive } from '../../openings/open.server.ts'

/**
 * The last issued result of the same element at the same point in time of a series, for a statement over `work`, of
 * defined_work_items. All who receive the report may see it: its doctor and its buyer read their own sales alone, the
 * patient reads them all. One of a sensitive element is read with its own sale alone.
 */
export const previous = sql`
  (
    select
      previous.work_item_id,
      previous.result,
      previous.unit_of_measure,
      previous.drawn_at
    from
      previous_results previous
    where
      previous.patient_id = work.patient_id
      and previous.element_id = work.element_id
      and previous.time_point is not distinct from work.time_point
      and previous.drawn_at < work.drawn_at
      and previous.is_out
      and previous.referring_doctor_id = work.referring_doctor_id
      and work.buyer_id in (previous.buyer_id, work.patient_id)
      and not (${isSensitive})
    order by
      previous.drawn_at desc
    limit
      1
  )
`

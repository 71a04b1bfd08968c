// The result before, as a report prints it: the patient's last one in force that each reader of the report may see.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { workItemStatus } from '../../lists/items.model.ts'

/** A released value in force: a withdrawn one has no result. `w` work item and `r` its current result. */
export const inForce = (w: Sql, r: Sql): Sql => sql`
  ${w}.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
  and ${r}.result is not null
`

/**
 * Whether all who receive the report of the sale `s` may see that of `earlier`: its doctor and its buyer read their own
 * sales alone, the patient reads them all.
 */
const isSeenByAll = (earlier: Sql, s: Sql): Sql => sql`
  ${earlier}.referring_doctor_id = ${s}.referring_doctor_id
  and ${s}.buyer_id in (${earlier}.buyer_id, ${s}.patient_id)
`

/**
 * The patient's last released result of the same element (`kept`), at the same point in time of a series. One of a
 * sensitive element is read with its own sale alone.
 */
export const previous = sql`
  (
    select
      r2.result,
      r2.unit_of_measure as unit,
      s2.collection_date as at
    from
      sales s2
      join work_items w2 on w2.sale_id = s2.sale_id
      and w2.element_id = w.element_id
      join results r2 on r2.result_id = w2.result_id
      join sample_elements se2 on se2.sample_element_id = w2.sample_element_id
      join samples t2 on t2.sample_id = se2.sample_id
      and t2.time_point is not distinct from t.time_point
    where
      s2.patient_id = s.patient_id
      and not kept.is_sensitive
      and s2.collection_date < s.collection_date
      and ${isSeenByAll(sql`s2`, sql`s`)}
      and ${inForce(sql`w2`, sql`r2`)}
    order by
      s2.collection_date desc
    limit
      1
  )
`

// Facts that the gate asks of a result beside its own value. Fragments for a statement over `work`, of
// defined_work_items.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { sampleStatus, saleStatus, workItemStatus } from '../lists/items.model.ts'

const { Entered, Reviewed, Approved, Released, Amended } = workItemStatus

/** The tube of a measured value and why it was rejected; null where the value is kept, or where it is calculated. */
export const rejectedTube = sql`
  case
    when work.result is not null
    and work.formula is null then (
      select
        concat_ws(': ', tube.barcode, reason.item_label)
      from
        work_items kept
        join samples tube on tube.sample_id = work.sample_id
        left join list_items reason on reason.list_item_id = tube.reason_id
      where
        kept.work_item_id = work.work_item_id
        and tube.status_id = ${literal(sampleStatus.Rejected)}
        and kept.tube_kept_sample_id is distinct from tube.sample_id
    )
  end
`

/** The nearest value on one side of this tube's draw, of the same element and time point in another sale. */
const nearest = (isEarlier: boolean): Sql => sql`
  (
    select
      other.accession_no as "AccessionNo",
      other.result as "Result",
      other.unit_of_measure as "UnitOfMeasure",
      other.drawn_at as "Date",
      ${literal(isEarlier ? 1 : 0)} = 1 as "IsEarlier",
      coalesce(greatest(work.reviewed_at, work.approved_at) > other.entered_at, false) as "IsSeen"
    from
      work_item_facts other
    where
      other.patient_id = work.patient_id
      and other.element_id = work.element_id
      and other.time_point is not distinct from work.time_point
      and other.sale_id <> work.sale_id
      and other.sale_status_id <> ${literal(saleStatus.Cancelled)}
      and other.result is not null
      and other.status_id in (${literal(
        ...(isEarlier ? [Entered, Reviewed, Approved, Released, Amended] : [Entered, Reviewed, Approved]),
      )})
      and ${isEarlier ? sql`` : sql` not `} (other.drawn_at, other.work_item_id) < (work.drawn_at, work.work_item_id)
    order by
      other.drawn_at ${isEarlier ? sql`desc` : sql``},
      other.work_item_id ${isEarlier ? sql`desc` : sql``}
    limit
      1
  )
`

/** The patient's value drawn before, signed or not, and the unreleased one drawn after: a delta holds both. */
export const neighbours = sql`
  case
    when work.delta_check is null then '[]'::json
    else (
      select
        coalesce(json_agg(near), '[]')
      from
        (
          ${nearest(true)}
          union all
          ${nearest(false)}
        ) near
    )
  end
`

// Facts that the gate asks of a result beside its own value. Names of the row's statement: `w` work item, `s` sale, `t`
// tube, `r` the current result, `e` its element as defined.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { sampleStatus, saleStatus, workItemStatus } from '../../lists/items.model.ts'

const { Entered, Reviewed, Approved, Released, Amended } = workItemStatus

/** The tube of a measured value and why it was rejected; null where the value is kept, or where it is calculated. */
export const rejectedTube = sql`
  case
    when r.result is not null
    and e.formula is null
    and t.status_id = ${literal(sampleStatus.Rejected)}
    and w.tube_kept_sample_id is distinct from t.sample_id then concat_ws(
      ': ',
      t.barcode,
      (
        select
          reason.item_label
        from
          list_items reason
        where
          reason.list_item_id = t.reason_id
      )
    )
  end
`

/** The nearest value on one side of this tube's draw, of the same element and time point in another sale. */
const nearest = (isEarlier: boolean): Sql => sql`
  (
    select
      other_sale.accession_no as "AccessionNo",
      other.result as "Result",
      other.unit_of_measure as "UnitOfMeasure",
      coalesce(other_tube.collection_date, other_sale.collection_date) as "Date",
      ${literal(isEarlier ? 1 : 0)} = 1 as "IsEarlier",
      coalesce(greatest(r.reviewed_at, r.approved_at) > other.entered_at, false) as "IsSeen"
    from
      sales other_sale
      join work_items other_item on other_item.sale_id = other_sale.sale_id
      and other_item.element_id = w.element_id
      join sample_elements placed on placed.sample_element_id = other_item.sample_element_id
      join samples other_tube on other_tube.sample_id = placed.sample_id
      and other_tube.time_point is not distinct from t.time_point
      join results other on other.result_id = other_item.result_id
    where
      other_sale.patient_id = s.patient_id
      and other_sale.sale_id <> s.sale_id
      and other_sale.status_id <> ${literal(saleStatus.Cancelled)}
      and other.result is not null
      and other_item.status_id in (${literal(
        ...(isEarlier ? [Entered, Reviewed, Approved, Released, Amended] : [Entered, Reviewed, Approved]),
      )})
      and ${isEarlier
        ? sql``
        : sql`
            not
          `} (coalesce(other_tube.collection_date, other_sale.collection_date), other_item.work_item_id) < (coalesce(t.collection_date, s.collection_date), w.work_item_id)
    order by
      coalesce(other_tube.collection_date, other_sale.collection_date) ${isEarlier ? sql`desc` : sql``},
      other_item.work_item_id ${isEarlier ? sql`desc` : sql``}
    limit
      1
  )
`

/** The patient's value drawn before, signed or not, and the unreleased one drawn after: a delta holds both. */
export const neighbours = sql`
  case
    when e.delta_check is null then '[]'::json
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

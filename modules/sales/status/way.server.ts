// The tubes of a sale and the work on them, read once: their progress, and where each tube is now.
import { literal, raw, sql } from '../../../server/db/db.ts'
import { objectOf } from '../../../server/table/shown.ts'
import { lineStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'

/** A tube that was collected or delivered and goes no further: its work shows its state. */
const atRest = sql`t.status_id in (${literal(sampleStatus.Collected, sampleStatus.Delivered)})`
const workDone = sql`
  (
    select
      case
        when bool_and(w.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})) then ${literal(
          workItemStatus.Released,
        )}
        when bool_and(w.result_id is not null) then ${literal(workItemStatus.Approved)}
      end
    from
      work_items w
      join sample_elements e on e.sample_element_id = w.sample_element_id
    where
      e.sample_id = t.sample_id
      and w.status_id <> ${literal(workItemStatus.NotPerformed)}
  )
`
const statusId = sql`
  (
    case
      when not ${atRest} then t.status_id
      else coalesce(
        ${workDone},
        case
          when t.received_date is not null then ${literal(lineStatus.InProcess)}
          else t.status_id
        end
      )
    end
  )
`
/** Status of the tube `t` as its dot shows it: as its work, as a line at the lab, else its own. */
export const tubeStatusId = statusId.text
/** The same in words; `st` is the list item of its own status. */
export const tubeStatus = sql`
  (
    case ${statusId}
      when ${literal(workItemStatus.Released)} then 'Released'
      when ${literal(workItemStatus.Approved)} then 'Analysed'
      when ${literal(lineStatus.InProcess)} then 'At the performing lab'
      else st.item_label
    end
  )
`.text

// the tubes are read once: for their list on the screen, and for the steps of the sale
// a recollected tube is listed and does not count
export const tubes = sql`
  (
    select
      coalesce(
        json_agg(
          ${objectOf('t', ['SampleId', 'Barcode', 'TimePoint', 'CollectionDate', 'StatusId'], {
            DueDate: sql`tube_due (t.sale_id, t.time_point)`,
            Specimen: sql`sp.name`,
            Status: raw(tubeStatus),
            NowId: raw(tubeStatusId),
            ReplacedById: sql`newer.sample_id`,
            PerformingLab: sql`pl.name`,
          })}
          order by
            t.sample_id
        ),
        '[]'
      ) as list,
      count(*) filter (
        where
          newer.sample_id is null
      ) as all,
      count(*) filter (
        where
          newer.sample_id is null
          and t.status_id <> ${literal(sampleStatus.ToBeCollected)}
      ) as drawn,
      max(t.collection_date) filter (
        where
          newer.sample_id is null
          and t.status_id <> ${literal(sampleStatus.ToBeCollected)}
      ) as collected,
      count(*) filter (
        where
          newer.sample_id is null
          and (
            h.dispatch_date is not null
            or t.performing_lab_id <> s.seller_id
          )
      ) as travelling,
      count(h.dispatch_date) filter (
        where
          newer.sample_id is null
      ) as sent,
      max(h.dispatch_date) as dispatched,
      count(t.received_date) filter (
        where
          newer.sample_id is null
      ) as arrived,
      max(t.received_date) as received,
      (
        array_agg(
          t.collected_by_id
          order by
            t.collection_date desc
        ) filter (
          where
            newer.sample_id is null
            and t.collected_by_id is not null
        )
      ) [1] as collected_by,
      (
        array_agg(
          t.received_by_id
          order by
            t.received_date desc
        ) filter (
          where
            t.received_by_id is not null
        )
      ) [1] as received_by
    from
      samples t
      join specimens sp on sp.specimen_id = t.specimen_id
      join clients pl on pl.client_id = t.performing_lab_id
      left join list_items st on st.list_item_id = t.status_id
      left join samples newer on newer.replaces_sample_id = t.sample_id
      left join lateral (
        select
          max(h.dispatch_date) as dispatch_date
        from
          shipment_samples x
          join shipments h on h.shipment_id = x.shipment_id
        where
          x.sample_id = t.sample_id
      ) h on true
    where
      t.sale_id = s.sale_id
  )
`

// a formula that cannot be calculated needs no approval
export const work = sql`
  (
    select
      count(*) as all,
      count(w.result_id) as entered,
      max(x.entered_at) as entered_at,
      (
        array_agg(
          x.entered_by_id
          order by
            x.entered_at desc
        ) filter (
          where
            x.entered_by_id is not null
        )
      ) [1] as entered_by,
      count(*) filter (
        where
          x.not_calculated is null
      ) as signable,
      count(*) filter (
        where
          x.not_calculated is null
          and w.status_id in (${literal(workItemStatus.Approved, workItemStatus.Released, workItemStatus.Amended)})
      ) as approved,
      max(x.approved_at) as approved_at,
      (
        array_agg(
          x.approved_by_id
          order by
            x.approved_at desc
        ) filter (
          where
            x.approved_by_id is not null
        )
      ) [1] as approved_by,
      count(*) filter (
        where
          x.not_calculated is null
          and w.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
      ) as released
    from
      work_items w
      left join results x on x.result_id = w.result_id
    where
      w.sale_id = s.sale_id
      and w.status_id <> ${literal(workItemStatus.NotPerformed)}
  )
`

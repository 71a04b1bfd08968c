// The tubes of a sale and the work on them, read once: their progress, and where each tube is now.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { objectOf } from '../../../server/table/shown.ts'
import { itemLabel } from './named.server.ts'
import { lineStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'

/** Status of a tube of tube_facts in words; `label` is the list item of its own status. */
const statusOf = (label: Sql): Sql => sql`
  (
    case facts.state_id
      when ${literal(workItemStatus.Released)} then 'Released'
      when ${literal(workItemStatus.Approved)} then 'Analysed'
      when ${literal(lineStatus.InProcess)} then 'At the performing lab'
      else ${label}
    end
  )
`
/** The same where the list item is joined as `status`. */
export const tubeStatus = statusOf(sql`status.item_label`).text

const specimen = sql`
  (
    select
      specimen.name
    from
      specimens specimen
    where
      specimen.specimen_id = facts.specimen_id
  )
`
const lab = sql`
  (
    select
      lab.name
    from
      clients lab
    where
      lab.client_id = facts.performing_lab_id
  )
`

// the tubes are read once: for their list on the screen, and for the steps of the sale
// a recollected tube is listed and does not count
export const tubes = sql`
  (
    select
      coalesce(
        json_agg(
          ${objectOf('facts', ['SampleId', 'Barcode', 'TimePoint', 'CollectionDate', 'StatusId', 'DueDate'], {
            Specimen: specimen,
            Status: statusOf(itemLabel(sql`facts.status_id`)),
            NowId: sql`facts.state_id`,
            ReplacedById: sql`facts.replaced_by_id`,
            PerformingLab: lab,
          })}
          order by
            facts.sample_id
        ),
        '[]'
      ) as list,
      count(*) filter (
        where
          facts.replaced_by_id is null
      ) as all,
      count(*) filter (
        where
          facts.replaced_by_id is null
          and facts.status_id <> ${literal(sampleStatus.ToBeCollected)}
      ) as drawn,
      max(facts.collection_date) filter (
        where
          facts.replaced_by_id is null
          and facts.status_id <> ${literal(sampleStatus.ToBeCollected)}
      ) as collected,
      count(*) filter (
        where
          facts.replaced_by_id is null
          and (
            facts.dispatch_date is not null
            or facts.performing_lab_id <> sale.seller_id
          )
      ) as travelling,
      count(facts.dispatch_date) filter (
        where
          facts.replaced_by_id is null
      ) as sent,
      max(facts.dispatch_date) as dispatched,
      count(facts.received_date) filter (
        where
          facts.replaced_by_id is null
      ) as arrived,
      max(facts.received_date) as received,
      (
        array_agg(
          facts.collected_by_id
          order by
            facts.collection_date desc
        ) filter (
          where
            facts.replaced_by_id is null
            and facts.collected_by_id is not null
        )
      ) [1] as collected_by,
      (
        array_agg(
          facts.received_by_id
          order by
            facts.received_date desc
        ) filter (
          where
            facts.received_by_id is not null
        )
      ) [1] as received_by
    from
      (
        select
          facts.*,
          (
            select
              max(box.dispatch_date)
            from
              shipment_samples packed
              join shipments box on box.shipment_id = packed.shipment_id
            where
              packed.sample_id = facts.sample_id
          ) as dispatch_date
        from
          tube_facts facts
        where
          facts.sale_id = sale.sale_id
          -- once for each tube, not at every use
        offset
          0
      ) facts
  )
`

// a formula that cannot be calculated needs no approval
export const work = sql`
  (
    select
      count(*) as all,
      count(work.result_id) as entered,
      max(work.entered_at) as entered_at,
      (
        array_agg(
          work.entered_by_id
          order by
            work.entered_at desc
        ) filter (
          where
            work.entered_by_id is not null
        )
      ) [1] as entered_by,
      count(*) filter (
        where
          not work.is_not_calculable
      ) as signable,
      count(*) filter (
        where
          not work.is_not_calculable
          and work.status_id in (${literal(workItemStatus.Approved, workItemStatus.Released, workItemStatus.Amended)})
      ) as approved,
      max(work.approved_at) as approved_at,
      (
        array_agg(
          work.approved_by_id
          order by
            work.approved_at desc
        ) filter (
          where
            work.approved_by_id is not null
        )
      ) [1] as approved_by,
      count(*) filter (
        where
          not work.is_not_calculable
          and work.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
      ) as released
    from
      work_item_facts work
    where
      work.sale_id = sale.sale_id
      and work.status_id <> ${literal(workItemStatus.NotPerformed)}
  )
`

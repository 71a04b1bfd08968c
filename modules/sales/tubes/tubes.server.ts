// Starts work items when a tube is at its performing lab.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { saleStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'

/** The sale of the `tube` goes on: unlocked it starts no work until its next accession, cancelled none. */
const isLive = sql`
  exists (
    select
      1
    from
      sales sold
    where
      sold.sale_id = tube.sale_id
      and sold.accession_date is not null
      and sold.status_id <> ${literal(saleStatus.Cancelled)}
  )
`

/**
 * Pending work items for elements of these samples that are collected and at their performing lab and have none yet,
 * with events in the sample timeline.
 */
export const startWork = async (tx: Tx, sampleIds: readonly number[], userId: number): Promise<number> => {
  if (sampleIds.length === 0) return 0
  // sent together, carried out in this order
  const [, , started] = await Promise.all([
    tx.run(arrival(sampleIds, userId)),
    resumeWork(tx, sampleIds),
    tx.run(pendingWork(sampleIds)),
  ])
  return started
}
const arrival = (sampleIds: readonly number[], userId: number): Sql => sql`
  with
    arrived as (
      update samples
      set
        -- a collection may be dated a minute ahead; no tube is received before it
        received_date = greatest(now(), collection_date),
        received_by_id = coalesce(received_by_id, ${userId})
      where
        sample_id = any (${[...sampleIds]})
        and owner_id = performing_lab_id
        and status_id in (${literal(sampleStatus.Collected, sampleStatus.Delivered)})
        and received_date is null
      returning
        sample_id,
        performing_lab_id
    )
  insert into
    sample_events (sample_id, what, client_id, user_id)
  select
    sample_id,
    'At the performing lab',
    performing_lab_id,
    ${userId}
  from
    arrived
`
const pendingWork = (sampleIds: readonly number[]): Sql => sql`
  insert into
    work_items (sample_element_id, sale_id, element_id, lab_id, department_id)
  select
    placed.sample_element_id,
    tube.sale_id,
    placed.element_id,
    tube.performing_lab_id,
    element.department_id
  from
    samples tube
    join sample_elements placed on placed.sample_id = tube.sample_id
    join elements element on element.element_id = placed.element_id
  where
    tube.sample_id = any (${[...sampleIds]})
    and tube.owner_id = tube.performing_lab_id
    and tube.status_id in (${literal(sampleStatus.Collected, sampleStatus.Delivered)})
    and ${isLive}
    -- keys do not depend on the plan
  order by
    placed.sample_element_id
  on conflict (sample_element_id) do nothing
`

/** Work on hold for a recollection resumes with the new tube. */
const resumeWork = (tx: Tx, sampleIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    update work_items item
    set
      status_id = ${literal(workItemStatus.Repeat)},
      row_version = item.row_version + 1
    from
      sample_elements placed
      join samples tube on tube.sample_id = placed.sample_id
      join samples old on old.sample_id = tube.replaces_sample_id
    where
      placed.sample_element_id = item.sample_element_id
      and tube.sample_id = any (${[...sampleIds]})
      and tube.owner_id = tube.performing_lab_id
      and tube.status_id in (${literal(sampleStatus.Collected, sampleStatus.Delivered)})
      and ${isLive}
      and item.status_id = ${literal(workItemStatus.OnHold)}
      and item.reason_id = old.reason_id
      and item.result_id is null
  `)

export type TubeEvent = {
  /** The sentence for people. */
  readonly what: string
  /** The code for programs, where one reads it. */
  readonly kind?: 'accessioned' | 'dispatched' | 'unpacked'
  readonly shipmentId?: number
  readonly clientId: number | null
  readonly userId: number
  readonly remarks?: string
}
/** Writes the event into the history of each tube. */
export const addEvent = (tx: Tx, sampleIds: readonly number[], event: TubeEvent): Promise<number> =>
  tx.run(sql`
    insert into
      sample_events (sample_id, what, kind, shipment_id, client_id, user_id, remarks)
    select
      unnest(${[...sampleIds]}::int[]),
      ${event.what},
      ${event.kind ?? null},
      ${event.shipmentId ?? null}::int,
      ${event.clientId},
      ${event.userId},
      ${event.remarks ?? null}
  `)

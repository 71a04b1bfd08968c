// Starts work items when a tube is at its performing lab.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { saleStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'

/** The sale of the tube `t` goes on: unlocked it starts no work until its next accession, cancelled none. */
const isLive = sql`
  exists (
    select
      1
    from
      sales sold
    where
      sold.sale_id = t.sale_id
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
    se.sample_element_id,
    t.sale_id,
    se.element_id,
    t.performing_lab_id,
    e.department_id
  from
    samples t
    join sample_elements se on se.sample_id = t.sample_id
    join elements e on e.element_id = se.element_id
  where
    t.sample_id = any (${[...sampleIds]})
    and t.owner_id = t.performing_lab_id
    and t.status_id in (${literal(sampleStatus.Collected, sampleStatus.Delivered)})
    and ${isLive}
    -- keys do not depend on the plan
  order by
    se.sample_element_id
  on conflict (sample_element_id) do nothing
`

/** Work on hold for a recollection resumes with the new tube. */
const resumeWork = (tx: Tx, sampleIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    update work_items w
    set
      status_id = ${literal(workItemStatus.Repeat)},
      row_version = w.row_version + 1
    from
      sample_elements e
      join samples t on t.sample_id = e.sample_id
      join samples old on old.sample_id = t.replaces_sample_id
    where
      e.sample_element_id = w.sample_element_id
      and t.sample_id = any (${[...sampleIds]})
      and t.owner_id = t.performing_lab_id
      and t.status_id in (${literal(sampleStatus.Collected, sampleStatus.Delivered)})
      and ${isLive}
      and w.status_id = ${literal(workItemStatus.OnHold)}
      and w.reason_id = old.reason_id
      and w.result_id is null
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

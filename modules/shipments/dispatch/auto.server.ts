// Automatic dispatch: packs what a laboratory holds for its recipient on its open shipment, and dispatches it at
// cut-offs.
import { now } from '../../../server/clock.ts'
import { literal, sql, type Database, type Tx } from '../../../server/db/db.ts'
import type { Author } from '../../../server/caller.ts'
import { announceList } from '../../../server/db/notify.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { eachAlone, type ScheduledJob } from '../../../server/job.ts'
import { clientType, shipmentStatus } from '../../lists/items.model.ts'
import { isShippable } from '../packing/available.server.ts'
import { holdTubes, packTubes } from '../packing/tubes.server.ts'
import { readShipment } from '../shipment.server.ts'
import type { Shipment } from '../shipments.model.ts'
import { cutOffAt } from './cut-off.rules.ts'
import { dispatchShipment } from './dispatch.server.ts'
import { notifyMissed, withoutCourier, whileEdited } from './missed.server.ts'
import { openShipmentOf } from './open.server.ts'

type Lab = { ClientId: number; ConsigneeId: number; CourierId: number; DispatchTimes: string | null }
/** The courier may be missing or inactive. */
type Sender = Omit<Lab, 'CourierId'> & { CourierId: number | null }
const hasCourier = (lab: Sender): lab is Lab => lab.CourierId !== null
const labsOf = (tx: Tx): Promise<Sender[]> =>
  tx.rows<Sender>(sql`
    select
      lab.client_id,
      lab.consignee_id,
      courier.client_id as courier_id,
      lab.dispatch_times
    from
      clients lab
      left join clients courier on courier.client_id = lab.courier_id
      and courier.is_active
    where
      lab.client_type_id = ${literal(clientType.Lab)}
      and lab.auto_dispatch
      and lab.is_active
      and lab.consignee_id is not null
      and lab.consignee_id <> lab.client_id
    order by
      lab.client_id
  `)

/** Waiting tubes that no user removed from that shipment. */
const waiting = async (tx: Tx, lab: Lab, key: number | undefined, among?: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ SampleId: number }>(sql`
      select
        tube.sample_id
      from
        tube_facts tube
      where
        ${isShippable(lab.ClientId, lab.ConsigneeId)}
        and tube.collection_date <= ${now().toISOString()}
        and (
          ${among === undefined ? null : [...among]}::int[] is null
          or tube.sample_id = any (${among === undefined ? null : [...among]}::int[])
        )
        and not exists (
          select
            1
          from
            sample_events event
          where
            event.sample_id = tube.sample_id
            and event.kind = 'unpacked'
            and event.shipment_id = ${key ?? null}::int
        )
      order by
        tube.sample_id
    `)
  ).map((row) => row.SampleId)

const makeShipment = async (tx: Tx, author: Author, lab: Lab): Promise<number> => {
  const { Key } = await tx.one<{ Key: number }>(sql`
    insert into
      shipments (consignor_id, consignee_id, courier_id, is_auto, created_by, created_at)
    values
      (
        ${lab.ClientId},
        ${lab.ConsigneeId},
        ${lab.CourierId},
        true,
        ${author.UserId},
        ${now().toISOString()}
      )
    returning
      shipment_id as key
  `)
  const changes: Record<string, [unknown, unknown]> = {
    ConsignorId: [null, lab.ClientId],
    ConsigneeId: [null, lab.ConsigneeId],
    CourierId: [null, lab.CourierId],
  }
  await writeAudit(tx, author, { module: 'shipments', formId: Key, action: 'create', changes })
  return Key
}

const written = async (tx: Tx, key: number): Promise<void> => {
  await tx.run(sql`
    update shipments
    set
      row_version = row_version + 1
    where
      shipment_id = ${key}
  `)
  announceList('shipments')
}

/** Puts waiting tubes on the open shipment; answers its key, where there is one. */
const gather = async (tx: Tx, author: Author, lab: Lab, open: number | undefined): Promise<number | undefined> => {
  const found = await waiting(tx, lab, open)
  if (found.length === 0) return open
  await holdTubes(tx, found, lab.ClientId)
  const ids = await waiting(tx, lab, open, found)
  if (ids.length === 0) return open
  const key = open ?? (await makeShipment(tx, author, lab))
  await packTubes(tx, author, { ShipmentId: key, ConsignorId: lab.ClientId }, ids)
  await writeAudit(tx, author, {
    module: 'shipments',
    formId: key,
    action: 'pack',
    changes: { Samples: [0, ids.length] },
  })
  await written(tx, key)
  return key
}

/** Replaces an inactive courier of the shipment with the present one, and records that in its history. */
const carriedNow = async (tx: Tx, author: Author, lab: Lab, key: number): Promise<void> => {
  const { CourierId } = await tx.one<{ CourierId: number | null }>(sql`
    select
      (
        select
          client_id
        from
          clients
        where
          client_id = shipment.courier_id
          and not is_active
      ) as courier_id
    from
      shipments shipment
    where
      shipment.shipment_id = ${key}
  `)
  if (CourierId === null) return
  await tx.run(sql`
    update shipments
    set
      courier_id = ${lab.CourierId}
    where
      shipment_id = ${key}
  `)
  const changes: Record<string, [unknown, unknown]> = { CourierId: [CourierId, lab.CourierId] }
  await writeAudit(tx, author, { module: 'shipments', formId: key, action: 'update', changes })
}

/** Dispatches the shipment at a cut-off, once: only the first to record the cut-off does it. */
const leave = async (tx: Tx, author: Author, lab: Lab, at: Date, key: number | undefined): Promise<void> => {
  const isFirst = await tx.run(sql`
    insert into
      cut_offs (client_id, at, shipment_id)
    values
      (
        ${lab.ClientId},
        ${at.toISOString()},
        ${key ?? null}
      )
      -- a missed cut-off is dispatched after all, when a courier was set in time
    on conflict (client_id, at) do update
    set
      missed = false,
      shipment_id = excluded.shipment_id
    where
      cut_offs.missed
  `)
  if (isFirst === 0 || key === undefined) return
  await carriedNow(tx, author, lab, key)
  const shipment = await tx.one<Shipment>(readShipment(key))
  // the sales of all its tubes were cancelled: it remains open for later tubes
  if (shipment.ShipmentSamples.length === 0) return
  await dispatchShipment(tx, { author, name: 'System' }, shipment)
  const changes: Record<string, [unknown, unknown]> = {
    StatusId: [shipmentStatus.BeingPacked, shipmentStatus.Dispatched],
    DispatchDate: [null, now().toISOString()],
  }
  await writeAudit(tx, author, { module: 'shipments', formId: key, action: 'dispatch', changes })
  await written(tx, key)
}

/** Serves one laboratory: packs waiting tubes, and dispatches at a cut-off. */
const serve = (db: Database, author: Author, lab: Sender): Promise<void> =>
  db.transaction(async (tx) => {
    const at = cutOffAt(lab.DispatchTimes, now())
    if (!hasCourier(lab)) {
      if (at) await notifyMissed(tx, lab, at, withoutCourier)
      return
    }
    const open = await openShipmentOf(tx, lab)
    if (open.isGone) return
    // it is served a minute later; at a cut-off a window left open does not hold it: the version refuses its save
    if (open.editor && !(at && open.editor.IsIdle)) {
      if (at) await notifyMissed(tx, lab, at, whileEdited(open.editor, lab.CourierId))
      return
    }
    const key = await gather(tx, author, lab, open.key)
    if (at) await leave(tx, author, lab, at, key)
  })

/** Serves all laboratories; a failed one does not block the others. */
export const dispatchByItself = async (db: Database, author: Author): Promise<void> =>
  eachAlone(await labsOf(db.read), (lab) => serve(db, author, lab))

export const autoDispatch: ScheduledJob = {
  name: 'auto-dispatch',
  summary: 'Pack and dispatch automatic shipments',
  schedule: '* * * * *',
  run: ({ db, actor }) => dispatchByItself(db, actor),
}

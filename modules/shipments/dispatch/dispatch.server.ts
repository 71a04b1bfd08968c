// Dispatches a shipment, undoes a dispatch, and cancels a shipment that was never dispatched.
import { formatDateTime } from '../../../core/dates.ts'
import { json } from '../../../core/model.ts'
import { recordPath } from '../../../core/record-path.ts'
import { isObject } from '../../../core/same.ts'
import { role } from '../../../core/user.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Author } from '../../../server/caller.ts'
import { notifyUsers, usersAt } from '../../../server/db/notify.ts'
import { actionOf } from '../../../server/module.ts'
import { invalid, refused } from '../../../server/refusal.ts'
import { sampleStatus, shipmentStatus } from '../../lists/items.model.ts'
import { samplesOf } from '../print/manifest.rules.ts'
import { mayCancelShipment, mayDispatch, mayUndispatch } from '../shipments.rules.ts'
import { shipments, type Shipment } from '../shipments.model.ts'
import { moveTubes, unpackTubes } from '../packing/tubes.server.ts'
import { checkNotMeasured } from './lost.server.ts'
import { referOut, takeBackReferred } from '../../sales/tubes/refer.server.ts'

const minute = 60_000
/** Roles that are notified of a shipment in transit to them. */
const receivers = [role.Pathologist, role.Technologist, role.FrontDesk, role.Logistics]

const tubesOf = (shipment: Pick<Shipment, 'ShipmentSamples'>): number[] =>
  shipment.ShipmentSamples.map((row) => Number(row.SampleId))

/** A tube is collected before its dispatch; clocks differ by a minute. @throws 422 */
const checkTimes = (shipment: Shipment, at: Date): void => {
  const late = shipment.ShipmentSamples.flatMap(({ Sample }) =>
    Sample?.CollectionDate && Date.parse(Sample.CollectionDate) > at.getTime() + minute ? [Sample] : [],
  )
  const [first] = late
  if (first)
    throw refused(
      `${first.Barcode} was collected at ${formatDateTime(first.CollectionDate)} and cannot be dispatched before that`,
    )
}

/** @throws 400 degrees that no thermometer reads, or of a box that is not on the shipment */
const checkTemperatures = (shipment: Shipment, temperatures: unknown): void => {
  if (temperatures === null) return
  const boxes = new Set(shipment.ShipmentSamples.map((row) => String(row.Sample?.TemperatureId)))
  const isRead = (value: unknown): boolean => typeof value === 'number' && value >= -200 && value <= 60
  const isRight =
    isObject(temperatures) && Object.entries(temperatures).every(([box, value]) => boxes.has(box) && isRead(value))
  if (!isRight) throw invalid({ Temperatures: ['Enter degrees Celsius for a box of this shipment'] })
}

const setLines = (tx: Tx, shipmentId: number, from: number, to: number): Promise<number> =>
  tx.run(sql`
    update shipment_samples
    set
      status_id = ${literal(to)}
    where
      shipment_id = ${shipmentId}
      and status_id = ${literal(from)}
  `)

/** Notifies the consignee's staff of the shipment in transit, except the sender. */
const notifyReceivers = async (tx: Tx, author: Author, name: string, shipment: Shipment): Promise<void> => {
  const people = await usersAt(tx, Number(shipment.ConsigneeId), receivers)
  const count = samplesOf(shipment.ShipmentSamples.length)
  await notifyUsers(
    tx,
    people.filter((id) => id !== author.UserId),
    {
      creater: name,
      path: recordPath('shipments', { ShipmentId: shipment.ShipmentId }),
      subject: `Shipment ${shipment.ShipmentId} is in transit`,
      content: `A shipment of ${count} from ${shipment.Consignor?.Name} is in transit with ${shipment.Courier?.Name}.`,
    },
  )
}

type Sender = { readonly author: Author; readonly name: string }
/** Dispatches the tubes now. mayDispatch decides whether they may. @throws 422 */
export const dispatchShipment = async (
  tx: Tx,
  { author, name }: Sender,
  shipment: Shipment,
  temperatures: unknown = null,
): Promise<void> => {
  const key = Number(shipment.ShipmentId)
  const at = now()
  checkTimes(shipment, at)
  checkTemperatures(shipment, temperatures)
  await tx.run(sql`
    update shipments
    set
      dispatch_date = ${at.toISOString()},
      status_id = ${literal(shipmentStatus.Dispatched)},
      temperatures = ${temperatures === null ? null : JSON.stringify(temperatures)}::jsonb
    where
      shipment_id = ${key}
  `)
  await setLines(tx, key, sampleStatus.Packed, sampleStatus.Dispatched)
  await referOut(tx, {
    tubes: tubesOf(shipment),
    from: Number(shipment.ConsignorId),
    to: Number(shipment.ConsigneeId),
    userId: author.UserId,
  })
  await moveTubes(tx, author, tubesOf(shipment), {
    to: sampleStatus.Dispatched,
    event: {
      what: `Dispatched to ${shipment.Consignee?.Name} in shipment ${key}`,
      kind: 'dispatched',
      shipmentId: key,
      clientId: Number(shipment.ConsignorId),
    },
    action: 'dispatch',
  })
  await notifyReceivers(tx, author, name, shipment)
}

export const dispatch = actionOf(shipments, {
  name: 'dispatch',
  permit: 'update',
  path: 'dispatchshipment/{key}',
  summary: 'Dispatch a shipment and its tubes',
  body: { Temperatures: json<Record<string, number>>('Temperatures') },
  decide: mayDispatch,
  run: async ({ tx, user, before, body }) => {
    await dispatchShipment(tx, { author: user, name: user.FullName }, before, body.Temperatures ?? null)
    return { message: `Shipment ${before.ShipmentId} is dispatched: ${samplesOf(before.ShipmentSamples.length)}` }
  },
})

/** Its temperature was read with what lay in it. @throws 422 */
const checkNotOpened = async (tx: Tx, shipmentId: number): Promise<void> => {
  const { IsOpened } = await tx.one<{ IsOpened: boolean }>(sql`
    select
      exists (
        select
          1
        from
          shipment_samples way
        where
          way.came_in_id = ${shipmentId}
      ) as is_opened
  `)
  if (IsOpened) throw refused('A sample that is not on it was received out of it already')
}

export const undispatch = actionOf(shipments, {
  name: 'undispatch',
  permit: 'update',
  path: 'undispatch/shipments/{key}',
  summary: 'Undo the dispatch of a shipment, until its first sample is received',
  decide: mayUndispatch,
  run: async ({ tx, user, key, before }) => {
    await checkNotMeasured(tx, tubesOf(before))
    await checkNotOpened(tx, key)
    await tx.run(sql`
      update shipments
      set
        dispatch_date = null,
        came_undispatched = false,
        temperatures = null,
        -- read on a trip that was undone
        received_temperatures = null,
        corrected_temperatures = null,
        -- it is packed by hand now, and an automatic one may be open as well
        is_auto = false,
        status_id = ${literal(shipmentStatus.BeingPacked)}
      where
        shipment_id = ${key}
    `)
    await setLines(tx, key, sampleStatus.Dispatched, sampleStatus.Packed)
    await takeBackReferred(tx, tubesOf(before))
    await moveTubes(tx, user, tubesOf(before), {
      to: sampleStatus.Packed,
      event: { what: `Dispatch of shipment ${key} undone`, clientId: Number(before.ConsignorId) },
      action: 'undispatch',
    })
    return { message: `The dispatch of shipment ${key} is undone` }
  },
})

export const cancel = actionOf(shipments, {
  name: 'cancel',
  permit: 'cancel',
  path: 'cancel/shipments',
  summary: 'Cancel a shipment that is not dispatched; its tubes can be packed again',
  decide: mayCancelShipment,
  run: async ({ tx, user, key, before }) => {
    await unpackTubes(tx, user, { ShipmentId: key, ConsignorId: Number(before.ConsignorId) }, tubesOf(before))
    await tx.run(sql`
      update shipments
      set
        status_id = ${literal(shipmentStatus.Cancelled)}
      where
        shipment_id = ${key}
    `)
    return { message: `Shipment ${key} is cancelled` }
  },
})

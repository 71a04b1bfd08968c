// Records a receipt: each tube moves to the consignee or is recollected, and its lines and sale are updated.
import { json, rows, type DraftOf } from '../../core/model.ts'
import { recordPath } from '../../core/record-path.ts'
import { allOf } from '../../core/refusal.ts'
import { isObject } from '../../core/same.ts'
import { role } from '../../core/user.ts'
import { now } from '../../server/clock.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { announceList, tellOthers } from '../../server/db/notify.ts'
import { writeAudit, type Entry } from '../../server/door/audit.ts'
import { actionOf } from '../../server/module.ts'
import { invalid } from '../../server/refusal.ts'
import { itemOf } from '../../core/items.ts'
import { sampleStatus, sampleStatuses, shipmentStatus } from '../lists/items.model.ts'
import { reuseFoundTube } from '../samples/recollection/found-tube.server.ts'
import { isException, shipmentStatusOf } from '../samples/recollection/recollection.rules.ts'
import { recollect } from '../samples/recollection/recollect.server.ts'
import { refreshStatuses } from '../sales/status/status.server.ts'
import { addEvent, startWork } from '../sales/tubes/tubes.server.ts'
import { heldText, isSaidAlready, mayDecideAll, mayReceive, type ShippedRow } from './receive.rules.ts'
import { correctedIn, keepCorrected } from './corrected/corrected.server.ts'
import { samplesReceived } from './answers.model.ts'
import { saidFields, shipmentreceipt, type Degrees, type Receipt, type ReceiptSample } from './shipmentreceipt.model.ts'
import { correctedText, excursionText, isOutOfRange, isReadable } from './temperature.rules.ts'

const counted = (count: number): string => (count === 1 ? '1 sample' : `${count} samples`)

const body = {
  ShipmentSamples: rows('Samples', saidFields, { rowKey: 'ShipmentSampleId' }),
  Temperatures: json<Degrees>('Temperature at receipt'),
}
type Body = DraftOf<typeof body>

const rowsIn = ({ ShipmentSamples, Decided }: Pick<Receipt, 'ShipmentSamples' | 'Decided'>): ReceiptSample[] => [
  ...ShipmentSamples,
  ...Decided,
]
const asShipped = (row: ReceiptSample): ShippedRow => ({ ...row, Barcode: row.Sample?.Barcode ?? '' })

/** A row with its recorded status. */
type Decided = { readonly row: ReceiptSample; readonly StatusId: number; readonly ReasonId: number | null }
/** The rows of the request that change something. */
const newlySaid = (shipment: Receipt, sent: Body): Decided[] => {
  const known = new Map(rowsIn(shipment).map((row) => [row.ShipmentSampleId, row]))
  return (sent.ShipmentSamples ?? []).flatMap((said) => {
    const row = known.get(said.ShipmentSampleId ?? null)
    if (!row || isSaidAlready(asShipped(row), said)) return []
    const StatusId = Number(said.StatusId)
    return [{ row, StatusId, ReasonId: isException(StatusId) ? Number(said.ReasonId) : null }]
  })
}

const isDegrees = (sent: unknown, boxes: ReadonlySet<string>): sent is Degrees =>
  isObject(sent) && Object.entries(sent).every(([box, degrees]) => boxes.has(box) && isReadable(degrees))
/** @throws 400 degrees that no thermometer reads, or of a box that is not on the shipment */
const temperaturesIn = (shipment: Receipt, sent: unknown): Degrees => {
  if (sent === undefined || sent === null) return {}
  const boxes = new Set(rowsIn(shipment).map((row) => String(row.Sample?.TemperatureId)))
  if (!isDegrees(sent, boxes)) throw invalid({ Temperatures: ['Enter degrees Celsius for a box of this shipment'] })
  const kept = shipment.ReceivedTemperatures ?? {}
  // an unchanged reading is not reported again
  return Object.fromEntries(Object.entries(sent).filter(([box, degrees]) => kept[box] !== degrees))
}
const labelsOf = (shipment: Receipt): ReadonlyMap<string, string> =>
  new Map(rowsIn(shipment).map((row) => [String(row.Sample?.TemperatureId), row.Sample?.Temperature.ItemLabel ?? '']))
const excursionsIn = (shipment: Receipt, degrees: Degrees): string[] => {
  const labels = labelsOf(shipment)
  return Object.entries(degrees).flatMap(([box, read]) =>
    isOutOfRange(Number(box), read) ? [excursionText(labels.get(box) ?? '', read)] : [],
  )
}

const writeRows = (tx: Tx, user: Caller, decided: readonly Decided[], at: string): Promise<number> =>
  tx.run(sql`
    update shipment_samples packed
    set
      status_id = said.status_id,
      reason_id = said.reason_id,
      collection_date = case
        when said.status_id <> ${literal(sampleStatus.NotFound)} then ${at}::timestamptz
      end,
      collector_id = case
        when said.status_id <> ${literal(sampleStatus.NotFound)} then ${user.UserId}::int
      end
    from
      unnest(
        ${decided.map(({ row }) => row.ShipmentSampleId)}::int[],
        ${decided.map(({ StatusId }) => StatusId)}::int[],
        ${decided.map(({ ReasonId }) => ReasonId)}::int[]
      ) said (id, status_id, reason_id)
    where
      packed.shipment_sample_id = said.id
  `)

/** Received tubes, whole or not, now belong to the consignee. */
const handOver = (tx: Tx, consigneeId: number, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    update samples
    set
      owner_id = ${consigneeId},
      status_id = ${literal(sampleStatus.Delivered)},
      row_version = row_version + 1
    where
      sample_id = any (${[...ids]})
  `)

const auditMoves = (tx: Tx, user: Caller, shipmentId: number, decided: readonly Decided[]): Promise<number> => {
  const entries = decided.map(({ row, StatusId, ReasonId }): Entry => ({
    module: 'samples',
    formId: Number(row.SampleId),
    action: 'receive',
    remarks: `Shipment ${shipmentId}`,
    changes: {
      StatusId: [row.StatusId, StatusId],
      ...(ReasonId !== null && { ReasonId: [row.ReasonId, ReasonId] }),
    },
  }))
  return writeAudit(tx, user, ...entries)
}

const salesOf = (decided: readonly Decided[]): number[] => [
  ...new Set(decided.map(({ row }) => Number(row.Sample?.Sale.SaleId))),
]
const idsOf = (decided: readonly Decided[]): number[] => decided.map(({ row }) => Number(row.SampleId))

/** Moves the tubes; a found one takes its place again first. */
const moveTubes = async (tx: Tx, user: Caller, shipment: Receipt, decided: readonly Decided[]): Promise<void> => {
  const came = decided.filter(({ StatusId }) => StatusId !== sampleStatus.NotFound)
  const delivered = decided.filter(({ StatusId }) => StatusId === sampleStatus.Delivered)
  for (const { row } of delivered)
    if (row.StatusId === sampleStatus.NotFound) await reuseFoundTube(tx, user, Number(row.SampleId))
  await handOver(tx, Number(shipment.ConsigneeId), idsOf(came))
  if (delivered.length > 0) {
    const what = `Received in shipment ${shipment.ShipmentId}`
    await addEvent(tx, idsOf(delivered), { what, clientId: user.EntityId, userId: user.UserId })
    await startWork(tx, idsOf(delivered), user.UserId)
  }
  const exceptions = decided.filter(({ StatusId }) => isException(StatusId))
  await recollect(
    tx,
    user,
    exceptions.map(({ row, StatusId, ReasonId }) => ({
      SampleId: Number(row.SampleId),
      StatusId,
      ReasonId: Number(ReasonId),
      Remarks: `Shipment ${shipment.ShipmentId}`,
    })),
  )
}

const writeShipment = async (
  tx: Tx,
  shipment: Receipt,
  decided: readonly Decided[],
  read: Degrees,
): Promise<number> => {
  const said = new Map(decided.map(({ row, StatusId }) => [row.ShipmentSampleId, StatusId]))
  const status = shipmentStatusOf(rowsIn(shipment).map((row) => said.get(row.ShipmentSampleId) ?? row.StatusId))
  await tx.run(sql`
    update shipments
    set
      status_id = ${status},
      received_temperatures = nullif(coalesce(received_temperatures, '{}') || ${JSON.stringify(read)}::jsonb, '{}')
    where
      shipment_id = ${shipment.ShipmentId}
  `)
  return status
}

/** Received tubes for which no work starts, and why. */
const heldIn = (decided: readonly Decided[]): string[] =>
  decided.flatMap(({ row, StatusId }) =>
    row.HeldFor && StatusId === sampleStatus.Delivered
      ? [`${row.Sample?.Barcode}: ${heldText(row.HeldFor.toLowerCase())}`]
      : [],
  )

const senders = [role.FrontDesk, role.Phlebotomist, role.Technologist, role.Logistics]
/** Notifies the consignor of exceptions at once, and of the whole shipment when it is decided. */
const notifyConsignor = async (
  tx: Tx,
  user: Caller,
  shipment: Receipt,
  decided: readonly Decided[],
  status: number,
): Promise<void> => {
  const exceptions = decided.filter(({ StatusId }) => isException(StatusId))
  const isLost = status === shipmentStatus.Lost
  const isOver = isLost || status === shipmentStatus.Received || status === shipmentStatus.WithExceptions
  const held = heldIn(decided)
  if (exceptions.length === 0 && held.length === 0 && !isOver) return
  const said = [
    ...exceptions.map(
      ({ row, StatusId }) => `${row.Sample?.Barcode}: ${itemOf(sampleStatuses, StatusId)?.label ?? ''}`,
    ),
    ...held,
  ]
  await tellOthers(tx, user, Number(shipment.ConsignorId), senders, {
    subject: isLost
      ? `Shipment ${shipment.ShipmentId} is lost: none of its samples was found`
      : exceptions.length > 0
        ? `Shipment ${shipment.ShipmentId}: ${counted(exceptions.length)} not accepted`
        : held.length > 0
          ? `Shipment ${shipment.ShipmentId}: no work starts for ${counted(held.length)}`
          : `Shipment ${shipment.ShipmentId} is received`,
    content: said.length > 0 ? said.join('; ') : `${shipment.Consignee?.Name} has received it.`,
    path: recordPath('shipments', { ShipmentId: shipment.ShipmentId }),
  })
}

const receiptText = (decided: readonly Decided[]): string => {
  if (decided.length === 0) return 'No sample was changed'
  const delivered = decided.filter(({ StatusId }) => StatusId === sampleStatus.Delivered).length
  const exceptions = decided.length - delivered
  return [
    ...(delivered > 0 ? [`${counted(delivered)} received`] : []),
    ...(exceptions > 0 ? [`${counted(exceptions)} not accepted`] : []),
  ].join(', ')
}

export const receive = actionOf(shipmentreceipt, {
  name: 'receive',
  permit: 'receive',
  ...samplesReceived,
  summary: "Record the receipt of a shipment's samples",
  body,
  decide: (shipment, user, sent) =>
    allOf(mayReceive(shipment, user), () => mayDecideAll(rowsIn(shipment).map(asShipped), sent.ShipmentSamples ?? [])),
  run: async ({ tx, user, key, before, body: sent }) => {
    const read = temperaturesIn(before, sent.Temperatures)
    if ((sent.ShipmentSamples ?? []).length === 0 && Object.keys(read).length === 0)
      throw invalid({ ShipmentSamples: ['Choose at least one sample'] })
    const decided = newlySaid(before, sent)
    const status = await writeShipment(tx, before, decided, read)
    const corrected = await correctedIn(tx, before, read)
    await keepCorrected(tx, before, corrected)
    if (decided.length > 0) {
      await writeRows(tx, user, decided, now().toISOString())
      await moveTubes(tx, user, before, decided)
      await auditMoves(tx, user, key, decided)
      await refreshStatuses(tx, salesOf(decided))
      await notifyConsignor(tx, user, before, decided, status)
    }
    if (status !== before.StatusId)
      await writeAudit(tx, user, {
        module: 'shipments',
        formId: key,
        action: 'receive',
        changes: { StatusId: [before.StatusId, status] },
      })
    for (const module of ['shipments', 'samples', 'sales', 'testresults', 'worksheets'])
      announceList(module, user.EmployerId)
    const warnings = [
      ...excursionsIn(before, read),
      ...corrected.map(([box, was]) => correctedText(labelsOf(before).get(box) ?? '', was)),
      ...heldIn(decided),
    ]
    return { message: [receiptText(decided), ...warnings].join('. '), warnings }
  },
})

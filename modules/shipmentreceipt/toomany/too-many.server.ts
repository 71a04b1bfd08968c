// A tube too many in a box: the consignee receives it with a mark, and notifies the sender. What is measured in it is
// held until a signatory decides.
import { text } from '../../../core/model.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { announceList, tellOthers } from '../../../server/db/notify.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { actionOf } from '../../../server/module.ts'
import { notFound, refusedBy } from '../../../server/refusal.ts'
import { onOpenShipment, saleStatus, sampleStatus } from '../../lists/items.model.ts'
import { shipmentStatusOf } from '../../samples/recollection/recollection.rules.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { addEvent, startWork } from '../../sales/tubes/tubes.server.ts'
import { unpackTubes } from '../../shipments/packing/tubes.server.ts'
import { heldText, mayReceive } from '../receive.rules.ts'
import { shipmentreceipt } from '../shipmentreceipt.model.ts'
import { codesOf, mayTakeIn, type TubeTooMany } from './too-many.rules.ts'

type Found = TubeTooMany & {
  readonly SaleId: number
  readonly BoxConsignorId: number | null
  readonly IsPacking: boolean
  /** Why no work starts for it. */
  readonly HeldFor: string | null
}
const tubeWith = (tx: Tx, barcode: string): Promise<Found | undefined> =>
  tx.maybe<Found>(sql`
    select
      tube.sample_id as "SampleId",
      tube.sale_id as "SaleId",
      tube.barcode as "Barcode",
      tube.status_id as "StatusId",
      tube.owner_id as "OwnerId",
      tube.performing_lab_id as "PerformingLabId",
      box.shipment_id as "ShipmentId",
      box.consignor_id as "BoxConsignorId",
      case
        when box.dispatch_date is not null then box.consignee_id
      end as "ConsigneeId",
      box.shipment_id is not null
      and box.dispatch_date is null as "IsPacking",
      case
        when sale.status_id = ${literal(saleStatus.Cancelled)} then 'sale cancelled'
        when sale.accession_date is null then 'sale unlocked'
      end as "HeldFor"
    from
      samples tube
      join sales sale on sale.sale_id = tube.sale_id
      left join shipment_samples packed on packed.sample_id = tube.sample_id
      and packed.status_id in (${literal(...onOpenShipment)})
      left join shipments box on box.shipment_id = packed.shipment_id
    where
      tube.barcode = any (${[...codesOf(barcode)]})
    order by
      tube.sample_id
    limit
      1
  `)

/** Its row on the shipment that lists it, or a new one on the box in which it came. */
const writeRow = async (tx: Tx, user: Caller, tube: Found, boxId: number): Promise<void> => {
  const at = now().toISOString()
  if (tube.ShipmentId !== null && !tube.IsPacking) {
    await tx.run(sql`
      update shipment_samples
      set
        status_id = ${literal(sampleStatus.Delivered)},
        collection_date = ${at},
        collector_id = ${user.UserId},
        came_in_id = ${boxId},
        asked_at = ${at}
      where
        sample_id = ${tube.SampleId}
        and shipment_id = ${tube.ShipmentId}
    `)
    return
  }
  if (tube.ShipmentId !== null)
    await unpackTubes(tx, user, { ShipmentId: tube.ShipmentId, ConsignorId: Number(tube.BoxConsignorId) }, [
      tube.SampleId,
    ])
  await tx.run(sql`
    insert into
      shipment_samples (shipment_id, sample_id, status_id, collection_date, collector_id, came_in_id, asked_at)
    values
      (
        ${boxId},
        ${tube.SampleId},
        ${literal(sampleStatus.Delivered)},
        ${at},
        ${user.UserId},
        ${boxId},
        ${at}
      )
  `)
}

/** The place of its owner on its route; 0 where it is not on it. */
const upTo = sql`coalesce(array_position(route, owner_id), 0)`
/** Now it is the consignee's; where its route does not lead there, it goes on from there as it would have before. */
const handOver = (tx: Tx, { SampleId }: Found, consigneeId: number): Promise<number> =>
  tx.run(sql`
    update samples
    set
      owner_id = ${consigneeId},
      status_id = ${literal(sampleStatus.Delivered)},
      route = case
        when ${consigneeId} = any (route) then route
        else route[:${upTo}] || ${consigneeId}::int || route[${upTo} + 1:]
      end,
      row_version = row_version + 1
    where
      sample_id = ${SampleId}
  `)

/** The status of shipments by their rows, in the history of each whose status changes. */
const refreshBoxes = async (tx: Tx, user: Caller, ids: readonly number[], barcode: string): Promise<void> => {
  const boxes = await tx.rows<{ Id: number; Was: number }>(sql`
    select
      shipment_id as id,
      status_id as was
    from
      shipments
    where
      shipment_id = any (${[...ids]})
    order by
      shipment_id
    for update
  `)
  for (const { Id, Was } of boxes) {
    const rows = await tx.rows<{ StatusId: number }>(sql`
      select
        status_id
      from
        shipment_samples
      where
        shipment_id = ${Id}
    `)
    const is = shipmentStatusOf(rows.map((row) => row.StatusId))
    if (is === Was) continue
    await tx.run(sql`
      update shipments
      set
        status_id = ${is}
      where
        shipment_id = ${Id}
    `)
    await writeAudit(tx, user, {
      module: 'shipments',
      formId: Id,
      action: 'tube too many',
      remarks: barcode,
      changes: { StatusId: [Was, is] },
    })
  }
}

const senders = [role.FrontDesk, role.Phlebotomist, role.Technologist, role.Logistics]
const receivers = [role.Technologist, role.FrontDesk, role.Logistics]
/** What happens to it now. */
const nextOf = ({ HeldFor }: Found): string =>
  HeldFor === null ? 'its results are held until a signatory decides' : heldText(HeldFor)
const tell = async (tx: Tx, user: Caller, tube: Found, box: { key: number; from: number; to: number }) => {
  const isOfSender = tube.OwnerId === box.from
  const listed = tube.ShipmentId === null || tube.IsPacking ? 'in no dispatched box' : `on shipment ${tube.ShipmentId}`
  const after = `It is received; ${nextOf(tube)}.`
  await tellOthers(tx, user, box.from, senders, {
    subject: `Shipment ${box.key}: 1 sample too many`,
    content: isOfSender
      ? `${tube.Barcode} came in it and is ${listed}. ${after}`
      : `One of another sender came in it. ${after}`,
    path: recordPath('shipments', { ShipmentId: box.key }),
  })
  // its owner does not see the box of others
  if (!isOfSender && tube.ShipmentId !== null)
    await tellOthers(tx, user, tube.OwnerId, senders, {
      subject: `Shipment ${tube.ShipmentId}: 1 of its samples came in another box`,
      content: `${tube.Barcode} came in a box of another sender. ${after}`,
      path: recordPath('shipments', { ShipmentId: tube.ShipmentId }),
    })
  if (tube.ShipmentId !== null && tube.ConsigneeId !== null && tube.ConsigneeId !== box.to)
    await tellOthers(tx, user, tube.ConsigneeId, receivers, {
      subject: `Shipment ${tube.ShipmentId}: 1 of its samples will not arrive`,
      content: `${tube.Barcode} came in a box to another place, and was received there.`,
      path: recordPath('shipments', { ShipmentId: tube.ShipmentId }),
    })
}

export const tooMany = actionOf(shipmentreceipt, {
  name: 'tube too many',
  permit: 'receive',
  path: 'tubetoomany/shipmentreceipt/{key}',
  summary: 'Receive a tube that lies in a shipment which does not list it, with a mark',
  body: { Barcode: text('Barcode', { required: 'Scan or type the barcode', maxLength: 40 }) },
  decide: mayReceive,
  run: async ({ tx, user, key, before, body }) => {
    const barcode = body.Barcode ?? ''
    const [from, to] = [Number(before.ConsignorId), Number(before.ConsigneeId)]
    const tube = await tubeWith(tx, barcode)
    const decision = mayTakeIn(tube, barcode, before)
    if (!decision.ok) throw refusedBy(decision)
    if (tube === undefined) throw notFound()
    await writeRow(tx, user, tube, key)
    await handOver(tx, tube, to)
    const boxes = tube.ShipmentId === null || tube.IsPacking ? [key] : [key, tube.ShipmentId]
    await refreshBoxes(tx, user, boxes, tube.Barcode)
    const what = `Came in shipment ${key}, which does not list it`
    await addEvent(tx, [tube.SampleId], { what, clientId: user.EntityId, userId: user.UserId })
    await startWork(tx, [tube.SampleId], user.UserId)
    await refreshStatuses(tx, [tube.SaleId])
    await writeAudit(tx, user, {
      module: 'samples',
      formId: tube.SampleId,
      action: 'tube too many',
      remarks: `Shipment ${key}`,
      changes: { StatusId: [tube.StatusId, sampleStatus.Delivered], OwnerId: [tube.OwnerId, to] },
    })
    await tell(tx, user, tube, { key, from, to })
    for (const module of ['shipments', 'samples', 'sales', 'testresults', 'worksheets'])
      announceList(module, user.EmployerId)
    return { message: `${tube.Barcode} is received with a mark: ${nextOf(tube)}` }
  },
})

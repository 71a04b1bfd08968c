// What the sender records of tubes on their way: their shipment follows, and its consignee is notified.
import { itemOf } from '../../../core/items.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { tellOthers } from '../../../server/db/notify.ts'
import type { Caller } from '../../../server/caller.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { sampleStatus, sampleStatuses } from '../../lists/items.model.ts'
import type { Finding } from './recollect.server.ts'
import { shipmentStatusOf } from './recollection.rules.ts'

type Boxed = { ShipmentId: number; ConsigneeId: number; StatusId: number }
/** The shipments that these tubes are on their way with; locked, so that each counts every tube. */
const shipmentsOf = (tx: Tx, ids: readonly number[]): Promise<Boxed[]> =>
  tx.rows<Boxed>(sql`
    select
      shipment.shipment_id,
      shipment.consignee_id,
      shipment.status_id
    from
      shipments shipment
    where
      shipment.shipment_id in (
        select
          packed.shipment_id
        from
          shipment_samples packed
        where
          packed.sample_id = any (${[...ids]})
          and packed.status_id = ${literal(sampleStatus.Dispatched)}
      )
    order by
      shipment.shipment_id
    for update
  `)

type Said = { ShipmentId: number; Barcode: string; StatusId: number }
const writeRows = (tx: Tx, findings: readonly Finding[]): Promise<Said[]> =>
  tx.rows(sql`
    update shipment_samples packed
    set
      status_id = said.status_id,
      reason_id = said.reason_id
    from
      unnest(
        ${findings.map((one) => one.SampleId)}::int[],
        ${findings.map((one) => one.StatusId)}::int[],
        ${findings.map((one) => one.ReasonId)}::int[]
      ) said (sample_id, status_id, reason_id)
      join samples tube on tube.sample_id = said.sample_id
    where
      packed.sample_id = said.sample_id
      and packed.status_id = ${literal(sampleStatus.Dispatched)}
    returning
      packed.shipment_id,
      tube.barcode,
      packed.status_id
  `)

const receivers = [role.Technologist, role.FrontDesk, role.Logistics]
const follow = async (tx: Tx, user: Caller, boxed: Boxed, said: readonly string[]): Promise<void> => {
  const rows = await tx.rows<{ StatusId: number }>(sql`
    select
      status_id
    from
      shipment_samples
    where
      shipment_id = ${boxed.ShipmentId}
  `)
  const status = shipmentStatusOf(rows.map((row) => row.StatusId))
  await tx.run(sql`
    update shipments
    set
      status_id = ${status},
      row_version = row_version + 1
    where
      shipment_id = ${boxed.ShipmentId}
  `)
  await writeAudit(tx, user, {
    module: 'shipments',
    formId: boxed.ShipmentId,
    action: 'recorded on the way',
    remarks: said.join('; '),
    changes: { StatusId: [boxed.StatusId, status] },
  })
  await tellOthers(tx, user, boxed.ConsigneeId, receivers, {
    subject: `Shipment ${boxed.ShipmentId}: ${said.length} of its samples will not arrive`,
    content: said.join('; '),
    path: recordPath('shipments', { ShipmentId: boxed.ShipmentId }),
  })
}

/** The caller locks the sales of the tubes, and recollects them. */
export const sayOnTheWay = async (tx: Tx, user: Caller, findings: readonly Finding[]): Promise<void> => {
  const boxes = await shipmentsOf(
    tx,
    findings.map((one) => one.SampleId),
  )
  const rows = await writeRows(tx, findings)
  for (const boxed of boxes)
    await follow(
      tx,
      user,
      boxed,
      rows
        .filter((row) => row.ShipmentId === boxed.ShipmentId)
        .map((row) => `${row.Barcode}: ${itemOf(sampleStatuses, row.StatusId)?.label ?? ''}`),
    )
}

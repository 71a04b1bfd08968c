// Takes the tubes of a cancelled sale or line out of the shipment that is being packed.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { announceList } from '../../../server/db/notify.ts'
import type { FollowContext } from '../../../server/module.ts'
import { lineStatus, shipmentStatus } from '../../lists/items.model.ts'
import type { Sale, saleFields } from '../../sales/sales.model.ts'
import { unpackTubes } from './tubes.server.ts'

type Box = { ShipmentId: number; ConsignorId: number; Count: number; Ids: number[] }
/** A `tube` of the sale that no active line needs. */
const isIdle = (saleId: number): Sql => sql`
  tube.sale_id = ${saleId}
  and not tube.is_waited_for
`
/** Shipments being packed with idle tubes of a sale, locked in the order of their keys. */
const boxesWith = async (tx: Tx, saleId: number): Promise<Box[]> => {
  await tx.run(sql`
    select
      1
    from
      shipments
    where
      status_id = ${literal(shipmentStatus.BeingPacked)}
      and shipment_id in (
        select
          packed.shipment_id
        from
          shipment_samples packed
          join tube_facts tube on tube.sample_id = packed.sample_id
        where
          ${isIdle(saleId)}
      )
    order by
      shipment_id
    for update
  `)
  return tx.rows<Box>(sql`
    select
      shipment.shipment_id as "ShipmentId",
      shipment.consignor_id as "ConsignorId",
      count(*)::int as count,
      array_agg(
        packed.sample_id
        order by
          packed.sample_id
      ) filter (
        where
          ${isIdle(saleId)}
      ) as ids
    from
      shipments shipment
      join shipment_samples packed on packed.shipment_id = shipment.shipment_id
      join tube_facts tube on tube.sample_id = packed.sample_id
    where
      shipment.status_id = ${literal(shipmentStatus.BeingPacked)}
    group by
      shipment.shipment_id
    having
      bool_or(${isIdle(saleId)})
    order by
      shipment.shipment_id
  `)
}

/** Lines that were active before and are now cancelled or removed. */
const lostLines = (before: Sale, after: Sale): boolean => {
  const live = ({ SaleProducts }: Sale): number =>
    SaleProducts.filter((line) => line.StatusId !== lineStatus.Cancelled).length
  return live(after) < live(before)
}

/** Reacts to the cancellation of a sale or of one of its lines: both histories record why its tubes were removed. */
export const takeOffCancelled = async ({
  tx,
  user,
  key,
  before,
  after,
}: FollowContext<typeof saleFields>): Promise<void> => {
  if (before === null || !lostLines(before, after)) return
  for (const { ShipmentId, ConsignorId, Count, Ids } of await boxesWith(tx, key)) {
    await unpackTubes(tx, user, { ShipmentId, ConsignorId }, Ids)
    await tx.run(sql`
      update shipments
      set
        row_version = row_version + 1
      where
        shipment_id = ${ShipmentId}
    `)
    await writeAudit(tx, user, {
      module: 'shipments',
      formId: ShipmentId,
      action: 'unpack',
      changes: { Samples: [Count, Count - Ids.length] },
    })
    announceList('shipments')
  }
}

// Temperatures at receipt that are corrected once tubes of their box were received.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import type { Degrees, Receipt } from '../shipmentreceipt.model.ts'
import { isOutOfRange } from '../temperature.rules.ts'

/** The boxes out of which tubes were received, whichever shipment lists them. */
const emptiedIn = async (tx: Tx, shipmentId: number | null): Promise<ReadonlySet<string>> => {
  const rows = await tx.rows<{ Box: string }>(sql`
    select distinct
      tube.temperature_id::text as box
    from
      (
        select
          sample_id,
          status_id
        from
          shipment_samples
        where
          shipment_id = ${shipmentId}
          and came_in_id is null
        union all
        select
          sample_id,
          status_id
        from
          shipment_samples
        where
          came_in_id = ${shipmentId}
      ) came
      join samples tube on tube.sample_id = came.sample_id
    where
      came.status_id = ${literal(sampleStatus.Delivered)}
      and tube.temperature_id is not null
  `)
  return new Set(rows.map(({ Box }) => Box))
}
/** Readings out of range that are corrected although tubes of their box were received with them, by box. */
export const correctedIn = async (
  tx: Tx,
  shipment: Receipt,
  degrees: Degrees,
): Promise<[box: string, was: number][]> => {
  const corrected = Object.entries(shipment.ReceivedTemperatures ?? {}).filter(
    ([box, was]) => box in degrees && isOutOfRange(Number(box), was),
  )
  if (corrected.length === 0) return []
  const emptied = await emptiedIn(tx, shipment.ShipmentId)
  return corrected.filter(([box]) => emptied.has(box))
}
/** Keeps what was read before, so that a signatory decides about the tubes. */
export const keepCorrected = async (
  tx: Tx,
  { ShipmentId }: Receipt,
  corrected: readonly (readonly [box: string, was: number])[],
): Promise<void> => {
  for (const [box, was] of corrected)
    await tx.run(sql`
      update shipments
      set
        corrected_temperatures = jsonb_set(
          coalesce(corrected_temperatures, '{}'),
          array[${box}::text],
          coalesce(corrected_temperatures -> ${box}::text, '[]') || to_jsonb(${was}::float8)
        )
      where
        shipment_id = ${ShipmentId}
    `)
}

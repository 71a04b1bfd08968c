// Which statuses the consignee may record for a tube.
import { allOf, eachOf, must, no, under, yes, type Decision } from '../../core/refusal.ts'
import { sampleStatus, shipmentStatus } from '../lists/items.model.ts'
import { isException } from '../samples/recollection/recollection.rules.ts'

const { Dispatched, Delivered, NotFound, ToBeCollected } = sampleStatus

/** A tube on a shipment, and its replacement. */
export type ShippedRow = {
  readonly ShipmentSampleId: number | null
  readonly StatusId: number | null
  readonly ReasonId?: number | null
  readonly Barcode: string
  /** Its replacement: only whether it is collected matters. */
  readonly Replacement?: { readonly Barcode: string; readonly StatusId: number } | null
}
/** The recorded status of a tube. */
export type Said = {
  readonly ShipmentSampleId?: number | null
  readonly StatusId?: number | null
  readonly ReasonId?: number | null
}
export type ReceiptState = {
  readonly ConsigneeId?: number | null
  readonly DispatchDate?: string | null
  readonly StatusId?: number | null
}

/** Only the consignee receives, and only a dispatched shipment. */
export const mayReceive = (shipment: ReceiptState, user: { readonly EntityId: number }): Decision =>
  allOf(
    must(shipment.StatusId !== shipmentStatus.Cancelled, 'The shipment is cancelled', { code: 'cancelled' }),
    must((shipment.DispatchDate ?? null) !== null, 'The shipment is not dispatched yet', { code: 'not-dispatched' }),
    must(shipment.ConsigneeId === user.EntityId, 'Only the consignee may receive the shipment', {
      code: 'not-consignee',
    }),
  )

/** Whether the row has this status already: sent again, it makes no change. */
export const isSaidAlready = (row: ShippedRow, said: Said): boolean =>
  row.StatusId === said.StatusId && (!isException(row.StatusId) || (row.ReasonId ?? null) === (said.ReasonId ?? null))

/** Whether a missing tube may still turn up: until its replacement is collected. */
const mayTurnUp = ({ Barcode, Replacement }: ShippedRow): Decision =>
  must(
    Replacement === null || Replacement === undefined || Replacement.StatusId === ToBeCollected,
    `${Barcode} turned up too late; ${Replacement?.Barcode} was already collected in its place`,
    { at: 'StatusId', code: 'replaced' },
  )

/** The mark of a tube whose sale is held: it is received, and not measured. */
export const heldText = (heldFor: string): string => `${heldFor}, no work is started`

/** Whether this status may be recorded for the tube. */
export const mayDecide = (row: ShippedRow, said: Said): Decision => {
  if (isSaidAlready(row, said)) return yes
  const StatusId = said.StatusId ?? null
  return allOf(
    must(StatusId === Delivered || isException(StatusId), 'Choose delivered, rejected, not found or broken', {
      at: 'StatusId',
    }),
    () =>
      row.StatusId === NotFound
        ? mayTurnUp(row)
        : must(row.StatusId === Dispatched, `${row.Barcode} is received already`, { at: 'StatusId', code: 'received' }),
    must(!isException(StatusId) || (said.ReasonId ?? null) !== null, `${row.Barcode}: Reason is required`, {
      at: 'ReasonId',
    }),
  )
}

/** All rows or none, each refusal at its own row; a row is named once. */
export const mayDecideAll = (rows: readonly ShippedRow[], said: readonly Said[]): Decision => {
  const known = new Map(rows.map((row) => [row.ShipmentSampleId, row]))
  const seen = new Set<unknown>()
  return eachOf(
    said.map((one, index) => {
      const row = known.get(one.ShipmentSampleId ?? null)
      const again = seen.has(one.ShipmentSampleId)
      seen.add(one.ShipmentSampleId)
      const path = `ShipmentSamples.${index}`
      if (!row) return no('This sample is not on the shipment', { at: `${path}.ShipmentSampleId` })
      if (again) return no(`${row.Barcode} is sent twice`, { at: `${path}.ShipmentSampleId` })
      return under(path, mayDecide(row, one))
    }),
  )
}

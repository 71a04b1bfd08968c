// What the consignee may say of a tube that arrives, or does not; and how far the shipment is after that.
import { allOf, eachOf, must, no, under, yes, type Decision } from '../../core/refusal.ts'
import { sampleStatus, shipmentStatus } from '../lists/items.model.ts'
import { isException } from '../samples/recollection/recollection.rules.ts'

const { Dispatched, Delivered, NotFound, ToBeCollected } = sampleStatus

/** A tube on a shipment, and the one that was asked for instead of it. */
export type ShippedRow = {
  readonly ShipmentSampleId: number | null
  readonly StatusId: number | null
  readonly ReasonId?: number | null
  readonly Barcode: string
  /** The tube that replaces it: whether it is drawn is all that matters. */
  readonly Replacement?: { readonly Barcode: string; readonly StatusId: number } | null
}
/** What is said of it. */
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

/** Only the consignee, and only what is on its way to it. */
export const mayReceive = (shipment: ReceiptState, user: { readonly EntityId: number }): Decision =>
  allOf(
    must(shipment.StatusId !== shipmentStatus.Cancelled, 'The shipment is cancelled', { code: 'cancelled' }),
    must((shipment.DispatchDate ?? null) !== null, 'The shipment is not dispatched yet', { code: 'not-dispatched' }),
    must(shipment.ConsigneeId === user.EntityId, 'Only the consignee may receive the shipment', {
      code: 'not-consignee',
    }),
  )

/** What it says is what stands already: asked again, it changes nothing. */
export const isSaidAlready = (row: ShippedRow, said: Said): boolean =>
  row.StatusId === said.StatusId && (!isException(row.StatusId) || (row.ReasonId ?? null) === (said.ReasonId ?? null))

/** Whether a tube was decided as missing and may turn up still: until what replaces it is drawn. */
const mayTurnUp = ({ Barcode, Replacement }: ShippedRow): Decision =>
  must(
    Replacement === null || Replacement === undefined || Replacement.StatusId === ToBeCollected,
    `${Barcode} turned up too late; ${Replacement?.Barcode} was already collected in its place`,
    { at: 'StatusId', code: 'replaced' },
  )

/** Whether this may be said of the tube. */
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

/** All of them or none, each refusal at its own row; a row is named once. */
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

/** How far a shipment is, from what was said of its tubes. Where none was found, the whole box is lost. */
export const shipmentStatusOf = (statuses: readonly (number | null)[]): number => {
  const open = statuses.filter((status) => status === Dispatched).length
  if (open === statuses.length) return shipmentStatus.Dispatched
  if (open > 0) return shipmentStatus.PartlyReceived
  if (statuses.every((status) => status === NotFound)) return shipmentStatus.Lost
  return statuses.some(isException) ? shipmentStatus.WithExceptions : shipmentStatus.Received
}

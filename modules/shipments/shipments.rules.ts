// What may be done with a shipment, by whom, and which tubes go on it.
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { clientType, sampleStatus, shipmentStatus } from '../lists/items.model.ts'
import { noSample } from './shipments.model.ts'

export const sameParties = 'Consignee can not be same as Consignor'

/** What decisions know of a shipment: as it is stored, or as its screen has it. */
export type ShipmentState = {
  readonly ConsignorId?: number | null
  readonly DispatchDate?: string | null
  readonly StatusId?: number | null
  readonly ShipmentSamples?: readonly unknown[] | null
}
/** Where somebody works. */
export type At = { readonly EntityId: number; readonly EntityTypeId: number }

const isConsignor = (shipment: ShipmentState, { EntityId }: Pick<At, 'EntityId'>, what: string): Decision =>
  must(shipment.ConsignorId === EntityId, `Only the consignor may ${what} the shipment`, { code: 'not-consignor' })
const isLive = ({ StatusId }: ShipmentState): Decision =>
  must(StatusId !== shipmentStatus.Cancelled, 'The shipment is cancelled', { code: 'cancelled' })
const isHere = (shipment: ShipmentState): Decision =>
  must((shipment.DispatchDate ?? null) === null, 'The shipment is dispatched already', { code: 'dispatched' })

/** Packing: what is dispatched is as it was dispatched. */
export const mayPack = (shipment: ShipmentState, user: Pick<At, 'EntityId'>): Decision =>
  allOf(isLive(shipment), isHere(shipment), isConsignor(shipment, user, 'change'))
/** An empty box goes nowhere: what was in it may have been cancelled since. */
export const mayDispatch = (shipment: ShipmentState, user: Pick<At, 'EntityId'>): Decision =>
  allOf(
    isLive(shipment),
    isHere(shipment),
    isConsignor(shipment, user, 'dispatch'),
    must(shipment.ShipmentSamples?.length !== 0, noSample, { code: 'empty' }),
  )
export const mayCancelShipment = (shipment: ShipmentState, user: Pick<At, 'EntityId'>): Decision =>
  allOf(isLive(shipment), isHere(shipment), isConsignor(shipment, user, 'cancel'))
/** Asked before a shipment is cancelled. */
export const cancelNote = 'Its samples lie ready again.'
export const cancelText = `Are you sure that you want to cancel this shipment ? ${cancelNote}`
/** The dispatch is taken back until the first tube of it is received. */
export const mayUndispatch = (shipment: ShipmentState, user: Pick<At, 'EntityId'>): Decision =>
  allOf(
    isLive(shipment),
    must((shipment.DispatchDate ?? null) !== null, 'The shipment is not dispatched yet', { code: 'not-dispatched' }),
    must(shipment.StatusId === shipmentStatus.Dispatched, 'A sample of it is received already', { code: 'received' }),
    isConsignor(shipment, user, 'take back'),
  )

/** Who carries tubes packs none. */
export const mayCreate = ({ EntityTypeId }: Pick<At, 'EntityTypeId'>): Decision =>
  must(EntityTypeId !== clientType.Courier, 'Couriers cannot create shipments', { code: 'courier' })

/** A laboratory chooses where its tubes go on to; all others send to what stands over them. */
export const choosesConsignee = ({ EntityTypeId }: Pick<At, 'EntityTypeId'>): boolean => EntityTypeId === clientType.Lab

/** What is known of a tube that is to be packed. */
export type TubeToPack = {
  readonly Barcode: string
  readonly StatusId: number
  readonly OwnerId: number
  readonly NextHopId: number | null
  /** Its sale is cancelled: nobody waits for it. */
  readonly IsCancelled: boolean
  /** A line of its sale needs it, not only ones that were cancelled. */
  readonly IsWaitedFor: boolean
  /** The open shipment that it stands on. */
  readonly OpenShipmentId: number | null
}
/** Statuses in which a tube lies ready at who holds it. */
export const readyToShip: readonly number[] = [sampleStatus.Collected, sampleStatus.Delivered]

/** Whether a tube goes from one party to the next, and lies ready there. */
export const mayShip = (
  tube: TubeToPack,
  { ConsignorId, ConsigneeId }: { readonly ConsignorId: number; readonly ConsigneeId: number },
): Decision => {
  const at = 'SampleId'
  return allOf(
    must(tube.OpenShipmentId === null, `${tube.Barcode} is on shipment ${tube.OpenShipmentId} already`, {
      at,
      code: 'packed',
    }),
    must(tube.OwnerId === ConsignorId, `${tube.Barcode} is not at the consignor`, { at, code: 'elsewhere' }),
    must(!tube.IsCancelled, `The sale of ${tube.Barcode} is cancelled`, { at, code: 'cancelled' }),
    must(tube.IsWaitedFor, `What ${tube.Barcode} was drawn for is cancelled`, { at, code: 'cancelled' }),
    must(tube.StatusId !== sampleStatus.ToBeCollected, `${tube.Barcode} is not collected yet`, {
      at,
      code: 'not-collected',
    }),
    must(readyToShip.includes(tube.StatusId), `${tube.Barcode} cannot be shipped as it is`, { at, code: 'not-ready' }),
    must(tube.NextHopId === ConsigneeId, `${tube.Barcode} does not go to this consignee next`, {
      at,
      code: 'other-way',
    }),
  )
}

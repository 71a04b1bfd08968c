// Who may do what with a shipment, and which tubes may be packed.
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { clientType, sampleStatus, shipmentStatus } from '../lists/items.model.ts'
import { noSample } from './shipments.model.ts'

export const sameParties = 'Consignee can not be same as Consignor'

/** The facts for decisions: as stored, or as on the screen. */
export type ShipmentState = {
  readonly ConsignorId?: number | null
  readonly DispatchDate?: string | null
  readonly StatusId?: number | null
  readonly ShipmentSamples?: readonly unknown[] | null
}
/** The entity of a user. */
export type At = { readonly EntityId: number; readonly EntityTypeId: number }

const isConsignor = (shipment: ShipmentState, { EntityId }: Pick<At, 'EntityId'>, what: string): Decision =>
  must(shipment.ConsignorId === EntityId, `Only the consignor may ${what} the shipment`, { code: 'not-consignor' })
const isLive = ({ StatusId }: ShipmentState): Decision =>
  must(StatusId !== shipmentStatus.Cancelled, 'The shipment is cancelled', { code: 'cancelled' })
const isHere = (shipment: ShipmentState): Decision =>
  must((shipment.DispatchDate ?? null) === null, 'The shipment is dispatched already', { code: 'dispatched' })

/** Packing ends with the dispatch. */
export const mayPack = (shipment: ShipmentState, user: Pick<At, 'EntityId'>): Decision =>
  allOf(isLive(shipment), isHere(shipment), isConsignor(shipment, user, 'change'))
/** An empty shipment cannot be dispatched: its tubes may have been cancelled since. */
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
export const cancelNote = 'Its samples can be packed again.'
export const cancelText = `Are you sure that you want to cancel this shipment ? ${cancelNote}`
/** A dispatch can be undone until the first tube is received. */
export const mayUndispatch = (shipment: ShipmentState, user: Pick<At, 'EntityId'>): Decision =>
  allOf(
    isLive(shipment),
    must((shipment.DispatchDate ?? null) !== null, 'The shipment is not dispatched yet', { code: 'not-dispatched' }),
    must(shipment.StatusId === shipmentStatus.Dispatched, 'A sample of it is received already', { code: 'received' }),
    isConsignor(shipment, user, 'undo the dispatch of'),
  )

/** The consignee takes a box that came before its sender dispatched it. */
export const mayArrive = (
  shipment: ShipmentState & { readonly ConsigneeId?: number | null },
  user: Pick<At, 'EntityId'>,
): Decision =>
  allOf(
    isLive(shipment),
    isHere(shipment),
    must(shipment.ConsigneeId === user.EntityId, 'Only the consignee may say that the shipment arrived', {
      code: 'not-consignee',
    }),
    must(shipment.ShipmentSamples?.length !== 0, noSample, { code: 'empty' }),
  )
/** Its sender says that what nobody received is lost. */
export const mayBeLost = (shipment: ShipmentState, user: Pick<At, 'EntityId'>): Decision =>
  allOf(
    isLive(shipment),
    must((shipment.DispatchDate ?? null) !== null, 'The shipment is not dispatched yet', { code: 'not-dispatched' }),
    must(
      shipment.StatusId === shipmentStatus.Dispatched || shipment.StatusId === shipmentStatus.PartlyReceived,
      'Nothing of the shipment is in transit any more',
      { code: 'arrived' },
    ),
    isConsignor(shipment, user, 'give up'),
  )

/** Couriers pack no tubes. */
export const mayCreate = ({ EntityTypeId }: Pick<At, 'EntityTypeId'>): Decision =>
  must(EntityTypeId !== clientType.Courier, 'Couriers cannot create shipments', { code: 'courier' })

/** A laboratory chooses the consignee; all others send to their parent. */
export const choosesConsignee = ({ EntityTypeId }: Pick<At, 'EntityTypeId'>): boolean => EntityTypeId === clientType.Lab

/** The facts of a tube that is to be packed. */
export type TubeToPack = {
  readonly Barcode: string
  readonly StatusId: number
  readonly OwnerId: number
  readonly NextHopId: number | null
  /** Its sale is cancelled. */
  readonly IsCancelled: boolean
  /** A line of its sale that is not cancelled needs it. */
  readonly IsWaitedFor: boolean
  /** The open shipment it is on. */
  readonly OpenShipmentId: number | null
}
/** Statuses of a tube that is ready at its owner. */
export const readyToShip: readonly number[] = [sampleStatus.Collected, sampleStatus.Delivered]

/** Whether a tube is ready at one party and goes to the other next. */
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
    must(tube.IsWaitedFor, `The products that need tube ${tube.Barcode} were cancelled`, { at, code: 'cancelled' }),
    must(tube.StatusId !== sampleStatus.ToBeCollected, `${tube.Barcode} is not collected yet`, {
      at,
      code: 'not-collected',
    }),
    must(readyToShip.includes(tube.StatusId), `${tube.Barcode} is not ready to be shipped`, { at, code: 'not-ready' }),
    must(tube.NextHopId === ConsigneeId, `${tube.Barcode} does not go to this consignee next`, {
      at,
      code: 'other-way',
    }),
  )
}

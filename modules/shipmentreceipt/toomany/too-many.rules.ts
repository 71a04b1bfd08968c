// Whether a tube that lies in a box which does not list it is received there.
import { allOf, must, no, type Decision } from '../../../core/refusal.ts'
import { sampleStatus } from '../../lists/items.model.ts'

/** The facts of the tube with the scanned barcode. */
export type TubeTooMany = {
  readonly SampleId: number
  readonly Barcode: string
  readonly StatusId: number
  readonly OwnerId: number
  readonly PerformingLabId: number
  /** The shipment on which it is packed or in transit. */
  readonly ShipmentId: number | null
  /** Where that one goes; null while it is not dispatched. */
  readonly ConsigneeId: number | null
}
type Box = {
  readonly ShipmentId?: number | null
  readonly ConsignorId?: number | null
  readonly ConsigneeId?: number | null
}

const { ToBeCollected, Collected, Packed, Dispatched, Delivered } = sampleStatus
const { Rejected, NotFound, Damaged, Returned, Stored, Discarded } = sampleStatus
/** Why a tube of another status is not taken in. */
const refusals: Readonly<Record<number, string>> = {
  [Rejected]: 'was rejected: keep it apart and call the sender',
  [NotFound]: 'was reported as missing: it is received on its own shipment',
  [Damaged]: 'was reported as broken: keep it apart and call the sender',
  [Returned]: 'was returned to its sender: keep it apart and call the sender',
  [Stored]: 'is stored after its measurement: keep it apart and call the sender',
  [Discarded]: 'was discarded: keep it apart and call the sender',
}
const at = 'Barcode'
/** As it is encoded and as it is printed: `NCL261100087101` and `NCL2611000871-01`. */
export const codesOf = (text: string): readonly string[] => {
  const code = text.trim().toUpperCase()
  return [...new Set([code, code.replace(/^([^-]+)(\d{2})$/, '$1-$2')])]
}

/**
 * A tube of the sender, or one that another sender dispatched to the same consignee, is taken in where it is collected
 * and not received yet. What is no tube of them is not told apart from one that does not exist.
 */
export const mayTakeIn = (tube: TubeTooMany | undefined, text: string, box: Box): Decision => {
  const isTheirs = tube?.OwnerId === box.ConsignorId || tube?.ConsigneeId === box.ConsigneeId
  if (tube === undefined || !(isTheirs || tube.OwnerId === box.ConsigneeId))
    return no(`No tube of this sender has the barcode ${text.trim()}: keep it apart and call the sender`, { at })
  const { Barcode, StatusId, ShipmentId, OwnerId, PerformingLabId } = tube
  return allOf(
    must(ShipmentId !== box.ShipmentId, `${Barcode} is on this shipment: receive it with the others`, { at }),
    must(OwnerId !== box.ConsigneeId, `${Barcode} is received already`, { at, code: 'received' }),
    must(
      OwnerId !== PerformingLabId,
      `${Barcode} was received by its laboratory already: keep it apart and call the sender`,
      { at, code: 'received' },
    ),
    must(
      StatusId !== ToBeCollected,
      `${Barcode} is not recorded as collected: the sender records who drew it and when, then it is received`,
      { at, code: 'not-collected' },
    ),
    must(
      [Collected, Packed, Dispatched, Delivered].includes(StatusId),
      `${Barcode} ${refusals[StatusId] ?? 'is not on its way: keep it apart and call the sender'}`,
      { at, code: 'not-held' },
    ),
  )
}

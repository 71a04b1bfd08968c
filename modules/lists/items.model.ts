// The items of lists that the program knows by name. A test compares each of them with the lists that a network starts
// with.
import { idsOf, itemList, type Item } from '../../core/items.ts'
import { entityType, entityTypes } from '../../core/user.ts'

export const genders = itemList(4, {
  Male: { id: 1, label: 'Male', code: 'M' },
  Female: { id: 2, label: 'Female', code: 'F' },
  Other: { id: 3, label: 'Other / transgender', short: 'Other', code: 'O' },
  Unknown: { id: 4, label: 'Unknown', code: 'U' },
})
export const gender = idsOf(genders.items)

/** A client at which users work is an entity, so its types are the platform's. */
export const clientTypes = entityTypes
export const clientType = entityType
/** Types of clients that buy: only they have prices. */
export const buyerTypes: readonly number[] = [
  clientType.Lab,
  clientType.Patient,
  clientType.CollectionCentre,
  clientType.Institution,
]

/** Types of clients that charge by purchase bills, and keep no books here. */
export const supplierTypes: readonly number[] = [clientType.ExternalLab, clientType.Courier]

export const paymentTypes = itemList(102, {
  Cash: { id: 21, label: 'Cash (pay at booking)' },
  Credit: { id: 22, label: 'Credit (post-paid, billed per cycle)' },
  Prepaid: { id: 23, label: 'Prepaid (deposit drawn down)' },
})
export const paymentType = idsOf(paymentTypes.items)

export const paymentModes = itemList(103, {
  Cash: { id: 40, label: 'Cash' },
  Card: { id: 41, label: 'Card' },
  Upi: { id: 42, label: 'UPI' },
  BankTransfer: { id: 43, label: 'NEFT / RTGS / IMPS' },
  Cheque: { id: 44, label: 'Cheque' },
  DemandDraft: { id: 45, label: 'Demand draft' },
  Gateway: { id: 46, label: 'Online payment gateway' },
  Deposit: { id: 47, label: 'Adjusted from deposit' },
  Insurer: { id: 48, label: 'Insurer / TPA settlement' },
  WriteOff: { id: 49, label: 'Write-off / TDS adjustment (role <= 2)' },
})
export const paymentMode = idsOf(paymentModes.items)

/** Temperatures that the program shows in a word; a network adds its own. */
export const billCycles = itemList(107, {
  EverySale: { id: 50, label: 'Every sale' },
  Daily: { id: 51, label: 'Daily' },
  Weekly: { id: 52, label: 'Weekly (Mon-Sun)' },
  Fortnightly: { id: 53, label: 'Fortnightly (1-15, 16-end)' },
  Monthly: { id: 54, label: 'Monthly' },
  OnDemand: { id: 55, label: 'On demand' },
})
export const billCycle = idsOf(billCycles.items)

export const temperatures = itemList(108, {
  Ambient: { id: 60, label: 'Ambient 15-25 C', short: 'Ambient' },
  Refrigerated: { id: 61, label: 'Refrigerated 2-8 C' },
  Frozen: { id: 62, label: 'Frozen <= -20 C', short: 'Frozen' },
  DeepFrozen: { id: 63, label: 'Deep frozen <= -70 C', short: 'Deep frozen' },
  Body: { id: 64, label: 'Body temperature 35-37 C' },
  Ice: { id: 65, label: 'On ice slurry 0-4 C' },
})
export const temperature = idsOf(temperatures.items)
const { Frozen, DeepFrozen } = temperatures.items
/** Temperatures that travel on dry ice. */
export const frozen: readonly number[] = [Frozen.id, DeepFrozen.id]

export const resultTypes = itemList(105, {
  Numeric: { id: 30, label: 'Numeric' },
  ShortText: { id: 31, label: 'Short text' },
  Formula: { id: 32, label: 'Formula' },
  PossibleValues: { id: 33, label: 'Pick from possible values' },
  Limited: { id: 34, label: 'Numeric with < or >' },
  Narrative: { id: 35, label: 'Narrative (rich text)' },
  Culture: { id: 36, label: 'Culture and sensitivity' },
  Image: { id: 37, label: 'Image / attachment' },
})
export const resultType = idsOf(resultTypes.items)
/** Results that are compared with bounds. */
export const boundedTypes: readonly number[] = [resultType.Numeric, resultType.Formula, resultType.Limited]

export const workItemStatuses = itemList(121, {
  Pending: { id: 150, label: 'Pending', tone: 'none' },
  Entered: { id: 151, label: 'Entered', tone: 'lab' },
  Reviewed: { id: 152, label: 'Reviewed', tone: 'lab' },
  Approved: { id: 153, label: 'Approved', tone: 'done' },
  Released: { id: 154, label: 'Released', tone: 'done' },
  Repeat: { id: 155, label: 'Repeat requested', tone: 'lab' },
  OnHold: { id: 156, label: 'On hold', tone: 'partly' },
  NotPerformed: { id: 157, label: 'Not performed', tone: 'cancelled' },
  ReferredOut: { id: 158, label: 'Referred out', tone: 'moving' },
  Amended: { id: 159, label: 'Amended after release', short: 'Amended', tone: 'partly' },
})
export const workItemStatus = idsOf(workItemStatuses.items)

/** Why a work item is repeated, on hold or not performed; a network adds its own. */
export const workItemReasons = itemList(122, {
  QuantityNotSufficient: { id: 164, label: 'Quantity not sufficient' },
})
export const workItemReason = idsOf(workItemReasons.items)

export const saleStatuses = itemList(123, {
  Cancelled: { id: 90, label: 'Cancelled', tone: 'cancelled', struck: true },
  Quotation: { id: 91, label: 'Quotation / draft', tone: 'none' },
  Booked: { id: 92, label: 'Booked', tone: 'none' },
  PartlyCollected: { id: 93, label: 'Partly collected', tone: 'partly' },
  Collected: { id: 94, label: 'Collected', tone: 'moving' },
  Accessioned: { id: 95, label: 'Accessioned', tone: 'moving' },
  InProcess: { id: 96, label: 'In process', tone: 'lab' },
  PartlyReported: { id: 97, label: 'Partly reported', tone: 'lab' },
  AllApproved: { id: 98, label: 'All results approved', tone: 'done' },
  Reported: { id: 99, label: 'Reported (locked)', tone: 'done' },
})
export const saleStatus = idsOf(saleStatuses.items)

/** Of a test, a line of a sale; its value grows with the work. */
export const lineStatuses = itemList(124, {
  Cancelled: { id: 100, label: 'Cancelled', value: -10, tone: 'cancelled', struck: true },
  Ordered: { id: 101, label: 'Ordered', value: 10, tone: 'none' },
  Collected: { id: 102, label: 'Sample collected', value: 20, tone: 'moving' },
  InTransit: { id: 103, label: 'In transit', value: 30, tone: 'moving' },
  Received: { id: 104, label: 'Accessioned / received at lab', value: 40, tone: 'moving' },
  InProcess: { id: 105, label: 'In process', value: 50, tone: 'lab' },
  Entered: { id: 106, label: 'Result entered', value: 60, tone: 'lab' },
  Reviewed: { id: 107, label: 'Reviewed', value: 70, tone: 'lab' },
  Approved: { id: 108, label: 'Approved', value: 80, tone: 'done' },
  Released: { id: 109, label: 'Released', value: 90, tone: 'done' },
})
export const lineStatus = idsOf(lineStatuses.items)

export const referralStatuses = itemList(125, {
  Open: { id: 110, label: 'Open (accruing)', tone: 'none' },
  Pending: { id: 111, label: 'Pending', tone: 'moving' },
  Ready: { id: 112, label: 'Ready', tone: 'partly' },
  Dispatched: { id: 113, label: 'Dispatched', tone: 'moving' },
  Delivered: { id: 114, label: 'Delivered', tone: 'done' },
  // 115 to 117 are states of tubes
  Paid: { id: 118, label: 'Paid', tone: 'done' },
  Closed: { id: 119, label: 'Closed, empty', tone: 'none' },
})
export const referralStatus = idsOf(referralStatuses.items)

export const sampleStatuses = itemList(126, {
  ToBeCollected: { id: 115, label: 'To be collected', tone: 'none' },
  Collected: { id: 116, label: 'Collected - at owner', tone: 'moving' },
  Packed: { id: 117, label: 'Packed in shipment', tone: 'moving' },
  Dispatched: { id: 120, label: 'Dispatched - awaiting receipt', tone: 'moving' },
  Delivered: { id: 121, label: 'Delivered', tone: 'done' },
  Rejected: { id: 122, label: 'Received - rejected', tone: 'cancelled' },
  NotFound: { id: 123, label: 'Not found in consignment', tone: 'cancelled' },
  Damaged: { id: 124, label: 'Leaked / broken', tone: 'cancelled' },
  Returned: { id: 125, label: 'Returned to consignor', tone: 'cancelled' },
  Stored: { id: 126, label: 'Stored / archived', tone: 'done' },
  Discarded: { id: 127, label: 'Discarded', tone: 'cancelled' },
})
export const sampleStatus = idsOf(sampleStatuses.items)

/** A tube in transit is on one shipment that is still open. */
export const onOpenShipment: readonly number[] = [sampleStatus.Packed, sampleStatus.Dispatched]

export const shipmentStatuses = itemList(127, {
  BeingPacked: { id: 140, label: 'Being packed', tone: 'none' },
  Dispatched: { id: 141, label: 'Dispatched', tone: 'moving' },
  PartlyReceived: { id: 142, label: 'Partly received', tone: 'partly' },
  Received: { id: 143, label: 'Received', tone: 'done' },
  WithExceptions: { id: 144, label: 'Received with exceptions', tone: 'partly' },
  Lost: { id: 145, label: 'Lost in transit', tone: 'cancelled' },
  Cancelled: { id: 146, label: 'Cancelled', tone: 'cancelled', struck: true },
})
export const shipmentStatus = idsOf(shipmentStatuses.items)

/** Ids of all items that the program names: they cannot be removed, whatever happens to their lists. */
export const namedItems: ReadonlySet<number> = new Set(
  [
    genders,
    clientTypes,
    paymentTypes,
    paymentModes,
    resultTypes,
    workItemStatuses,
    workItemReasons,
    saleStatuses,
    lineStatuses,
    referralStatuses,
    sampleStatuses,
    shipmentStatuses,
    temperatures,
  ].flatMap(({ items }) => Object.values<Item>(items).map(({ id }) => id)),
)

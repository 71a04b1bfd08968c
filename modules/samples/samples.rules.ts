// When a tube may have been collected: birth, sale, collection and receipt are in order.
import { dayOf, formatDate, formatDateTime } from '../../core/dates.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { sampleStatus } from '../lists/items.model.ts'

/** The facts of a collection; moments are ISO, the birth date is a day. */
export type Around = {
  readonly SaleDate: string
  readonly BirthDate: string | null
  readonly ReceivedDate?: string | null
}

// clocks differ by a minute
const minute = 60_000

// the field's name on a sale and on a tube
const at = 'CollectionDate'

/** Whether a collection fits the day of birth. */
export const notBeforeBirth = (moment: string, { BirthDate }: Pick<Around, 'BirthDate'>): Decision =>
  must(
    BirthDate === null || dayOf(moment) >= BirthDate,
    `A collection cannot be before the patient was born (${formatDate(BirthDate)})`,
    { at },
  )
const notAfterReceipt = (moment: string, { ReceivedDate = null }: Around): Decision =>
  must(
    ReceivedDate === null || Date.parse(moment) <= Date.parse(ReceivedDate) + minute,
    `A collection cannot be after the tube was received (${formatDateTime(ReceivedDate)})`,
    { at },
  )

/**
 * Whether a tube of a sale may be recorded as collected at a moment. Compares with the day of the sale, since clocks at
 * counters differ.
 */
export const mayCollectAt = (moment: string, around: Around, now: Date): Decision =>
  allOf(
    must(Date.parse(moment) <= now.getTime() + minute, 'A collection cannot be in the future', { at }),
    notBeforeBirth(moment, around),
    must(
      dayOf(moment) >= dayOf(around.SaleDate),
      `A collection cannot be before the day of the sale (${formatDate(around.SaleDate)})`,
      { at },
    ),
  )

/** A tube that is to be collected, with its facts. */
export type Uncollected = Around & {
  readonly Barcode: string
  readonly StatusId: number
  readonly OwnerId: number
  /** A line of its sale that is not cancelled needs it. */
  readonly IsWaitedFor: boolean
}
/** Whether the collection of a tube may be recorded: at its owner, and while a line needs it. */
export const mayCollect = (
  tube: Uncollected,
  user: { readonly Clients: readonly number[] },
  moment: string,
  now: Date,
): Decision =>
  allOf(
    must(tube.StatusId === sampleStatus.ToBeCollected, `${tube.Barcode} is collected already`),
    must(tube.IsWaitedFor, `The products that need tube ${tube.Barcode} were cancelled`, { code: 'cancelled' }),
    must(user.Clients.includes(tube.OwnerId), `${tube.Barcode} is not to be collected here`, { code: 'elsewhere' }),
    mayCollectAt(moment, tube, now),
  )

/** The warning about a tube of a series that is collected before it is due. */
export const tooEarly = (
  tube: { readonly Barcode: string | null; readonly DueDate: string | null },
  moment: string,
): string | undefined =>
  tube.DueDate !== null && Date.parse(moment) < Date.parse(tube.DueDate) - minute
    ? `${tube.Barcode} is due at ${formatDateTime(tube.DueDate)}; this collection is earlier`
    : undefined

/** Whether a sale may record the collection of its tubes at a moment; it may be in the future. */
export const mayDateCollection = (moment: string, around: Around): Decision =>
  allOf(notBeforeBirth(moment, around), notAfterReceipt(moment, around))

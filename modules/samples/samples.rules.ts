// When a tube may have been drawn: times are in order, from birth to sale, collection and receipt.
import { dayOf, formatDate, formatDateTime } from '../../core/dates.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { sampleStatus } from '../lists/items.model.ts'

/** What is known around a collection; moments are ISO, the birth date is a day. */
export type Around = {
  readonly SaleDate: string
  readonly BirthDate: string | null
  readonly ReceivedDate?: string | null
}

// clocks differ by a minute
const minute = 60_000

// where it is said on a sale and beside a tube
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
 * Whether a tube of a sale may be recorded as collected at a moment. By the day of the sale, since clocks at counters
 * differ.
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

/** A tube that is to be drawn, and what is known around that. */
export type Uncollected = Around & {
  readonly Barcode: string
  readonly StatusId: number
  readonly OwnerId: number
  /** A line of its sale needs it, not only ones that were cancelled. */
  readonly IsWaitedFor: boolean
}
/** Whether the collection of a tube may be recorded: where it is to be drawn, and while somebody waits for it. */
export const mayCollect = (
  tube: Uncollected,
  user: { readonly Clients: readonly number[] },
  moment: string,
  now: Date,
): Decision =>
  allOf(
    must(tube.StatusId === sampleStatus.ToBeCollected, `${tube.Barcode} is collected already`),
    must(tube.IsWaitedFor, `The products that need tube ${tube.Barcode} were cancelled`, { code: 'cancelled' }),
    must(user.Clients.includes(tube.OwnerId), `${tube.Barcode} is not to be drawn here`, { code: 'elsewhere' }),
    mayCollectAt(moment, tube, now),
  )

/** What is said of a tube of a series that is drawn before it is due. */
export const tooEarly = (
  tube: { readonly Barcode: string | null; readonly DueDate: string | null },
  moment: string,
): string | undefined =>
  tube.DueDate !== null && Date.parse(moment) < Date.parse(tube.DueDate) - minute
    ? `${tube.Barcode} is due at ${formatDateTime(tube.DueDate)}, it is drawn before that`
    : undefined

/** Whether a sale may say that its tubes were collected at a moment; it may lie ahead. */
export const mayDateCollection = (moment: string, around: Around): Decision =>
  allOf(notBeforeBirth(moment, around), notAfterReceipt(moment, around))

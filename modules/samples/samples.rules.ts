// When a tube may have been drawn: times are in order, from birth to sale, collection and receipt.
import { dayOf, formatDate, formatDateTime } from '../../core/dates.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'

/** What is known around a collection; moments are ISO, the birth date is a day. */
export type Around = {
  readonly SaleDate: string
  readonly BirthDate: string | null
  readonly ReceivedDate?: string | null
}

// clocks differ by a minute
const minute = 60_000

/** Whether a collection fits the day of birth. */
export const notBeforeBirth = (at: string, { BirthDate }: Pick<Around, 'BirthDate'>): Decision =>
  must(
    BirthDate === null || dayOf(at) >= BirthDate,
    `A collection can not be before the patient was born (${formatDate(BirthDate)})`,
  )
const notAfterReceipt = (at: string, { ReceivedDate = null }: Around): Decision =>
  must(
    ReceivedDate === null || Date.parse(at) <= Date.parse(ReceivedDate) + minute,
    `A collection can not be after the tube was received (${formatDateTime(ReceivedDate)})`,
  )

/**
 * Whether a tube of a sale may be recorded as collected at a moment. By the day of the sale, since clocks at counters
 * differ.
 */
export const mayCollectAt = (at: string, around: Around, now: Date): Decision =>
  allOf(
    must(Date.parse(at) <= now.getTime() + minute, 'A collection can not be in the future'),
    notBeforeBirth(at, around),
    must(
      dayOf(at) >= dayOf(around.SaleDate),
      `A collection can not be before the day of the sale (${formatDate(around.SaleDate)})`,
    ),
  )

/** Whether a sale may say that its tubes were collected at a moment; it may lie ahead. */
export const mayDateCollection = (at: string, around: Around): Decision =>
  allOf(notBeforeBirth(at, around), notAfterReceipt(at, around))

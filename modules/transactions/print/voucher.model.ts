// The data of a voucher: money that was received, or given back. Amounts are written with two decimals and grouping.
import type { Letterhead, PrintedParty } from '../../../core/letterhead.ts'

export type VoucherData = {
  readonly Letterhead: Letterhead
  /** RECEIPT VOUCHER, REFUND VOUCHER, PAYMENT VOUCHER. */
  readonly Title: string
  /** "Received from", "Refunded to", "Paid to". */
  readonly PartyLabel: string
  /** A word in a black block when it does not count: CANCELLED. */
  readonly State: string | null
  readonly StateReason: string | null
  readonly VersionText: string | null
  readonly No: string
  readonly Date: string
  readonly Party: PrintedParty
  /** The invoice it pays, or on account; of a refund what it was taken from, with its day. */
  readonly For: string
  readonly Mode: string
  readonly Reference: string | null
  readonly Remarks: string | null
  readonly Currency: string
  readonly Amount: string
  readonly AmountInWords: string
  /** Who recorded it. */
  readonly By: string | null
  readonly SignedFor: string
}

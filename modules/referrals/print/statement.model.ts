// The data of the printed statement of a referral. Amounts are written with two decimals and grouping.
import type { Letterhead, PrintedParty } from '../../../core/letterhead.ts'

export type ReferralLine = {
  readonly Date: string
  readonly Patient: string
  readonly Product: string
  /** After the discount that was given. */
  readonly Amount: string
  readonly CommissionPercent: string
  readonly Commission: string
  /** The sale is not fully paid. */
  readonly IsDue: boolean
}
/** Taken back of an earlier referral: the amount is below zero. */
export type ReferralClawback = {
  readonly Date: string
  readonly Patient: string
  readonly Product: string
  readonly From: string
  readonly Reason: string
  readonly Amount: string
}
export type ReferralStatement = {
  readonly Letterhead: Letterhead
  readonly Referrer: PrintedParty
  readonly ReferralId: string
  /** Whose sales opened it: September 2026. */
  readonly Month: string
  readonly Status: string
  readonly At: string
  /** Which version of a kept statement it is; null on the first, and until it is delivered. */
  readonly VersionText: string | null
  readonly Currency: string
  readonly Lines: readonly ReferralLine[]
  readonly Clawbacks: readonly ReferralClawback[]
  /** The sum of the lines, and what is taken back; empty without a clawback. */
  readonly Gross: string
  readonly TakenBack: string
  readonly Total: string
  readonly AmountInWords: string
  /** The payment with its reference; empty until it is paid. */
  readonly Paid: string
  readonly SignedFor: string
}

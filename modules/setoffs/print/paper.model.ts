// The data of the printed settlement between two places. Amounts are written with two decimals and grouping.
import type { Letterhead, PrintedParty } from '../../../core/letterhead.ts'

export type SettlementLine = {
  readonly Debtor: string
  readonly Creditor: string
  readonly Document: string
  readonly Amount: string
}
export type SettlementPaper = {
  readonly Letterhead: Letterhead
  readonly Second: PrintedParty
  readonly No: string
  readonly Date: string
  /** Which version it is and which it replaces; null on the first. */
  readonly VersionText: string | null
  /** A word in a black block when it does not count: CANCELLED. */
  readonly State: string | null
  readonly Currency: string
  readonly FirstLabel: string
  readonly FirstOwed: string
  readonly SecondLabel: string
  readonly SecondOwed: string
  readonly Amount: string
  readonly AmountInWords: string
  /** Who pays the rest, or that it stays owed; empty where there is no rest. */
  readonly Rest: string
  readonly Lines: readonly SettlementLine[]
  readonly Remarks: string
  readonly SignedFor: string
  readonly AlsoSignedFor: string
}

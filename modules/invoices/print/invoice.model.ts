// The data of a printed invoice and of a statement of account. Amounts are written with two decimals and grouping.
import type { Letterhead, PayCode, PrintedParty } from '../../../core/letterhead.ts'

export type InvoiceLine = {
  readonly SaleNo: string
  readonly Date: string
  readonly Patient: string
  /** What was ordered, by name. */
  readonly Tests: string
  readonly Amount: string
  /** A word beside the tests: CANCELLED, CREDITED. */
  readonly Mark: string | null
}
/** What a paper is for, of one code and rate of GST. */
export type TaxedPart = {
  readonly Sac: string
  /** "18 %", or "Exempt". */
  readonly Rate: string
  readonly Value: string
  readonly Cgst: string
  readonly Sgst: string
  readonly Igst: string
  readonly Total: string
}
export type TaxedParts = {
  readonly Title: 'BILL OF SUPPLY' | 'INVOICE-CUM-BILL OF SUPPLY' | 'TAX INVOICE'
  /** Service accounting codes, 999316 for laboratory services. */
  readonly Sac: string
  /** Empty where all is exempt. */
  readonly Taxed: readonly TaxedPart[]
  /** Without GST, and the GST. */
  readonly Value: string
  readonly Tax: string
  readonly TaxNote: string
}
export type InvoiceData = Omit<TaxedParts, 'Tax' | 'Value'> & {
  readonly Letterhead: Letterhead
  /** CANCELLED in a black block when the invoice is cancelled. */
  readonly State: string | null
  /** Which version it is, and which it replaces; null on the first. */
  readonly VersionText: string | null
  /** At most 16 characters (CGST rule 46(b)). */
  readonly InvoiceNo: string
  readonly InvoiceDate: string
  readonly DueDate: string | null
  readonly Seller: PrintedParty
  readonly Buyer: PrintedParty
  readonly PlaceOfSupply: string | null
  readonly Currency: string
  readonly Lines: readonly InvoiceLine[]
  readonly Net: string
  readonly AmountInWords: string
  /** Received, credited, cancelled: label and amount in order. */
  readonly Settled: readonly { readonly Label: string; readonly Amount: string }[]
  readonly Due: string
  /** By which what is due is paid. */
  readonly Pay: PayCode | null
  readonly SignedFor: string
  readonly SignedBy: string | null
}

export type CreditNoteData = Omit<TaxedParts, 'Title'> & {
  readonly Letterhead: Letterhead
  /** At most 16 characters (CGST rule 53(1)). */
  readonly CreditNoteNo: string
  readonly CreditDate: string
  readonly InvoiceNo: string
  readonly InvoiceDate: string
  readonly Buyer: PrintedParty
  readonly PlaceOfSupply: string | null
  readonly Currency: string
  readonly Reason: string
  readonly Lines: readonly InvoiceLine[]
  readonly Net: string
  readonly AmountInWords: string
  readonly SignedFor: string
  readonly SignedBy: string | null
}

export type StatementLine = {
  readonly InvoiceNo: string
  readonly InvoiceDate: string
  readonly DueDate: string
  readonly Net: string
  readonly Settled: string
  readonly Due: string
  /** Days past the due date; null until then. */
  readonly Late: number | null
}
/** A row of the account: what the document added or took off, and what was owed after it. */
export type StatementEntry = {
  readonly Date: string
  readonly No: string
  readonly What: string
  readonly Debit: string
  readonly Credit: string
  readonly Balance: string
}
export type StatementData = {
  readonly Letterhead: Letterhead
  readonly Buyer: PrintedParty
  /** STATEMENT OF ACCOUNT, PAYMENT REMINDER. */
  readonly Title: string
  /** A sentence to the buyer above the account. */
  readonly Words: string | null
  readonly At: string
  /** Which version of it this is, and which it replaces; null on the first. */
  readonly VersionText: string | null
  readonly Period: string
  /** Owed when the period began, and when it ended. */
  readonly OpeningBalance: string
  readonly ClosingBalance: string
  readonly Entries: readonly StatementEntry[]
  readonly Currency: string
  readonly Lines: readonly StatementLine[]
  /** What is due by its age: label and amount, the youngest first. */
  readonly Ages: readonly { readonly Label: string; readonly Amount: string }[]
  readonly Due: string
  readonly AmountInWords: string
  /** Sold and not invoiced yet. */
  readonly Uninvoiced: string | null
  /** The rest of the balance with which the client was entered. */
  readonly Opening: string | null
  /** Received and on no invoice yet: below zero. */
  readonly OnAccount: string | null
  /** Refunded of money that did not come after all. */
  readonly Refunded: string | null
  /** Due, opening balance, money on account and what is not invoiced yet; null where it is what is due. */
  readonly Owed: string | null
  readonly SignedFor: string
}

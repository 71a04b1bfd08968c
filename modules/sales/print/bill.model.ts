// The data of a bill of supply. Amounts are already written with two decimals and grouping.
import type { Letterhead, PayCode } from '../../../core/letterhead.ts'
import type { TaxedPart } from '../../invoices/print/invoice.model.ts'

type BillLine = {
  readonly Name: string
  /** "P001 · whole blood EDTA". */
  readonly Detail: string | null
  /** When its tests are promised; null of a charge. */
  readonly Expected: string | null
  /** Service accounting code, 999316 for laboratory services. */
  readonly Sac: string | null
  /** "18 %", in its amount; null of what is exempt. */
  readonly Gst: string | null
  readonly Price: string
  readonly Discount: string | null
  readonly Amount: string
}

type BillReceipt = {
  readonly Received: string
  readonly Mode: string
  readonly Reference: string | null
  readonly By: string | null
  readonly Amount: string
}

export type BillData = {
  readonly Letterhead: Letterhead
  /** "BILL OF SUPPLY", "TAX INVOICE". */
  readonly Title: string
  /** Which version it is, and which it replaces; null on the first. */
  readonly VersionText: string | null
  /** A word in a black block when the bill is not valid: "CANCELLED". */
  readonly State: string | null
  readonly Patient: { readonly Name: string; readonly AgeSex: string; readonly PatientId: string }
  readonly Doctor: string | null
  readonly LRN: string | null
  readonly TestedAt: string | null
  /** Client billed, when it is not the patient. */
  readonly Buyer: string | null
  /** Accession number, or the sale number before accession. */
  readonly Barcode: string
  /** At most 16 characters (CGST rule 46). */
  readonly BillNo: string
  readonly BillDate: string
  /** The sign of the network's currency: "₹". */
  readonly Currency: string
  readonly Lines: readonly BillLine[]
  /** Gross, discounts, charges: label and amount in order. */
  readonly Totals: readonly { readonly Label: string; readonly Amount: string }[]
  readonly Net: string
  readonly AmountInWords: string
  /** By code and rate; empty where all is exempt. */
  readonly Taxed: readonly TaxedPart[]
  readonly TaxNote: string | null
  readonly Receipts: readonly BillReceipt[]
  readonly ReceivedTotal: string
  /** "Balance due", or where an overpayment goes: "To be returned", "Advance". */
  readonly BalanceLabel: string
  /** Never negative. */
  readonly Balance: string
  readonly BalanceNote: string | null
  /** By which the balance is paid. */
  readonly Pay: PayCode | null
  /** "21-Nov-2026 06:00 PM". */
  readonly ReportExpected: string | null
  readonly Advice: string | null
  /** One line in the local language. */
  readonly LocalAdvice: string | null
  readonly SignedFor: string
  readonly SignedBy: string | null
}

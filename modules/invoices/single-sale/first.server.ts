// What a sale is written with of its own invoice, before that one is issued.
import { sumAmounts } from '../../../core/money.ts'
import { sql, type Sql } from '../../../server/db/db.ts'
import { waitsToClear } from '../../transactions/transactions.rules.ts'

/** A receipt that comes with the sale: amounts above zero, dates ISO. */
export type FirstReceipt = {
  Date: string
  Amount: number
  PaymentModeId: number
  PaymentRef: string | null
  Remarks: string | null
}

/** A cheque counts once it has cleared. */
export const isCounted = (receipt: FirstReceipt): boolean => !waitsToClear({ ...receipt, Kind: 'Receipt' })
export const paidBy = (receipts: readonly FirstReceipt[]): number =>
  sumAmounts(receipts.filter(isCounted).map((row) => row.Amount))

export const newKey = sql`nextval('invoices_invoice_id_seq')`

/**
 * What a new sale has of the invoice that is issued at the end of its transaction: written once and not changed
 * afterwards, it costs half, and its invoice's number is held for less time.
 */
export const billedFromStart = (receipts: readonly FirstReceipt[]): { InvoiceId: Sql; Paid: number } => ({
  InvoiceId: newKey,
  Paid: paidBy(receipts),
})

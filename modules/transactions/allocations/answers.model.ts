// What questions about money and acts on it answer.
import { doesAt, rowsAt } from '../../../core/answer/answer.ts'

/** What a payer owes, invoice by invoice. */
export const duesOfPayer = rowsAt(119, {
  InvoiceId: 'integer?',
  InvoiceNo: 'text',
  InvoiceDate: 'datetime?',
  Owed: 'money',
})
/** Money cancelled: its transaction, or the opposite one of today. */
export const moneyCancelled = doesAt('cancel/transactions', { TransactionId: 'integer' })

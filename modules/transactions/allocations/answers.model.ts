// What questions about money answer.
import { rowsAt } from '../../../core/answer/answer.ts'

/** What a payer owes, invoice by invoice. */
export const duesOfPayer = rowsAt(119, {
  InvoiceId: 'integer?',
  InvoiceNo: 'text',
  InvoiceDate: 'datetime?',
  Owed: 'money',
})

// What the sales report adds up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of the sales report. */
export const salesReportTotals = rowsAt(2140, {
  Lines: 'integer',
  Sales: 'integer',
  Gross: 'money',
  Discount: 'money',
  Amount: 'money',
  AddlDiscount: 'money',
  Rounding: 'money',
  NetAmount: 'money',
})

/** Sales and the income of the ledger. */
export const salesAndIncome = rowsAt(2157, {
  Leg: 'text?',
  NetAmount: 'money',
  NotInvoiced: 'money',
  OtherDays: 'money',
  Income: 'money',
})

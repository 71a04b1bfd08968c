// What the rows of a report add up to.
import { doesAt, rowsAt } from '../../core/answer/answer.ts'

/** Totals of TDS. */
export const tdsTotals = rowsAt(2159, {
  Rows: 'integer',
  BaseAmount: 'money',
  Amount: 'money',
})

/** A challan of TDS. */
export const tdsPaid = doesAt('pay/tds/{key}', { TransactionId: 'integer', Amount: 'money' })

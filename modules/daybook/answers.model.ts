// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of the day book. */
export const dayBookTotals = rowsAt(2151, {
  Rows: 'integer',
  Debit: 'money',
  Credit: 'money',
})

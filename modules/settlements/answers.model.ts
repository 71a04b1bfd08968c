// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of what is settled without money. */
export const settlementTotals = rowsAt(2156, {
  Rows: 'integer',
  Amount: 'money',
})

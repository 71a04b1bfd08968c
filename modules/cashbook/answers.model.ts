// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'
import { cashBookSums } from './cashbook.model.ts'

/** Totals of the cash book. */
export const cashBookTotals = rowsAt(2153, {
  Rows: 'integer',
  ...cashBookSums,
})

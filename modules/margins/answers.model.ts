// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of margin per test. */
export const marginTotals = rowsAt(2162, {
  Rows: 'integer',
  Sold: 'money',
  Billed: 'money',
  ByPriceList: 'money',
  Margin: 'money',
})

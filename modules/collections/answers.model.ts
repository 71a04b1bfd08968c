// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of collections. */
export const collectionTotals = rowsAt(2154, {
  Rows: 'integer',
  Received: 'money',
  PaidBack: 'money',
  PaidOut: 'money',
  NetAmount: 'money',
})

// What questions about settlements between places answer.
import { rowsAt } from '../../core/answer/answer.ts'

/** What two places owe each other. */
export const owedBetweenPlaces = rowsAt(145, {
  SellerId: 'integer',
  Document: 'text',
  Since: 'datetime?',
  Owed: 'money',
})

/** Totals of settlements between places. */
export const setoffTotals = rowsAt(2160, {
  Rows: 'integer',
  Amount: 'money',
})

// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of payables. */
export const payablesTotals = rowsAt(2161, {
  Rows: 'integer',
  NotDue: 'money',
  UpToThirtyDays: 'money',
  UpToSixtyDays: 'money',
  UpToNinetyDays: 'money',
  OverNinetyDays: 'money',
  PaidAhead: 'money',
  Total: 'money',
})

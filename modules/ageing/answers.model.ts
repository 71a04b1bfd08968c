// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of ageing. */
export const ageingTotals = rowsAt(2152, {
  Rows: 'integer',
  NotDue: 'money',
  UpToThirtyDays: 'money',
  UpToSixtyDays: 'money',
  UpToNinetyDays: 'money',
  OverNinetyDays: 'money',
  OnAccount: 'money',
  Total: 'money',
})

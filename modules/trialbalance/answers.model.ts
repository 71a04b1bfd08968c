// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of the trial balance. */
export const trialBalanceTotals = rowsAt(2150, {
  Rows: 'integer',
  OpeningBalance: 'money',
  Debit: 'money',
  Credit: 'money',
  ClosingBalance: 'money',
})

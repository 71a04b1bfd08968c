// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'

/** Totals of the cash book. */
export const cashBookTotals = rowsAt(2153, {
  Rows: 'integer',
  OpeningBalance: 'money',
  Received: 'money',
  PaidBack: 'money',
  Deposited: 'money',
  PaidOut: 'money',
  Float: 'money',
  TakenOver: 'money',
  HandedOver: 'money',
  OverShort: 'money',
  ClosingBalance: 'money',
})

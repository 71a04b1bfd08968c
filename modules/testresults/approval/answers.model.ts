// What acts on results answer.
import { doesAt } from '../../../core/answer/answer.ts'

const identified = {
  AccessionNo: 'text',
  Patient: 'text',
  Element: 'text',
  Result: 'text?',
  UnitOfMeasure: 'text?',
} as const
/** A line that is gone has no result, a result that is gone no line. */
const left = {
  WorkItemId: 'integer?',
  WorkSheetId: 'integer?',
  SaleId: 'integer?',
  AccessionNo: 'text?',
  Patient: 'text?',
  Element: 'text?',
  Result: 'text?',
} as const
/** Normal results approved, or what would be. */
export const normalApproved = doesAt('approvenormal/testresults', {
  // lines that did not fit into one step, and the last sale of those that did
  Waiting: 'integer',
  After: 'integer?',
  Approved: 'integer',
  Taken: [{ ...identified, WorkItemId: 'integer', WorkSheetId: 'integer?', SaleId: 'integer', RowVersion: 'integer' }],
  Left: [{ ...left, UnitOfMeasure: 'text?', Reason: 'text' }],
})
/** Results released, and the tests that are left, and why. */
export const resultsReleased = doesAt('release/testresults', { Left: [{ ...left, Reason: 'text' }] })

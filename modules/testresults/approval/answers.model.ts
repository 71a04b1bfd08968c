// What acts on results answer.
import { doesAt } from '../../../core/answer/answer.ts'

const identified = {
  AccessionNo: 'text',
  Patient: 'text',
  Element: 'text',
  Result: 'text?',
  UnitOfMeasure: 'text?',
} as const
/** Normal results approved, or what would be. */
export const normalApproved = doesAt('approvenormal/testresults', {
  // lines that did not fit into one step, and the last sale of those that did
  Waiting: 'integer',
  After: 'integer?',
  Approved: 'integer',
  Taken: [{ ...identified, WorkItemId: 'integer', WorkSheetId: 'integer?', SaleId: 'integer', RowVersion: 'integer' }],
  // a line that is gone has no result, a result that is gone no line
  Left: [
    {
      WorkItemId: 'integer?',
      WorkSheetId: 'integer?',
      SaleId: 'integer?',
      AccessionNo: 'text?',
      Patient: 'text?',
      Element: 'text?',
      Result: 'text?',
      UnitOfMeasure: 'text?',
      Reason: 'text',
    },
  ],
})

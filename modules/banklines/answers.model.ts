// What questions about lines of the bank answer.
import { rowsAt } from '../../core/answer/answer.ts'

/** What a line of the bank may be matched with. */
export const matchesOfLine = rowsAt(142, {
  TransactionId: 'integer?',
  BatchOutId: 'integer?',
  Day: 'text',
  What: 'text',
  Reference: 'text?',
  BatchId: 'integer?',
  SlipFileId: 'integer?',
  Amount: 'money',
})

/** Money that is not matched with the bank. */
export const unmatchedMoney = rowsAt(143, {
  TransactionId: 'integer?',
  BatchOutId: 'integer?',
  Day: 'text',
  What: 'text',
  Reference: 'text?',
  Amount: 'money',
  AgeDays: 'integer',
})

// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'
import { payablesSums } from './payables.model.ts'

/** Totals of payables. */
export const payablesTotals = rowsAt(2161, {
  Rows: 'integer',
  ...payablesSums,
})

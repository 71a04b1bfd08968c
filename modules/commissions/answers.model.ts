// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'
import { commissionSums } from './commissions.model.ts'

/** Totals of commission payable. */
export const commissionTotals = rowsAt(2155, {
  Rows: 'integer',
  ...commissionSums,
})

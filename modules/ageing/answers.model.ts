// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'
import { ageingSums } from './ageing.model.ts'

/** Totals of ageing. */
export const ageingTotals = rowsAt(2152, {
  Rows: 'integer',
  ...ageingSums,
})

// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'
import { gstPaidSums } from './gstpaid.model.ts'

/** Totals of GST paid. */
export const gstPaidTotals = rowsAt(2163, {
  Rows: 'integer',
  ...gstPaidSums,
})

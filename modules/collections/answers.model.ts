// What the rows of a report add up to.
import { rowsAt } from '../../core/answer/answer.ts'
import { collectionSums } from './collections.model.ts'

/** Totals of collections. */
export const collectionTotals = rowsAt(2154, {
  Rows: 'integer',
  ...collectionSums,
})

// What acts on worksheets answer.
import { doesAt } from '../../core/answer/answer.ts'

/** Worksheets for the work that waits. */
export const worksheetsMade = doesAt('generate/worksheets', { WorkSheetIds: ['integer'] })

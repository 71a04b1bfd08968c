// The common parts of the acts on results: their rows, their fields, and their answers.
import type { Errors } from '../../../core/validate.ts'
import { choice, text, type DraftOf } from '../../../core/model.ts'
import { eachOf, under, type Decision } from '../../../core/refusal.ts'
import type { Edited } from '../../../server/edited.ts'
import { workItemReasons } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'

/** Why results are repeated, amended or withdrawn, as every act on them takes it. */
export const saidFields = { ReasonId: choice('Reason', workItemReasons), Remarks: text('Remarks', { maxLength: 1000 }) }
type Said = DraftOf<typeof saidFields>

/** The answer of an act. `status` 422: refused, but stale calculated results were recalculated and stored. */
export type Acted = { message: string; status?: 422; errors?: Errors }

/** All rows of the sales of an act, and those of them that it takes. */
export type Picked = { readonly rows: readonly ResultRow[]; readonly picked: readonly ResultRow[] }

/** The place of a refusal in the request. */
export const atRow = ({ WorkItemId }: Pick<ResultRow, 'WorkItemId'>): string => `WorkItems.${WorkItemId}`

/** Refuses with every refusing row, each at its own place. */
export const allOrNothing = (picked: readonly ResultRow[], decide: (row: ResultRow) => Decision): Decision =>
  eachOf(picked.map((row) => under(atRow(row), decide(row))))

export const salesOf = (rows: readonly Pick<ResultRow, 'SaleId'>[]): number[] => [
  ...new Set(rows.map((row) => row.SaleId)),
]

export const reasonOf = ({ ReasonId }: Said): number | null => ReasonId || null
export const remarksOf = ({ Remarks }: Pick<Said, 'Remarks'>): string | null => Remarks?.trim() || null

/** `1 amendment waits`, `3 amendments wait`. */
export const counted = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${more}`

/** The sheets of rows, as they are edited: a sale on one worksheet. */
export const sheetsOf = (rows: readonly Pick<ResultRow, 'SaleId' | 'WorkSheetId'>[]): Edited[] => [
  ...new Map(rows.map((row) => [`${row.SaleId}/${row.WorkSheetId}`, sheetOf(row)])).values(),
]
/** Work without a worksheet is edited with the whole sale. */
export const sheetOf = ({ SaleId, WorkSheetId }: Pick<ResultRow, 'SaleId' | 'WorkSheetId'>): Edited => ({
  formId: SaleId,
  part: WorkSheetId ?? 0,
})

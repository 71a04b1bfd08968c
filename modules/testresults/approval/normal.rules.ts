// Approving without opening each sale: takes only results that are normal in every respect; the rest gets reasons.
import { allOf, must, reasonOf, type Decision } from '../../../core/refusal.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { isOrdinary } from '../../verificationrules/verify.rules.ts'
import { asApproved, asWorkItem, isCurrent, judgeSale } from '../judging/entry.rules.ts'
import { mayFollowUnseen, mayGoUnseen } from '../judging/manual-review.rules.ts'
import { mayApprove } from '../signatory.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { notHeld, onLiveSale, signed, type ResultUser, type Signatories, type WorkItem } from '../work-item.rules.ts'

const { Entered, Reviewed } = workItemStatus

/** Whether the result needs no review. */
export const isNormal = (item: WorkItem): Decision =>
  allOf(
    onLiveSale(item),
    notHeld(item),
    must(item.StatusId === Entered || item.StatusId === Reviewed, `${item.Element}: no result is entered yet`),
    isOrdinary(item),
  )

/** Whether the row waits for a signature at all: a signed row, or one without a result, is not counted as left. */
export const isOpen = (row: ResultRow): boolean => !signed.includes(row.StatusId) && row.NotCalculated === null

type Asking = {
  readonly user: ResultUser
  readonly signatories: (row: ResultRow) => Signatories
  /** Whether the user holds the permit for the row. */
  readonly permitted: (row: ResultRow) => boolean
}
type Left = { readonly row: ResultRow; readonly reason: string }
export type Sorted = { readonly taken: readonly ResultRow[]; readonly left: readonly Left[] }

/**
 * Sorts rows of one sale into those that are approved and those that are left. `around` are all rows of the sale. A
 * calculated result is approved with its inputs, or waits for them.
 */
const sortSale = (rows: readonly ResultRow[], around: readonly ResultRow[], asking: Asking): Sorted => {
  const { user, signatories, permitted } = asking
  const judged = judgeSale(around, new Map())
  const left = new Map<number, string>()
  const refuse = (row: ResultRow, decision: Decision): void => {
    const reason = reasonOf(decision)
    if (reason !== undefined) left.set(row.WorkItemId, reason)
  }
  const open = rows.filter(isOpen)
  for (const row of open)
    refuse(
      row,
      allOf(
        isNormal(asWorkItem(row)),
        mayGoUnseen(row),
        must(permitted(row), `${row.Element}: your role cannot approve it in its present state`),
        must(isCurrent(row, judged.get(row.WorkItemId)), `${row.Element}: must be recalculated; open it and sign`),
      ),
    )
  // each row that is left may leave results calculated from it
  for (let before = -1; before !== left.size;) {
    before = left.size
    const together = new Set(open.filter((row) => !left.has(row.WorkItemId)).map((row) => row.WorkItemId))
    for (const row of open.filter((one) => together.has(one.WorkItemId)))
      refuse(
        row,
        allOf(
          mayApprove(asApproved(row, around, together), user, { signatories: signatories(row) }),
          mayFollowUnseen(row, around, together),
        ),
      )
  }
  return {
    taken: open.filter((row) => !left.has(row.WorkItemId)),
    left: open.flatMap((row) => {
      const reason = left.get(row.WorkItemId)
      return reason === undefined ? [] : [{ row, reason }]
    }),
  }
}

/** Results that a signatory was shown before the act: WorkItemId -> version. */
export type Shown = ReadonlyMap<number, number>
/** Rows as they were shown, and those that changed since; a row that was not shown is neither. */
export const asShown = (rows: readonly ResultRow[], shown: Shown): Sorted => {
  const among = rows.filter((row) => shown.has(row.WorkItemId))
  const isSame = (row: ResultRow): boolean => shown.get(row.WorkItemId) === row.RowVersion
  return {
    taken: among.filter(isSame),
    left: among
      .filter((row) => !isSame(row))
      .map((row) => ({ row, reason: `${row.Element}: it was changed since you saw it` })),
  }
}

/** Leaves sheets that another user edits; `byOthers` answers the reason for a row. */
export const withoutHeld = <S extends Sorted>(sorted: S, byOthers: (row: ResultRow) => string | undefined): S => ({
  ...sorted,
  taken: sorted.taken.filter((row) => byOthers(row) === undefined),
  left: [
    ...sorted.left,
    ...sorted.taken.flatMap((row) => {
      const reason = byOthers(row)
      return reason === undefined ? [] : [{ row, reason }]
    }),
  ],
})

export const sortNormal = (rows: readonly ResultRow[], around: readonly ResultRow[], asking: Asking): Sorted => {
  const bySale = Map.groupBy(around, (row) => row.SaleId)
  const sales = [...Map.groupBy(rows, (row) => row.SaleId)].map(([saleId, group]) =>
    sortSale(group, bySale.get(saleId) ?? group, asking),
  )
  return { taken: sales.flatMap((sale) => sale.taken), left: sales.flatMap((sale) => sale.left) }
}

// Approving without opening each sale: only what is normal in every respect is taken; of the rest is said why not.
import { allOf, must, reasonOf, type Decision } from '../../../core/refusal.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { isOrdinary } from '../../verificationrules/verify.rules.ts'
import { asApproved, asWorkItem, isCurrent, judgeSale } from '../judging/entry.rules.ts'
import { mayFollowUnseen, mayGoUnseen } from '../judging/unseen.rules.ts'
import { mayApprove } from '../signatory.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import {
  benchOf,
  notHeld,
  onLiveSale,
  signed,
  type ResultUser,
  type Signatories,
  type WorkItem,
} from '../work-item.rules.ts'

const { Entered, Reviewed } = workItemStatus

/** Nothing about the result asks for somebody to look at it. */
export const isNormal = (item: WorkItem): Decision =>
  allOf(
    onLiveSale(item),
    notHeld(item),
    must(item.StatusId === Entered || item.StatusId === Reviewed, `${item.Element}: no result is entered yet`),
    isOrdinary(item),
  )

/** Whether the row waits for a signature at all: what is signed or has nothing to sign is no rest. */
const isOpen = (row: ResultRow): boolean => !signed.includes(row.StatusId) && row.NotCalculated === null

type Asking = {
  readonly user: ResultUser
  readonly signatories: (labId: number) => Signatories
  /** Whether the permit is held for the row. */
  readonly permitted: (row: ResultRow) => boolean
}
type Left = { readonly row: ResultRow; readonly reason: string }
export type Sorted = { readonly taken: readonly ResultRow[]; readonly left: readonly Left[] }

/**
 * Sorts rows of one sale into those that are approved and those that are left. `around` are all rows of the sale. What
 * is calculated goes with its inputs, or waits for them.
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
        must(permitted(row), `${row.Element}: your role may not approve it as it stands`),
        must(isCurrent(row, judged.get(row.WorkItemId)), `${row.Element}: to be calculated anew; open it and sign`),
      ),
    )
  // each that is left may leave what is calculated from it
  for (let before = -1; before !== left.size;) {
    before = left.size
    const together = new Set(open.filter((row) => !left.has(row.WorkItemId)).map((row) => row.WorkItemId))
    for (const row of open.filter((one) => together.has(one.WorkItemId)))
      refuse(
        row,
        allOf(
          mayApprove(asApproved(row, around, together), user, { signatories: signatories(benchOf(row)) }),
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
/**
 * What was not shown is left alone, and what was changed since it was shown is left to be looked at. Without anything
 * shown all of it is taken.
 */
export const asShown = (sorted: Sorted, shown: Shown | undefined): Sorted => {
  if (!shown) return sorted
  const isSame = (row: ResultRow): boolean => shown.get(row.WorkItemId) === row.RowVersion
  const isShown = (row: ResultRow): boolean => shown.has(row.WorkItemId)
  return {
    taken: sorted.taken.filter(isSame),
    left: [
      ...sorted.left,
      ...sorted.taken
        .filter((row) => isShown(row) && !isSame(row))
        .map((row) => ({ row, reason: `${row.Element}: it was changed since you saw it` })),
    ],
  }
}

/** Sheets that somebody else edits are left to them; `byOthers` answers the words for a row. */
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

// The calculated results of a sale after a change of the values they use.
import { no, yes, type Decision } from '../../../core/refusal.ts'
import { isCurrent, judgeSale, type Judged, type Valued } from './entry.rules.ts'
import { isOut } from '../work-item.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { workItemStatus } from '../../lists/items.model.ts'

const { Pending, Entered, Reviewed, Approved, Repeat, ReferredOut } = workItemStatus
// no outside lab says what is calculated here; a held or not performed result does not follow
const following: readonly number[] = [Pending, Entered, Reviewed, Approved, Repeat, ReferredOut]
/** Whether a calculated result takes what its inputs give. */
export const isFollowing = ({ Formula, StatusId }: Pick<ResultRow, 'Formula' | 'StatusId'>): boolean =>
  Formula !== null && following.includes(StatusId)

export type Follower = { readonly row: ResultRow; readonly judged: Judged; readonly StatusId: number }
/** Entered with a value or a reason why there is none, pending while an input is awaited. */
export const statusOfCalculated = ({ Result, NotCalculated }: Judged): number =>
  Result === null && NotCalculated === null ? Pending : Entered

/** The status of a typed value: a held result remains on hold until the bench takes it off. */
export const statusOfTyped = (row: ResultRow, { Result }: Judged): number =>
  row.StatusId === workItemStatus.OnHold ? workItemStatus.OnHold : Result === null ? Pending : Entered

/** The change of a judged row; undefined where there is none, or where the row no longer follows. */
export const valuedOf = (row: ResultRow, judged: Judged): Valued | undefined =>
  (judged.Result ?? '') === (row.Result ?? '') || (row.Formula !== null && !isFollowing(row))
    ? undefined
    : { judged, StatusId: row.Formula === null ? statusOfTyped(row, judged) : statusOfCalculated(judged) }

export type Followers = {
  /** Unreleased: they take the new value and must be approved again, or wait for an input. */
  readonly open: readonly Follower[]
  /** Released with a value that would be different now. */
  readonly out: readonly { readonly row: ResultRow; readonly judged: Judged }[]
}

/** Unreleased calculated results that differ from what their inputs give now. */
export const staleFormulas = (rows: readonly ResultRow[], judged: ReadonlyMap<number, Judged>): readonly Follower[] =>
  rows.flatMap((row): Follower[] => {
    const now = judged.get(row.WorkItemId)
    if (!now || !isFollowing(row) || isCurrent(row, now)) return []
    return [{ row, judged: now, StatusId: statusOfCalculated(now) }]
  })

/**
 * The calculated results of one sale that follow from entered values (WorkItemId -> result), of any status and test.
 */
export const followersOf = (
  rows: readonly ResultRow[],
  entered: ReadonlyMap<number, string | null>,
  judged: ReadonlyMap<number, Judged> = judgeSale(rows, entered),
): Followers => {
  const released = rows.filter((row) => row.Formula !== null && isOut(row))
  // one that was stale before does not follow from this change
  const before = released.length > 0 ? judgeSale(rows, new Map()) : undefined
  const out = released.flatMap((row) => {
    const [was, now] = [before?.get(row.WorkItemId), judged.get(row.WorkItemId)]
    return was && now && (was.Result !== now.Result || was.NotCalculated !== now.NotCalculated)
      ? [{ row, judged: now }]
      : []
  })
  return { open: staleFormulas(rows, judged), out }
}

/** The refusal to change a value that a released result uses. */
export const wentOut = ({ Element }: ResultRow): Decision =>
  no(`${Element} is reported and uses this value; release this value, then amend it`)
/** Values can be put back while no released result is calculated from them. */
export const mayPutBack = (rows: readonly ResultRow[], ids: readonly number[]): Decision => {
  const entered = new Map(ids.map((id) => [id, null]))
  const gone = [...Map.groupBy(rows, (row) => row.SaleId).values()].flatMap((group) => followersOf(group, entered).out)
  return gone[0] ? wentOut(gone[0].row) : yes
}

/** Amended values that wait next to measured results. */
export const waitingOf = (rows: readonly ResultRow[]): Map<number, string | null> =>
  new Map(
    rows.flatMap((row) =>
      row.Amendment && row.Formula === null ? [[row.WorkItemId, row.Amendment.Result] as const] : [],
    ),
  )

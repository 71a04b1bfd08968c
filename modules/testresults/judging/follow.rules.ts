// What becomes of the calculated results of a sale when values it uses change.
import { no, yes, type Decision } from '../../../core/refusal.ts'
import { isCurrent, judgeSale, type Judged, type Valued } from './entry.rules.ts'
import { isOut } from '../work-item.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { workItemStatus } from '../../lists/items.model.ts'

const { Pending, Entered, Reviewed, Approved, Repeat } = workItemStatus
// what is held, referred out or not performed is left to whoever set it so
const following: readonly number[] = [Pending, Entered, Reviewed, Approved, Repeat]

export type Follower = { readonly row: ResultRow; readonly judged: Judged; readonly StatusId: number }
/** Entered with a value or a reason why there is none, pending while an input is awaited. */
export const statusOfCalculated = ({ Result, NotCalculated }: Judged): number =>
  Result === null && NotCalculated === null ? Pending : Entered

/** A value that is typed: what is held stays held with it, until the bench takes it off hold. */
export const statusOfTyped = (row: ResultRow, { Result }: Judged): number =>
  row.StatusId === workItemStatus.OnHold ? workItemStatus.OnHold : Result === null ? Pending : Entered

/** What a judged row adds to what is saved of it; undefined where it adds nothing, or is not followed any more. */
export const valuedOf = (row: ResultRow, judged: Judged): Valued | undefined =>
  (judged.Result ?? '') === (row.Result ?? '') || (row.Formula !== null && !following.includes(row.StatusId))
    ? undefined
    : { judged, StatusId: row.Formula === null ? statusOfTyped(row, judged) : statusOfCalculated(judged) }

export type Followers = {
  /** Not released: they take the new value and are to be approved again, or wait for an input. */
  readonly open: readonly Follower[]
  /** Released with a value that would be another now. */
  readonly out: readonly { readonly row: ResultRow; readonly judged: Judged }[]
}

/** Calculated results that are not released and say something else than their inputs give now. */
export const staleFormulas = (rows: readonly ResultRow[], judged: ReadonlyMap<number, Judged>): readonly Follower[] =>
  rows.flatMap((row): Follower[] => {
    const now = judged.get(row.WorkItemId)
    if (!now || row.Formula === null || !following.includes(row.StatusId) || isCurrent(row, now)) return []
    return [{ row, judged: now, StatusId: statusOfCalculated(now) }]
  })

/**
 * The calculated results of one sale that follow from entered values (WorkItemId -> result), whatever their status and
 * test.
 */
export const followersOf = (
  rows: readonly ResultRow[],
  entered: ReadonlyMap<number, string | null>,
  judged: ReadonlyMap<number, Judged> = judgeSale(rows, entered),
): Followers => {
  const released = rows.filter((row) => row.Formula !== null && isOut(row))
  // one that was out of step before is not this change's doing
  const before = released.length > 0 ? judgeSale(rows, new Map()) : undefined
  const out = released.flatMap((row) => {
    const [was, now] = [before?.get(row.WorkItemId), judged.get(row.WorkItemId)]
    return was && now && (was.Result !== now.Result || was.NotCalculated !== now.NotCalculated)
      ? [{ row, judged: now }]
      : []
  })
  return { open: staleFormulas(rows, judged), out }
}

/** What went out and uses a value keeps it from being changed. */
export const wentOut = ({ Element }: ResultRow): Decision =>
  no(`${Element} went out with a report and uses this value; release it and amend it`)
/** Values are taken back while nothing that went out is calculated from them. */
export const mayPutBack = (rows: readonly ResultRow[], ids: readonly number[]): Decision => {
  const entered = new Map(ids.map((id) => [id, null]))
  const gone = [...Map.groupBy(rows, (row) => row.SaleId).values()].flatMap((group) => followersOf(group, entered).out)
  return gone[0] ? wentOut(gone[0].row) : yes
}

/** Values that wait beside measured results. */
export const waitingOf = (rows: readonly ResultRow[]): Map<number, string | null> =>
  new Map(
    rows.flatMap((row) =>
      row.Amendment && row.Formula === null ? [[row.WorkItemId, row.Amendment.Result] as const] : [],
    ),
  )

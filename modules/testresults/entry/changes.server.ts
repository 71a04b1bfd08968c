// What was typed and picked, as changes of the results of a sale: each asked whether it may, calculated results along.
import { no, type Decision } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { requirePermit } from '../../../server/door/permission.ts'
import { refused } from '../../../server/refusal.ts'
import { mayEnter, mayNote, mayRemark } from '../bench.rules.ts'
import { asApproved, asEntered, judgeSale, readEntry, type Judged } from '../judging/entry.rules.ts'
import { followersOf } from '../judging/follow.rules.ts'
import { mayMove } from '../status.rules.ts'
import type { ResultRow, ResultSent } from '../testresults.model.ts'
import type { Change } from './versions.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'

const { Pending, Entered, Reviewed, Approved } = workItemStatus

const check = (decision: Decision, row: ResultRow): void => {
  if (!decision.ok) throw refused(decision.reason, { [`WorkItems.${row.WorkItemId}`]: [decision.reason] })
}
const same = (a: string | number | null | undefined, b: string | number | null | undefined): boolean =>
  (a ?? '') === (b ?? '')

export type Refused = { WorkItemId: number; Text: string; Reason: string }
export type Rounded = { WorkItemId: number; From: string; To: string }
type Typed = { entered: Map<number, string | null>; Refused: Refused[]; Rounded: Rounded[] }

/** What was typed: values to enter, what is no result and goes back to the old value, and what was rounded. */
export const typedIn = (rows: readonly ResultRow[], sent: ReadonlyMap<number, ResultSent>): Typed => {
  const typed: Typed = { entered: new Map(), Refused: [], Rounded: [] }
  for (const row of rows) {
    const text = sent.get(row.WorkItemId)?.Result
    if (text === undefined || row.Formula !== null) continue
    const { Result, refused: Reason, rounded } = readEntry(row, text)
    if (Reason !== undefined) typed.Refused.push({ WorkItemId: row.WorkItemId, Text: text ?? '', Reason })
    else if (!same(Result, row.Result)) {
      typed.entered.set(row.WorkItemId, Result)
      if (rounded) typed.Rounded.push({ WorkItemId: row.WorkItemId, From: rounded.from, To: rounded.to })
    }
  }
  return typed
}

type Acting = { user: Caller; signatories: (labId: number) => number }

/**
 * A status picked in the cell holds when it may; one picked with a value is asked about that value, not the one that
 * stood there.
 */
const checkPicked = (
  { user, signatories }: Acting,
  row: ResultRow,
  rows: readonly ResultRow[],
  together: ReadonlySet<number>,
  item: ResultSent | undefined,
  version: { judged: Judged; StatusId: number } | undefined,
): void => {
  const picked = item?.StatusId ?? row.StatusId
  if (picked === row.StatusId) return
  const stored = asApproved(row, rows, together)
  const asked = version ? { ...stored, ...asEntered(row, version.judged, version.StatusId, user) } : stored
  const ReasonId = item?.ReasonId ?? null
  check(mayMove(asked, picked, user, { ReasonId, signatories: signatories(row.LabId) }), row)
  if (picked === Reviewed) requirePermit(user, 'testresults', 'review', row)
  if (picked === Approved) requirePermit(user, 'testresults', 'approve', row)
}

/** Comments, remarks and reason beside the value; they follow the same moves as the value. */
const checkNotes = ({ user }: Acting, row: ResultRow, rows: readonly ResultRow[], item: ResultSent): void => {
  const isMoved = (item.StatusId ?? row.StatusId) !== row.StatusId
  const isNoted =
    (item.Comments !== undefined && !same(item.Comments, row.Comments)) ||
    (item.ReasonId !== undefined && !same(item.ReasonId, row.ReasonId) && !isMoved)
  if (isNoted) check(mayNote(asApproved(row, rows, new Set()), user), row)
  if (item.Remarks !== undefined && !same(item.Remarks, row.Remarks)) check(mayRemark(user), row)
}

/**
 * Changes of one sale: what was typed and picked, and what is calculated from it. Throws with the first reason why not.
 */
export const changesOf = (
  acting: Acting,
  rows: readonly ResultRow[],
  sent: ReadonlyMap<number, ResultSent>,
  entered: ReadonlyMap<number, string | null>,
): Change[] => {
  const judged = judgeSale(rows, entered)
  const { open, out } = followersOf(rows, entered, judged)
  const [gone] = out
  if (gone)
    check(no(`${gone.row.Element} went out with a report and uses this value; release it and amend it`), gone.row)
  const following = new Map(open.map((one) => [one.row.WorkItemId, one]))
  const together = new Set(
    [...sent.values()].filter((item) => item.StatusId === Approved).map((item) => Number(item.WorkItemId)),
  )
  return rows.flatMap((row): Change[] => {
    const item = sent.get(row.WorkItemId)
    const [follower, now] = [following.get(row.WorkItemId), judged.get(row.WorkItemId)]
    if (entered.has(row.WorkItemId)) check(mayEnter(asApproved(row, rows, together), acting.user), row)
    const typed =
      now && entered.has(row.WorkItemId)
        ? { judged: now, StatusId: now.Result === null ? Pending : Entered }
        : undefined
    const version = typed ?? follower
    if (follower && item?.StatusId === Approved)
      check(no(`${row.Element}: calculated anew with this save; approve it afterwards`), row)
    checkPicked(acting, row, rows, together, item, version)
    if (item) checkNotes(acting, row, rows, item)
    const isPicked = item?.StatusId !== undefined && item.StatusId !== null && item.StatusId !== row.StatusId
    const StatusId = isPicked ? Number(item.StatusId) : (version?.StatusId ?? row.StatusId)
    const isTouched =
      version !== undefined ||
      StatusId !== row.StatusId ||
      (['ReasonId', 'Remarks', 'Comments'] as const).some(
        (name) => item?.[name] !== undefined && !same(item[name], row[name]),
      )
    if (!isTouched) return []
    return [
      {
        row,
        StatusId,
        ...(item?.ReasonId === undefined ? {} : { ReasonId: item.ReasonId }),
        ...(item?.Remarks === undefined ? {} : { Remarks: item.Remarks }),
        ...(item?.Comments === undefined ? {} : { Comments: item.Comments }),
        ...(version ? { version: { judged: version.judged, EnteredById: acting.user.UserId } } : {}),
      },
    ]
  })
}

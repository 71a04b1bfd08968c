// Turns typed and picked values into changes of the results of a sale, with calculated results; checks each change.
import { allOf, must, under, yes, type Decision } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { mayEnter, mayNote, mayRemark } from '../bench.rules.ts'
import { asApproved, asPicked, judgeSale, type Valued } from '../judging/entry.rules.ts'
import { readEntry } from '../judging/typed.rules.ts'
import { followersOf, statusOfTyped, wentOut } from '../judging/follow.rules.ts'
import { mayMove } from '../status.rules.ts'
import { printedOf, printsOtherwise } from '../../testreports/printed/printed.model.ts'
import type { ResultRow, ResultSent } from '../testresults.model.ts'
import { atRow } from './act.server.ts'
import type { Signatories } from '../work-item.rules.ts'
import type { Change } from './versions.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'

const { Approved } = workItemStatus

const same = (a: string | number | null | undefined, b: string | number | null | undefined): boolean =>
  (a ?? '') === (b ?? '')

type Refused = { WorkItemId: number; Text: string; Reason: string }
type Rounded = { WorkItemId: number; From: string; To: string }
type Typed = { entered: Map<number, string | null>; Refused: Refused[]; Rounded: Rounded[] }

/** The typed values: those to enter, those refused (the old value is restored), and those rounded. */
const typedIn = (rows: readonly ResultRow[], sent: ReadonlyMap<number, ResultSent>): Typed => {
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

type Acting = { user: Caller; signatories: (row: ResultRow) => Signatories }

/**
 * A picked status is applied where it may be. One picked together with a value is checked against that value, not the
 * stored one.
 */
const mayPick = (
  { user, signatories }: Acting,
  row: ResultRow,
  rows: readonly ResultRow[],
  together: ReadonlySet<number>,
  item: ResultSent | undefined,
  version: Valued | undefined,
): Decision => {
  const picked = item?.StatusId ?? row.StatusId
  if (picked === row.StatusId) return yes
  return mayMove(asPicked(row, rows, together, version, user), picked, user, {
    ReasonId: item?.ReasonId ?? null,
    signatories: signatories(row),
  })
}

/** Comments, remarks and reason next to the value; they follow the same rules as the value. */
const mayWrite = ({ user }: Acting, row: ResultRow, rows: readonly ResultRow[], item: ResultSent): Decision => {
  const isMoved = (item.StatusId ?? row.StatusId) !== row.StatusId
  const isNoted =
    printsOtherwise(item, row) || (item.ReasonId !== undefined && !same(item.ReasonId, row.ReasonId) && !isMoved)
  return allOf(
    isNoted ? mayNote(asApproved(row, rows, new Set()), user) : yes,
    item.Remarks !== undefined && !same(item.Remarks, row.Remarks) ? mayRemark(user) : yes,
  )
}

type Planned = { readonly decision: Decision; readonly changes: readonly Change[] }
const untouched: Planned = { decision: yes, changes: [] }

/** The changes of the rows of one sale: typed and picked values, and results calculated from them. */
const planSale = (
  acting: Acting,
  rows: readonly ResultRow[],
  sent: ReadonlyMap<number, ResultSent>,
  entered: ReadonlyMap<number, string | null>,
): readonly Planned[] => {
  // a picked status counts already: a formula does not wait for an input that is not performed
  const picked = rows.map((row) => ({ ...row, StatusId: sent.get(row.WorkItemId)?.StatusId ?? row.StatusId }))
  const judged = judgeSale(picked, entered)
  const { open, out } = followersOf(rows, entered, judged)
  const [gone] = out
  if (gone) return [{ decision: under(atRow(gone.row), wentOut(gone.row)), changes: [] }]
  const following = new Map(open.map((one) => [one.row.WorkItemId, one]))
  const together = new Set(
    [...sent.values()].filter((item) => item.StatusId === Approved).map((item) => Number(item.WorkItemId)),
  )
  return rows.map((row): Planned => {
    const item = sent.get(row.WorkItemId)
    const [follower, now] = [following.get(row.WorkItemId), judged.get(row.WorkItemId)]
    if (!item && !follower) return untouched
    const isEntered = entered.has(row.WorkItemId)
    const typed = now && isEntered ? { judged: now, StatusId: statusOfTyped(row, now) } : undefined
    const version = typed ?? follower
    const decision = allOf(
      isEntered ? mayEnter(asApproved(row, rows, together), acting.user) : yes,
      must(
        !follower || item?.StatusId !== Approved,
        `${row.Element}: recalculated with this save; approve it afterwards`,
      ),
      () => mayPick(acting, row, rows, together, item, version),
      () => (item ? mayWrite(acting, row, rows, item) : yes),
    )
    return { decision: under(atRow(row), decision), changes: changeOf(acting.user, row, item, version) }
  })
}

const changeOf = (
  user: Caller,
  row: ResultRow,
  item: ResultSent | undefined,
  version: Valued | undefined,
): readonly Change[] => {
  const isPicked = item?.StatusId !== undefined && item.StatusId !== null && item.StatusId !== row.StatusId
  const StatusId = isPicked ? Number(item.StatusId) : (version?.StatusId ?? row.StatusId)
  const isTouched =
    version !== undefined ||
    StatusId !== row.StatusId ||
    printsOtherwise(item ?? {}, row) ||
    (['ReasonId', 'Remarks'] as const).some((name) => item?.[name] !== undefined && !same(item[name], row[name]))
  if (!isTouched) return []
  return [
    {
      row,
      StatusId,
      ...(item?.ReasonId === undefined ? {} : { ReasonId: item.ReasonId }),
      ...(item?.Remarks === undefined ? {} : { Remarks: item.Remarks }),
      ...printedOf(item ?? {}),
      ...(version ? { version: { judged: version.judged, EnteredById: user.UserId } } : {}),
    },
  ]
}

/** The outcome of a save: the first refusal, else the changes of all its sales. */
export type Plan = Planned & Pick<Typed, 'Refused' | 'Rounded'>
export const planOf = (acting: Acting, rows: readonly ResultRow[], sent: ReadonlyMap<number, ResultSent>): Plan => {
  const { entered, Refused, Rounded } = typedIn(rows, sent)
  const planned = [...Map.groupBy(rows, (row) => row.SaleId).values()].flatMap((group) => {
    const own = new Set(group.map((row) => row.WorkItemId))
    return planSale(acting, group, sent, new Map([...entered].filter(([id]) => own.has(id))))
  })
  return {
    decision: allOf(...planned.map((one) => one.decision)),
    changes: planned.flatMap((one) => one.changes),
    Refused,
    Rounded,
  }
}

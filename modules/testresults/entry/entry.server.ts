// Saving results as they are typed: rows of a sale or a worksheet, all or nothing, with the calculated results that
// follow.
import { no, type Decision } from '../../../core/refusal.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { announceList, notifyUsers, usersAt } from '../../../server/db/notify.ts'
import { requirePermit } from '../../../server/door/permission.ts'
import { conflict, invalid, malformed, notFound, refused } from '../../../server/refusal.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { asApproved, asEntered, judgeSale, readEntry, type Judged } from '../judging/entry.rules.ts'
import { followersOf } from '../judging/follow.rules.ts'
import { putBack } from './repeat.server.ts'
import { benchScope, lockWork, rowsOfSales, signatoriesAt } from './rows.server.ts'
import type { ResultRow, ResultSent } from '../testresults.model.ts'
import { mayEnter, mayNote, mayRemark } from '../bench.rules.ts'
import { mayMove } from '../status.rules.ts'
import { auditedChanges, auditResults, writeChanges, type Change } from './versions.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'

const { Pending, Entered, Reviewed, Approved, Repeat } = workItemStatus

/**
 * All rows of the sales of these work items, held for a change; 404 when one of the items is not on the caller's bench.
 */
export const rowsOfItems = async (tx: Tx, user: Caller, ids: readonly number[]): Promise<ResultRow[]> => {
  const items = await tx.rows<{ work_item_id: number; sale_id: number }>(sql`
    select
      w.work_item_id,
      w.sale_id
    from
      work_items w
    where
      w.work_item_id = any (${[...ids]})
      and (${benchScope(user)})
  `)
  if (items.length !== new Set(ids).size) throw notFound('A work item does not exist')
  const sales = [...new Set(items.map((item) => item.sale_id))]
  await lockWork(tx, sales)
  return rowsOfSales(tx, sales)
}

/** The sale and the worksheet that a request is about; both may be left out. */
export type About = { readonly SaleId?: number | null; readonly WorkSheetId?: number | null }

/** 404 where the sale or the worksheet is not on the caller's bench. */
const checkAbout = async (tx: Tx, user: Caller, { SaleId, WorkSheetId }: About): Promise<void> => {
  const there = await tx.one<{ sale: boolean; sheet: boolean }>(sql`
    select
      exists (
        select
          1
        from
          work_items w
        where
          w.sale_id = ${SaleId ?? null}::int
          and (${benchScope(user)})
      ) as sale,
      exists (
        select
          1
        from
          work_items w
        where
          w.work_sheet_id = ${WorkSheetId ?? null}::int
          and (${benchScope(user)})
      ) as sheet
  `)
  if ((SaleId ?? null) !== null && !there.sale) throw notFound()
  if ((WorkSheetId ?? null) !== null && !there.sheet) throw notFound()
}

/** The work item, its worksheet and its sale belong together, or nothing is written. */
const checkBelongs = (picked: readonly ResultRow[], { SaleId, WorkSheetId }: About): void => {
  const errors = picked.flatMap((row): [string, string[]][] => {
    if ((SaleId ?? row.SaleId) !== row.SaleId)
      return [[`WorkItems.${row.WorkItemId}`, [`${row.Element} is not of sale ${SaleId}`]]]
    if ((WorkSheetId ?? row.WorkSheetId) !== row.WorkSheetId)
      return [[`WorkItems.${row.WorkItemId}`, [`${row.Element} is not on worksheet ${WorkSheetId}`]]]
    return []
  })
  if (errors.length > 0) throw refused(errors.map(([, [text]]) => text).join('; '), Object.fromEntries(errors))
}

const check = (decision: Decision, row: ResultRow): void => {
  if (!decision.ok) throw refused(decision.reason, { [`WorkItems.${row.WorkItemId}`]: [decision.reason] })
}
const same = (a: string | number | null | undefined, b: string | number | null | undefined): boolean =>
  (a ?? '') === (b ?? '')

type Refused = { WorkItemId: number; Text: string; Reason: string }
type Rounded = { WorkItemId: number; From: string; To: string }
type Typed = { entered: Map<number, string | null>; Refused: Refused[]; Rounded: Rounded[] }

/** What was typed: values to enter, what is no result and goes back to the old value, and what was rounded. */
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
const changesOf = (
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

/** Tells the other signatories of the labs about critical values. */
export const tellCritical = async (
  tx: Tx,
  user: Caller,
  values: readonly { row: ResultRow; judged: Judged }[],
): Promise<void> => {
  const critical = values.filter(({ judged }) => judged.Flag === 'HH' || judged.Flag === 'LL')
  for (const [labId, group] of Map.groupBy(critical, ({ row }) => row.LabId)) {
    const users = (await usersAt(tx, labId, [3])).filter((id) => id !== user.UserId)
    for (const { row, judged } of group.slice(0, 20))
      await notifyUsers(tx, users, {
        creater: user.FullName,
        subject: `Critical value: ${row.Element}`,
        content: `${row.Element} ${judged.Result} ${row.UnitOfMeasure ?? ''} on ${row.Sale.AccessionNo}`,
        path: `/testresults?WorkSheetId=${row.WorkSheetId ?? ''}&SaleId=${row.SaleId}`,
      })
  }
}

/** 409 where a row is not any more what the sender saw; who sends no version takes it as it is. */
export const checkVersions = (
  rows: readonly ResultRow[],
  seen: (workItemId: number) => number | null | undefined,
): void => {
  const changed = rows.find((row) => (seen(row.WorkItemId) ?? row.RowVersion) !== row.RowVersion)
  if (changed)
    throw conflict(`Somebody else changed ${changed.Element} meanwhile. Your values are still on this screen.`)
}

export type SavedResults = {
  /** Rows that were changed, calculated ones included. */
  changed: number
  saleIds: readonly number[]
  /** Versions of the rows that were named or changed, for the next save. */
  WorkItems: readonly { WorkItemId: number; RowVersion: number }[]
  Refused: readonly Refused[]
  Rounded: readonly Rounded[]
}

/** The save of a worksheet's (or sale's) rows: all or nothing. */
export const saveResults = async (
  tx: Tx,
  user: Caller,
  items: readonly ResultSent[],
  about: About = {},
): Promise<SavedResults> => {
  const ids = items.map((item) => item.WorkItemId).filter((id): id is number => typeof id === 'number')
  if (ids.length !== items.length) throw invalid({ WorkItems: ['WorkItemId is missing'] })
  if (new Set(ids).size !== ids.length) throw malformed('A work item is sent twice')
  await checkAbout(tx, user, about)
  if (ids.length === 0) return { changed: 0, saleIds: [], WorkItems: [], Refused: [], Rounded: [] }
  const rows = await rowsOfItems(tx, user, ids)
  const sent = new Map(items.map((item) => [Number(item.WorkItemId), item]))
  const named = rows.filter((row) => sent.has(row.WorkItemId))
  checkBelongs(named, about)
  for (const row of named) requirePermit(user, 'testresults', 'update', row)
  checkVersions(rows, (id) => sent.get(id)?.RowVersion)
  const signatories = await signatoriesAt(
    tx,
    user,
    named.map((row) => row.LabId),
  )
  const { entered, Refused, Rounded } = typedIn(rows, sent)
  const bySale = Map.groupBy(rows, (row) => row.SaleId)
  const changes = [...bySale.values()].flatMap((group) => {
    const own = new Set(group.map((row) => row.WorkItemId))
    return changesOf({ user, signatories }, group, sent, new Map([...entered].filter(([id]) => own.has(id))))
  })
  await writeChanges(tx, changes)
  const saleIds = [...bySale.keys()]
  const answer = { changed: changes.length, saleIds, Refused, Rounded }
  if (changes.length === 0)
    return { ...answer, WorkItems: named.map(({ WorkItemId, RowVersion }) => ({ WorkItemId, RowVersion })) }
  await signOff(tx, user, changes)
  await repeatPicked(tx, user, changes)
  await refreshStatuses(tx, saleIds)
  await auditResults(tx, user, auditedChanges(changes), 'enter')
  await tellCritical(
    tx,
    user,
    changes.flatMap(({ row, version }) => (version ? [{ row, judged: version.judged }] : [])),
  )
  announceList('testresults')
  return { ...answer, WorkItems: await versionsOf(tx, [...ids, ...changes.map(({ row }) => row.WorkItemId)]) }
}

const versionsOf = (tx: Tx, ids: readonly number[]): Promise<SavedResults['WorkItems'][number][]> =>
  tx.rows(sql`
    select
      w.work_item_id as "WorkItemId",
      w.row_version as "RowVersion"
    from
      work_items w
    where
      w.work_item_id = any (${[...new Set(ids)]})
    order by
      w.work_item_id
  `)

/** A repeat picked in the status cell does what the Repeat button does. */
const repeatPicked = async (tx: Tx, user: Caller, changes: readonly Change[]): Promise<void> => {
  const picked = changes.filter((c) => c.StatusId === Repeat && c.row.StatusId !== Repeat)
  for (const [reason, group] of Map.groupBy(picked, (c) => c.ReasonId ?? null)) {
    const ids = group.map((c) => c.row.WorkItemId)
    await putBack(tx, user, await rowsOfItems(tx, user, ids), ids, reason, null)
  }
}

/** Reviewed and approved by whom, when the status cell says so. */
const signOff = async (tx: Tx, user: Caller, changes: readonly Change[]): Promise<void> => {
  const moved = (status: number): number[] =>
    changes.filter((c) => c.StatusId === status && c.row.StatusId !== status).map((c) => c.row.WorkItemId)
  const [reviewed, approved] = [moved(Reviewed), moved(Approved)]
  if (reviewed.length > 0) await signResults(tx, user, reviewed, 'reviewed')
  if (approved.length > 0) await signResults(tx, user, approved, 'approved')
}

/** Who reviewed or approved the results that count, and when. */
export const signResults = (
  tx: Tx,
  user: Caller,
  ids: readonly number[],
  what: 'reviewed' | 'approved',
): Promise<number> =>
  what === 'reviewed'
    ? tx.run(sql`
        update results r
        set
          reviewed_by_id = ${user.UserId},
          reviewed_at = now()
        from
          work_items w
        where
          w.result_id = r.result_id
          and w.work_item_id = any (${[...ids]})
      `)
    : tx.run(sql`
        update results r
        set
          approved_by_id = ${user.UserId},
          approved_at = now()
        from
          work_items w
        where
          w.result_id = r.result_id
          and w.work_item_id = any (${[...ids]})
      `)

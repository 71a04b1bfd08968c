// Saving results as they are typed: rows of a sale or a worksheet, all or nothing, with the calculated results that
// follow.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { announceList } from '../../../server/db/notify.ts'
import { requirePermit } from '../../../server/door/permission.ts'
import { invalid, malformed } from '../../../server/refusal.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import type { ResultSent } from '../testresults.model.ts'
import { signatoriesAt } from './bench.server.ts'
import { changesOf, typedIn, type Refused, type Rounded } from './changes.server.ts'
import { checkAbout, checkBelongs, checkVersions, rowsOfItems, type About } from './named.server.ts'
import { putBack } from './repeat.server.ts'
import { signResults } from './signatures.server.ts'
import { tellCritical } from './told.server.ts'
import { auditedChanges, auditResults, writeChanges, type Change } from './versions.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'

const { Reviewed, Approved, Repeat } = workItemStatus

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

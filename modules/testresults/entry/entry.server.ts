// Saves typed results: rows of a sale or a worksheet, all or nothing, with the calculated results that follow.
import { integer, rows, type DraftOf } from '../../../core/model.ts'
import { allOf, yes } from '../../../core/refusal.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { announceList } from '../../../server/db/notify.ts'
import { requirePermit } from '../../../server/door/permission.ts'
import { bulkOf } from '../../../server/module.ts'
import { invalid, malformed } from '../../../server/refusal.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { verifyEntered } from './verify.server.ts'
import { resultFields, type ResultSent } from '../testresults.model.ts'
import { counted, salesOf, type Picked, sheetsOf } from './act.server.ts'
import { signatoriesAt } from './bench.server.ts'
import { planOf, type Plan } from './changes.server.ts'
import { belong, checkAbout, rowsOfItems, staleAmong } from './requested-items.server.ts'
import { beginAgain, putBack } from './repeat.server.ts'
import { signResults } from './signatures.server.ts'
import { notifyCritical } from './notify-critical.server.ts'
import { auditedChanges, auditResults, writeChanges, type Change } from './versions.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'

const { Pending, Reviewed, Approved, Repeat } = workItemStatus

const body = {
  WorkSheetId: integer('Worksheet'),
  SaleId: integer('Sale'),
  WorkItems: rows('Results', resultFields),
}

/** The rows of the sales that are saved, those of the request, and their changes. */
type Named = Picked & { readonly sent: ReadonlyMap<number, ResultSent>; readonly plan: Plan }
const nothing: Named = {
  rows: [],
  picked: [],
  sent: new Map(),
  plan: { decision: yes, changes: [], Refused: [], Rounded: [] },
}

const find = async (tx: Tx, user: Caller, { WorkItems, ...about }: DraftOf<typeof body>): Promise<Named> => {
  const sent = new Map<number, ResultSent>()
  for (const item of WorkItems ?? []) {
    if (typeof item.WorkItemId !== 'number') throw invalid({ WorkItems: ['WorkItemId is missing'] })
    if (sent.has(item.WorkItemId)) throw malformed('A work item is sent twice')
    sent.set(item.WorkItemId, item)
  }
  await checkAbout(tx, user, about)
  if (sent.size === 0) return nothing
  const around = await rowsOfItems(tx, user, [...sent.keys()])
  const picked = around.filter((row) => sent.has(row.WorkItemId))
  const signatories = await signatoriesAt(tx, user, picked)
  return { rows: around, picked, sent, plan: planOf({ user, signatories }, around, sent) }
}

/** Saves the rows of a worksheet (or sale): all or nothing. */
export const saveResults = bulkOf({
  name: 'enter',
  permit: 'update',
  method: 'PUT',
  path: 'testresults/',
  summary: 'Save results',
  body,
  records: find,
  permitted: ({ picked }) => picked,
  held: ({ picked }) => sheetsOf(picked),
  stale: ({ rows: around, sent }) => staleAmong(around, (id) => sent.get(id)?.RowVersion),
  decide: ({ picked, plan }, _user, about) => allOf(belong(picked, about), plan.decision),
  run: async ({ tx, user, records }) => {
    await write(tx, user, records)
    const { changes, Refused, Rounded } = records.plan
    const WorkItems = await versionsOf(tx, [...records.sent.keys(), ...changes.map(({ row }) => row.WorkItemId)])
    return {
      message: savedText(records.plan),
      WorkItems,
      Refused,
      Rounded,
      RowVersion: Math.max(0, ...WorkItems.map((row) => row.RowVersion)),
    }
  },
})

const savedText = ({ changes, Refused, Rounded }: Plan): string =>
  [
    changes.length === 0 ? 'No changes to save' : counted(changes.length, 'result is saved', 'results are saved'),
    ...Refused.map(({ Reason }) => Reason),
    ...Rounded.map(({ From, To }) => `${From} is rounded to ${To}`),
  ].join('; ')

const write = async (tx: Tx, user: Caller, { rows: around, plan: { changes } }: Named): Promise<void> => {
  if (changes.length === 0) return
  // a signature picked in the status cell needs its permit, too
  for (const { row, StatusId } of changes) {
    if (StatusId === row.StatusId) continue
    if (StatusId === Reviewed) requirePermit(user, 'testresults', 'review', row)
    if (StatusId === Approved) requirePermit(user, 'testresults', 'approve', row)
  }
  await writeChanges(tx, changes)
  await signOff(tx, user, changes)
  await repeatPicked(tx, user, changes)
  await beginAgain(
    tx,
    user,
    changes.filter((c) => c.StatusId === Pending && c.row.StatusId !== Pending && !c.version).map((c) => c.row),
  )
  await auditResults(tx, user, auditedChanges(changes), 'enter')
  await verifyEntered(tx, user, changes)
  await refreshStatuses(tx, salesOf(around))
  await notifyCritical(
    tx,
    user,
    changes.flatMap(({ row, version }) => (version ? [{ row, judged: version.judged }] : [])),
  )
  announceList('testresults')
}

const versionsOf = (tx: Tx, ids: readonly number[]): Promise<{ WorkItemId: number; RowVersion: number }[]> =>
  tx.rows(sql`
    select
      item.work_item_id as "WorkItemId",
      item.row_version as "RowVersion"
    from
      work_items item
    where
      item.work_item_id = any (${[...new Set(ids)]})
    order by
      item.work_item_id
  `)

/** A repeat picked in the status cell has the effect of the Repeat button. */
const repeatPicked = async (tx: Tx, user: Caller, changes: readonly Change[]): Promise<void> => {
  const picked = changes.filter((c) => c.StatusId === Repeat && c.row.StatusId !== Repeat)
  for (const [reason, group] of Map.groupBy(picked, (c) => c.ReasonId ?? null)) {
    const ids = group.map((c) => c.row.WorkItemId)
    await putBack(tx, user, await rowsOfItems(tx, user, ids), ids, reason, null)
  }
}

/** Reviewer and approver, when the status cell sets that status. */
const signOff = async (tx: Tx, user: Caller, changes: readonly Change[]): Promise<void> => {
  const moved = (status: number): number[] =>
    changes.filter((c) => c.StatusId === status && c.row.StatusId !== status).map((c) => c.row.WorkItemId)
  const [reviewed, approved] = [moved(Reviewed), moved(Approved)]
  if (reviewed.length > 0) await signResults(tx, user, reviewed, 'reviewed')
  if (approved.length > 0) await signResults(tx, user, approved, 'approved')
}

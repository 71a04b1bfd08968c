// Review, approve, release and repeat: all or nothing, naming each item that refuses.
import type { Permit } from '../../../core/model.ts'
import { announceList } from '../../../server/db/notify.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller, Loaded } from '../../../server/caller.ts'
import { requirePermit } from '../../../server/door/permission.ts'
import { invalid, refused } from '../../../server/refusal.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { allOrNothing, reasonOf, remarksOf, type Acted, type MakeReport } from '../entry/act.server.ts'
import { withdrawAmendments } from './amend.server.ts'
import { approveAmendments } from './letout.server.ts'
import { asApproved, asWorkItem, isCurrent, judgeSale } from '../judging/entry.rules.ts'
import { checkVersions, rowsOfItems } from '../entry/named.server.ts'
import { signResults } from '../entry/signatures.server.ts'
import { staleFormulas } from '../judging/follow.rules.ts'
import { putBack } from '../entry/repeat.server.ts'
import { isOnBench, signatoriesAt } from '../entry/bench.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { mayRepeat } from '../bench.rules.ts'
import { mayApprove, mayRelease, mayReview } from '../signatory.rules.ts'
import { auditedChanges, auditResults, resultHash, writeChanges, type Change } from '../entry/versions.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'

const idsOf = (body: Loaded): number[] => {
  const ids = body['WorkItemIds']
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 2000 || !ids.every((id) => Number.isInteger(id)))
    throw invalid({ WorkItemIds: ['Choose at least one result'] })
  return [...new Set(ids as number[])]
}
/**
 * The rows to be signed and those around them; what was changed since the signatory saw it (RowVersions, in the order
 * of WorkItemIds) is not signed.
 */
const pick = async (
  tx: Tx,
  user: Caller,
  permit: Permit,
  body: Loaded,
): Promise<{ rows: ResultRow[]; picked: ResultRow[]; ids: number[] }> => {
  const ids = idsOf(body)
  const rows = await rowsOfItems(tx, user, ids)
  const picked = rows.filter((row) => ids.includes(row.WorkItemId))
  for (const row of picked) requirePermit(user, 'testresults', permit, row)
  const [asked, versions] = [body['WorkItemIds'], body['RowVersions']]
  if (Array.isArray(asked) && Array.isArray(versions))
    checkVersions(rows, (id) => versions[asked.indexOf(id)] as number | undefined)
  return { rows, picked, ids }
}
const salesOf = (rows: readonly ResultRow[]): number[] => [...new Set(rows.map((row) => row.SaleId))]
const moveTo = (tx: Tx, ids: readonly number[], StatusId: number): Promise<number> =>
  tx.run(sql`
    update work_items
    set
      status_id = ${StatusId},
      row_version = row_version + 1
    where
      work_item_id = any (${[...ids]})
  `)

const finish = async (
  tx: Tx,
  user: Caller,
  moved: readonly ResultRow[],
  StatusId: number,
  action: string,
  remarks: string | null,
): Promise<void> => {
  await refreshStatuses(tx, salesOf(moved))
  await auditResults(
    tx,
    user,
    moved.map((row) => ({ row, after: { StatusId } })),
    action,
    remarks,
  )
  announceList('testresults')
}
const told = (count: number, what: string): string =>
  count === 1 ? `1 result is ${what}` : `${count} results are ${what}`

/**
 * A calculated result is signed only when it says what its inputs give now. What is out of step is calculated anew,
 * kept, and asks again; undefined where nothing is.
 */
const calculateAnew = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  asked: readonly ResultRow[],
): Promise<Acted | undefined> => {
  const changes: Change[] = []
  for (const [, group] of Map.groupBy(rows, (row) => row.SaleId)) {
    const judged = judgeSale(group, new Map())
    if (!asked.some((row) => group.includes(row) && !isCurrent(row, judged.get(row.WorkItemId)))) continue
    for (const { row, judged: now, StatusId } of staleFormulas(group, judged))
      changes.push({ row, StatusId, version: { judged: now, EnteredById: row.EnteredById ?? user.UserId } })
  }
  if (changes.length === 0) return undefined
  await writeChanges(tx, changes)
  await refreshStatuses(tx, salesOf(rows))
  await auditResults(tx, user, auditedChanges(changes), 'calculate anew')
  announceList('testresults')
  const text = ({ row, version }: Change) => {
    const [was, is] = [row.Result ?? 'nothing', version?.judged.Result ?? 'nothing']
    return `${row.Element}: calculated anew, ${was} is now ${is}; look at it and sign again`
  }
  return {
    message: changes.map(text).join('; '),
    errors: Object.fromEntries(changes.map((change) => [`WorkItems.${change.row.WorkItemId}`, [text(change)]])),
    saleIds: salesOf(rows),
    status: 422,
  }
}

export const review = async (tx: Tx, user: Caller, body: Loaded): Promise<Acted> => {
  const { picked, ids } = await pick(tx, user, 'review', body)
  allOrNothing(picked, (row) => mayReview(asWorkItem(row), user))
  await moveTo(tx, ids, workItemStatus.Reviewed)
  await signResults(tx, user, ids, 'reviewed')
  await finish(tx, user, picked, workItemStatus.Reviewed, 'review', remarksOf(body))
  return { message: told(ids.length, 'reviewed'), saleIds: salesOf(picked) }
}

/** Approves what is entered or reviewed; an amendment that waits goes out with it. */
export const approve = async (tx: Tx, user: Caller, body: Loaded, makeReport: MakeReport): Promise<Acted> => {
  const { rows, picked, ids } = await pick(tx, user, 'approve', body)
  const signatories = await signatoriesAt(
    tx,
    user,
    picked.map((row) => row.LabId),
  )
  allOrNothing(picked, (row) =>
    mayApprove(asApproved(row, rows, new Set(ids)), user, { signatories: signatories(row.LabId) }),
  )
  const results = picked.filter((row) => row.Amendment === null)
  const anew = await calculateAnew(tx, user, rows, results)
  if (anew) return anew
  const amended = picked.filter((row) => row.Amendment !== null)
  if (results.length > 0) {
    const approved = results.map((row) => row.WorkItemId)
    await moveTo(tx, approved, workItemStatus.Approved)
    await signResults(tx, user, approved, 'approved')
    await finish(tx, user, results, workItemStatus.Approved, 'approve', remarksOf(body))
  }
  const message = results.length > 0 ? told(results.length, 'approved') : ''
  if (amended.length === 0) return { message, saleIds: salesOf(picked) }
  const out = await approveAmendments(tx, user, rows, amended, makeReport)
  return { ...out, message: [message, out.message].filter(Boolean).join('; ') }
}

/** Back to pending; the value stays as a run. Formulas that used it are pending again, too. */
export const repeat = async (tx: Tx, user: Caller, body: Loaded): Promise<Acted> => {
  const { rows, picked, ids } = await pick(tx, user, 'update', body)
  const reason = reasonOf(body)
  allOrNothing(picked, (row) => mayRepeat(asWorkItem(row), user, reason))
  const followed = await putBack(tx, user, rows, ids, reason, remarksOf(body))
  await refreshStatuses(tx, salesOf(picked))
  const put = picked.map((row) => ({ row, after: { StatusId: workItemStatus.Repeat, Result: null, ReasonId: reason } }))
  await auditResults(tx, user, [...put, ...auditedChanges(followed)], 'repeat', remarksOf(body))
  announceList('testresults')
  return { message: told(ids.length, 'to be repeated'), saleIds: salesOf(picked) }
}

/** Takes amendments back that wait. */
export const withdrawn = async (tx: Tx, user: Caller, body: Loaded): Promise<Acted> => {
  const { picked } = await pick(tx, user, 'amend', body)
  return withdrawAmendments(tx, user, picked, remarksOf(body))
}

/** Items that a release takes: what is asked for, completed to whole tests; every test of theirs must be ready. */
export const release = async (tx: Tx, user: Caller, body: Loaded, makeReport: MakeReport): Promise<Acted> => {
  const { rows, picked } = await pick(tx, user, 'release', body)
  const bySale = Map.groupBy(picked, (row) => row.SaleId)
  const whole: ResultRow[] = []
  for (const [saleId, group] of bySale)
    for (const test of new Set(group.map((row) => row.TestId))) {
      const items = rows.filter((row) => row.SaleId === saleId && row.TestId === test && isOnBench(user, row))
      const [first] = items
      const decision = mayRelease(items.map(asWorkItem), user, {
        walkIn: first?.Sale.BuyerIsPatient ?? false,
        Outstanding: first?.Sale.Outstanding ?? 0,
        overrideReason: remarksOf(body),
      })
      if (!decision.ok) throw refused(`${first?.Test ?? 'Test'}: ${decision.reason}`)
      whole.push(...items)
    }
  const anew = await calculateAnew(tx, user, rows, whole)
  if (anew) return anew
  const released = whole.filter((row) => row.StatusId === workItemStatus.Approved)
  const ids = released.map((row) => row.WorkItemId)
  await moveTo(tx, ids, workItemStatus.Released)
  await tx.run(sql`
    update results r
    set
      released_at = now(),
      comments = w.comments,
      hash = ${resultHash}
    from
      work_items w
    where
      w.result_id = r.result_id
      and w.work_item_id = any (${ids})
  `)
  await finish(tx, user, released, workItemStatus.Released, 'release', remarksOf(body))
  for (const saleId of bySale.keys()) await makeReport(saleId, null)
  return { message: told(ids.length, 'released'), saleIds: salesOf(picked) }
}

// Amending what went out: a new version waits beside the result that counts until a signatory lets it out with the next
// version of the report.
import { announceList, notifyUsers, usersAt } from '../../../server/db/notify.ts'
import type { Tx } from '../../../server/db/db.ts'
import type { Caller, Loaded } from '../../../server/caller.ts'
import { requirePermit } from '../../../server/door/permission.ts'
import { invalid, malformed, refused } from '../../../server/refusal.ts'
import { allOrNothing, counted, reasonOf, remarksOf, type Acted, type MakeReport } from '../entry/act.server.ts'
import { asJudged, asWorkItem, judge, readEntry } from '../judging/entry.rules.ts'
import { checkVersions, rowsOfItems } from '../entry/named.server.ts'
import { tellCritical } from '../entry/told.server.ts'
import { approveAmendments } from './letout.server.ts'
import { waitingOf } from '../judging/follow.rules.ts'
import { signatoriesAt } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import type { AmendSent, ResultRow } from '../testresults.model.ts'
import { mayAmend, mayApproveAmendment, mayWithdraw } from '../signatory.rules.ts'
import { auditResults, type Version } from '../entry/versions.server.ts'
import { auditAsked, calculatedBeside, propose, same, withdraw, type Asked } from '../entry/waiting.server.ts'
import { role } from '../../../core/user.ts'

/**
 * What is asked of one released result: the version that would go out. Refuses what is no result of the element, or
 * nothing new.
 */
const versionOf = (row: ResultRow, item: AmendSent, asked: Asked): Version => {
  if (item.Result !== undefined && row.Formula !== null) throw refused(`${row.Element}: amend what its formula uses`)
  const read = item.Result === undefined ? { Result: row.Amendment?.Result ?? row.Result } : readEntry(row, item.Result)
  if (read.refused !== undefined || read.Result === null) {
    const reason = `${row.Element}: ${read.refused ?? 'a released result is amended to another one, not to nothing'}`
    throw refused(reason, { [`WorkItems.${row.WorkItemId}`]: [reason] })
  }
  const Comments = item.Comments === undefined ? (row.Amendment ?? row).Comments : item.Comments?.trim() || null
  if (same(read.Result, row.Result) && same(Comments, row.Comments)) throw refused(`${row.Element}: nothing is changed`)
  return { row, judged: same(read.Result, row.Result) ? asJudged(row) : judge(row, read.Result), Comments, ...asked }
}

/**
 * New versions of released results, with reason and remarks. They go out at once where the one who amends may also sign
 * them; else they wait for another signatory, or for the call about a critical value.
 */
export const amend = async (tx: Tx, user: Caller, body: Loaded, makeReport: MakeReport): Promise<Acted> => {
  const items = (body['WorkItems'] ?? []) as AmendSent[]
  const says = (item: AmendSent): boolean => (item.Result ?? '').trim() !== '' || item.Comments !== undefined
  if (items.length === 0 || !items.every((item) => typeof item.WorkItemId === 'number' && says(item)))
    throw invalid({ WorkItems: ['Give a result for each work item'] })
  const sent = new Map(items.map((item) => [Number(item.WorkItemId), item]))
  if (sent.size < items.length) throw malformed('A work item is sent twice')
  const Remarks = remarksOf(body)
  if (Remarks === null) throw invalid({ Remarks: ['Remarks are required'] })
  const asked: Asked = { ReasonId: reasonOf(body), Remarks, EnteredById: user.UserId }
  const rows = await rowsOfItems(tx, user, [...sent.keys()])
  const picked = rows.filter((row) => sent.has(row.WorkItemId))
  for (const row of picked) requirePermit(user, 'testresults', 'amend', row)
  checkVersions(picked, (id) => sent.get(id)?.RowVersion)
  allOrNothing(picked, (row) => mayAmend(asWorkItem(row), user, asked.ReasonId))
  const versions = picked.map((row) => versionOf(row, sent.get(row.WorkItemId) ?? {}, asked))
  await propose(tx, versions)
  const saleIds = [...new Set(picked.map((row) => row.SaleId))]
  const proposed = await rowsOfSales(tx, saleIds)
  for (const group of Map.groupBy(proposed, (row) => row.SaleId).values()) {
    const beside = calculatedBeside(group, waitingOf(group), asked)
    await withdraw(tx, beside.drop)
    await propose(tx, beside.versions)
    versions.push(...beside.versions)
  }
  await auditAsked(tx, user, versions, Remarks)
  await tellCritical(tx, user, versions)
  const now = await rowsOfSales(tx, saleIds)
  const mine = new Set(versions.map(({ row }) => row.WorkItemId))
  const waiting = now.filter((row) => mine.has(row.WorkItemId))
  const held = await whyHeld(tx, user, waiting)
  if (held === undefined) return approveAmendments(tx, user, now, waiting, makeReport)
  await tellSignatories(tx, user, waiting)
  announceList('testresults')
  return { message: `${counted(mine.size, 'amendment waits', 'amendments wait')}. ${held}`, saleIds }
}

/** The first reason why an amendment does not go out yet. */
const whyHeld = async (tx: Tx, user: Caller, rows: readonly ResultRow[]): Promise<string | undefined> => {
  const signatories = await signatoriesAt(
    tx,
    user,
    rows.map((row) => row.LabId),
  )
  for (const row of rows) {
    const { Amendment } = asWorkItem(row)
    const decision =
      Amendment && mayApproveAmendment(row.Element, Amendment, user, { signatories: signatories(row.LabId) })
    if (decision && !decision.ok) return decision.reason
  }
  return undefined
}

const tellSignatories = async (tx: Tx, user: Caller, rows: readonly ResultRow[]): Promise<void> => {
  for (const [labId, group] of Map.groupBy(rows, (row) => row.LabId))
    await notifyUsers(
      tx,
      (await usersAt(tx, labId, [role.Pathologist])).filter((id) => id !== user.UserId),
      {
        creater: user.FullName,
        subject: 'Amendment to approve',
        content: `${group.map((row) => row.Element).join(', ')} on ${group[0]?.Sale.AccessionNo ?? ''}`,
        path: `/testresults?SaleId=${group[0]?.SaleId ?? ''}`,
      },
    )
}

/** Takes amendments back that wait; what is calculated from them is taken back or calculated from what still waits. */
export const withdrawAmendments = async (
  tx: Tx,
  user: Caller,
  picked: readonly ResultRow[],
  remarks: string | null,
): Promise<Acted> => {
  allOrNothing(picked, (row) => mayWithdraw(asWorkItem(row), user))
  await withdraw(
    tx,
    picked.map((row) => row.WorkItemId),
  )
  const saleIds = [...new Set(picked.map((row) => row.SaleId))]
  for (const group of Map.groupBy(await rowsOfSales(tx, saleIds), (row) => row.SaleId).values()) {
    const waiting = group.find((row) => row.Amendment)?.Amendment
    const beside = calculatedBeside(group, waitingOf(group), {
      ReasonId: waiting?.ReasonId ?? null,
      Remarks: waiting?.Remarks ?? null,
      EnteredById: waiting?.EnteredById ?? user.UserId,
    })
    await withdraw(tx, beside.drop)
    await propose(tx, beside.versions)
  }
  await auditResults(
    tx,
    user,
    picked.map((row) => ({ row, after: {} })),
    'withdraw amendment',
    remarks,
  )
  announceList('testresults')
  return { message: counted(picked.length, 'amendment is withdrawn', 'amendments are withdrawn'), saleIds }
}

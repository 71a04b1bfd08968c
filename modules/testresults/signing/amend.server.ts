// Amends released results: a new version waits next to the current result until a signatory approves it, which issues
// the next version of the report.
import { recordPath } from '../../../core/record-path.ts'
import { rows, type DraftOf } from '../../../core/model.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'
import { announceList, tellOthers } from '../../../server/db/notify.ts'
import type { Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { bulkOf } from '../../../server/module.ts'
import { invalid, malformed } from '../../../server/refusal.ts'
import {
  allOrNothing,
  atRow,
  counted,
  reasonOf,
  remarksOf,
  saidFields,
  salesOf,
  type Acted,
  type Picked,
  sheetsOf,
} from '../entry/act.server.ts'
import { asApproved, asJudged, asWorkItem, judge, same } from '../judging/entry.rules.ts'
import { readEntry } from '../judging/typed.rules.ts'
import { rowsOfItems, staleAmong } from '../entry/requested-items.server.ts'
import { notifyCritical } from '../entry/notify-critical.server.ts'
import { approveAmendments, areWithdrawals } from './approve-amendments.server.ts'
import { waitingOf } from '../judging/follow.rules.ts'
import { lockToIssue, signatoriesAt } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import { printedNames, printedOf, printsOtherwise, type Printed } from '../../testreports/printed/printed.model.ts'
import { amendFields, type AmendSent, type ResultRow } from '../testresults.model.ts'
import { mayAmend, mayApproveAmendment } from '../signatory.rules.ts'
import { auditResults, type Version } from '../entry/versions.server.ts'
import { auditAsked, dependentsOf, propose, withdraw, type Asked } from '../entry/waiting.server.ts'
import { benchOf } from '../work-item.rules.ts'

const body = { WorkItems: rows('Work items', amendFields), ...saidFields }
type Body = DraftOf<typeof body>

/** The results to amend, all rows of their sales, and the values sent for each. */
type Amending = Picked & { readonly sent: ReadonlyMap<number, AmendSent> }

const find = async (tx: Tx, user: Caller, asked: Body): Promise<Amending> => {
  const says = (item: AmendSent): boolean =>
    (item.Result ?? '').trim() !== '' || printedNames.some((name) => item[name] !== undefined)
  const items = asked.WorkItems ?? []
  if (items.length === 0 || !items.every((item) => typeof item.WorkItemId === 'number' && says(item)))
    throw invalid({ WorkItems: ['Give a result for each work item'] })
  const sent = new Map(items.map((item) => [Number(item.WorkItemId), item]))
  if (sent.size < items.length) throw malformed('A work item is sent twice')
  if (remarksOf(asked) === null) throw invalid({ Remarks: ['Remarks are required'] })
  const around = await rowsOfItems(tx, user, [...sent.keys()], lockToIssue)
  return { rows: around, picked: around.filter((row) => sent.has(row.WorkItemId)), sent }
}

type Wanted = Pick<ResultRow, 'Result'> & Partial<Printed>
/** The amended value of a released result; `refused`: why it is no result of the element. */
const wantedOf = (row: ResultRow, item: AmendSent): Wanted & { readonly refused?: string | undefined } => ({
  ...(item.Result === undefined ? { Result: (row.Amendment ?? row).Result } : readEntry(row, item.Result)),
  ...printedOf(row.Amendment ?? row),
  ...Object.fromEntries(Object.entries(printedOf(item)).map(([name, text]) => [name, text?.trim() || null])),
})

/** Whether the amended value is a result of the element, and differs. */
const mayBecome = (row: ResultRow, item: AmendSent): Decision => {
  const { Result, refused, ...rest } = wantedOf(row, item)
  return allOf(
    must(
      item.Result === undefined || row.Formula === null,
      `${row.Element}: this result is calculated; amend its inputs instead`,
    ),
    must(
      refused === undefined && Result !== null,
      `${row.Element}: ${refused ?? 'enter the new result; it cannot be empty'}`,
      { at: atRow(row) },
    ),
    must(!same(Result, row.Result) || printsOtherwise(rest, row), `${row.Element}: enter another result or comment`),
  )
}

/** The version that would be released. */
const versionOf = (row: ResultRow, item: AmendSent, asked: Asked): Version => {
  const { Result, ...rest } = wantedOf(row, item)
  return {
    row,
    judged: same(Result, row.Result) && !row.Amendment?.IsJudgedAnew ? asJudged(row) : judge(row, Result),
    ...printedOf(rest),
    ...asked,
  }
}

/**
 * New versions of released results, with reason and remarks. They are released at once where the user may also sign
 * them; else they wait for another signatory, or for the call about a critical value.
 */
export const amend = bulkOf({
  name: 'amend',
  permit: 'amend',
  path: 'amend/testresults',
  summary: 'Amend released results',
  body,
  records: find,
  permitted: ({ picked }) => picked,
  held: ({ picked }) => sheetsOf(picked),
  stale: ({ picked, sent }) => staleAmong(picked, (id) => sent.get(id)?.RowVersion),
  decide: ({ picked, sent }, user, asked) =>
    allOf(
      allOrNothing(picked, (row) => mayAmend(asWorkItem(row), user, reasonOf(asked))),
      ...picked.map((row) => () => mayBecome(row, sent.get(row.WorkItemId) ?? {})),
    ),
  run: ({ tx, user, records: { picked, sent }, body: asked }) => {
    const why = { ReasonId: reasonOf(asked), Remarks: remarksOf(asked), EnteredById: user.UserId }
    return ask(
      tx,
      user,
      picked.map((row) => versionOf(row, sent.get(row.WorkItemId) ?? {}, why)),
      why,
    )
  },
})

/** Adds the waiting versions with their calculated dependents, and approves them where that is permitted. */
export const ask = async (tx: Tx, user: Caller, asked: readonly Version[], why: Asked): Promise<Acted> => {
  const versions = [...asked]
  const saleIds = salesOf(asked.map(({ row }) => row))
  const own = new Set(asked.flatMap(({ row }) => (row.Formula === null ? [] : row.WorkItemId)))
  await propose(tx, versions)
  const proposed = await rowsOfSales(tx, saleIds)
  for (const group of Map.groupBy(proposed, (row) => row.SaleId).values()) {
    const dependents = dependentsOf(group, waitingOf(group), why, own)
    await withdraw(tx, dependents.drop)
    await propose(tx, dependents.versions)
    versions.push(...dependents.versions)
  }
  await auditAsked(tx, user, versions, why.Remarks ?? '')
  await notifyCritical(tx, user, versions)
  const now = await rowsOfSales(tx, saleIds)
  const mine = new Set(versions.map(({ row }) => row.WorkItemId))
  const waiting = now.filter((row) => mine.has(row.WorkItemId))
  const held = await whyHeld(tx, user, now, waiting)
  if (held === undefined) return approveAmendments(tx, user, now, waiting)
  await notifySignatories(tx, user, waiting)
  announceList('testresults')
  const [one, more] = areWithdrawals(waiting)
    ? ['withdrawal waits', 'withdrawals wait']
    : ['amendment waits', 'amendments wait']
  return { message: `${counted(mine.size, one, more)}. ${held}` }
}

/** The first reason why an amendment is not released yet. */
const whyHeld = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  waiting: readonly ResultRow[],
): Promise<string | undefined> => {
  const signatories = await signatoriesAt(tx, user, waiting)
  const together = new Set(waiting.map((row) => row.WorkItemId))
  for (const row of waiting) {
    const item = asApproved(row, rows, together)
    const decision =
      item.Amendment && mayApproveAmendment(item, item.Amendment, user, { signatories: signatories(row) })
    if (decision && !decision.ok) return decision.reason
  }
  return undefined
}

/** Tells the other signatories of the labs what waits for them. */
export const notifySignatories = async (tx: Tx, user: Caller, rows: readonly ResultRow[]): Promise<void> => {
  for (const [labId, group] of Map.groupBy(rows, benchOf))
    await tellOthers(tx, user, labId, [role.Pathologist], {
      subject: areWithdrawals(group) ? 'Withdrawal to approve' : 'Amendment to approve',
      content: `${group.map((row) => row.Element).join(', ')} on ${group[0]?.Sale.AccessionNo ?? ''}`,
      path: recordPath('testresults', { SaleId: group[0]?.SaleId }),
    })
}

/** Withdraws waiting amendments; their dependents are withdrawn, or calculated from those that still wait. */
export const withdrawAmendments = async (
  tx: Tx,
  user: Caller,
  picked: readonly ResultRow[],
  remarks: string | null,
): Promise<Acted> => {
  await withdraw(
    tx,
    picked.map((row) => row.WorkItemId),
  )
  for (const group of Map.groupBy(await rowsOfSales(tx, salesOf(picked)), (row) => row.SaleId).values()) {
    const waiting = group.find((row) => row.Amendment)?.Amendment
    const dependents = dependentsOf(group, waitingOf(group), {
      ReasonId: waiting?.ReasonId ?? null,
      Remarks: waiting?.Remarks ?? null,
      EnteredById: waiting?.EnteredById ?? user.UserId,
    })
    await withdraw(tx, dependents.drop)
    await propose(tx, dependents.versions)
  }
  await auditResults(
    tx,
    user,
    picked.map((row) => ({ row, after: {} })),
    'withdraw amendment',
    remarks,
  )
  announceList('testresults')
  return { message: counted(picked.length, 'amendment is withdrawn', 'amendments are withdrawn') }
}

// Review, approve, release, repeat, withdraw: all or nothing, naming each item that refuses.
import { json, type DraftOf, type Permit } from '../../../core/model.ts'
import { allOf, no, yes, type Decision } from '../../../core/refusal.ts'
import { announceList } from '../../../server/db/notify.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { bulkOf } from '../../../server/module.ts'
import { invalid } from '../../../server/refusal.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { issueReports } from '../../testreports/issue.server.ts'
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
} from '../entry/act.server.ts'
import { withdrawAmendments } from './amend.server.ts'
import { approveAmendments } from './letout.server.ts'
import { asApproved, asWorkItem, isCurrent, judgeSale } from '../judging/entry.rules.ts'
import { rowsOfItems, staleAmong } from '../entry/named.server.ts'
import { signResults } from '../entry/signatures.server.ts'
import { mayPutBack, staleFormulas } from '../judging/follow.rules.ts'
import { putBack } from '../entry/repeat.server.ts'
import { isOnBench, signatoriesAt } from '../entry/bench.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import type { Signatories } from '../work-item.rules.ts'
import { mayRepeat } from '../bench.rules.ts'
import { mayApprove, mayRelease, mayReview, mayWithdraw } from '../signatory.rules.ts'
import { auditedChanges, auditResults, resultHash, writeChanges, type Change } from '../entry/versions.server.ts'
import { clientType, workItemStatus } from '../../lists/items.model.ts'
import { benchOf, isUnsaid } from '../work-item.rules.ts'

const body = {
  WorkItemIds: json<number[]>('Work items'),
  /** As the signatory saw them, in the order of WorkItemIds. */
  RowVersions: json<(number | null)[]>('Versions'),
  ...saidFields,
}
type Body = DraftOf<typeof body>

/** Results that are signed at once. */
const mostSigned = 2000
const isKey = (id: unknown): boolean => Number.isInteger(id) && Math.abs(Number(id)) < 2 ** 31

const idsOf = ({ WorkItemIds: ids, RowVersions: versions }: Body): number[] => {
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isKey))
    throw invalid({ WorkItemIds: ['Choose at least one result'] })
  if (ids.length > mostSigned) throw invalid({ WorkItemIds: [`No more than ${mostSigned} results at once`] })
  // a list that fits nothing would guard nothing
  const isSeen = (seen: unknown): boolean => seen === null || isKey(seen)
  if (versions != null && !(Array.isArray(versions) && versions.length === ids.length && versions.every(isSeen)))
    throw invalid({ RowVersions: ['Give a version for each result'] })
  return [...new Set(ids)]
}
type Signed = Picked & { readonly ids: readonly number[]; readonly signatories: (labId: number) => Signatories }

const find = async (tx: Tx, user: Caller, sent: Body): Promise<Signed> => {
  const ids = idsOf(sent)
  const rows = await rowsOfItems(tx, user, ids)
  const picked = rows.filter((row) => ids.includes(row.WorkItemId))
  const signatories = await signatoriesAt(tx, user, picked.map(benchOf))
  return { rows, picked, ids, signatories }
}
/** What was changed since the signatory saw it is not signed. */
const stale = ({ rows }: Signed, { WorkItemIds: asked, RowVersions: versions }: Body): string | undefined =>
  Array.isArray(asked) && Array.isArray(versions) ? staleAmong(rows, (id) => versions[asked.indexOf(id)]) : undefined

/** What the acts of a signatory on picked results have in common. */
const signing = (name: string, permit: Permit, summary: string) => ({
  name,
  permit,
  path: `${name}/testresults`,
  summary,
  body,
  records: find,
  permitted: ({ picked }: Signed) => picked,
  held: ({ picked }: Signed) => salesOf(picked),
  stale,
})

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
const told = (count: number, what: string): string => counted(count, `result is ${what}`, `results are ${what}`)

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
    errors: Object.fromEntries(changes.map((change) => [atRow(change.row), [text(change)]])),
    status: 422,
  }
}

export const review = bulkOf({
  ...signing('review', 'review', 'Review results'),
  decide: ({ picked }, user) => allOrNothing(picked, (row) => mayReview(asWorkItem(row), user)),
  run: async ({ tx, user, records: { picked, ids }, body: sent }) => {
    await moveTo(tx, ids, workItemStatus.Reviewed)
    await signResults(tx, user, ids, 'reviewed')
    await finish(tx, user, picked, workItemStatus.Reviewed, 'review', remarksOf(sent))
    return { message: told(ids.length, 'reviewed') }
  },
})

/** Approves what is entered or reviewed; an amendment that waits goes out with it. */
export const approve = bulkOf({
  ...signing('approve', 'approve', 'Approve results and amendments'),
  decide: ({ rows, picked, ids, signatories }, user) =>
    allOrNothing(picked, (row) =>
      mayApprove(asApproved(row, rows, new Set(ids)), user, { signatories: signatories(benchOf(row)) }),
    ),
  run: async ({ tx, user, records: { rows, picked }, body: sent }): Promise<Acted> => {
    const results = picked.filter((row) => row.Amendment === null)
    const anew = await calculateAnew(tx, user, rows, results)
    if (anew) return anew
    const amended = picked.filter((row) => row.Amendment !== null)
    if (results.length > 0) {
      const approved = results.map((row) => row.WorkItemId)
      await moveTo(tx, approved, workItemStatus.Approved)
      await signResults(tx, user, approved, 'approved')
      await finish(tx, user, results, workItemStatus.Approved, 'approve', remarksOf(sent))
    }
    const message = results.length > 0 ? told(results.length, 'approved') : ''
    if (amended.length === 0) return { message }
    const out = await approveAmendments(tx, user, rows, amended)
    return { ...out, message: [message, out.message].filter(Boolean).join('; ') }
  },
})

/** Back to pending; the value stays as a run. Formulas that used it are pending again, too. */
export const repeat = bulkOf({
  ...signing('repeat', 'update', 'Ask for a repeat'),
  decide: ({ rows, picked, ids }, user, sent) =>
    allOf(
      allOrNothing(picked, (row) => mayRepeat(asWorkItem(row), user, reasonOf(sent))),
      () => mayPutBack(rows, ids),
    ),
  run: async ({ tx, user, records: { rows, picked, ids }, body: sent }) => {
    const reason = reasonOf(sent)
    const followed = await putBack(tx, user, rows, ids, reason, remarksOf(sent))
    await refreshStatuses(tx, salesOf(picked))
    const after = { StatusId: workItemStatus.Repeat, Result: null, ReasonId: reason }
    const put = picked.map((row) => ({ row, after }))
    await auditResults(tx, user, [...put, ...auditedChanges(followed)], 'repeat', remarksOf(sent))
    announceList('testresults')
    return { message: told(ids.length, 'to be repeated') }
  },
})

/** Takes amendments back that wait. */
export const withdraw = bulkOf({
  ...signing('withdraw', 'amend', 'Take amendments back that wait for a signatory'),
  decide: ({ picked }, user) => allOrNothing(picked, (row) => mayWithdraw(asWorkItem(row), user)),
  run: ({ tx, user, records: { picked }, body: sent }) => withdrawAmendments(tx, user, picked, remarksOf(sent)),
})

/** Items that a release takes: what is asked for, completed to whole tests. */
const wholeTests = ({ rows, picked }: Picked, user: Caller): (readonly ResultRow[])[] =>
  [...Map.groupBy(picked, (row) => row.SaleId)].flatMap(([saleId, group]) =>
    [...new Set(group.map((row) => row.TestId))].map((test) =>
      rows.filter((row) => row.SaleId === saleId && row.TestId === test && isOnBench(user, row)),
    ),
  )
/** Every test of theirs must be ready. */
const mayReleaseTest = (items: readonly ResultRow[], user: Caller, sent: Body): Decision => {
  const [first] = items
  // what a patient owes is between them and who sold it
  const isOutside = user.EntityTypeId === clientType.ExternalLab
  const decision = mayRelease(items.map(asWorkItem), user, {
    walkIn: first?.Sale.BuyerIsPatient ?? false,
    Outstanding: first?.Sale.Outstanding ?? 0,
    overrideReason: isOutside ? null : remarksOf(sent),
  })
  if (!decision.ok && decision.code === 'outstanding' && isOutside)
    return no(`${first?.Test ?? 'Test'}: the lab that sent the sample holds the report back; ask there`)
  return decision.ok ? yes : no(`${first?.Test ?? 'Test'}: ${decision.reason}`, { code: decision.code })
}

export const release = bulkOf({
  ...signing('release', 'release', 'Release results and issue the report'),
  decide: (found, user, sent) =>
    allOf(...wholeTests(found, user).map((items) => () => mayReleaseTest(items, user, sent))),
  run: async ({ tx, user, records, body: sent }): Promise<Acted> => {
    const whole = wholeTests(records, user).flat()
    const anew = await calculateAnew(tx, user, records.rows, whole)
    if (anew) return anew
    const released = whole.filter((row) => row.StatusId === workItemStatus.Approved)
    await letGo(
      tx,
      released.map((row) => row.WorkItemId),
    )
    await finish(tx, user, released, workItemStatus.Released, 'release', remarksOf(sent))
    const unsaid = whole.filter((row) => isUnsaid(asWorkItem(row)))
    await auditResults(
      tx,
      user,
      unsaid.map((row) => ({ row, after: {} })),
      'release',
      remarksOf(sent),
    )
    await issueReports(tx, user, new Map(salesOf(records.picked).map((saleId) => [saleId, null])))
    return {
      message: [
        released.length > 0 || unsaid.length === 0 ? told(released.length, 'released') : '',
        unsaid.length > 0 ? `${counted(unsaid.length, 'is', 'are')} reported as not performed` : '',
      ]
        .filter(Boolean)
        .join('; '),
    }
  },
})

const letGo = async (tx: Tx, ids: readonly number[]): Promise<void> => {
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
      and w.work_item_id = any (${[...ids]})
  `)
}

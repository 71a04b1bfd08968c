// What a correction of an issued report does after its sale is changed: released results are judged again, the next
// version is issued, and who has to know is notified.
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { announceList, tellOthers } from '../../../server/db/notify.ts'
import { changesBetween, writeAudit } from '../../../server/door/audit.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { readSale } from '../../sales/read.server.ts'
import type { Sale } from '../../sales/sales.model.ts'
import { correctSale, type Corrected } from '../../sales/save.server.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import type { Amended } from '../../testreports/amendment.server.ts'
import { issueReports } from '../../testreports/issue.server.ts'
import { signatoriesAt } from '../entry/bench.server.ts'
import { notifyCritical } from '../entry/notify-critical.server.ts'
import { rejudge } from '../entry/rejudge.server.ts'
import {
  addVersions,
  auditedChanges,
  auditResults,
  resultHash,
  writeChanges,
  type Version,
} from '../entry/versions.server.ts'
import { judgeSale, type Judged } from '../judging/entry.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchOf, isCritical, isOut, type Signatories, type WorkItem } from '../work-item.rules.ts'

type Beside = 'Receipts' | 'OverrideRemarks' | 'ReceiptReason' | 'Overpaid' | 'EarlyCollection'
/** The stored sale; receipts and what is only sent take no part in a correction. */
export const saleOf = async (tx: Tx, key: number): Promise<Sale> => ({
  ...(await tx.one<Omit<Sale, Beside>>(readSale(key))),
  Receipts: [],
  OverrideRemarks: null,
  ReceiptReason: null,
  Overpaid: null,
  EarlyCollection: null,
})

/** How many may sign an item of these rows. */
export const signersOf = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
): Promise<(item: Pick<WorkItem, 'WorkItemId'>) => Signatories> => {
  const signatories = await signatoriesAt(tx, user, rows)
  const rowOf = new Map(rows.map((row) => [row.WorkItemId, row]))
  return ({ WorkItemId }) => {
    const row = rowOf.get(WorkItemId)
    return row === undefined ? 'unknown' : signatories(row)
  }
}

type Why = { readonly action: string; readonly ReasonId: number | null; readonly Remarks: string }

/** Changes the sale and its records; the history of the sale records the change. */
export const changeSale = async (tx: Tx, user: Caller, before: Sale, record: Corrected, why: Why): Promise<void> => {
  const key = Number(before.SaleId)
  await correctSale({ tx, user, record, before, key })
  const changes = changesBetween(before, await saleOf(tx, key))
  await writeAudit(tx, user, { module: 'sales', formId: key, action: why.action, remarks: why.Remarks, changes })
}

/** A released result that is in force: what was withdrawn stays so. */
export const isInForce = (row: ResultRow): boolean => isOut(row) && row.WithdrawnOn === null

/** Who signs a new version: the user who corrects, or still who signed the one before. */
type Signer = 'user' | 'kept'
/** Makes new versions the released ones. */
const signAnew = async (
  tx: Tx,
  user: Caller,
  out: readonly Version[],
  ReasonId: number | null,
  signer: Signer,
): Promise<void> => {
  const results = await addVersions(tx, out)
  await tx.run(sql`
    update work_items item
    set
      result_id = result.result_id,
      status_id = ${literal(workItemStatus.Amended)},
      reason_id = ${ReasonId},
      comments = result.comments,
      row_version = item.row_version + 1
    from
      results result
    where
      result.result_id = any (${[...results.values()]})
      and item.work_item_id = result.work_item_id
  `)
  await tx.run(sql`
    update results fresh
    set
      approved_by_id = case
        when ${signer === 'user'} then ${user.UserId}::int
        else (
          select
            earlier.approved_by_id
          from
            results earlier
          where
            earlier.work_item_id = fresh.work_item_id
            and earlier.version < fresh.version
            and earlier.approved_by_id is not null
          order by
            earlier.version desc
          limit
            1
        )
      end,
      approved_at = now(),
      released_at = now()
    where
      fresh.result_id = any (${[...results.values()]})
  `)
  await tx.run(sql`
    update results result
    set
      hash = ${resultHash}
    where
      result.result_id = any (${[...results.values()]})
  `)
}

/** Which released results become a new version, and the comment each then has. */
type Renewing = {
  readonly renews: (row: ResultRow, judged: Judged) => boolean
  readonly commentsOf: (row: ResultRow) => string | null
}
/**
 * Judges the results of a sale again: those that are in force are signed by the user who corrects, unreleased ones wait
 * for approval again. Answers the new versions.
 */
export const judgeOut = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  { ReasonId, Remarks }: Why,
  { renews, commentsOf }: Renewing = { renews: () => true, commentsOf: (row) => row.Comments },
  signer: Signer = 'user',
): Promise<Version[]> => {
  const judged = judgeSale(rows, new Map())
  const out = rows.filter(isInForce).flatMap((row): Version[] => {
    const now = judged.get(row.WorkItemId)
    if (!now || !renews(row, now)) return []
    return [
      { row, judged: now, EnteredById: row.EnteredById ?? user.UserId, ReasonId, Remarks, Comments: commentsOf(row) },
    ]
  })
  await signAnew(tx, user, out, ReasonId, signer)
  const open = rejudge(user, rows, judged)
  await writeChanges(tx, open)
  await auditResults(
    tx,
    user,
    [
      ...out.map(({ row, judged: { Result, Flag }, Comments = null }) => ({
        row,
        after: { StatusId: workItemStatus.Amended, Result, Flag, ReasonId, Comments },
      })),
      ...auditedChanges(open),
    ],
    'judge anew',
    Remarks,
  )
  return out
}

type Reissued = {
  /** `The patient is corrected`. */
  readonly done: string
  readonly subject: string
  /** The patient to whom new critical values belong. */
  readonly patient: string
  readonly Changes: Amended['Changes']
  readonly IsOfPerson?: boolean
  /** All results of the sale. */
  readonly rows: readonly ResultRow[]
  /** New versions of results; empty where none is judged otherwise. */
  readonly out: readonly Version[]
}
/** Issues the next version of the report, and answers which calls are to be made. */
export const reissue = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  { Remarks }: Why,
  { done, subject, patient, Changes, IsOfPerson = false, rows, out }: Reissued,
) => {
  await refreshStatuses(tx, [saleId])
  await issueReports(tx, user, new Map([[saleId, { Reason: Remarks, By: user.FullName, Changes, IsOfPerson }]]))
  await notifyCritical(tx, user, out)
  const critical = out.filter(({ judged }) => isCritical(judged))
  for (const [labId, [row]] of Map.groupBy(rows.filter(isOut), benchOf))
    await tellOthers(tx, user, labId, [role.Pathologist, role.FrontDesk, role.QualityManager], {
      subject,
      content: `${row?.Sale.AccessionNo ?? ''}: ${Remarks}`,
      path: recordPath('testreports', { SaleId: saleId }),
    })
  for (const module of ['sales', 'testreports', 'samples']) announceList(module)
  const calls =
    critical.length === 0 ? '' : `. Log the calls for ${patient}: ${critical.map((one) => one.row.Element).join(', ')}`
  return {
    message: `${done}, the report is amended${calls}`,
    CallsToMake: critical.map((one) => ({
      WorkItemId: one.row.WorkItemId,
      Element: one.row.Element,
      // an answer is no opening
      Result: one.row.IsSensitive ? null : one.judged.Result,
    })),
  }
}

// Approves amendments: the waiting versions become the current results, with the next version of the report.
import { announceList, tellOthers } from '../../../server/db/notify.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { listPath } from '../../../core/record-path.ts'
import { yes } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import type { Amended } from '../../testreports/amendment.server.ts'
import { issueReports } from '../../testreports/issue.server.ts'
import { allOrNothing, atRow, counted, salesOf, type Acted } from '../entry/act.server.ts'
import { asApproved, asJudged, judgeSale, sameValue } from '../judging/entry.rules.ts'
import { followersOf, waitingOf } from '../judging/follow.rules.ts'
import { signatoriesAt } from '../entry/bench.server.ts'
import { printedOf, printsOtherwise } from '../../testreports/printed/printed.model.ts'
import { printedAsIn } from '../../testreports/printed/printed.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { goesOut } from '../gate.rules.ts'
import { mayApproveAmendment } from '../signatory.rules.ts'
import {
  auditedChanges,
  auditResults,
  resultHash,
  writeChanges,
  type Change,
  type Version,
} from '../entry/versions.server.ts'
import { auditAsked, propose, withdraw } from '../entry/waiting.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { role } from '../../../core/user.ts'
import { benchOf } from '../work-item.rules.ts'
import { judgedAnewChanges } from '../judging/judged-by.server.ts'

/** None of these amendments gives a new value. */
export const areWithdrawals = (rows: readonly ResultRow[]): boolean =>
  rows.every((row) => row.Amendment?.IsWithdrawal === true)

/**
 * Approves amendments: `rows` are all rows of the sales, `amended` those picked. Their calculated dependents are
 * released with them; a stale dependent is recalculated and must be approved again.
 */
export const approveAmendments = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  amended: readonly ResultRow[],
): Promise<Acted> => {
  const going: ResultRow[] = []
  const open: Change[] = []
  const stale: Version[] = []
  for (const [saleId, picked] of Map.groupBy(amended, (row) => row.SaleId)) {
    const group = rows.filter((row) => row.SaleId === saleId)
    const entered = waitingOf(picked)
    const judged = judgeSale(group, entered)
    const followers = followersOf(group, entered, judged)
    const values = new Map(followers.out.map((one) => [one.row.WorkItemId, one.judged]))
    const calculated = group.filter(
      (row) =>
        row.Formula !== null &&
        // one that is withdrawn for itself follows no input
        (values.has(row.WorkItemId) || (picked.includes(row) && row.Amendment?.IsWithdrawal !== true)),
    )
    for (const row of calculated) {
      const value = values.get(row.WorkItemId) ?? asJudged(row)
      const { Amendment } = row
      // of another age or sex, without another input
      const isOfPerson = Amendment !== null && sameValue(judged.get(row.WorkItemId) ?? value, Amendment)
      if (!Amendment || !(isOfPerson || sameValue(value, Amendment)))
        stale.push({
          row,
          judged: value,
          EnteredById: picked[0]?.Amendment?.EnteredById ?? user.UserId,
          ReasonId: picked[0]?.Amendment?.ReasonId ?? null,
          Remarks: picked[0]?.Amendment?.Remarks ?? null,
          ...printedOf(row.Amendment ?? row),
        })
    }
    going.push(...new Set([...picked, ...calculated]))
    for (const { row, judged: now, StatusId } of followers.open)
      open.push({
        row,
        StatusId,
        version: { judged: now, EnteredById: picked[0]?.Amendment?.EnteredById ?? user.UserId },
      })
  }
  const together = new Set(going.map((row) => row.WorkItemId))
  const gate = allOrNothing(going, (row) =>
    row.Amendment === null || row.Amendment.IsWithdrawal ? yes : goesOut(asApproved(row, rows, together)),
  )
  if (!gate.ok) throw refusedBy(gate)
  if (stale.length > 0) return askAgain(tx, user, stale)
  const signatories = await signatoriesAt(tx, user, going)
  const decision = allOrNothing(going, (row) => {
    const item = asApproved(row, rows, together)
    return item.Amendment ? mayApproveAmendment(item, item.Amendment, user, { signatories: signatories(row) }) : yes
  })
  if (!decision.ok) throw refusedBy(decision)
  await releaseVersions(
    tx,
    user,
    going.map((row) => row.WorkItemId),
  )
  await writeChanges(tx, open)
  await refreshStatuses(tx, salesOf(amended))
  await report(tx, user, going, open)
  announceList('testresults')
  const word = areWithdrawals(going) ? 'withdrawn' : 'amended'
  return { message: counted(going.length, `result is ${word}`, `results are ${word}`) }
}

/** Proposes stale calculated amendments again, to be checked and approved. */
const askAgain = async (tx: Tx, user: Caller, stale: readonly Version[]): Promise<Acted> => {
  const isNew = (version: Version): boolean =>
    !sameValue(version.judged, version.row) || printsOtherwise(version, version.row)
  await propose(tx, stale.filter(isNew))
  await withdraw(
    tx,
    stale.filter((version) => !isNew(version)).map(({ row }) => row.WorkItemId),
  )
  await auditAsked(tx, user, stale, 'Recalculated')
  announceList('testresults')
  const text = ({ row, judged }: Version) =>
    `${row.Element}: recalculated, it would be ${judged.Result ?? 'empty'}; check it and approve again`
  return {
    message: stale.map(text).join('; '),
    errors: Object.fromEntries(stale.map((version) => [atRow(version.row), [text(version)]])),
    status: 422,
  }
}

/** Who signs a new version: the user, or still who signed the one before. */
export type Signer = 'user' | 'kept'
/** Makes the waiting versions the current results, signed and released. */
export const releaseVersions = async (
  tx: Tx,
  user: Caller,
  ids: readonly number[],
  signer: Signer = 'user',
): Promise<void> => {
  await tx.run(sql`
    update results result
    set
      approved_by_id = case
        when ${signer === 'user'} then ${user.UserId}::int
        else (
          select
            earlier.approved_by_id
          from
            results earlier
          where
            earlier.work_item_id = result.work_item_id
            and earlier.version < result.version
            and earlier.approved_by_id is not null
          order by
            earlier.version desc
          limit
            1
        )
      end,
      approved_at = now(),
      released_at = now()
    from
      work_items item
    where
      item.amended_result_id = result.result_id
      and item.work_item_id = any (${[...ids]})
  `)
  await tx.run(sql`
    update work_items item
    set
      status_id = ${literal(workItemStatus.Amended)},
      reason_id = result.reason_id,
      ${printedAsIn('result')},
      tube_kept_for = item.tube_kept_for || coalesce(result.tube_kept_for, '{}'),
      kept_sentences = item.kept_sentences || result.kept_sentences,
      result_id = result.result_id,
      amended_result_id = null,
      row_version = item.row_version + 1
    from
      results result
    where
      result.result_id = item.amended_result_id
      and item.work_item_id = any (${[...ids]})
  `)
  await tx.run(sql`
    update results result
    set
      hash = ${resultHash}
    from
      work_items item
    where
      item.result_id = result.result_id
      and item.work_item_id = any (${[...ids]})
  `)
}

/** Writes the history, issues the next version of each report, and notifies. */
export const report = async (
  tx: Tx,
  user: Caller,
  going: readonly ResultRow[],
  open: readonly Change[],
): Promise<void> => {
  const reports = new Map<number, Amended>()
  for (const [saleId, group] of Map.groupBy(going, (row) => row.SaleId)) {
    const amendments = group.flatMap((row) => (row.Amendment ? [{ row, ...row.Amendment }] : []))
    const Reason = [...new Set(amendments.map((one) => one.Remarks).filter((text) => text !== null))].join('; ')
    const askers = [...new Set(amendments.map((one) => one.EnteredBy))]
    const By = askers.includes(user.FullName) ? user.FullName : `${askers.join(', ')}, approved by ${user.FullName}`
    const after = amendments.map(({ row, Result, Flag, ReasonId, ...rest }) => ({
      row,
      after: { Result, Flag, ...printedOf(rest), ReasonId, StatusId: workItemStatus.Amended },
    }))
    await auditResults(
      tx,
      user,
      [...after, ...auditedChanges(open.filter((change) => change.row.SaleId === saleId))],
      areWithdrawals(group) ? 'withdraw result' : 'amend',
      Reason,
    )
    const IsWithdrawal = amendments.some((one) => one.IsWithdrawal)
    reports.set(saleId, { Reason, By, Changes: await judgedAnewChanges(tx, group), IsWithdrawal })
    for (const labId of new Set(group.map(benchOf)))
      await tellOthers(tx, user, labId, [role.Pathologist, role.FrontDesk, role.QualityManager], {
        subject: IsWithdrawal ? 'Results withdrawn' : 'Report amended',
        content: `${group.map((row) => row.Element).join(', ')} on ${group[0]?.Sale.AccessionNo ?? ''}: ${Reason}`,
        path: listPath('testreports'),
      })
  }
  await issueReports(tx, user, reports)
}

// Amendments that wait next to the current results: adds and withdraws them, and calculates their dependents.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { asJudged, judgeSale, sameValue } from '../judging/entry.rules.ts'
import { followersOf } from '../judging/follow.rules.ts'
import { printedOf, printsOtherwise } from '../../testreports/printed/printed.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isOut } from '../work-item.rules.ts'
import { addVersions, auditResults, type Version } from './versions.server.ts'

/** Withdraws what waits for these work items; the versions remain, marked. */
export const withdraw = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.run(sql`
    update results result
    set
      withdrawn_at = now()
    from
      work_items item
    where
      item.amended_result_id = result.result_id
      and item.work_item_id = any (${[...ids]})
  `)
  await tx.run(sql`
    update work_items
    set
      amended_result_id = null,
      row_version = row_version + 1
    where
      work_item_id = any (${[...ids]})
      and amended_result_id is not null
  `)
}

/**
 * What a signatory decided about the tube of a waiting value stays with that value, in whatever version it waits; where
 * the sentence that says it is no longer printed, the gate asks again.
 */
const keepDecisions = async (tx: Tx, versions: readonly Version[]): Promise<void> => {
  const replaced = versions.flatMap(({ row }) => row.Amendment?.ResultId ?? [])
  if (replaced.length === 0) return
  await tx.run(sql`
    update results waiting
    set
      tube_kept_for = decided.tube_kept_for,
      kept_sentences = decided.kept_sentences
    from
      results decided
      join work_items item on item.work_item_id = decided.work_item_id
    where
      decided.result_id = any (${replaced})
      and decided.tube_kept_for is not null
      and waiting.result_id = item.amended_result_id
      and waiting.result = decided.result
  `)
}

/**
 * Adds new versions next to the current results, replacing those that waited. A call about the same value counts for
 * its new version, unless it was about another patient: the value in force beside one that is judged again may be, so
 * that then only a call about what is replaced counts.
 */
export const propose = async (tx: Tx, versions: readonly Version[], isSamePatient = true): Promise<void> => {
  const ids = versions.map(({ row }) => row.WorkItemId)
  const replaced = versions.flatMap(({ row: { WorkItemId, Amendment } }) =>
    Amendment?.IsJudgedAnew ? [{ WorkItemId, ...Amendment }] : [],
  )
  await withdraw(tx, ids)
  // beside a released result, a version without value or cause takes the value back
  const results = await addVersions(
    tx,
    versions.map((one) => ({
      ...one,
      Withdraws: one.judged.Result === null && one.judged.NotCalculated === null,
      IsJudgedAnew: one.IsJudgedAnew ?? one.row.Amendment?.IsJudgedAnew ?? false,
    })),
  )
  await tx.run(sql`
    update work_items item
    set
      amended_result_id = sent.result_id,
      row_version = item.row_version + 1
    from
      unnest(${[...results.keys()]}::int[], ${[...results.values()]}::int[]) sent (work_item_id, result_id)
    where
      item.work_item_id = sent.work_item_id
  `)
  await keepDecisions(tx, versions)
  if (!isSamePatient) return
  await tx.run(sql`
    insert into
      critical_calls (
        work_item_id,
        result_id,
        called_to,
        called_role,
        called_phone,
        read_back,
        called_at,
        called_by_id,
        remarks,
        reached
      )
    select
      critical_call.work_item_id,
      item.amended_result_id,
      critical_call.called_to,
      critical_call.called_role,
      critical_call.called_phone,
      critical_call.read_back,
      critical_call.called_at,
      critical_call.called_by_id,
      critical_call.remarks,
      critical_call.reached
    from
      work_items item
      left join unnest(${replaced.map((one) => one.WorkItemId)}::int[], ${replaced.map(
        (one) => one.ResultId,
      )}::int[]) replaced (work_item_id, result_id) on replaced.work_item_id = item.work_item_id
      join results counting on counting.result_id = coalesce(replaced.result_id, item.result_id)
      join results waiting on waiting.result_id = item.amended_result_id
      join critical_calls critical_call on critical_call.work_item_id = item.work_item_id
      and critical_call.result_id = counting.result_id
      and not critical_call.about_other
    where
      item.work_item_id = any (${ids})
      and waiting.result = counting.result
      and waiting.flag = counting.flag
  `)
}

export type Asked = { ReasonId: number | null; Remarks: string | null; EnteredById: number }

/**
 * The values of released calculated results once all that waits is approved; `drop`: a waiting amendment whose
 * inputs no longer give it. `own`: what was asked for itself, and follows nothing.
 */
export const dependentsOf = (
  rows: readonly ResultRow[],
  waiting: ReadonlyMap<number, string | null>,
  asked: Asked,
  own: ReadonlySet<number> = new Set(),
) => {
  const given = judgeSale(rows, waiting)
  const values = new Map(followersOf(rows, waiting, given).out.map(({ row, judged }) => [row.WorkItemId, judged]))
  const versions: Version[] = []
  const drop: number[] = []
  for (const row of rows.filter((one) => one.Formula !== null && isOut(one) && !own.has(one.WorkItemId))) {
    // what is in force beside one that is judged again was judged by what was wrong: it never takes its place
    const isAgain = row.Amendment?.IsJudgedAnew === true
    const judged = (isAgain ? given : values).get(row.WorkItemId) ?? asJudged(row)
    const printed = printedOf(row.Amendment ?? row)
    const isNew = isAgain || !sameValue(judged, row) || printsOtherwise(printed, row)
    // one of another age or sex has the same value, or another one without another input
    const isOfPerson =
      row.Amendment !== null &&
      [row, given.get(row.WorkItemId)].some((one) => one !== undefined && sameValue(row.Amendment ?? row, one))
    if (!isNew && row.Amendment && !isOfPerson) drop.push(row.WorkItemId)
    if (isNew && (!row.Amendment || !sameValue(judged, row.Amendment)))
      versions.push({ row, judged, ...printed, ...asked })
  }
  return { versions, drop }
}

/** Records requested amendments in the history. */
export const auditAsked = (tx: Tx, user: Caller, versions: readonly Version[], remarks: string): Promise<void> =>
  auditResults(
    tx,
    user,
    versions.map(({ row, judged, ReasonId, ...rest }) => ({
      row,
      after: {
        Result: judged.Result,
        Flag: judged.Flag,
        ...(ReasonId === undefined ? {} : { ReasonId }),
        ...printedOf(rest),
      },
    })),
    'ask to amend',
    remarks,
  )

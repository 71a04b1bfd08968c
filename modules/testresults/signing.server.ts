// Review, approve, release, repeat and amend: all or nothing, naming each item that refuses; and the log of critical calls.
import type { Decision } from '../../core/refusal.ts'
import { announceList, notifyUsers, usersAt } from '../../server/notify.ts'
import { sql, type Tx } from '../../server/db.ts'
import type { Caller, Loaded } from '../../server/module.ts'
import { invalid, notFound, refused } from '../../server/refusal.ts'
import { refreshStatuses } from '../sales/status.server.ts'
import { asWorkItem, judge, judgeSale } from './entry.rules.ts'
import { auditResults, checkVersions, rowsOfItems } from './entry.server.ts'
import { putBack } from './repeat.server.ts'
import { signatoriesAt } from './rows.server.ts'
import { mayAmend, mayApprove, mayRelease, mayRepeat, mayReview, isCritical } from './testresults.rules.ts'
import type { ResultRow } from './testresults.model.ts'

const idsOf = (body: Loaded): number[] => {
  const ids = body['WorkItemIds']
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 2000 || !ids.every((id) => Number.isInteger(id)))
    throw invalid({ WorkItemIds: ['Choose at least one result'] })
  return [...new Set(ids as number[])]
}
const allOrNothing = (picked: readonly ResultRow[], decide: (row: ResultRow) => Decision): void => {
  const refusals = picked.flatMap((row) => {
    const decision = decide(row)
    return decision.ok ? [] : [[row, decision.reason] as const]
  })
  if (refusals.length > 0)
    throw refused(
      refusals.map(([, reason]) => reason).join('; '),
      Object.fromEntries(refusals.map(([row, reason]) => [`WorkItems.${row.WorkItemId}`, [reason]])),
    )
}
/** The rows to be signed and those around them; what was changed since the signatory saw it (RowVersions, in the order of WorkItemIds) is not signed. */
const pick = async (tx: Tx, user: Caller, ids: readonly number[], body: Loaded): Promise<{ rows: ResultRow[]; picked: ResultRow[] }> => {
  const rows = await rowsOfItems(tx, user, ids)
  const [asked, versions] = [body['WorkItemIds'], body['RowVersions']]
  if (Array.isArray(asked) && Array.isArray(versions)) checkVersions(rows, (id) => versions[asked.indexOf(id)] as number | undefined)
  return { rows, picked: rows.filter((row) => ids.includes(row.WorkItemId)) }
}
const reasonOf = (body: Loaded): number | null => (typeof body['ReasonId'] === 'number' ? body['ReasonId'] : null)
const remarksOf = (body: Loaded): string | null =>
  typeof body['Remarks'] === 'string' && body['Remarks'].trim() !== '' ? body['Remarks'].trim() : null

const finish = async (
  tx: Tx,
  user: Caller,
  picked: readonly ResultRow[],
  StatusId: number,
  action: string,
  remarks: string | null,
): Promise<void> => {
  await refreshStatuses(tx, [...new Set(picked.map((row) => row.SaleId))])
  await auditResults(
    tx,
    user,
    picked.map((row) => ({ row, after: { Result: row.Result, StatusId } })),
    action,
    remarks,
  )
  announceList('testresults')
}

export const review = async (tx: Tx, user: Caller, body: Loaded): Promise<string> => {
  const { picked } = await pick(tx, user, idsOf(body), body)
  allOrNothing(picked, (row) => mayReview(asWorkItem(row), user))
  const ids = picked.map((row) => row.WorkItemId)
  await tx.run(
    sql`with w as (update work_items set status_id = 152, row_version = row_version + 1 where work_item_id = any(${ids}) returning result_id) update results set reviewed_by_id = ${user.UserId}, reviewed_at = now() where result_id in (select result_id from w)`,
  )
  await finish(tx, user, picked, 152, 'review', remarksOf(body))
  return ids.length === 1 ? '1 result is reviewed' : `${ids.length} results are reviewed`
}

export const approve = async (tx: Tx, user: Caller, body: Loaded): Promise<string> => {
  const { picked } = await pick(tx, user, idsOf(body), body)
  const signatories = await signatoriesAt(tx, user.EntityId)
  allOrNothing(picked, (row) => mayApprove(asWorkItem(row), user, { signatories }))
  const ids = picked.map((row) => row.WorkItemId)
  await tx.run(
    sql`with w as (update work_items set status_id = 153, row_version = row_version + 1 where work_item_id = any(${ids}) returning result_id) update results set approved_by_id = ${user.UserId}, approved_at = now() where result_id in (select result_id from w)`,
  )
  await finish(tx, user, picked, 153, 'approve', remarksOf(body))
  return ids.length === 1 ? '1 result is approved' : `${ids.length} results are approved`
}

/** Back to pending; the value stays as a run. Formulas that used it are pending again, too. */
export const repeat = async (tx: Tx, user: Caller, body: Loaded): Promise<string> => {
  const { rows, picked } = await pick(tx, user, idsOf(body), body)
  const reason = reasonOf(body)
  allOrNothing(picked, (row) => mayRepeat(asWorkItem(row), user, reason))
  const ids = picked.map((row) => row.WorkItemId)
  await putBack(tx, rows, ids, reason, remarksOf(body))
  await finish(tx, user, picked, 155, 'repeat', remarksOf(body))
  return ids.length === 1 ? '1 result is to be repeated' : `${ids.length} results are to be repeated`
}

/** Items that a release takes: what is asked for, completed to whole tests; every test of theirs must be ready. */
export const release = async (tx: Tx, user: Caller, body: Loaded, makeReport: (saleId: number) => Promise<void>): Promise<string> => {
  const { rows, picked } = await pick(tx, user, idsOf(body), body)
  const bySale = Map.groupBy(picked, (row) => row.SaleId)
  const released: ResultRow[] = []
  for (const [saleId, group] of bySale) {
    const tests = new Set(group.map((row) => row.TestId))
    const whole = rows.filter((row) => row.SaleId === saleId && tests.has(row.TestId))
    for (const test of tests) {
      const items = whole.filter((row) => row.TestId === test)
      const [first] = items
      const decision = mayRelease(items.map(asWorkItem), user, {
        walkIn: first?.Sale.BuyerIsPatient ?? false,
        Outstanding: first?.Sale.Outstanding ?? 0,
        overrideReason: remarksOf(body),
      })
      if (!decision.ok) throw refused(`${first?.Test ?? 'Test'}: ${decision.reason}`)
    }
    released.push(...whole.filter((row) => row.StatusId === 153))
  }
  const ids = released.map((row) => row.WorkItemId)
  await tx.run(sql`with w as (update work_items set status_id = 154, row_version = row_version + 1 where work_item_id = any(${ids}) returning result_id)
    update results r set released_at = now(), hash = sha256(convert_to(concat_ws('|', r.result_id, r.work_item_id, r.version, r.result, r.unit_of_measure, r.flag, r.low_value, r.high_value, r.approved_by_id), 'utf8')) where r.result_id in (select result_id from w)`)
  await finish(tx, user, released, 154, 'release', remarksOf(body))
  for (const saleId of bySale.keys()) await makeReport(saleId)
  return ids.length === 1 ? '1 result is released' : `${ids.length} results are released`
}

type Amended = { WorkItemId: number; Result: string; RowVersion?: number }
const isAmended = (sent: unknown): sent is Amended => {
  const { WorkItemId, Result } = (sent ?? {}) as Partial<Amended>
  return Number.isInteger(WorkItemId) && typeof Result === 'string' && Result.trim() !== ''
}
/** A new version of released results with reason; the report goes out anew, the old one is superseded. */
export const amend = async (
  tx: Tx,
  user: Caller,
  body: Loaded,
  makeReport: (saleId: number, reason: string) => Promise<void>,
): Promise<string> => {
  const items = body['WorkItems']
  if (!Array.isArray(items) || items.length === 0 || !items.every(isAmended))
    throw invalid({ WorkItems: ['Give a result for each work item'] })
  const sent = new Map(items.map((i) => [i.WorkItemId, i.Result]))
  const reason = reasonOf(body)
  const remarks = remarksOf(body)
  if (remarks === null) throw invalid({ Remarks: ['Remarks are required'] })
  const { rows, picked } = await pick(tx, user, [...sent.keys()], body)
  checkVersions(picked, (id) => items.find((item) => item.WorkItemId === id)?.RowVersion)
  allOrNothing(picked, (row) => mayAmend({ ...asWorkItem(row), Formula: null }, user, reason))
  const fixed = picked.find((row) => row.Formula)
  if (fixed) throw refused(`${fixed.Element}: amend what its formula uses`)
  const changed: { row: ResultRow; after: { Result: string | null; StatusId: number } }[] = []
  for (const [, group] of Map.groupBy(rows, (row) => row.SaleId)) {
    const judged = judgeSale(group, new Map([...sent].map(([id, text]) => [id, text.trim()])))
    for (const row of group) {
      const next = judged.get(row.WorkItemId)
      const mine = sent.has(row.WorkItemId)
      if (!next || (!mine && !(row.Formula && [154, 159].includes(row.StatusId) && next.Result !== row.Result))) continue
      const value = mine ? judge(row, sent.get(row.WorkItemId)?.trim() ?? null) : next
      const { result_id } = await tx.one<{
        result_id: number
      }>(sql`insert into results (work_item_id, version, result, numeric_value, not_calculated, unit_of_measure, flag, is_delta, element_measurement_id, low_value, high_value, critically_low_value, critically_high_value, printable_range, entered_by_id, approved_by_id, approved_at, released_at, reason_id, remarks)
        select ${row.WorkItemId}, (select max(version) + 1 from results where work_item_id = ${row.WorkItemId}), ${value.Result}, ${value.Result !== null && /^[+-]?\d+(\.\d+)?$/.test(value.Result) ? value.Result : null}::numeric, ${value.NotCalculated}, ${row.UnitOfMeasure}, ${value.Flag}, ${value.IsDelta},
          ${value.Range?.ElementMeasurementId ?? null}, ${value.Range?.LowValue ?? null}, ${value.Range?.HighValue ?? null}, ${value.Range?.CriticallyLowValue ?? null}, ${value.Range?.CriticallyHighValue ?? null}, ${value.Range?.PrintableRange ?? null}, ${user.UserId}, ${user.UserId}, now(), now(), ${reason}, ${remarks} returning result_id`)
      await tx.run(
        sql`update results set hash = sha256(convert_to(concat_ws('|', result_id, work_item_id, version, result, unit_of_measure, flag, low_value, high_value, approved_by_id), 'utf8')) where result_id = ${result_id}`,
      )
      await tx.run(
        sql`update work_items set status_id = 159, reason_id = ${reason}, result_id = ${result_id}, row_version = row_version + 1 where work_item_id = ${row.WorkItemId}`,
      )
      changed.push({ row, after: { Result: value.Result, StatusId: 159 } })
    }
  }
  const saleIds = [...new Set(changed.map(({ row }) => row.SaleId))]
  await refreshStatuses(tx, saleIds)
  await auditResults(tx, user, changed, 'amend', remarks)
  for (const saleId of saleIds) await makeReport(saleId, remarks)
  await notifyUsers(
    tx,
    (await usersAt(tx, user.EntityId, [3, 5, 10])).filter((id) => id !== user.UserId),
    {
      creater: user.FullName,
      subject: 'Report amended',
      content: `${changed.map(({ row }) => row.Element).join(', ')} on ${picked[0]?.Sale.AccessionNo ?? ''}: ${remarks}`,
      path: `/summary/testreports`,
    },
  )
  announceList('testresults')
  return changed.length === 1 ? '1 result is amended' : `${changed.length} results are amended`
}

/** Who was told a critical value, read back or not, and when. */
export const logCall = async (tx: Tx, user: Caller, body: Loaded): Promise<number> => {
  const { picked } = await pick(tx, user, [Number(body['WorkItemId'])], body)
  const [row] = picked
  if (!row) throw notFound()
  const errors: Record<string, string[]> = {}
  if (typeof body['CalledTo'] !== 'string' || body['CalledTo'].trim() === '') errors['CalledTo'] = ['Told to is required']
  if (body['ReadBack'] !== true) errors['ReadBack'] = ['The value must be read back']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const at = new Date(typeof body['CalledAt'] === 'string' ? body['CalledAt'] : Date.now())
  if (Number.isNaN(at.getTime()) || at.getTime() > Date.now() + 60_000)
    throw invalid({ CalledAt: ['The time of the call can not be in the future'] })
  if (!isCritical(asWorkItem(row))) throw refused(`${row.Element}: the result is not critical`)
  const { entered } = await tx.one<{
    entered: Date
  }>(
    sql`select x.entered_at as entered from work_items w join results x on x.result_id = w.result_id where w.work_item_id = ${row.WorkItemId}`,
  )
  // a call is noted to the minute
  if (at.getTime() < new Date(entered).getTime() - 60_000)
    throw invalid({ CalledAt: ['The time of the call can not be before the result was entered'] })
  const { id } = await tx.one<{
    id: number
  }>(sql`insert into critical_calls (work_item_id, result_id, called_to, called_phone, read_back, called_at, called_by_id, remarks)
    select ${row.WorkItemId}, w.result_id, ${body['CalledTo']}, ${body['CalledPhone'] ?? null}, true, ${at.toISOString()}, ${user.UserId}, ${remarksOf(body)} from work_items w where w.work_item_id = ${row.WorkItemId} returning critical_call_id as id`)
  await auditResults(
    tx,
    user,
    [{ row, after: { Result: row.Result, StatusId: row.StatusId } }],
    'critical call',
    `Told to ${String(body['CalledTo'])}`,
  )
  return id
}

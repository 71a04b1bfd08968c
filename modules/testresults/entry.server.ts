// Saving results: many rows with a few statements; every value is a new version with its interval and flag frozen on it.
import { writeAudit } from '../../server/audit.ts'
import { sql, type Tx } from '../../server/db.ts'
import type { Caller } from '../../server/module.ts'
import { conflict, invalid, malformed, notFound, refused } from '../../server/refusal.ts'
import { announceList, notifyUsers, usersAt } from '../../server/notify.ts'
import { refreshStatuses } from '../sales/status.server.ts'
import { asEntered, asWorkItem, judgeSale, typed, type Judged } from './entry.rules.ts'
import { putBack } from './repeat.server.ts'
import { benchScope, readRows, signatoriesAt } from './rows.server.ts'
import { workItemStatus } from '../worksheets/worksheets.rules.ts'
import { mayEnter, mayMove } from './testresults.rules.ts'
import type { ResultRow, ResultSent } from './testresults.model.ts'

type Changed = {
  row: ResultRow
  judged: Judged
  StatusId: number
  ReasonId: number | null
  Remarks: string | null
  Comments: string | null
  newResult: boolean
}

/** Rows to change and all others of their sales, locked in one order. */
export const rowsOfItems = async (tx: Tx, user: Caller, ids: readonly number[]): Promise<ResultRow[]> => {
  // the sales first, so that the big read starts from their keys
  const sales = await tx.rows<{ sale_id: number }>(sql`select distinct sale_id from work_items where work_item_id = any(${[...ids]})`)
  const rows = await readRows(tx, sql`w.sale_id = any(${sales.map((sale) => sale.sale_id)}) and (${benchScope(user)})`, true)
  const known = new Set(rows.map((row) => row.WorkItemId))
  if (ids.some((id) => !known.has(id))) throw notFound('A work item does not exist')
  return rows
}

const same = (a: string | null | undefined, b: string | null | undefined): boolean => (a ?? '') === (b ?? '')

const entryOf = (row: ResultRow, item: ResultSent): string | null | undefined =>
  item.Result === undefined || row.Formula ? undefined : typed(row, item.Result)

/** Status after a save: an entered or corrected value is 151; a status picked in the cell holds when it may. */
const statusOf = (row: ResultRow, judged: Judged, changedValue: boolean, item: ResultSent | undefined): number => {
  if (item?.StatusId !== undefined && item.StatusId !== null && item.StatusId !== row.StatusId) return item.StatusId
  if (row.Formula) {
    const open = [150, 151, 152, 155].includes(row.StatusId)
    if (!open) return row.StatusId
    if (judged.Result === null && judged.NotCalculated === null) return 150
    return changedValue || row.StatusId === 150 || row.StatusId === 155 ? 151 : row.StatusId
  }
  if (!changedValue) return row.StatusId
  return judged.Result === null ? 150 : workItemStatus.Entered
}

/** Changes of one sale: typed rows and the formulas that follow. Throws with the first reason why not. */
const changesOf = (rows: readonly ResultRow[], sent: ReadonlyMap<number, ResultSent>, user: Caller, signatories: number): Changed[] => {
  const entered = new Map<number, string | null>()
  for (const row of rows) {
    const item = sent.get(row.WorkItemId)
    const text = item && entryOf(row, item)
    if (text !== undefined && !same(text, row.Result)) entered.set(row.WorkItemId, text === '' ? null : text)
  }
  const judged = judgeSale(rows, entered)
  return rows.flatMap((row): Changed[] => {
    const item = sent.get(row.WorkItemId)
    const now = judged.get(row.WorkItemId)
    if (!now) return []
    const frozen = row.Formula !== null && ![150, 151, 152, 155].includes(row.StatusId)
    const newResult =
      !frozen && (row.Formula ? !same(now.Result, row.Result) || !same(now.NotCalculated, row.NotCalculated) : entered.has(row.WorkItemId))
    const StatusId = statusOf(row, now, newResult, item)
    if (newResult && !row.Formula) check(mayEnter(asWorkItem(row), user), row)
    const picked = item?.StatusId ?? row.StatusId
    if (picked !== row.StatusId) {
      // a status picked together with a value is asked about the value that is being entered, not the one that stood there
      const entered = newResult
        ? asEntered(row, now, statusOf(row, now, true, undefined), user)
        : { ...asWorkItem(row), Result: now.Result }
      check(mayMove(entered, picked, user, { ReasonId: item?.ReasonId ?? null, signatories }), row)
    }
    const change: Changed = {
      row,
      judged: now,
      StatusId,
      newResult,
      ReasonId: item?.ReasonId === undefined ? row.ReasonId : item.ReasonId,
      Remarks: item?.Remarks === undefined ? row.Remarks : item.Remarks,
      Comments: item?.Comments === undefined ? row.Comments : item.Comments,
    }
    const touched =
      newResult ||
      StatusId !== row.StatusId ||
      change.ReasonId !== row.ReasonId ||
      !same(change.Remarks, row.Remarks) ||
      !same(change.Comments, row.Comments)
    return touched ? [change] : []
  })
}
const check = (decision: { ok: true } | { ok: false; reason: string }, row: ResultRow): void => {
  if (!decision.ok) throw refused(decision.reason, { [`WorkItems.${row.WorkItemId}`]: [decision.reason] })
}

/** Writes the changes: result versions and work items, two statements whatever the number. */
const writeChanges = async (tx: Tx, user: Caller, changes: readonly Changed[]): Promise<void> => {
  const fresh = changes.filter((change) => change.newResult)
  const rows = fresh.map(({ row, judged }) => ({
    w: row.WorkItemId,
    result: judged.Result,
    n: judged.Result !== null && /^[+-]?\d+(\.\d+)?$/.test(judged.Result) ? judged.Result : null,
    nc: judged.NotCalculated,
    u: row.UnitOfMeasure,
    f: judged.Flag,
    d: judged.IsDelta,
    m: judged.Range?.ElementMeasurementId ?? null,
    lo: judged.Range?.LowValue ?? null,
    hi: judged.Range?.HighValue ?? null,
    cl: judged.Range?.CriticallyLowValue ?? null,
    ch: judged.Range?.CriticallyHighValue ?? null,
    p: judged.Range?.PrintableRange ?? null,
  }))
  const items = changes.map((change) => ({
    w: change.row.WorkItemId,
    s: change.StatusId,
    r: change.ReasonId,
    k: change.Remarks,
    c: change.Comments,
    v: change.row.RowVersion,
    fresh: change.newResult,
  }))
  const written =
    await tx.run(sql`with x as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(w int, result text, n numeric, nc text, u text, f text, d boolean, m int, lo numeric, hi numeric, cl numeric, ch numeric, p text)),
      added as (insert into results (work_item_id, version, run, result, numeric_value, not_calculated, unit_of_measure, flag, is_delta, element_measurement_id, low_value, high_value, critically_low_value, critically_high_value, printable_range, entered_by_id)
        select x.w, coalesce(l.version, 0) + 1, coalesce(l.run, 1) + case when l.repeated then 1 else 0 end, x.result, x.n, x.nc, x.u, x.f, x.d, x.m, x.lo, x.hi, x.cl, x.ch, x.p, ${user.UserId}
        from x left join lateral (select r.version, r.run, r.reason_id is not null as repeated from results r where r.work_item_id = x.w order by r.version desc limit 1) l on true returning work_item_id, result_id)
    update work_items w set status_id = y.s, reason_id = y.r, remarks = y.k, comments = y.c, result_id = case when y.fresh then a.result_id else w.result_id end, row_version = w.row_version + 1
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as y(w int, s int, r int, k text, c text, v int, fresh boolean) left join added a on a.work_item_id = y.w where w.work_item_id = y.w and w.row_version = y.v`)
  if (written !== changes.length) throw conflict('Somebody else changed these results meanwhile. Your values are still on this screen.')
}

const tellCritical = async (tx: Tx, user: Caller, changes: readonly Changed[]): Promise<void> => {
  const critical = changes.filter(({ newResult, judged }) => newResult && (judged.Flag === 'HH' || judged.Flag === 'LL'))
  if (critical.length === 0) return
  const users = (await usersAt(tx, user.EntityId, [3])).filter((id) => id !== user.UserId)
  for (const { row, judged } of critical.slice(0, 20))
    await notifyUsers(tx, users, {
      creater: user.FullName,
      subject: `Critical value: ${row.Element}`,
      content: `${row.Element} ${judged.Result} ${row.UnitOfMeasure ?? ''} on ${row.Sale.AccessionNo}`,
      path: `/testresults?WorkSheetId=${row.WorkSheetId ?? ''}&SaleId=${row.SaleId}`,
    })
}

/** 409 where a row is not any more what the sender saw; who sends no version takes it as it is. */
export const checkVersions = (rows: readonly ResultRow[], seen: (workItemId: number) => number | null | undefined): void => {
  const changed = rows.find((row) => (seen(row.WorkItemId) ?? row.RowVersion) !== row.RowVersion)
  if (changed) throw conflict(`Somebody else changed ${changed.Element} meanwhile. Your values are still on this screen.`)
}

/** The save of a worksheet's (or sale's) rows: all or nothing. */
export const saveResults = async (tx: Tx, user: Caller, items: readonly ResultSent[]): Promise<{ changed: number; saleIds: number[] }> => {
  const ids = items.map((item) => item.WorkItemId).filter((id): id is number => typeof id === 'number')
  if (ids.length !== items.length) throw invalid({ WorkItems: ['WorkItemId is missing'] })
  if (new Set(ids).size !== ids.length) throw malformed('A work item is sent twice')
  if (ids.length === 0) return { changed: 0, saleIds: [] }
  const rows = await rowsOfItems(tx, user, ids)
  const sent = new Map(items.map((item) => [Number(item.WorkItemId), item]))
  checkVersions(rows, (id) => sent.get(id)?.RowVersion)
  const signatories = await signatoriesAt(tx, user.EntityId)
  const saleIds = [...new Set(rows.map((row) => row.SaleId))]
  const bySale = Map.groupBy(rows, (row) => row.SaleId)
  const changes = saleIds.flatMap((id) => changesOf(bySale.get(id) ?? [], sent, user, signatories))
  if (changes.length === 0) return { changed: 0, saleIds }
  await writeChanges(tx, user, changes)
  await signOff(tx, user, changes)
  await repeatPicked(tx, user, changes)
  await refreshStatuses(tx, saleIds)
  await auditResults(
    tx,
    user,
    changes.map(({ row, judged, StatusId, newResult }) => ({ row, after: { Result: newResult ? judged.Result : row.Result, StatusId } })),
    'enter',
    null,
  )
  await tellCritical(tx, user, changes)
  announceList('testresults')
  return { changed: changes.length, saleIds }
}

/** A repeat picked in the status cell does what the Repeat button does. */
const repeatPicked = async (tx: Tx, user: Caller, changes: readonly Changed[]): Promise<void> => {
  const picked = changes.filter((c) => c.StatusId === workItemStatus.Repeat && c.row.StatusId !== workItemStatus.Repeat)
  for (const [reason, group] of Map.groupBy(picked, (c) => c.ReasonId)) {
    const ids = group.map((c) => c.row.WorkItemId)
    await putBack(tx, await rowsOfItems(tx, user, ids), ids, reason, null)
  }
}

/** Reviewed and approved by whom, when the status cell says so. */
const signOff = async (tx: Tx, user: Caller, changes: readonly Changed[]): Promise<void> => {
  const moved = (status: number): number[] =>
    changes.filter((c) => c.StatusId === status && c.row.StatusId !== status).map((c) => c.row.WorkItemId)
  if (moved(152).length > 0)
    await tx.run(
      sql`update results r set reviewed_by_id = ${user.UserId}, reviewed_at = now() from work_items w where w.result_id = r.result_id and w.work_item_id = any(${moved(152)})`,
    )
  if (moved(153).length > 0)
    await tx.run(
      sql`update results r set approved_by_id = ${user.UserId}, approved_at = now() from work_items w where w.result_id = r.result_id and w.work_item_id = any(${moved(153)})`,
    )
}

/** One entry in the history of each sale: Element -> [before, after]. */
export const auditResults = async (
  tx: Tx,
  user: Caller,
  changes: readonly { row: ResultRow; after: { Result: string | null; StatusId: number } }[],
  action: string,
  remarks: string | null,
): Promise<void> => {
  for (const [saleId, group] of Map.groupBy(changes, ({ row }) => row.SaleId))
    await writeAudit(tx, user, {
      module: 'testresults',
      formId: saleId,
      action,
      remarks,
      changes: Object.fromEntries(group.map(({ row, after }) => [row.Element, [{ Result: row.Result, StatusId: row.StatusId }, after]])),
    })
}

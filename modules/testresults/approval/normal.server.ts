// Approving what is normal of many patients at once: the rest stays as it is and is answered with the reason why not.
import { integer, rows, type DraftOf } from '../../../core/model.ts'
import { must } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { announceList } from '../../../server/db/notify.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import { bulkOf } from '../../../server/module.ts'
import { invalid, notFound } from '../../../server/refusal.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { counted, salesOf } from '../entry/act.server.ts'
import { benchScope, isOnBench, lockWork, signatoriesAt } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import { auditResults } from '../entry/versions.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchOf } from '../work-item.rules.ts'
import { sortNormal, type Sorted } from './normal.rules.ts'

/** Lines of the work list that are taken at once. */
const mostSheets = 500
const sheetFields = {
  WorkSheetId: integer('Worksheet', { required: 'Worksheet is missing' }),
  SaleId: integer('Sale', { required: 'Sale is missing' }),
}
const body = { Sheets: rows('Sheets', sheetFields) }

const keyOf = (row: { WorkSheetId?: number | null; SaleId?: number | null }): string =>
  `${row.WorkSheetId}/${row.SaleId}`

const find = async (tx: Tx, user: Caller, { Sheets = [] }: DraftOf<typeof body>): Promise<Sorted> => {
  const asked = new Set((Sheets ?? []).map(keyOf))
  if (asked.size === 0) throw invalid({ Sheets: ['Choose at least one sale'] })
  if (asked.size > mostSheets) throw invalid({ Sheets: [`No more than ${mostSheets} lines at once`] })
  const saleIds = [...new Set((Sheets ?? []).map((sheet) => Number(sheet.SaleId)))]
  const there = await tx.rows<{ WorkSheetId: number; SaleId: number }>(sql`
    select distinct
      w.work_sheet_id as "WorkSheetId",
      w.sale_id as "SaleId"
    from
      work_items w
    where
      w.sale_id = any (${saleIds})
      and (${benchScope(user)})
  `)
  if (there.filter((sheet) => asked.has(keyOf(sheet))).length !== asked.size) throw notFound('A sale does not exist')
  await lockWork(tx, saleIds)
  const around = await rowsOfSales(tx, saleIds)
  const named = around.filter((row) => isOnBench(user, row) && asked.has(keyOf(row)))
  const signatories = await signatoriesAt(tx, user, named.map(benchOf))
  const permitted = (row: ResultRow): boolean => mayByPermit(user, 'testresults', 'approve', row)
  return sortNormal(named, around, { user, signatories, permitted })
}

/** Status and signature of all of them, in one statement. */
const writeApproved = (tx: Tx, ids: readonly number[], userId: number): Promise<number> =>
  tx.run(sql`
    with
      moved as (
        update work_items
        set
          status_id = ${literal(workItemStatus.Approved)},
          row_version = row_version + 1
        where
          work_item_id = any (${[...ids]})
        returning
          result_id
      )
    update results result
    set
      approved_by_id = ${userId},
      approved_at = now()
    from
      moved
    where
      result.result_id = moved.result_id
  `)

export const approveNormal = bulkOf({
  name: 'approve normal',
  permit: 'approve',
  path: 'approvenormal/testresults',
  summary: 'Approve what is normal of many sales',
  body,
  records: find,
  permitted: ({ taken }) => taken,
  held: ({ taken }) => salesOf(taken),
  decide: ({ taken, left }) =>
    must(taken.length + left.length > 0, 'There is nothing to approve: all of it is signed already'),
  run: async ({ tx, user, records: { taken, left } }) => {
    if (taken.length > 0) {
      await writeApproved(
        tx,
        taken.map((row) => row.WorkItemId),
        user.UserId,
      )
      await refreshStatuses(tx, salesOf(taken))
      await auditResults(
        tx,
        user,
        taken.map((row) => ({ row, after: { StatusId: workItemStatus.Approved } })),
        'approve',
        'Approved with all that is normal',
      )
      announceList('testresults')
    }
    return {
      message: [
        counted(taken.length, 'result is approved', 'results are approved'),
        ...(left.length > 0 ? [counted(left.length, 'is left', 'are left')] : []),
      ].join('; '),
      Approved: taken.length,
      Left: left.map(({ row, reason }) => ({
        WorkItemId: row.WorkItemId,
        WorkSheetId: row.WorkSheetId,
        SaleId: row.SaleId,
        AccessionNo: row.Sale.AccessionNo,
        Patient: row.Patient,
        Element: row.Element,
        Result: row.Result,
        Reason: reason,
      })),
    }
  },
})

// The work items of a request: on the caller's bench, locked for a change, of the named sale and worksheet, and as the
// sender saw them.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { notFound } from '../../../server/refusal.ts'
import { allOrNothing } from './act.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchScope, lockWork } from './bench.server.ts'
import { rowsOfSales } from './rows.server.ts'

/** All rows of the sales of these work items, locked for a change; 404 when one is not on the caller's bench. */
export const rowsOfItems = async (
  tx: Tx,
  user: Caller,
  ids: readonly number[],
  lock: (tx: Tx, saleIds: readonly number[]) => Promise<void> = lockWork,
): Promise<ResultRow[]> => {
  const items = await tx.rows<{ WorkItemId: number; SaleId: number }>(sql`
    select
      work.work_item_id,
      work.sale_id
    from
      work_items work
    where
      work.work_item_id = any (${[...ids]})
      and (${benchScope(user)})
  `)
  if (items.length !== new Set(ids).size) throw notFound('A work item does not exist')
  const sales = [...new Set(items.map((item) => item.SaleId))]
  await lock(tx, sales)
  return rowsOfSales(tx, sales)
}

/** The sale and the worksheet of a request; both may be left out. */
export type About = { readonly SaleId?: number | null; readonly WorkSheetId?: number | null }

/** 404 where the sale or the worksheet is not on the caller's bench. */
export const checkAbout = async (tx: Tx, user: Caller, { SaleId, WorkSheetId }: About): Promise<void> => {
  const there = await tx.one<{ Sale: boolean; Sheet: boolean }>(sql`
    select
      exists (
        select
          1
        from
          work_items work
        where
          work.sale_id = ${SaleId ?? null}::int
          and (${benchScope(user)})
      ) as sale,
      exists (
        select
          1
        from
          work_items work
        where
          work.work_sheet_id = ${WorkSheetId ?? null}::int
          and (${benchScope(user)})
      ) as sheet
  `)
  if ((SaleId ?? null) !== null && !there.Sale) throw notFound()
  if ((WorkSheetId ?? null) !== null && !there.Sheet) throw notFound()
}

/** Refuses the request unless work item, worksheet and sale belong together. */
export const belong = (picked: readonly ResultRow[], { SaleId, WorkSheetId }: About): Decision =>
  allOrNothing(picked, (row) =>
    allOf(
      must((SaleId ?? row.SaleId) === row.SaleId, `${row.Element} is not of sale ${SaleId}`),
      must((WorkSheetId ?? row.WorkSheetId) === row.WorkSheetId, `${row.Element} is not on worksheet ${WorkSheetId}`),
    ),
  )

/** The message about a row that changed since the sender saw it; rows beside those that were sent are not checked. */
export const staleAmong = (
  rows: readonly ResultRow[],
  seen: (workItemId: number) => number | null | undefined,
): string | undefined => {
  const changed = rows.find((row) => (seen(row.WorkItemId) ?? row.RowVersion) !== row.RowVersion)
  return changed && `Somebody else changed ${changed.Element} meanwhile. Your values are still on this screen.`
}

// The work items that a request names: on the caller's bench, held for a change, of the sale and worksheet it is about,
// and as the sender saw them.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { conflict, notFound, refused } from '../../../server/refusal.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchScope, lockWork } from './bench.server.ts'
import { rowsOfSales } from './rows.server.ts'

/**
 * All rows of the sales of these work items, held for a change; 404 when one of the items is not on the caller's bench.
 */
export const rowsOfItems = async (tx: Tx, user: Caller, ids: readonly number[]): Promise<ResultRow[]> => {
  const items = await tx.rows<{ work_item_id: number; sale_id: number }>(sql`
    select
      w.work_item_id,
      w.sale_id
    from
      work_items w
    where
      w.work_item_id = any (${[...ids]})
      and (${benchScope(user)})
  `)
  if (items.length !== new Set(ids).size) throw notFound('A work item does not exist')
  const sales = [...new Set(items.map((item) => item.sale_id))]
  await lockWork(tx, sales)
  return rowsOfSales(tx, sales)
}

/** The sale and the worksheet that a request is about; both may be left out. */
export type About = { readonly SaleId?: number | null; readonly WorkSheetId?: number | null }

/** 404 where the sale or the worksheet is not on the caller's bench. */
export const checkAbout = async (tx: Tx, user: Caller, { SaleId, WorkSheetId }: About): Promise<void> => {
  const there = await tx.one<{ sale: boolean; sheet: boolean }>(sql`
    select
      exists (
        select
          1
        from
          work_items w
        where
          w.sale_id = ${SaleId ?? null}::int
          and (${benchScope(user)})
      ) as sale,
      exists (
        select
          1
        from
          work_items w
        where
          w.work_sheet_id = ${WorkSheetId ?? null}::int
          and (${benchScope(user)})
      ) as sheet
  `)
  if ((SaleId ?? null) !== null && !there.sale) throw notFound()
  if ((WorkSheetId ?? null) !== null && !there.sheet) throw notFound()
}

/** The work item, its worksheet and its sale belong together, or nothing is written. */
export const checkBelongs = (picked: readonly ResultRow[], { SaleId, WorkSheetId }: About): void => {
  const errors = picked.flatMap((row): [string, string[]][] => {
    if ((SaleId ?? row.SaleId) !== row.SaleId)
      return [[`WorkItems.${row.WorkItemId}`, [`${row.Element} is not of sale ${SaleId}`]]]
    if ((WorkSheetId ?? row.WorkSheetId) !== row.WorkSheetId)
      return [[`WorkItems.${row.WorkItemId}`, [`${row.Element} is not on worksheet ${WorkSheetId}`]]]
    return []
  })
  if (errors.length > 0) throw refused(errors.map(([, [text]]) => text).join('; '), Object.fromEntries(errors))
}

/** 409 where a row is not any more what the sender saw; who sends no version takes it as it is. */
export const checkVersions = (
  rows: readonly ResultRow[],
  seen: (workItemId: number) => number | null | undefined,
): void => {
  const changed = rows.find((row) => (seen(row.WorkItemId) ?? row.RowVersion) !== row.RowVersion)
  if (changed)
    throw conflict(`Somebody else changed ${changed.Element} meanwhile. Your values are still on this screen.`)
}

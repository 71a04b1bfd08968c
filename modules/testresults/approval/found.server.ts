// Which lines an approval of normal results is about: those of the work list, or those of the results that were shown.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { conditions, fromOf } from '../../../server/read/list.ts'
import { readFilter } from '../../../server/read/statement.ts'
import { benchScope } from '../entry/bench.server.ts'
import { testresults } from '../testresults.model.ts'
import { worklist } from '../worklist.server.ts'

type Asked = { readonly Filter?: string | null; readonly After?: number | null }
type Line = { WorkSheetId: number; SaleId: number }
type Found = { readonly Sheets: Line[]; readonly More: number }

/**
 * Lines of the work list with results that look normal, in the order of their sales and from the sale after `After`,
 * and how many there are beyond `most`. A sale is whole, so that the next look begins with another one.
 */
export const linesToApprove = async (tx: Tx, user: Caller, { Filter, After }: Asked, most: number): Promise<Found> => {
  const filter = readFilter(testresults.filters, Filter ?? undefined)
  const found = await tx.rows<Line & { Of: number }>(sql`
    select
      waiting.work_sheet_id as "WorkSheetId",
      waiting.sale_id as "SaleId",
      (count(*) over ())::int as of
    from
      ${fromOf(worklist, filter, user)}
    where
      ${conditions(worklist, filter, user)}
      and ${conditions(worklist, { State: 'approve' }, user)}
      and waiting.normal > 0
      and waiting.sale_id > ${After ?? 0}
    order by
      waiting.sale_id
    fetch first
      ${most} rows
    with
      ties
  `)
  const Sheets = found.map(({ Of: _, ...line }) => line)
  return { Sheets, More: (found[0]?.Of ?? 0) - Sheets.length }
}

/** Lines of these work items, as far as they are on the bench of the user; `Gone` are the others. */
export const linesOfItems = async (
  tx: Tx,
  user: Caller,
  ids: readonly number[],
): Promise<{ readonly Sheets: Line[]; readonly Gone: number[] }> => {
  const found = await tx.rows<Line & { WorkItemId: number }>(sql`
    select
      work.work_item_id as "WorkItemId",
      work.work_sheet_id as "WorkSheetId",
      work.sale_id as "SaleId"
    from
      work_items work
    where
      work.work_item_id = any (${[...ids]})
      and work.work_sheet_id is not null
      and (${benchScope(user)})
    order by
      work.sale_id,
      work.work_item_id
  `)
  const there = new Set(found.map((item) => item.WorkItemId))
  return {
    Sheets: found.map(({ WorkItemId: _, ...line }) => line),
    Gone: ids.filter((id) => !there.has(id)),
  }
}

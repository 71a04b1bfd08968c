// What is approved where a request names no lines: the work list at this moment.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { conditions, fromOf } from '../../../server/read/list.ts'
import { readFilter } from '../../../server/read/statement.ts'
import { testresults } from '../testresults.model.ts'
import { worklist } from '../worklist.server.ts'
import type { Since } from './normal.rules.ts'

type Asked = { readonly Filter?: string | null; readonly Before?: string | null }
type Line = { WorkSheetId: number; SaleId: number }
type Found = { readonly Sheets: Line[]; readonly Before: string; readonly More: number }

/**
 * Lines of the work list with results that look normal, in the order of their sales, how many there are beyond `most`,
 * and the moment of the look.
 */
export const linesToApprove = async (tx: Tx, user: Caller, { Filter, Before }: Asked, most: number): Promise<Found> => {
  const filter = readFilter(testresults.filters, Filter ?? undefined)
  const found = await tx.rows<Line & { of: number }>(sql`
    select
      g.work_sheet_id as "WorkSheetId",
      g.sale_id as "SaleId",
      (count(*) over ())::int as of
    from
      ${fromOf(worklist, filter, user)}
    where
      ${conditions(worklist, filter, user)}
      and ${conditions(worklist, { State: 'approve' }, user)}
      and g.normal > 0
    order by
      g.sale_id,
      g.work_sheet_id
    limit
      ${most}
  `)
  const { moment } = await tx.one<{ moment: string }>(sql`
    select
      now() as moment
  `)
  const Sheets = found.map(({ of: _, ...line }) => line)
  return { Sheets, Before: Before ?? moment, More: (found[0]?.of ?? 0) - Sheets.length }
}

/** Work of these sales whose value was entered since a moment, and whether it had another one then. */
export const enteredSince = async (tx: Tx, saleIds: readonly number[], moment: string | null): Promise<Since> =>
  new Map(
    moment === null
      ? []
      : (
          await tx.rows<{ work_item_id: number; is_changed: boolean }>(sql`
            select
              item.work_item_id,
              exists (
                select
                from
                  results earlier
                where
                  earlier.work_item_id = item.work_item_id
                  and earlier.entered_at <= ${moment}
              ) as is_changed
            from
              work_items item
              join results entered on entered.result_id = item.result_id
            where
              item.sale_id = any (${[...saleIds]})
              and entered.entered_at > ${moment}
          `)
        ).map((item) => [item.work_item_id, item.is_changed] as const),
  )

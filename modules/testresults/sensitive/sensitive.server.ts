// Sensitive results on a sheet: each opening is noted, and what is nobody's own work stays closed without a reason.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { isSensitive, openSales } from '../../openings/open.server.ts'
import { benchScope } from '../entry/bench.server.ts'
import { isOfTests } from '../outside-paper.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { closed, isKeptApart, isOwnWork, withoutEarlier } from './sensitive.rules.ts'

/** A paper of a sale, and the tests that it is of; null: of all of them. */
type Paper = { readonly saleId: number; readonly about: readonly number[] | null }
/** Whether the bench of the user has open work on a sensitive result that the paper is of. */
export const isInWork = async (tx: Tx, user: Caller, { saleId, about }: Paper): Promise<boolean> => {
  const found = await tx.maybe(sql`
    select
      1
    from
      work_item_facts work
    where
      work.sale_id = ${saleId}
      and work.is_open
      and (${isOfTests(sql`${about === null ? null : [...about]}::int[]`)})
      and ${isSensitive}
      and (${benchScope(user)})
    limit
      1
  `)
  return found !== undefined
}

const salesOf = (rows: readonly ResultRow[]): number[] => [...new Set(rows.map((row) => row.SaleId))]

/** Notes what is opened of sensitive results on a sheet, and answers its rows as they may be shown. */
export const opened = async (tx: Tx, user: Caller, rows: readonly ResultRow[]): Promise<ResultRow[]> => {
  const apart = rows.filter(isKeptApart)
  const [work, rest] = [apart.filter(isOwnWork), apart.filter((row) => !isOwnWork(row))]
  await openSales(tx, user, { what: 'sheet', saleIds: salesOf(work), isWork: true })
  const stayClosed = await openSales(tx, user, { what: 'sheet', saleIds: salesOf(rest), isWork: false })
  const isClosed = (row: ResultRow): boolean => stayClosed.has(row.SaleId) && isKeptApart(row) && !isOwnWork(row)
  return rows.map((row) => withoutEarlier(isClosed(row) ? closed(row) : row))
}

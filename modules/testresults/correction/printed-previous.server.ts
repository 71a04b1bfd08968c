// After a value is another patient's (a merge is undone, the patient of a sale is corrected): reports of the one it was
// taken from, issued meanwhile, that print it as their previous result. Those that print a withdrawn one are in
// withdrawn-previous.server.ts.
import { formatDate } from '../../../core/dates.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Caller, Issuer } from '../../../server/caller.ts'
import { refused } from '../../../server/refusal.ts'
import { saleStatus } from '../../lists/items.model.ts'
import type { Amended } from '../../testreports/amendment.server.ts'
import { previousOf } from '../../testreports/content.server.ts'
import { readItems } from '../../testreports/items.server.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { lockWork } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { nothingAnew, reissue, type Why } from './reissue.server.ts'

type Issued = { readonly SaleId: number; readonly Content: ReportData }
/**
 * `target` had the values of the `moved` sales, a condition of SQL; `since`: from when on reports may print them, as
 * SQL.
 */
type Taken = { readonly moved: Sql; readonly target: number; readonly since: Sql }
/** What the moved sales issued: joins to them, their work items and all released versions. */
const issuedValues = sql`
  sales moved
  join work_items had on had.sale_id = moved.sale_id
  join results value on value.work_item_id = had.work_item_id
  and value.released_at is not null
  and value.result is not null
`
/** Newest reports of the target since then, with an element that a moved sale has a result of. */
const issuedSince = (tx: Tx, { moved, target, since }: Taken): Promise<Issued[]> =>
  tx.rows<Issued>(sql`
    select
      sale.sale_id,
      newest.content
    from
      sales sale
      join lateral (
        select
          report.created_at,
          report.content
        from
          reports report
        where
          report.sale_id = sale.sale_id
        order by
          report.version desc
        limit
          1
      ) newest on true
    where
      sale.patient_id = ${target}
      -- both are times at which a transaction began: one that began earlier may have waited for the other
      and newest.created_at > (${since}) - interval '1 hour'
      and exists (
        select
        from
          ${issuedValues}
          join work_items item on item.element_id = had.element_id
        where
          item.sale_id = sale.sale_id
          and ${moved}
      )
    order by
      sale.sale_id
  `)

type Moved = {
  readonly WorkItemId: number
  readonly ElementId: number
  readonly Result: string
  readonly DrawnAt: string
}
const movedValues = (tx: Tx, { moved }: Taken): Promise<Moved[]> =>
  tx.rows<Moved>(sql`
    select distinct
      had.work_item_id,
      had.element_id,
      value.result,
      coalesce(tube.collection_date, moved.collection_date) as drawn_at
    from
      ${issuedValues}
      join sample_elements placed on placed.sample_element_id = had.sample_element_id
      join samples tube on tube.sample_id = placed.sample_id
    where
      ${moved}
  `)

type Printed = { readonly result: string | null; readonly date: string | null }
const isSame = (a: Printed, b: Printed): boolean => a.result === b.result && a.date === b.date
/**
 * By its work item, whatever its value and draw were when it was printed; by these where a report does not say the work
 * item. In another unit a previous result is printed with it.
 */
const isOf = ({ WorkItemId, Result, DrawnAt }: Moved, item: number | null | undefined, printed: Printed): boolean =>
  item == null
    ? (printed.result === Result || printed.result?.startsWith(`${Result} `) === true) &&
      printed.date === formatDate(DrawnAt)
    : item === WorkItemId

/**
 * By sale, the previous results that its report prints and that are no longer its patient's, or in force, and what is
 * instead. `was`: what is printed in their place.
 */
export const wrongPrevious = async (
  tx: Tx,
  taken: Taken,
  was: string,
): Promise<ReadonlyMap<number, Amended['Changes']>> => {
  const issued = await issuedSince(tx, taken)
  if (issued.length === 0) return new Map()
  const items = await readItems(
    tx,
    issued.map(({ SaleId }) => SaleId),
  )
  const moved = await movedValues(tx, taken)
  const wrong = issued.map(({ SaleId, Content }): [number, Amended['Changes']] => {
    const printed = Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows))
    const changes = printed.flatMap(({ Element, PreviousResult, PreviousDate, PreviousItem }) => {
      const before = { result: PreviousResult, date: PreviousDate }
      const own = items.filter((item) => item.SaleId === SaleId && item.Element === Element)
      // what is the patient's own stays as it was printed, though it was amended since
      const isMoved = moved.some(
        (one) => own.some((item) => item.ElementId === one.ElementId) && isOf(one, PreviousItem, before),
      )
      if (!isMoved) return []
      const now = own.map((item) => ({
        result: previousOf(item),
        date: item.PreviousAt === null ? null : formatDate(item.PreviousAt),
      }))
      // another draw of that day with the same value is another result all the same: it can be withdrawn by itself
      if (PreviousItem == null && now.some((one) => isSame(one, before))) return []
      const [instead] = now
      return [{ What: `${Element}, previous result`, Was: was, Is: instead?.result ?? 'none' }]
    })
    return [SaleId, changes]
  })
  return new Map(wrong.filter(([, changes]) => changes.length > 0))
}

export const isCancelled = ({ Sale }: ResultRow): boolean => Sale.StatusId === saleStatus.Cancelled
/** Its bill is open again. */
export const isUnlocked = (row: ResultRow): boolean => row.Sale.AccessionDate === null && !isCancelled(row)

/** `then`: what to do after the unlocked sale is accessioned. @throws 422 */
export const refuseUnlocked = (rows: readonly ResultRow[], then: string): void => {
  const unlocked = rows.find(isUnlocked)
  if (unlocked)
    throw refused(
      `Sale ${unlocked.Sale.AccessionNo ?? unlocked.SaleId} is reported, and unlocked at the counter: ` +
        `accession it first, then ${then}`,
    )
}

type Off = { readonly why: Why; readonly patient: string; readonly Changes: Amended['Changes'] }
/** The next version of a report, without what it printed as a previous result. */
export const withoutPrevious = (
  tx: Tx,
  user: Issuer,
  rows: readonly ResultRow[],
  { why, ...told }: Off & { readonly IsOfPerson?: boolean },
) =>
  reissue(tx, user, Number(rows[0]?.SaleId), why, {
    done: 'The previous results are corrected',
    subject: 'Previous results corrected',
    ...told,
    rows,
    anew: nothingAnew,
  })

/** The reports of the one who had the values print none of them as their previous result. */
export const takeOffPrevious = async (
  tx: Tx,
  user: Caller,
  taken: Taken,
  { why, patient, then }: { readonly why: Why; readonly patient: string; readonly then: string },
): Promise<void> => {
  for (const [saleId, Changes] of await wrongPrevious(tx, taken, 'of another patient')) {
    await lockWork(tx, [saleId])
    const rows = await rowsOfSales(tx, [saleId])
    refuseUnlocked(rows, then)
    await withoutPrevious(tx, user, rows, { why, patient, Changes, IsOfPerson: true })
  }
}

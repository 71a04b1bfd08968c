// After a merge of two patients is undone: reports of the kept one, issued meanwhile, that print a value of the other
// as their previous result.
import { formatDate } from '../../../core/dates.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Amended } from '../../testreports/amendment.server.ts'
import { previousOf } from '../../testreports/content.server.ts'
import { readItems } from '../../testreports/items.server.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'

type Issued = { readonly sale_id: number; readonly content: ReportData }
type Pair = { readonly source: number; readonly target: number }
/** Newest reports of the target since the merge, with an element that the source has a result of. */
const issuedSince = (tx: Tx, { source, target }: Pair): Promise<Issued[]> =>
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
      and newest.created_at > (
        select
          merging.merged_at
        from
          client_merges merging
        where
          merging.source_id = ${source}
          and merging.target_id = ${target}
        order by
          merging.client_merge_id desc
        limit
          1
      )
      and exists (
        select
        from
          work_items item
          join previous_results other on other.element_id = item.element_id
        where
          item.sale_id = sale.sale_id
          and other.patient_id = ${source}
      )
    order by
      sale.sale_id
  `)

type Printed = { readonly result: string | null; readonly date: string | null }
const isSame = (a: Printed, b: Printed): boolean => a.result === b.result && a.date === b.date

/** By sale, the previous results that its report prints and that are no longer its patient's, and what is instead. */
export const wrongPrevious = async (tx: Tx, pair: Pair): Promise<ReadonlyMap<number, Amended['Changes']>> => {
  const issued = await issuedSince(tx, pair)
  if (issued.length === 0) return new Map()
  const items = await readItems(
    tx,
    issued.map(({ sale_id }) => sale_id),
  )
  const wrong = issued.map(({ sale_id, content }): [number, Amended['Changes']] => {
    const printed = content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows))
    const changes = printed.flatMap(({ Element, PreviousResult, PreviousDate }) => {
      if (PreviousResult === null) return []
      const now = items
        .filter((item) => item.sale_id === sale_id && item.element === Element)
        .map((item) => ({
          result: previousOf(item),
          date: item.previous_at === null ? null : formatDate(item.previous_at),
        }))
      if (now.some((one) => isSame(one, { result: PreviousResult, date: PreviousDate }))) return []
      const [own] = now
      return [{ What: `${Element}, previous result`, Was: 'of another patient', Is: own?.result ?? 'none' }]
    })
    return [sale_id, changes]
  })
  return new Map(wrong.filter(([, changes]) => changes.length > 0))
}

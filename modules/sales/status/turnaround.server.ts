// How long the work of a sale took, by laboratory and department: read from the work, and kept once it is reported.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { workItemStatus } from '../../lists/items.model.ts'

/** The first release of `work`: an amendment makes no report late. */
export const firstRelease = sql`
  left join lateral (
    select
      issued.entered_at,
      issued.approved_at,
      issued.released_at
    from
      results issued
    where
      issued.work_item_id = work.work_item_id
      and issued.released_at is not null
    order by
      issued.version
    limit
      1
  ) out on true
`
/** Printed work `work` that was, or will be, performed. */
export const isTimed: Sql = sql`
  work.status_id <> ${literal(workItemStatus.NotPerformed)}
  and not work.is_not_calculable
`

/** Keeps it for sales that are reported, in place of what was kept of them. What is not out yet has no row. */
export const keepTurnarounds = async (tx: Tx, saleIds: readonly number[]): Promise<void> => {
  if (saleIds.length === 0) return
  await tx.run(sql`
    delete from sale_turnarounds
    where
      sale_id = any (${[...saleIds]})
  `)
  await tx.run(sql`
    insert into
      sale_turnarounds (
        sale_id,
        bench_id,
        department_id,
        promised_at,
        collected_at,
        received_at,
        entered_at,
        approved_at,
        released_at
      )
    select
      work.sale_id,
      work.bench_id,
      work.department_id,
      max(work.report_date),
      max(work.collection_date),
      max(work.received_date),
      max(out.entered_at),
      max(out.approved_at),
      max(out.released_at)
    from
      work_item_facts work
      join elements element on element.element_id = work.element_id ${firstRelease}
    where
      work.sale_id = any (${[...saleIds]})
      and element.print_on_report
      and ${isTimed}
    group by
      work.sale_id,
      work.bench_id,
      work.department_id
    having
      bool_and(out.released_at is not null)
  `)
}

// The tile of tests reported within their promised time.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { lineStatus, saleStatus } from '../../lists/items.model.ts'
import { live } from '../sums/counted.server.ts'

/** The percentage of due lines that were in time; null when none were due. */
const kept = (where: Sql): Sql => sql`
  (
    select
      round(
        100.0 * count(*) filter (
          where
            due.at <= due.promised_at
        ) / nullif(count(*), 0),
        2
      )::float8
    from
      due
    where
      ${where}
  )
`
/** Lines `line` of sales `sale` whose moment `promised` is in the last 14 days, and when each was reported first. */
const dueBy = (promised: Sql, user: Caller, where: Sql): Sql => sql`
  select
    ${promised} as promised_at,
    coalesce(
      line.reported_at,
      -- before it was kept with the line
      case
        when line.status_id = ${literal(lineStatus.Released)} then (
          select
            min(report.created_at)
          from
            reports report
          where
            report.sale_id = sale.sale_id
            and report.state <> 'PARTIAL'
        )
      end
    ) as at
  from
    sale_facts sale
    join sale_products line on line.sale_id = sale.sale_id
  where
    ${promised} > now() - interval '14 days'
    and ${promised} <= now()
    and line.status_id <> ${literal(lineStatus.Cancelled)}
    and sale.sale_date > now() - interval '104 days'
    and sale.status_id >= ${literal(saleStatus.Accessioned)}
    and ${where}
    and ${live(user)}
`
/**
 * The percentage of tests due in seven days that were fully reported by then; the week before; and each of the last 14
 * days. One that is still missing is not within its time; a sale that is not accessioned owes none, nor does a charge.
 * Sales of the last 90 days before that, the longest that a culture takes.
 */
export const withinTat = (user: Caller): Sql => sql`
  with
    due as materialized (
      ${dueBy(sql`line.promised_at`, user, sql`true`)}
      union all
      -- a line of a sale from before lines had a promise of their own
      ${dueBy(
        sql`sale.expected_at`,
        user,
        sql`
          line.promised_at is null
          and exists (
            select
            from
              sale_product_elements wanted
            where
              wanted.sale_product_id = line.sale_product_id
          )
        `,
      )}
    )
  select
    ${kept(sql`due.promised_at > now() - interval '7 days'`)} as "Total",
    ${kept(sql`due.promised_at <= now() - interval '7 days'`)} as "Previous",
    'the week before' as "PreviousLabel",
    '%' as "Unit",
    (
      select
        json_agg(
          ${kept(sql`
            due.promised_at > now() - make_interval(days => back + 1)
            and due.promised_at <= now() - make_interval(days => back)
          `)}
          order by
            back desc
        )
      from
        generate_series(0, 13) back
    ) as "Trend"
`

// The tile of reports issued within their promised time.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { live } from './widget.server.ts'

/** The percentage of due reports that were in time; null when none were due. */
const kept = (where: Sql): Sql => sql`
  (
    select
      round(
        100.0 * count(*) filter (
          where
            due.at <= due.expected_at
        ) / nullif(count(*), 0),
        2
      )::float8
    from
      due
    where
      ${where}
  )
`
/**
 * The percentage of reports due in seven days that were fully issued by then; the week before; and each of the
 * last 14 days. A report that is still missing is not within its time; a sale that is not accessioned owes none. Sales
 * of the last 90 days before that, the longest that a culture takes.
 */
export const withinTat = (user: Caller): Sql => sql`
  with
    due as materialized (
      select
        s.expected_at,
        x.at
      from
        sale_facts s
        left join lateral (
          select
            min(created_at) as at
          from
            reports r
          where
            r.sale_id = s.sale_id
            and r.state <> 'PARTIAL'
        ) x on true
      where
        s.expected_at > now() - interval '14 days'
        and s.expected_at <= now()
        and s.sale_date > now() - interval '104 days'
        and s.status_id >= ${literal(saleStatus.Accessioned)}
        and ${live(user)}
    )
  select
    ${kept(sql`due.expected_at > now() - interval '7 days'`)} as "Total",
    ${kept(sql`due.expected_at <= now() - interval '7 days'`)} as "Previous",
    'the week before' as "PreviousLabel",
    '%' as "Unit",
    (
      select
        json_agg(
          ${kept(sql`
            due.expected_at > now() - make_interval(days => back + 1)
            and due.expected_at <= now() - make_interval(days => back)
          `)}
          order by
            back desc
        )
      from
        generate_series(0, 13) back
    ) as "Trend"
`

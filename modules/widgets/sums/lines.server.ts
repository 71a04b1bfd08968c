// Products sold within spans of time, for a user.
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { lineStatus } from '../../lists/items.model.ts'
import { priced } from './counted.server.ts'
import { inLive, inSpan, ofOthers, others, sold } from './others.server.ts'
import { parts, placesOf } from './spans.server.ts'

const lines = (where: Sql): Sql => sql`
  select
    line.product_id,
    count(*)::int as quantity,
    sum(line.amount) as amount
  from
    sale_facts sale
    join sale_products line using (sale_id)
  where
    line.status_id <> ${literal(lineStatus.Cancelled)}
    and ${where}
  group by
    line.product_id
`
/** Rows of `key`, `product_id`, `quantity` and `amount`, of lines that are not cancelled: some for each span. */
export const linesWithin = (user: Caller, spans: Sql): Sql => {
  const places = placesOf(user)
  if (!places)
    return sql`
      select
        span.key,
        line.*
      from
        (${spans}) span
        cross join lateral (${lines(sql`
          ${inSpan}
          and ${priced(user)}
        `)}) line
    `
  return sql`
    with
      ${parts(places, spans, 'products')},
      ${others(places)}
    select
      kept.key,
      line.product_id,
      line.quantity,
      line.amount
    from
      kept
      cross join unnest(kept.product_ids, kept.quantities, kept.amounts) line(product_id, quantity, amount)
    union all
    select
      live.key,
      line.*
    from
      live
      cross join lateral (${lines(sql`
        ${inLive}
        and ${sold}
      `)}) line
    union all
    select
      span.key,
      line.product_id,
      1,
      line.amount
    from
      (${spans}) span
      cross join lateral (${ofOthers(user, places, priced, inSpan)}) sale
      join sale_products line on line.sale_id = sale.sale_id
    where
      line.status_id <> ${literal(lineStatus.Cancelled)}
  `
}

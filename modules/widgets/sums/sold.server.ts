// Sales within spans of time for a user, and what is left to pay of all.
import type { Caller } from '../../../server/caller.ts'
import { sql, type Sql } from '../../../server/db/db.ts'
import { priced } from './counted.server.ts'
import { inLive, inSpan, ofOthers, others, sold, type Counted } from './others.server.ts'
import { changes, parts, placesOf, summedUpTo } from './spans.server.ts'

const figures = sql`
  count(*)::int as sales,
  coalesce(sum(sale.net_amount), 0) as net
`
/** Rows of `key`, `seller_id`, `sales` and `net`: some for each span. */
export const soldWithin = (user: Caller, spans: Sql, counted: Counted = priced): Sql => {
  const places = placesOf(user)
  const bySeller = (source: Sql): Sql => sql`
    select
      span.key,
      sale.seller_id,
      ${figures}
    from
      (${spans}) span
      cross join lateral (${source}) sale
    group by
      span.key,
      sale.seller_id
  `
  if (!places)
    return bySeller(sql`
      select
        sale.seller_id,
        sale.net_amount
      from
        sale_facts sale
      where
        ${inSpan}
        and ${counted(user)}
    `)
  return sql`
    with
      ${parts(places, spans, 'sales')},
      ${others(places)}
    select
      kept.key,
      kept.place_id as seller_id,
      kept.sales,
      kept.net
    from
      kept
    union all
    select
      live.key,
      live.place_id,
      found.sales,
      found.net
    from
      live
      cross join lateral (
        select
          ${figures}
        from
          sale_facts sale
        where
          ${inLive}
          and ${sold}
      ) found
    where
      found.sales > 0
    union all
    (${bySeller(ofOthers(user, places, counted, inSpan))})
  `
}

/** What is left to pay of the sales that count for the user, ever. */
export const owedInAll = (user: Caller): Sql => {
  const places = placesOf(user)
  const isOwed = sql`sale.net_amount > sale.paid`
  if (!places)
    return sql`
      select
        coalesce(sum(sale.outstanding), 0)
      from
        sale_facts sale
      where
        ${isOwed}
        and ${priced(user)}
    `
  return sql`
    with
      ${changes(places)},
      ${others(places)}
    select
      coalesce(sum(part.owed), 0)
    from
      (
        select
          total.owed
        from
          place_owed total
        where
          total.place_id = any (${[...places]})
        union all
        select
          - sums.owed
        from
          changed
          join place_sums sums using (place_id, stretch)
        union all
        select
          (
            select
              coalesce(sum(greatest(sale.outstanding, 0)), 0)
            from
              sale_facts sale
            where
              sale.seller_id = part.place_id
              and sale.sale_date >= part.low
              and sale.sale_date < part.high
              and ${sold}
          )
        from
          (
            select
              changed.place_id,
              changed.stretch as low,
              changed.stretch + interval '1 hour' as high
            from
              changed
            union all
            select
              place.place_id,
              (${summedUpTo}),
              'infinity'
            from
              unnest(${[...places]}::int[]) place (place_id)
          ) part
        union all
        select
          sale.outstanding
        from
          (${ofOthers(user, places, priced, isOwed)}) sale
      ) part
  `
}

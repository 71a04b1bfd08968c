// Which sales count for a user: all of the user's places, and some of other sellers.
import type { Caller } from '../../../server/caller.ts'
import { sql, type Sql } from '../../../server/db/db.ts'
import { clientType } from '../../lists/items.model.ts'
import { priced } from './counted.server.ts'

export type Counted = (user: Caller) => Sql

/** Of a place whose every sale is the user's. */
export const sold = sql`
  sale.is_sold
  and sale.base_sale_id is null
`
export const inSpan = sql`
  sale.sale_date >= span.low
  and sale.sale_date < span.high
`
export const inLive = sql`
  sale.seller_id = live.place_id
  and sale.sale_date >= live.low
  and sale.sale_date < live.high
`

/** Names `other`: sellers beside the places, found one after the other in an index. */
export const others = (places: readonly number[]): Sql => sql`
  other as materialized (
    with recursive
      step as (
        (
          select
            sale.seller_id
          from
            sales sale
          order by
            sale.seller_id
          limit
            1
        )
        union all
        select
          (
            select
              sale.seller_id
            from
              sales sale
            where
              sale.seller_id > step.seller_id
            order by
              sale.seller_id
            limit
              1
          )
        from
          step
        where
          step.seller_id is not null
      )
    select
      step.seller_id
    from
      step
    where
      step.seller_id <> all (${[...places]}::int[])
  )
`
/** Sales `sale` of those that count for the user too: bought by one of the user's, or made there. */
export const ofOthers = (user: Caller, places: readonly number[], counted: Counted, where: Sql): Sql => {
  const own = [...user.Clients]
  // prices of what is only made at a lab are not told there
  if (counted === priced && user.EntityTypeId !== clientType.LegalEntity)
    return sql`
      select
        sale.*
      from
        sale_facts sale
      where
        (
          sale.buyer_id = any (${own})
          or sale.seller_id = any (${own})
        )
        and sale.seller_id <> all (${[...places]}::int[])
        and ${where}
        and ${counted(user)}
    `
  return sql`
    select
      sale.*
    from
      other
      cross join lateral (
        select
          sale.*
        from
          sale_facts sale
        where
          sale.seller_id = other.seller_id
          and ${where}
          -- asked by seller: by the days alone it would read those of every place
        offset
          0
      ) sale
    where
      ${counted(user)}
  `
}

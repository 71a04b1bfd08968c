// Payments within spans of time, for a user.
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { clientType } from '../../lists/items.model.ts'
import { priced } from './counted.server.ts'
import { parts, placesOf } from './spans.server.ts'

/** Labs and centres among them; an institution below one is its customer. */
const within = (own: readonly number[]): Sql => sql`
  select
    client_id
  from
    clients
  where
    client_id = any (${[...own]})
    and client_type_id in (${literal(clientType.LegalEntity, clientType.Lab, clientType.CollectionCentre)})
`
const inLive = sql`
  payment.place_id = live.place_id
  and payment.counted_on >= live.low
  and payment.counted_on < live.high
`

/**
 * Rows of `key` and `received`: what buyers outside paid the entity and what is below it, less what they were given
 * back; money between them is neither, nor is what suppliers, referrers and the government are paid. A cheque counts
 * when it cleared. Adjustments, settlements and write-offs bring no money.
 */
export const receivedWithin = (user: Caller, spans: Sql): Sql => sql`
  with
    ${parts(user.Clients, spans, 'payments')}
  select
    kept.key,
    kept.received
  from
    kept
  union all
  select
    live.key,
    found.received
  from
    live
    cross join lateral (
      select
        sum(payment.amount) as received
      from
        place_payments payment
      where
        ${inLive}
        and payment.is_money
        and payment.is_of_buyer
        and payment.party_id <> all (array(${within(user.Clients)}))
    ) found
  where
    found.received <> 0
`

/** Payments `payment` of an invoice with a sale that counts for the user. */
const ofPriced = (user: Caller): Sql => sql`
  exists (
    select
      1
    from
      sale_facts sale
    where
      sale.invoice_id = payment.invoice_id
      and ${priced(user)}
  )
`
/** Names `other`: payments of or with one of the user's, but at none of the places. */
const others = (own: readonly number[], places: readonly number[], spans: Sql): Sql => {
  const rest = own.filter((id) => !places.includes(id))
  const of = (column: Sql, ids: readonly number[]): Sql => sql`
    unnest(${[...ids]}::int[]) client (client_id)
    cross join lateral (
      select
        payment.*
      from
        place_payments payment
      where
        ${column} = client.client_id
        and payment.counted_on >= (
          select
            min(span.low)
          from
            (${spans}) span
        )
        and payment.counted_on < (
          select
            max(span.high)
          from
            (${spans}) span
        )
        -- asked by client: by the days alone it would read those of every place
      offset
        0
    ) payment
  `
  return sql`
    other as materialized (
      select
        payment.*
      from
        ${of(sql`payment.party_id`, own)}
      where
        payment.place_id <> all (${[...places]}::int[])
      union
      select
        payment.*
      from
        ${of(sql`payment.place_id`, rest)}
    )
  `
}

/** Rows of `key` and `settled`: payments of the user's places, or with them, on sales that count for the user. */
export const settledWithin = (user: Caller, spans: Sql): Sql => {
  const own = [...user.Clients]
  const places = placesOf(user) ?? []
  return sql`
    with
      ${parts(places, spans, 'payments')},
      ${others(own, places, spans)}
    select
      kept.key,
      kept.settled
    from
      kept
    union all
    select
      live.key,
      found.settled
    from
      live
      cross join lateral (
        select
          sum(payment.amount) as settled
        from
          place_payments payment
        where
          ${inLive}
          and ${ofPriced(user)}
      ) found
    where
      found.settled <> 0
    union all
    select
      span.key,
      payment.amount
    from
      other payment
      join (${spans}) span on payment.counted_on >= span.low
      and payment.counted_on < span.high
    where
      ${ofPriced(user)}
  `
}

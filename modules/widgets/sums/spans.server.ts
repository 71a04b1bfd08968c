// What was sold and paid within spans of time: whole hours by kept sums, the rest row by row.
import { isPortal, role } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import { clientType } from '../../lists/items.model.ts'

/**
 * The places all of whose sales and payments are the user's; undefined where the user sees a part of what a place sold.
 */
export const placesOf = (user: Caller): readonly number[] | undefined => {
  if (isPortal(user) || user.RoleId === role.SalesManager || user.EntityId === null) return undefined
  switch (user.EntityTypeId) {
    case clientType.LegalEntity:
    case clientType.Lab:
      return user.Clients
    // not institutions below it
    case clientType.CollectionCentre:
      return [user.EntityId]
    default:
      return undefined
  }
}

/** The earliest moment after one that is included. */
export const after = (moment: Sql): Sql => sql`${moment} + interval '1 microsecond'`

/** Until before when sums are kept. */
export const summedUpTo = sql`
  select
    up_to
  from
    place_summed
`
/** Those of the places that ever sold or were paid something: the others are many. */
const active = (places: readonly number[]): Sql => sql`
  select
    place.place_id
  from
    unnest(${[...places]}::int[]) place (place_id)
  where
    place.place_id in (
      select
        place_id
      from
        place_owed
    )
    or place.place_id in (
      select
        place_id
      from
        place_changes
    )
    or exists (
      select
        1
      from
        sales sale
      where
        sale.seller_id = place.place_id
        and sale.sale_date >= (${summedUpTo})
        and sale.sale_date < 'infinity'
    )
    or exists (
      select
        1
      from
        place_payments payment
      where
        payment.place_id = place.place_id
        and payment.counted_on >= (${summedUpTo})
        and payment.counted_on < 'infinity'
    )
`

/** Names `changed`: stretches whose sum is not that of its rows. */
export const changes = (places: readonly number[]): Sql => sql`
  changed as materialized (
    select distinct
      changed.place_id,
      changed.stretch
    from
      place_changes changed
    where
      changed.place_id = any (${[...places]})
      and changed.stretch < (${summedUpTo})
  )
`

/** What is asked of the sums; products are read by none that shows none. */
const columns = {
  sales: 'sums.sales, sums.net',
  payments: 'sums.received, sums.settled',
  products: 'sums.product_ids, sums.quantities, sums.amounts',
} as const
type Of = keyof typeof columns

/**
 * Names for a `with`: `kept`, the sums of whole stretches within the `spans` (`key`, from `low` on until before
 * `high`), and `live`, the times of a place that are read row by row: around them, after the sums, and where something
 * was changed or, of payments, it depends on who asks.
 */
export const parts = (places: readonly number[], spans: Sql, of: Of): Sql => sql`
  place as materialized (${active(places)}),
  cut as materialized (
    select
      span.key,
      span.low,
      span.high,
      whole.first,
      greatest(whole.first, least(stretch_of (span.high), (${summedUpTo}))) as past
    from
      (${spans}) span
      cross join lateral (
        select
          stretch_of (span.low + interval '1 hour' - interval '1 microsecond') as first
      ) whole
  ),
  ${changes(places)},
  summed_part as materialized (
    select
      cut.key,
      sums.place_id,
      sums.stretch,
      sums.is_mixed
      and ${of === 'payments'}::boolean as is_mixed,
      ${raw(columns[of])}
    from
      cut
      join place_sums sums on sums.place_id = any (array(table place))
      and sums.stretch >= cut.first
      and sums.stretch < cut.past
    where
      not exists (
        select
          1
        from
          changed
        where
          changed.place_id = sums.place_id
          and changed.stretch = sums.stretch
      )
  ),
  kept as (
    select
      *
    from
      summed_part
    where
      not is_mixed
  ),
  live as materialized (
    select
      edge.key,
      place.place_id,
      edge.low,
      edge.high
    from
      place
      cross join (
        select
          key,
          low,
          least(first, high) as high
        from
          cut
        union all
        select
          key,
          past,
          high
        from
          cut
      ) edge
    where
      edge.low < edge.high
    union all
    select
      summed_part.key,
      summed_part.place_id,
      summed_part.stretch,
      summed_part.stretch + interval '1 hour'
    from
      summed_part
    where
      summed_part.is_mixed
    union all
    select
      cut.key,
      changed.place_id,
      changed.stretch,
      changed.stretch + interval '1 hour'
    from
      cut
      join changed on changed.stretch >= cut.first
      and changed.stretch < cut.past
  )
`

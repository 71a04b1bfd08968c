// Tiles of sales and money: what was sold, taken in and is outstanding, today against a week ago.
import { currencySign } from '../../core/money.ts'
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { Statement } from '../../server/read/statement.ts'
import { clientType, paymentMode } from '../lists/items.model.ts'
import { noMoneyModes } from '../transactions/transactions.rules.ts'
import { live, tile } from './widget.server.ts'

const today = sql`network_midnight (network_day (now()))`

/** The totals of the last 14 days, today last. */
const trend = (value: Sql, source: (from: Sql, till: Sql) => Sql): Sql => sql`
  (
    select
      json_agg(
        day.total
        order by
          day.back desc
      )
    from
      (
        select
          back,
          (
            select
              ${value} ${source(
                sql`${today} - make_interval(days => back)`,
                sql`${today} - make_interval(days => back - 1) - interval '1 microsecond'`,
              )}
          )::float8 as total
        from
          generate_series(0, 13) back
      ) day
  )
`
/** Total of today with the same weekday of last week beside it, and the last two weeks as a trend. */
const versus = (value: Sql, source: (from: Sql, till: Sql) => Sql, unit: string | null = null): Sql => sql`
  select
    (
      select
        ${value} ${source(today, sql`now()`)}
    )::float8 as "Total",
    (
      select
        ${value} ${source(sql`${today} - interval '7 days'`, sql`now() - interval '7 days'`)}
    )::float8 as "Previous",
    to_char(${today} at time zone network_zone () - interval '7 days', '"last "FMDay') as "PreviousLabel",
    ${unit}::text as "Unit",
    ${trend(value, source)} as "Trend"
`
const salesBetween =
  (user: Caller) =>
  (from: Sql, till: Sql): Sql => sql`
    from
      sales s
    where
      s.sale_date >= ${from}
      and s.sale_date <= ${till}
      and ${live(user)}
  `
/** Labs and centres among them; an institution that hangs on one is a customer of it. */
const places = (own: readonly number[]): Sql => sql`
  select
    client_id
  from
    clients
  where
    client_id = any (${[...own]})
    and client_type_id in (${literal(clientType.LegalEntity, clientType.Lab, clientType.CollectionCentre)})
`

/**
 * What the entity and what is below it took in: receipts from outside, less refunds to outside; between themselves is
 * neither.
 */
const collections =
  (user: Caller) =>
  (from: Sql, till: Sql): Sql => {
    const own = [...user.Clients]
    return sql`
      from
        transactions t
      where
        -- a cheque came in when it was paid
        t.counted_on >= ${from}
        and t.counted_on <= ${till}
        -- what is adjusted, settled or written off is no money that came in
        and t.payment_mode_id not in (${literal(...noMoneyModes)})
        and (
          (
            t.kind = 'Receipt'
            and t.receiver_id = any (${own})
            and not (t.giver_id in (${places(own)}))
          )
          or (
            t.kind = 'Refund'
            and t.giver_id = any (${own})
            and not (t.receiver_id in (${places(own)}))
          )
        )
    `
  }

export const moneyTiles: readonly Statement[] = [
  tile(2001, 'Net sales today', (user) =>
    versus(sql`coalesce(sum(s.net_amount), 0)`, salesBetween(user), currencySign()),
  ),
  tile(2002, 'Collections today', (user) =>
    versus(
      sql`
        coalesce(
          sum(
            case
              when t.kind = 'Refund' then - t.amount
              else t.amount
            end
          ),
          0
        )
      `,
      collections(user),
      currencySign(),
    ),
  ),
  tile(
    2003,
    'Outstanding, all sales',
    (user) => sql`
      select
        coalesce(sum(s.net_amount - s.paid), 0)::float8 as "Total",
        ${currencySign()}::text as "Unit",
        true as "FallIsGood"
      from
        sales s
      where
        s.net_amount > s.paid
        and ${live(user)}
    `,
  ),
  tile(2013, 'Bookings today', (user) => versus(sql`count(*)`, salesBetween(user))),
  tile(
    2014,
    'Cash in my batch',
    (user) => sql`
      select
        coalesce(
          sum(
            case
              when t.kind = 'Refund' then - t.amount
              else t.amount
            end
          ),
          0
        )::float8 as "Total",
        ${currencySign()}::text as "Unit"
      from
        transactions t
        join tran_batches b using (batch_id)
      where
        b.owner_id = ${user.UserId}
        and b.close_date is null
        and t.payment_mode_id = ${literal(paymentMode.Cash)}
        and not t.is_cancelled
    `,
  ),
]

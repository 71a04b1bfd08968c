// Tiles of sales and money: sold, collected and outstanding, today against a week ago.
import { currencySign } from '../../../core/money.ts'
import { sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { openCash } from '../../tranbatches/read.server.ts'
import { receivedWithin, settledWithin } from '../sums/paid.server.ts'
import { owedInAll, soldWithin } from '../sums/sold.server.ts'
import { dailySum, daysOfStock, stockOf, trend } from './history.server.ts'
import { live } from '../sums/counted.server.ts'
import { tile } from './widget.server.ts'

/** The outstanding amount rises with each sale and falls with each payment of one. */
const outstanding = (user: Caller): Sql =>
  stockOf(
    owedInAll(user),
    sql`
      select
        sale.key as age,
        sale.net as change
      from
        (${soldWithin(user, daysOfStock)}) sale
      union all
      select
        payment.key,
        - payment.settled
      from
        (${settledWithin(user, daysOfStock)}) payment
    `,
    'money',
  )
/** Cash into and out of the batches of a user while they were open. */
const ownCash = (user: Caller): Sql => sql`
  (
    select
      batch.batch_id,
      cash.at,
      cash.amount
    from
      tran_batches batch ${openCash}
    where
      batch.owner_id = ${user.UserId}
  ) cash
`
const cashBetween =
  (user: Caller) =>
  (from: Sql, till: Sql): Sql => sql`
    from
      ${ownCash(user)}
    where
      cash.at >= ${from}
      and cash.at <= ${till}
  `
const cashSum = sql`coalesce(sum(cash.amount), 0)`

export const moneyTiles: readonly Statement[] = [
  tile(2001, 'Net sales today', (user) => dailySum('net', (spans) => soldWithin(user, spans), 'money')),
  tile(2002, 'Collections today', (user) => dailySum('received', (spans) => receivedWithin(user, spans), 'money')),
  tile(2003, 'Outstanding, all sales', outstanding),
  tile(2013, 'Bookings today', (user) => dailySum('sales', (spans) => soldWithin(user, spans, live), 'count')),
  tile(
    2014,
    'Cash in my batch',
    // who counts it sees no sum before, unless the network says so: the number of its payments then
    (user) => sql`
      select
        case
          when network.cash_on_tile then ${cashSum}
          else count(cash.amount)
        end::float8 as "Total",
        to_char(
          min(batch.open_date) at time zone network_zone (),
          case
            when network.cash_on_tile then ''
            else '"payments in cash" '
          end || '"since" DD-Mon HH12:MI am'
        ) as "PreviousLabel",
        case
          when network.cash_on_tile then ${currencySign()}::text
        end as "Unit",
        case
          when network.cash_on_tile then 2
          else 0
        end as "Decimals",
        case
          when network.cash_on_tile then ${trend(cashSum, cashBetween(user))}
          else ${trend(sql`count(*)`, cashBetween(user))}
        end as "Trend"
      from
        network_settings network
        left join tran_batches batch on batch.owner_id = ${user.UserId}
        and batch.close_date is null
        left join ${ownCash(user)} on cash.batch_id = batch.batch_id
      group by
        network.cash_on_tile
    `,
  ),
]

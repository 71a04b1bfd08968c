// Tiles of sales and money: sold, collected and outstanding, today against a week ago.
import { currencySign } from '../../../core/money.ts'
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { clientType } from '../../lists/items.model.ts'
import { noMoneyModes } from '../../transactions/transactions.rules.ts'
import { openCash } from '../../tranbatches/read.server.ts'
import { daily, move, moves, stock, trend } from './history.server.ts'
import { live, priced, tile } from './widget.server.ts'

const salesBetween =
  (counted: Sql) =>
  (from: Sql, till: Sql): Sql => sql`
    from
      sale_facts sale
    where
      sale.sale_date >= ${from}
      and sale.sale_date <= ${till}
      and ${counted}
  `
/** Labs and centres among them; an institution below one is its customer. */
const places = (own: readonly number[]): Sql => sql`
  select
    client_id
  from
    clients
  where
    client_id = any (${[...own]})
    and client_type_id in (${literal(clientType.LegalEntity, clientType.Lab, clientType.CollectionCentre)})
`
const received = sql`
  coalesce(
    sum(
      case
        when payment.kind = 'Refund' then - payment.amount
        else payment.amount
      end
    ),
    0
  )
`

/**
 * Collections of the entity and of what is below it: receipts from outside, less refunds to outside; money between them
 * is neither.
 */
const collections =
  (user: Caller) =>
  (from: Sql, till: Sql): Sql => {
    const own = [...user.Clients]
    return sql`
      from
        transactions payment
      where
        -- a cheque counts when it cleared
        payment.counted_on >= ${from}
        and payment.counted_on <= ${till}
        -- adjustments, settlements and write-offs bring no money
        and payment.payment_mode_id not in (${literal(...noMoneyModes)})
        and (
          (
            payment.kind = 'Receipt'
            and payment.receiver_id = any (${own})
            and not (payment.giver_id in (${places(own)}))
          )
          or (
            payment.kind = 'Refund'
            and payment.giver_id = any (${own})
            and not (payment.receiver_id in (${places(own)}))
          )
        )
    `
  }
/** The outstanding amount rises with each sale and falls with each payment of one. */
const outstanding = (user: Caller): Sql =>
  stock(
    sql`
      select
        coalesce(sum(sale.outstanding), 0)
      from
        sale_facts sale
      where
        sale.net_amount > sale.paid
        and ${priced(user)}
    `,
    moves(
      move(
        'sale.sale_date',
        'sale.net_amount',
        sql`
          from
            sale_facts sale
          where
            ${priced(user)}
        `,
      ),
      move(
        'payment.counted_on',
        `case when payment.kind = 'Refund' then payment.amount else - payment.amount end`,
        sql`
          from
            transactions payment
          where
            (
              payment.receiver_id = any (${[...user.Clients]})
              or payment.giver_id = any (${[...user.Clients]})
            )
            and exists (
              select
                1
              from
                sale_facts sale
              where
                sale.invoice_id = payment.invoice_id
                and ${priced(user)}
            )
        `,
      ),
    ),
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
  tile(2001, 'Net sales today', (user) =>
    daily(sql`coalesce(sum(sale.net_amount), 0)`, salesBetween(priced(user)), 'money'),
  ),
  tile(2002, 'Collections today', (user) => daily(received, collections(user), 'money')),
  tile(2003, 'Outstanding, all sales', outstanding),
  tile(2013, 'Bookings today', (user) => daily(sql`count(*)`, salesBetween(live(user)), 'count')),
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

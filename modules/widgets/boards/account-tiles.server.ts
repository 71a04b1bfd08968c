// Tiles of the accounts and of the sales force: batches, sales to invoice, overdue invoices, targets and visits.
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { duesScope, managedClients } from '../../clients/scope.server.ts'
import { isOverdue, overdueFrom } from '../../invoices/letters/overdue.server.ts'
import { batchScope } from '../../tranbatches/read.server.ts'
import { ofSalesForce } from '../../targets/scope.server.ts'
import { move, moves, stock, trend } from './history.server.ts'
import { tile } from './widget.server.ts'

/** Sales that are or were to be invoiced: not those whose invoice was made with them. */
const toInvoice = (user: Caller): Sql => sql`
  from
    sale_facts sale
    join clients buyer on buyer.client_id = sale.buyer_id
    left join invoices invoice on invoice.invoice_id = sale.invoice_id
  where
    sale.seller_id = any (${[...user.Clients]})
    and sale.is_sold
    and invoice.is_single_sale is not true
`
/** Those that are on no invoice. */
export const uninvoiced = (user: Caller): Sql => sql`
  ${toInvoice(user)}
  and sale.is_uninvoiced
`
/** Invoices that count, with their buyer. */
const invoices = (user: Caller): Sql => sql`
  from
    invoice_facts invoice
    join clients buyer on buyer.client_id = invoice.buyer_id
  where
    invoice.seller_id = any (${[...user.Clients]})
    and not invoice.is_cancelled
`
/** How the sum of uninvoiced sales came and went, of the buyers `buyer` of a condition. */
const uninvoicedMoves = (user: Caller, ofBuyers = sql``): Sql =>
  moves(
    move('sale.sale_date', 'sale.net_amount', sql`${toInvoice(user)} ${ofBuyers}`),
    move('invoice.invoice_date', '- sale.net_amount', sql`${toInvoice(user)} ${ofBuyers}`),
  )
/** Payments of them that count. */
const payments = (user: Caller): Sql => sql`
  from
    transactions payment
    join invoices invoice on invoice.invoice_id = payment.invoice_id
    join clients buyer on buyer.client_id = invoice.buyer_id
  where
    payment.counted_on > now() - interval '60 days'
    and invoice.seller_id = any (${[...user.Clients]})
    and not invoice.is_cancelled
`
const paidBack = `case when payment.kind = 'Refund' then payment.amount else - payment.amount end`
/** Targets that run today. */
const running = (user: Caller): Sql => sql`
  from
    targets target
  where
    network_day (now()) between target.start_date and target.end_date
    and (${ofSalesForce(user, 'target.sales_manager_id')})
`
/** What was sold of the target `t`. */
export const reached = `
  (
    select
      coalesce(sum(counted.net_amount), 0)
    from
      target_sales counted
    where
      counted.target_id = target.target_id
  )
`
const reachedPercent = (user: Caller): Sql =>
  stock(
    sql`
      select
        round(sum(${raw(reached)}) * 100 / nullif(sum(target.target_sale_amount), 0), 1) ${running(user)}
    `,
    move(
      'sale.sale_date',
      'counted.net_amount * 100 / aim.total',
      sql`
        from
          (
            select
              array_agg(target.target_id) as ids,
              nullif(sum(target.target_sale_amount), 0) as total ${running(user)}
          ) aim
          join target_sales counted on counted.target_id = any (aim.ids)
          join sales sale on sale.sale_id = counted.sale_id
        where
          aim.total is not null
      `,
    ),
    'percent',
    false,
  )
const visitsBetween =
  (user: Caller) =>
  (from: Sql, till: Sql): Sql => sql`
    from
      client_visits visit
    where
      visit.visit_date >= ${from}
      and visit.visit_date <= ${till}
      and (${ofSalesForce(user, 'visit.user_id')})
  `
const month = (back: number): Sql => sql`
  network_midnight (
    (
      date_trunc('month', network_day (now())) - make_interval(months => ${back})
    )::date
  )
`
const monthsVisits = (user: Caller): Sql => {
  const visits = visitsBetween(user)
  const now = sql`now()`
  return sql`
    select
      (
        select
          count(*) ${visits(month(0), now)}
      )::float8 as "Total",
      (
        select
          count(*) ${visits(month(1), sql`now() - interval '1 month'`)}
      )::float8 as "Previous",
      'a month ago' as "PreviousLabel",
      0 as "Decimals",
      ${trend(sql`count(*)`, visits)} as "Trend"
  `
}
const batches = (user: Caller): Sql => sql`
  from
    tran_batches batch
  where
    (${batchScope(user)})
`

export const accountTiles: readonly Statement[] = [
  tile(
    2017,
    'Open batches',
    (user) =>
      stock(
        sql`
          select
            count(*) ${batches(user)}
            and batch.close_date is null
        `,
        moves(move('batch.open_date', '1', batches(user)), move('batch.close_date', '-1', batches(user))),
        'count',
      ),
    'tranbatches',
  ),
  tile(
    2018,
    'To be invoiced',
    (user) =>
      stock(
        sql`
          select
            coalesce(sum(sale.net_amount), 0) ${uninvoiced(user)}
        `,
        uninvoicedMoves(user),
        'money',
      ),
    'invoices',
  ),
  tile(
    2019,
    'Invoices overdue',
    (user) =>
      stock(
        sql`
          select
            coalesce(sum(invoice.outstanding), 0) ${invoices(user)}
            and ${isOverdue('invoice')}
        `,
        moves(
          move(overdueFrom('invoice'), 'invoice.net_amount', invoices(user)),
          move(`greatest(payment.counted_on, ${overdueFrom('invoice')})`, paidBack, payments(user)),
        ),
        'money',
      ),
    'invoices',
  ),
  tile(2020, 'Target reached, running targets', reachedPercent, 'targets'),
  tile(2021, 'Visits this month', monthsVisits, 'clientvisits'),
  tile(
    2022,
    'Dues of my clients',
    (user) => {
      const own = sql`and buyer.client_id in (${managedClients(user)})`
      return stock(
        sql`
          select
            coalesce(sum(dues.owed), 0)
          from
            (${managedClients(user)}) managed
            cross join lateral (
              select
                sum(due.owed) as owed
              from
                party_dues due
              where
                due.party_id = managed.client_id
                and ${duesScope(user)}
            ) dues
        `,
        moves(
          uninvoicedMoves(user, own),
          move('invoice.invoice_date', 'invoice.net_amount', sql`${invoices(user)} ${own}`),
          move('payment.counted_on', paidBack, sql`${payments(user)} ${own}`),
        ),
        'money',
      )
    },
    'clientvisits',
  ),
]

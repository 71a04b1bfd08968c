// The dashboard of the accounts and of the sales force: batches, what is to be invoiced and overdue, targets and
// visits.
import { choice } from '../../core/model.ts'
import { currencySign } from '../../core/money.ts'
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { shortName } from '../../server/read/conditions.ts'
import { statementOf, type Statement } from '../../server/read/statement.ts'
import { clientScope } from '../clients/scope.server.ts'
import { creditDays } from '../invoices/invoices.rules.ts'
import { paymentType, referralStatuses, saleStatus } from '../lists/items.model.ts'
import { totalAmount } from '../referrals/read.server.ts'
import { referralScope } from '../referrals/referrals.server.ts'
import { batchScope } from '../tranbatches/tranbatches.server.ts'
import { ofSalesForce } from '../targets/scope.server.ts'
import { table, tile } from './widget.server.ts'

/** Sales on credit that stand on no invoice. */
const uninvoiced = (user: Caller): Sql => sql`
  from
    sales s
    join clients b on b.client_id = s.buyer_id
  where
    s.seller_id = any (${[...user.Clients]})
    and s.invoice_id is null
    and b.payment_type_id = ${literal(paymentType.Credit)}
    and s.status_id not in (${literal(saleStatus.Cancelled, saleStatus.Quotation)})
`
const overdue = (user: Caller): Sql => sql`
  from
    invoices i
    join clients b on b.client_id = i.buyer_id
  where
    i.seller_id = any (${[...user.Clients]})
    and not i.is_cancelled
    and i.net_amount > i.paid
    and network_day (i.invoice_date) + case
      when b.payment_type_id = ${literal(paymentType.Credit)} then ${literal(creditDays)}
      else 0
    end < network_day (now())
`
/** Targets that run today. */
const running = (user: Caller): Sql => sql`
  from
    targets t
  where
    network_day (now()) between t.start_date and t.end_date
    and (${ofSalesForce(user, 't.sales_manager_id')})
`
const reached = `
  (
    select
      coalesce(sum(x.net_amount), 0)
    from
      target_sales x
    where
      x.target_id = t.target_id
  )
`
const monthsVisits = (user: Caller): Sql => sql`
  from
    client_visits v
  where
    v.visit_date >= network_midnight (date_trunc('month', network_day (now()))::date)
    and (${ofSalesForce(user, 'v.user_id')})
`
const money = (total: Sql, source: Sql): Sql => sql`
  select
    (${total})::float8 as "Total",
    ${currencySign()}::text as "Unit",
    true as "FallIsGood" ${source}
`

export const accountBoards: readonly Statement[] = [
  tile(
    2017,
    'Open batches',
    (user) => sql`
      select
        count(*)::float8 as "Total"
      from
        tran_batches b
      where
        b.close_date is null
        and (${batchScope(user)})
    `,
    'tranbatches',
  ),
  tile(2018, 'To be invoiced', (user) => money(sql`coalesce(sum(s.net_amount), 0)`, uninvoiced(user)), 'invoices'),
  tile(
    2019,
    'Invoices overdue',
    (user) => money(sql`coalesce(sum(i.net_amount - i.paid), 0)`, overdue(user)),
    'invoices',
  ),
  tile(
    2020,
    'Target reached, running targets',
    (user) => sql`
      select
        coalesce(round(sum(${raw(reached)}) * 100 / nullif(sum(t.target_sale_amount), 0), 1), 0)::float8 as "Total",
        '%'::text as "Unit" ${running(user)}
    `,
    'targets',
  ),
  tile(
    2021,
    'Visits this month',
    (user) => sql`
      select
        count(*)::float8 as "Total" ${monthsVisits(user)}
    `,
    'clientvisits',
  ),
  tile(
    2022,
    'Dues of my clients',
    (user) =>
      money(
        sql`coalesce(sum(i.net_amount - i.paid), 0)`,
        sql`
          from
            invoices i
            join clients c on c.client_id = i.buyer_id
          where
            i.seller_id = any (${[...user.Clients]})
            and not i.is_cancelled
            and c.sales_manager_id = ${user.UserId}
        `,
      ),
    'clientvisits',
  ),
  table(
    2131,
    'Batches to take over',
    (user) => sql`
      select
        b.batch_id as "BatchId",
        o.full_name as "Owner",
        b.close_date as "CloseDate",
        (
          select
            coalesce(sum(a.amount), 0)
          from
            batch_amounts a
          where
            a.batch_id = b.batch_id
        ) as "TotalAmount"
      from
        tran_batches b
        join users o on o.user_id = b.owner_id
      where
        b.close_date is not null
        and b.taken_over_by_id is null
        and (${batchScope(user)})
      order by
        b.close_date,
        b.batch_id
      limit
        50
    `,
    'tranbatches',
  ),
  table(
    2132,
    'To be invoiced, by buyer',
    (user) => sql`
      select
        b.client_id as "ClientId",
        ${raw(shortName('b'))} as "Buyer",
        count(*)::int as "Sales",
        sum(s.net_amount) as "NetAmount",
        min(s.sale_date) as "SaleDate" ${uninvoiced(user)}
      group by
        b.client_id
      order by
        sum(s.net_amount) desc
      limit
        50
    `,
    'invoices',
  ),
  table(
    2133,
    'Running targets',
    (user) => sql`
      select
        t.target_id as "TargetId",
        m.full_name as "SalesManager",
        t.end_date as "EndDate",
        t.target_sale_amount as "TargetSaleAmount",
        ${raw(reached)} as "ActualSaleAmount",
        round(${raw(reached)} * 100 / nullif(t.target_sale_amount, 0), 1) as "Percent"
      from
        targets t
        join users m on m.user_id = t.sales_manager_id
      where
        network_day (now()) between t.start_date and t.end_date
        and (${ofSalesForce(user, 't.sales_manager_id')})
      order by
        t.end_date,
        t.target_id
      limit
        50
    `,
    'targets',
  ),
  table(
    2134,
    'My clients not visited of late',
    (user, days) => sql`
      select
        c.client_id as "ClientId",
        c.name as "Client",
        max(v.visit_date) as "VisitDate"
      from
        clients c
        left join client_visits v on v.client_id = c.client_id
      where
        c.sales_manager_id = ${user.UserId}
        and c.is_active
        and (${clientScope(user)})
      group by
        c.client_id
      having
        coalesce(max(v.visit_date), '-infinity') < now() - make_interval(days => ${days})
      order by
        max(v.visit_date) nulls first,
        lower(c.name)
      limit
        50
    `,
    'clientvisits',
    30,
  ),
  statementOf({
    id: 2111,
    name: 'Referrals in a status',
    module: 'referrals',
    parameters: {
      ReferralStatus: choice('Referral Status', referralStatuses, { required: 'Referral Status is required' }),
    },
    widget: 'table',
    query: ({ ReferralStatus }, user) => sql`
      select
        r.referral_id as "ReferralId",
        r.created_on as "CreatedOn",
        referrer.name as "Referrer",
        ${raw(totalAmount)} as "TotalAmount"
      from
        referrals r
        join clients referrer on referrer.client_id = r.referrer_id
      where
        r.status_id = ${ReferralStatus}
        and (${referralScope(user)})
      order by
        r.created_on,
        r.referral_id
      limit
        100
    `,
  }),
]

// Tables of the accounts and of the sales force: batches, sales to invoice, targets and whom to visit.
import { choice } from '../../../core/model.ts'
import { raw, sql } from '../../../server/db/db.ts'
import { shortName } from '../../../server/read/conditions.ts'
import { statementOf, type Statement } from '../../../server/read/statement.ts'
import { clientScope, duesScope } from '../../clients/scope.server.ts'
import { referralStatuses } from '../../lists/items.model.ts'
import { totalAmount } from '../../referrals/read.server.ts'
import { referralScope } from '../../referrals/referrals.server.ts'
import { batchScope, batchStatus, batchTotal } from '../../tranbatches/read.server.ts'
import { ofSalesForce } from '../../targets/scope.server.ts'
import { reached, uninvoiced } from './account-tiles.server.ts'
import { table } from './widget.server.ts'

export const accountTables: readonly Statement[] = [
  table(
    2131,
    'Batches to take over',
    (user) => sql`
      select
        batch.batch_id as "BatchId",
        owner.full_name as "Owner",
        batch.close_date as "CloseDate",
        ${raw(batchTotal)} as "TotalAmount"
      from
        tran_batches batch
        join users owner on owner.user_id = batch.owner_id
      where
        ${raw(batchStatus)} = 'Closed'
        and (${batchScope(user)})
      order by
        batch.close_date,
        batch.batch_id
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
        network_day (min(s.sale_date))::text as "SaleDate" ${uninvoiced(user)}
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
    'Clients not visited lately',
    (user, days) => sql`
      select
        c.client_id as "ClientId",
        c.name as "Client",
        max(v.visit_date) as "LastVisitDate",
        (
          select
            coalesce(sum(due.owed), 0)
          from
            party_dues due
          where
            due.party_id = c.client_id
            and ${duesScope(user)}
        ) as "Outstanding"
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

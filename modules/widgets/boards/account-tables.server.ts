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
import {
  referralsInStatus,
  batchesToTakeOver,
  toInvoiceByBuyer,
  runningTargets,
  clientsNotVisited,
} from '../answers.model.ts'

export const accountTables: readonly Statement[] = [
  table(
    batchesToTakeOver,
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
    toInvoiceByBuyer,
    'To be invoiced, by buyer',
    (user) => sql`
      select
        buyer.client_id as "ClientId",
        ${raw(shortName('buyer'))} as "Buyer",
        count(*)::int as "Sales",
        sum(sale.net_amount) as "NetAmount",
        network_day (min(sale.sale_date))::text as "SaleDate" ${uninvoiced(user)}
      group by
        buyer.client_id
      order by
        sum(sale.net_amount) desc
      limit
        50
    `,
    'invoices',
  ),
  table(
    runningTargets,
    'Running targets',
    (user) => sql`
      select
        target.target_id as "TargetId",
        manager.full_name as "SalesManager",
        target.end_date as "EndDate",
        target.target_sale_amount as "TargetSaleAmount",
        ${raw(reached)} as "ActualSaleAmount",
        round(${raw(reached)} * 100 / nullif(target.target_sale_amount, 0), 1) as "Percent"
      from
        targets target
        join users manager on manager.user_id = target.sales_manager_id
      where
        network_day (now()) between target.start_date and target.end_date
        and (${ofSalesForce(user, 'target.sales_manager_id')})
      order by
        target.end_date,
        target.target_id
      limit
        50
    `,
    'targets',
  ),
  table(
    clientsNotVisited,
    'Clients not visited lately',
    (user, days) => sql`
      select
        client.client_id as "ClientId",
        client.name as "Client",
        max(visit.visit_date) as "LastVisitDate",
        (
          select
            coalesce(sum(due.owed), 0)
          from
            party_dues due
          where
            due.party_id = client.client_id
            and ${duesScope(user)}
        ) as "Outstanding"
      from
        clients client
        left join client_visits visit on visit.client_id = client.client_id
      where
        client.sales_manager_id = ${user.UserId}
        and client.is_active
        and (${clientScope(user)})
      group by
        client.client_id
      having
        coalesce(max(visit.visit_date), '-infinity') < now() - make_interval(days => ${days})
      order by
        max(visit.visit_date) nulls first,
        lower(client.name)
      limit
        50
    `,
    'clientvisits',
    30,
  ),
  statementOf({
    ...referralsInStatus,
    name: 'Referrals in a status',
    module: 'referrals',
    parameters: {
      ReferralStatus: choice('Referral Status', referralStatuses, { required: 'Referral Status is required' }),
    },
    widget: 'table',
    query: ({ ReferralStatus }, user) => sql`
      select
        referral.referral_id as "ReferralId",
        referral.created_on as "CreatedOn",
        referrer.name as "Referrer",
        ${raw(totalAmount)} as "TotalAmount"
      from
        referrals referral
        join clients referrer on referrer.client_id = referral.referrer_id
      where
        referral.status_id = ${ReferralStatus}
        and (${referralScope(user)})
      order by
        referral.created_on,
        referral.referral_id
      limit
        100
    `,
  }),
]

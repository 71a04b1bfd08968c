// Buyers with sales to invoice: statement 114, from which the buyer of a new invoice is chosen.
import { choice, integer } from '../../core/model.ts'
import { sql } from '../../server/db/db.ts'
import { statementOf } from '../../server/read/statement.ts'
import { clientTypes } from '../lists/items.model.ts'
import { buyersWithSales } from './answers/answers.model.ts'

/** Of one seller, or of all clients that the user works for; the largest amount first. */
export const buyersToInvoice = statementOf({
  ...buyersWithSales,
  name: 'Buyers with sales to invoice',
  module: 'invoices',
  parameters: { SellerId: integer('Seller'), ClientTypeId: choice('Buyer Type', clientTypes) },
  query: ({ SellerId, ClientTypeId }, user) => sql`
    select
      buyer.client_id as "ClientId",
      buyer.name as "Name",
      buyer.code as "Code",
      buyer.client_type_id as "ClientTypeId",
      count(*)::int as "Sales",
      sum(sale.net_amount) as "NetAmount"
    from
      sale_facts sale
      join clients buyer on buyer.client_id = sale.buyer_id
    where
      sale.seller_id = any (${[...user.Clients]})
      and (
        ${SellerId ?? null}::int is null
        or sale.seller_id = ${SellerId ?? null}
      )
      and (
        ${ClientTypeId ?? null}::int is null
        or buyer.client_type_id = ${ClientTypeId ?? null}
      )
      and sale.is_uninvoiced
    group by
      buyer.client_id
    order by
      sum(sale.net_amount) desc,
      buyer.client_id
    limit
      500
  `,
})

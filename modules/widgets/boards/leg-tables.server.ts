// Tables of what is open between the places of a chain: lines to be priced, and accessions that wait.
import { literal, raw, sql } from '../../../server/db/db.ts'
import { shortName } from '../../../server/read/conditions.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { clientType, lineStatus, saleStatus } from '../../lists/items.model.ts'
import { saleScope } from '../../sales/list.server.ts'
import { table } from './widget.server.ts'
import { toBePriced, waitingAccessions } from '../answers.model.ts'

export const legTables: readonly Statement[] = [
  table(
    toBePriced,
    'To be priced',
    (user) => sql`
      select
        sale.sale_id as "SaleId",
        waiting.created_on as "CreatedOn",
        product.code as "Code",
        product.name as "Name",
        ${raw(shortName('buyer'))} as "Buyer",
        ${raw(shortName('seller'))} as "Seller",
        waiting.reason as "Reason",
        person.full_name as "Creater"
      from
        lines_to_be_priced waiting
        join sale_products line using (sale_product_id)
        join sale_facts sale using (sale_id)
        join products product on product.product_id = line.product_id
        join clients buyer on buyer.client_id = sale.buyer_id
        join clients seller on seller.client_id = sale.seller_id
        left join users person on person.user_id = waiting.created_by
      where
        (
          sale.seller_id = any (${[...user.Clients]})
          -- an outside lab may have no users: its buyer keeps its prices
          or (
            seller.client_type_id = ${literal(clientType.ExternalLab)}
            and sale.buyer_id = any (${[...user.Clients]})
          )
        )
        and sale.is_sold
        and line.status_id <> ${literal(lineStatus.Cancelled)}
        and (${saleScope(user)})
      order by
        waiting.created_on,
        waiting.sale_product_id
      limit
        50
    `,
  ),
  table(
    waitingAccessions,
    'Accessions that wait',
    (user) => sql`
      select
        sale.sale_id as "SaleId",
        sale.sale_date as "SaleDate",
        sale.patient_name as "Patient",
        ${raw(shortName('seller'))} as "Seller",
        sale.waits_because as "WaitsBecause"
      from
        sales sale
        join clients seller on seller.client_id = sale.seller_id
      where
        sale.waits_because is not null
        and sale.status_id <> ${literal(saleStatus.Cancelled)}
        and (${saleScope(user)})
      order by
        sale.sale_date,
        sale.sale_id
      limit
        50
    `,
  ),
]

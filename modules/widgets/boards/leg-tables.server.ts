// Tables of what is open between the places of a chain: lines to be priced, and accessions that wait.
import { literal, raw, sql } from '../../../server/db/db.ts'
import { shortName } from '../../../server/read/conditions.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { clientType, lineStatus, saleStatus } from '../../lists/items.model.ts'
import { saleScope } from '../../sales/list.server.ts'
import { table } from './widget.server.ts'

export const legTables: readonly Statement[] = [
  table(
    2135,
    'To be priced',
    (user) => sql`
      select
        s.sale_id as "SaleId",
        waiting.created_on as "CreatedOn",
        product.code as "Code",
        product.name as "Name",
        ${raw(shortName('b'))} as "Buyer",
        ${raw(shortName('se'))} as "Seller",
        waiting.reason as "Reason",
        person.full_name as "Creater"
      from
        lines_to_be_priced waiting
        join sale_products line using (sale_product_id)
        join sale_facts s using (sale_id)
        join products product on product.product_id = line.product_id
        join clients b on b.client_id = s.buyer_id
        join clients se on se.client_id = s.seller_id
        left join users person on person.user_id = waiting.created_by
      where
        (
          s.seller_id = any (${[...user.Clients]})
          -- an outside lab may have no users: its buyer keeps its prices
          or (
            se.client_type_id = ${literal(clientType.ExternalLab)}
            and s.buyer_id = any (${[...user.Clients]})
          )
        )
        and s.is_sold
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
    2136,
    'Accessions that wait',
    (user) => sql`
      select
        s.sale_id as "SaleId",
        s.sale_date as "SaleDate",
        s.patient_name as "Patient",
        ${raw(shortName('se'))} as "Seller",
        s.waits_because as "WaitsBecause"
      from
        sales s
        join clients se on se.client_id = s.seller_id
      where
        s.waits_because is not null
        and s.status_id <> ${literal(saleStatus.Cancelled)}
        and (${saleScope(user)})
      order by
        s.sale_date,
        s.sale_id
      limit
        50
    `,
  ),
]

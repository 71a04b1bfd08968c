// A price list was saved: the lines between labs that waited for one of its prices are priced.
import { literal, sql } from '../../../server/db/db.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import type { FollowContext } from '../../../server/module.ts'
import type { priceListFields } from '../../pricelists/pricelists.model.ts'
import { lineStatus } from '../../lists/items.model.ts'
import { priceProducts } from '../pricing/prices.server.ts'
import { refreshTotals } from './derived.server.ts'
import { mend } from './priced-later.server.ts'

type Waiting = {
  SaleId: number
  SellerId: number
  BuyerId: number
  SaleDate: string
  NetAmount: number
  Products: number[]
}

/** Sales of the list's seller, or of one that inherits from it, that no invoice holds. */
export const followPriceList = async ({ tx, user, after }: FollowContext<typeof priceListFields>): Promise<void> => {
  const waiting = await tx.rows<Waiting>(sql`
    select
      sale.sale_id,
      sale.seller_id,
      sale.buyer_id,
      sale.sale_date,
      sale.net_amount,
      (
        select
          array_agg(
            line.product_id
            order by
              line.sale_product_id
          )
        from
          sale_products line
          join lines_to_be_priced using (sale_product_id)
        where
          line.sale_id = sale.sale_id
          and line.status_id <> ${literal(lineStatus.Cancelled)}
      ) as products
    from
      sale_facts sale
    where
      sale.sale_id in (
        select
          line.sale_id
        from
          lines_to_be_priced
          join sale_products line using (sale_product_id)
        where
          line.status_id <> ${literal(lineStatus.Cancelled)}
      )
      and sale.is_uninvoiced
      and sale.seller_id in (
        select
          client_id
        from
          clients
        where
          client_id = ${after.SellerId}
          or parent_id = ${after.SellerId}
      )
    order by
      sale.sale_id
    for update of
      sale
  `)
  for (const sale of waiting) {
    const prices = await priceProducts(tx, {
      SellerId: sale.SellerId,
      BuyerId: sale.BuyerId,
      BuyerTypeId: null,
      ReferrerId: null,
      SaleDate: sale.SaleDate,
      ProductIds: sale.Products,
    })
    const found = prices.filter((price) => price.Price !== null)
    if (found.length === 0) continue
    for (const price of found) await mend(tx, sale.SaleId, price)
    const net = await refreshTotals(tx, sale.SaleId)
    await writeAudit(tx, user, {
      module: 'sales',
      formId: sale.SaleId,
      action: 'priced',
      remarks: 'A price list has the price by now',
      changes: { NetAmount: [sale.NetAmount, net] },
    })
  }
}

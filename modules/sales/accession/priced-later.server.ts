// Lines between labs that went through without a price: listed for the seller, and priced as soon as a list has one.
import { lineAmount } from '../../../core/money.ts'
import { role } from '../../../core/user.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { notifyUsers, usersAt } from '../../../server/db/notify.ts'
import type { Caller } from '../../../server/caller.ts'
import { lineStatus } from '../../lists/items.model.ts'
import type { Priced } from '../pricing/prices.server.ts'
import type { PricedLeg } from './legs.server.ts'

export const priceLater = (tx: Tx, user: Caller, lineId: number, reason: string | null): Promise<number> =>
  tx.run(sql`
    insert into
      lines_to_be_priced (sale_product_id, reason, created_by)
    values
      (
        ${lineId},
        ${reason ?? ''},
        ${user.UserId}
      )
  `)

const managersOf = async (tx: Tx, leg: PricedLeg): Promise<number[]> => [
  ...new Set(
    [
      await usersAt(tx, leg.SellerId, [role.BusinessManager]),
      await usersAt(tx, leg.BuyerId, [role.BusinessManager]),
    ].flat(),
  ),
]

/** Notifies the managers of each seller, and of the buyer, who may have to ask an outside lab. */
export const tellOfUnpriced = async (tx: Tx, user: Caller, legs: readonly PricedLeg[]): Promise<void> => {
  const lacking = legs.filter((leg) => leg.fresh.some((one) => one.Price === null))
  for (const leg of lacking) {
    const count = leg.fresh.filter((one) => one.Price === null).length
    const named = count === 1 ? '1 product is' : `${count} products are`
    await notifyUsers(tx, await managersOf(tx, leg), {
      creater: user.FullName,
      subject: 'To be priced',
      content: `${named} sold without a price. Complete the price list`,
    })
  }
}

/** Gives the line of a product the price that its list has by now. */
export const mend = async (tx: Tx, saleId: number, { ProductId, ...price }: Priced): Promise<void> => {
  await tx.run(sql`
    with
      mended as (
        update sale_products
        set
          price = ${price.Price},
          discount_percent = ${price.Discount},
          amount = ${lineAmount(price.Price, price.Discount)},
          original_price = ${price.Price},
          original_discount_percent = ${price.Discount},
          price_source = ${price.PriceSource === null ? null : JSON.stringify(price.PriceSource)}::jsonb
        where
          sale_id = ${saleId}
          and product_id = ${ProductId}
          and price is null
          and status_id <> ${literal(lineStatus.Cancelled)}
        returning
          sale_product_id
      )
    delete from lines_to_be_priced waiting using mended
    where
      waiting.sale_product_id = mended.sale_product_id
  `)
}

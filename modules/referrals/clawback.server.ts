// What a referral is worth from ready on: its lines are frozen, and what their sales lose afterwards is taken back on
// the referrer's next open referral.
import { sql, type Sql, type Tx } from '../../server/db/db.ts'
import { latestOpen } from './open.server.ts'

/** Keeps price, discount and commission of each line as they are now. */
export const freeze = (tx: Tx, key: number): Promise<number> =>
  tx.run(sql`
    update referral_lines agreed
    set
      frozen_price = line.price,
      frozen_discount_percent = line.discount_percent,
      frozen_commission = amounts.commission
    from
      sale_products line
      join referral_line_amounts amounts using (sale_product_id)
    where
      agreed.referral_id = ${key}
      and line.sale_product_id = agreed.sale_product_id
  `)

/** Its referrer, so that two of their referrals are not paid at once. */
export const referrerOf = (key: number): Sql => sql`
  select
    1
  from
    clients
  where
    client_id = (
      select
        referrer_id
      from
        referrals
      where
        referral_id = ${key}
    )
  for no key update
`

/** The sales of its lines, so that none of them changes while the lines are frozen. */
export const salesOf = (key: number): Sql => sql`
  select
    1
  from
    sales
  where
    sale_id in (
      select
        line.sale_id
      from
        referral_lines agreed
        join sale_products line using (sale_product_id)
      where
        agreed.referral_id = ${key}
    )
  order by
    sale_id
  for share
`

type Lost = {
  SaleProductId: number
  SellerId: number
  ReferrerId: number
  SalesManagerId: number | null
  Amount: number
  Reason: string
}

/**
 * The difference between what is frozen of the lines of a sale and what they are worth by now, less what was taken
 * back before, goes on the next open referral. What is posted does not change. The caller has locked the sale.
 */
export const takeBack = async (tx: Tx, saleId: number): Promise<void> => {
  const lost = await tx.rows<Lost>(sql`
    select
      sale_product_id,
      seller_id,
      referrer_id,
      sales_manager_id,
      worth - frozen_commission - taken_back as amount,
      case
        when worth > frozen_commission + taken_back then 'Given back: the sale is worth it again'
        else reason
      end as reason
    from
      referral_line_worths
    where
      sale_id = ${saleId}
      and worth <> frozen_commission + taken_back
    order by
      sale_product_id
  `)
  for (const one of lost) {
    const to = await latestOpen(tx, {
      SellerId: one.SellerId,
      ReferrerId: one.ReferrerId,
      SalesManagerId: one.SalesManagerId,
    })
    await tx.run(sql`
      insert into
        referral_clawbacks (referral_id, sale_product_id, amount, reason)
      values
        (
          ${to},
          ${one.SaleProductId},
          ${one.Amount},
          ${one.Reason}
        )
    `)
  }
}

// The sources of a price and of a commission: rows of price lists and schemes, and what decides between them.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { arrayOf, objectOf } from '../../../server/table/shown.ts'
import { clientType } from '../../lists/items.model.ts'
import type { CommissionCandidate, PriceCandidate } from './pricing.rules.ts'

export type PriceAsk = {
  SellerId: number
  BuyerId: number | null
  BuyerTypeId: number | null
  ReferrerId: number | null
  SaleDate: string
  ProductIds: readonly number[]
}
export type Candidates = {
  Prices: PriceCandidate[]
  Commissions: CommissionCandidate[]
  ParentLabId: number | null
  BuyerTypeId: number | null
  WalkIn: boolean
  CanRefer: boolean
  DoctorsBarred: boolean
  ReferrerType: number | null
}

/** Rows of the price lists of the seller and the lab above it, in force on the day. */
const pricesInForce = (ask: PriceAsk, day: string): Sql =>
  arrayOf(
    objectOf('list', ['PriceListId', 'SellerId', 'BuyerTypeId', 'BuyerId', 'EffectiveFromDate', 'EffectiveTillDate'], {
      PriceListProductId: sql`item.price_list_product_id`,
      ProductId: sql`item.product_id`,
      Price: sql`item.price`,
      Discount: sql`item.discount`,
    }),
    sql`
      from
        price_lists list
        join price_list_products item on item.price_list_id = list.price_list_id
      where
        list.seller_id in (seller.client_id, seller.parent_lab_id)
        and item.product_id = any (${[...ask.ProductIds]})
        and item.price is not null
        and (
          list.buyer_id is null
          or list.buyer_id = ${ask.BuyerId}
        )
        and list.effective_from_date <= ${day}::date
        and (
          list.effective_till_date is null
          or list.effective_till_date >= ${day}::date
        )
    `,
  )

/** Rows of the referral schemes of the seller and the lab above it, on any day. */
const commissionsOf = (ask: PriceAsk): Sql =>
  arrayOf(
    objectOf('scheme', ['ReferralSchemeId', 'SellerId', 'ReferrerId', 'EffectiveFromDate', 'EffectiveTillDate'], {
      ReferralSchemeProductId: sql`item.referral_scheme_product_id`,
      ProductId: sql`item.product_id`,
      Commission: sql`item.commission`,
    }),
    sql`
      from
        referral_schemes scheme
        join referral_scheme_products item on item.referral_scheme_id = scheme.referral_scheme_id
      where
        ${ask.ReferrerId}::int is not null
        and scheme.seller_id in (seller.client_id, seller.parent_lab_id)
        and item.product_id = any (${[...ask.ProductIds]})
        and (
          scheme.referrer_id is null
          or scheme.referrer_id = ${ask.ReferrerId}
        )
    `,
  )

const sellerOf = (sellerId: number): Sql => sql`
  (
    select
      client.client_id,
      (
        select
          lab.client_id
        from
          clients lab
        where
          lab.client_id = client.parent_id
          and lab.client_type_id = ${literal(clientType.Lab)}
      ) as parent_lab_id
    from
      clients client
    where
      client.client_id = ${sellerId}
  )
`

const canRefer = (referrerId: number | null): Sql => sql`
  coalesce(
    (
      select
        can_refer
        and is_active
      from
        clients
      where
        client_id = ${referrerId}
    ),
    false
  )
`

/** All of them in one row, with one statement. */
export const candidates = (tx: Tx, ask: PriceAsk, day: string): Promise<Candidates> =>
  tx.one<Candidates>(sql`
    with
      seller as ${sellerOf(ask.SellerId)},
      buyer as (
        select
          client_type_id
        from
          clients
        where
          client_id = ${ask.BuyerId}
      )
    select
      seller.parent_lab_id,
      (
        select
          client_type_id
        from
          buyer
      ) as buyer_type_id,
      coalesce(
        (
          select
            client_type_id = ${literal(clientType.Patient)}
          from
            buyer
        ),
        ${ask.BuyerTypeId ?? null}::int = ${literal(clientType.Patient)},
        false
      ) as walk_in,
      ${canRefer(ask.ReferrerId)} as can_refer,
      (
        select
          client_type_id
        from
          clients
        where
          client_id = ${ask.ReferrerId}
      ) as referrer_type,
      coalesce(
        (
          select
            (value #>> '{}')::boolean
          from
            settings
          where
            name = 'doctorsAreNotPaid'
        ),
        false
      ) as doctors_barred,
      ${pricesInForce(ask, day)} as prices,
      ${commissionsOf(ask)} as commissions
    from
      seller
  `)

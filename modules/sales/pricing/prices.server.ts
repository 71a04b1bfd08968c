// Prices and commissions in force for many products with one statement (getdata/100), and the products a seller offers
// (101).
import { dayOf } from '../../../core/dates.ts'
import { boolean, datetime, integer, references, text } from '../../../core/model.ts'
import { isPortal } from '../../../core/user.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { invalid } from '../../../server/refusal.ts'
import { json, type Route } from '../../../server/route.ts'
import { contains } from '../../../server/read/conditions.ts'
import { readParameters } from '../../../server/read/statement.ts'
import { chooseCommission, choosePrice, type CommissionCandidate, type PriceCandidate } from './pricing.rules.ts'
import { clientType } from '../../lists/items.model.ts'

export type PriceAsk = {
  SellerId: number
  BuyerId: number | null
  BuyerTypeId: number | null
  ReferrerId: number | null
  SaleDate: string
  ProductIds: readonly number[]
}
export type Priced = {
  ProductId: number
  Price: number | null
  Discount: number
  Commission: number
  PriceSource: { PriceListId: number; Tier: string; Inherited: boolean } | null
  CommissionSource: { ReferralSchemeId: number; Tier: string; Inherited: boolean } | null
}
type Candidates = {
  prices: PriceCandidate[] | null
  commissions: CommissionCandidate[] | null
  parent_lab_id: number | null
  buyer_type_id: number | null
  walk_in: boolean
  can_refer: boolean
  doctors_barred: boolean
  referrer_type: number | null
}

const candidates = (tx: Tx, ask: PriceAsk, day: string): Promise<Candidates> => {
  const ids = [...ask.ProductIds]
  return tx.one<Candidates>(sql`
    with
      seller as (
        select
          c.client_id,
          (
            select
              p.client_id
            from
              clients p
            where
              p.client_id = c.parent_id
              and p.client_type_id = ${literal(clientType.Lab)}
          ) as parent_lab_id
        from
          clients c
        where
          c.client_id = ${ask.SellerId}
      ),
      buyer as (
        select
          client_type_id
        from
          clients
        where
          client_id = ${ask.BuyerId}
      )
    select
      s.parent_lab_id,
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
        ${ask.BuyerTypeId ?? null}::int = ${literal(clientType.Patient)}
      ) as walk_in,
      coalesce(
        (
          select
            r.can_refer
            and r.is_active
          from
            clients r
          where
            r.client_id = ${ask.ReferrerId}
        ),
        false
      ) as can_refer,
      (
        select
          r.client_type_id
        from
          clients r
        where
          r.client_id = ${ask.ReferrerId}
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
      (
        select
          json_agg(
            json_build_object(
              'PriceListId',
              l.price_list_id,
              'PriceListProductId',
              x.price_list_product_id,
              'SellerId',
              l.seller_id,
              'BuyerTypeId',
              l.buyer_type_id,
              'BuyerId',
              l.buyer_id,
              'EffectiveFromDate',
              l.effective_from_date,
              'EffectiveTillDate',
              l.effective_till_date,
              'ProductId',
              x.product_id,
              'Price',
              x.price,
              'Discount',
              x.discount
            )
          )
        from
          price_lists l
          join price_list_products x on x.price_list_id = l.price_list_id
        where
          l.seller_id in (s.client_id, s.parent_lab_id)
          and x.product_id = any (${ids})
          and x.price is not null
          and (
            l.buyer_id is null
            or l.buyer_id = ${ask.BuyerId}
          )
          and l.effective_from_date <= ${day}::date
          and (
            l.effective_till_date is null
            or l.effective_till_date >= ${day}::date
          )
      ) as prices,
      (
        select
          json_agg(
            json_build_object(
              'ReferralSchemeId',
              l.referral_scheme_id,
              'ReferralSchemeProductId',
              x.referral_scheme_product_id,
              'SellerId',
              l.seller_id,
              'ReferrerId',
              l.referrer_id,
              'EffectiveFromDate',
              l.effective_from_date,
              'EffectiveTillDate',
              l.effective_till_date,
              'ProductId',
              x.product_id,
              'Commission',
              x.commission
            )
          )
        from
          referral_schemes l
          join referral_scheme_products x on x.referral_scheme_id = l.referral_scheme_id
        where
          ${ask.ReferrerId}::int is not null
          and l.seller_id in (s.client_id, s.parent_lab_id)
          and x.product_id = any (${ids})
          and (
            l.referrer_id is null
            or l.referrer_id = ${ask.ReferrerId}
          )
      ) as commissions
    from
      seller s
  `)
}

/** Price, discount and commission of each product on the sale date, and where they come from. */
export const priceProducts = async (tx: Tx, ask: PriceAsk): Promise<Priced[]> => {
  const day = dayOf(ask.SaleDate)
  const found = await candidates(tx, ask, day)
  const BuyerTypeId = found.buyer_type_id ?? ask.BuyerTypeId
  const applies =
    found.walk_in && found.can_refer && !(found.doctors_barred && found.referrer_type === clientType.Doctor)
  return ask.ProductIds.map((ProductId) => {
    const question = { ProductId, SellerId: ask.SellerId, ParentLabId: found.parent_lab_id, SaleDay: day }
    const price = choosePrice(found.prices ?? [], { ...question, BuyerTypeId, BuyerId: ask.BuyerId })
    const commission = chooseCommission(found.commissions ?? [], { ...question, ReferrerId: ask.ReferrerId, applies })
    return {
      ProductId,
      Price: price?.Price ?? null,
      Discount: price?.Discount ?? 0,
      Commission: commission.Commission,
      PriceSource: price ? { PriceListId: price.PriceListId, Tier: price.Tier, Inherited: price.Inherited } : null,
      CommissionSource:
        commission.ReferralSchemeId !== null && commission.Tier
          ? { ReferralSchemeId: commission.ReferralSchemeId, Tier: commission.Tier, Inherited: commission.Inherited }
          : null,
    }
  })
}

const party = {
  SellerId: integer('Seller', { required: 'Seller is required' }),
  BuyerTypeId: integer('Buyer Type'),
  BuyerId: integer('Buyer'),
  ReferrerId: integer('Referrer'),
  SaleDate: datetime('Sale Date'),
}
const pricing = {
  ...party,
  ProductId: references('Product', 'product', { required: 'ProductId is missing' }),
  Sources: boolean('Sources'),
}

/** Price lists are the seller's own: nobody outside sells, whatever lists their place would inherit. */
const checkSeller = (user: Caller, sellerId: number): void => {
  if (isPortal(user) || !user.Clients.includes(sellerId))
    throw invalid({ SellerId: ['This seller is outside your entity'] })
}

/** getdata/100 answers through the pricing rules, so it is a route of its own before the general one. */
export const priceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'getdata/100',
    access: 'role',
    scope: 'prices of sellers inside the entity',
    summary: 'Price, discount and commission of products',
    openQuery: true,
    query: pricing,
    handler: async (call) => {
      const sent = { ...call.query }
      delete sent['TimezoneOffset']
      if (Array.isArray(sent['ProductId'])) sent['ProductId'] = sent['ProductId'].join(',')
      const values = readParameters(pricing, sent)
      const SellerId = Number(values['SellerId'])
      checkSeller(call.user, SellerId)
      const priced = await priceProducts(call.db.replica, {
        SellerId,
        BuyerId: (values['BuyerId'] as number | undefined) ?? null,
        BuyerTypeId: (values['BuyerTypeId'] as number | undefined) ?? null,
        ReferrerId: (values['ReferrerId'] as number | undefined) ?? null,
        SaleDate: (values['SaleDate'] as string | undefined) ?? new Date().toISOString(),
        ProductIds: [...new Set(values['ProductId'] as number[])],
      })
      // four fields for everybody; where they come from only for who asks
      if (values['Sources'] === true) return json(priced)
      return json(priced.map(({ PriceSource: _price, CommissionSource: _commission, ...figures }) => figures))
    },
  },
  {
    method: 'GET',
    path: 'getdata/101',
    access: 'role',
    scope: 'products of the network and local ones of sellers inside the entity',
    summary: 'Products that can be sold, with their prices',
    openQuery: true,
    query: { ...party, Code: text('Code'), Name: text('Name'), ProductId: integer('Product') },
    handler: async (call) => {
      const sent = { ...call.query }
      delete sent['TimezoneOffset']
      const values = readParameters(
        { ...party, Code: text('Code'), Name: text('Name'), ProductId: integer('Product') },
        sent,
      )
      const SellerId = Number(values['SellerId'])
      checkSeller(call.user, SellerId)
      const where = [
        sql`
          p.is_active
          and (
            not p.is_local_product
            or p.owner_id = ${SellerId}
          )
        `,
      ]
      if (values['Code'] !== undefined) where.push(sql`lower(p.code) = ${String(values['Code']).toLowerCase()}`)
      if (values['Name'] !== undefined)
        where.push(sql`
          (
            ${contains('p.name', String(values['Name']))}
            or ${contains('p.code', String(values['Name']))}
          )
        `)
      if (values['ProductId'] !== undefined) where.push(sql`p.product_id = ${values['ProductId']}`)
      const products = await call.db.replica.rows<{ ProductId: number }>(sql`
        select
          p.product_id as "ProductId",
          p.code as "Code",
          p.name as "Name",
          p.is_local_product as "IsLocalProduct"
        from
          products p
        where
          ${where.reduce(
            (a, b) => sql`
              ${a}
              and ${b}
            `,
          )}
        order by
          p.code
        limit
          500
      `)
      if (products.length === 0) return json([])
      const priced = await priceProducts(call.db.replica, {
        SellerId,
        BuyerId: (values['BuyerId'] as number | undefined) ?? null,
        BuyerTypeId: (values['BuyerTypeId'] as number | undefined) ?? null,
        ReferrerId: (values['ReferrerId'] as number | undefined) ?? null,
        SaleDate: (values['SaleDate'] as string | undefined) ?? new Date().toISOString(),
        ProductIds: products.map((p) => p.ProductId),
      })
      const by = new Map(priced.map((p) => [p.ProductId, p]))
      return json(
        products.map((p) => ({
          ...p,
          Price: by.get(p.ProductId)?.Price ?? null,
          Discount: by.get(p.ProductId)?.Discount ?? 0,
          Commission: by.get(p.ProductId)?.Commission ?? 0,
        })),
      )
    },
  },
]

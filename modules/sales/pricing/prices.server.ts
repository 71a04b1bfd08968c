// Prices and commissions in force for many products with one statement (getdata/100), and the products a seller offers
// (101).
import { dayOf } from '../../../core/dates.ts'
import { boolean, datetime, integer, references, text } from '../../../core/model.ts'
import { isPortal } from '../../../core/user.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { invalid } from '../../../server/refusal.ts'
import { json, type Route } from '../../../server/route.ts'
import { contains } from '../../../server/read/conditions.ts'
import { readParameters } from '../../../server/read/statement.ts'
import { candidates, type PriceAsk } from './candidates.server.ts'
import { chooseCommission, choosePrice } from './pricing.rules.ts'
import { clientType } from '../../lists/items.model.ts'

export type Priced = {
  ProductId: number
  Price: number | null
  Discount: number
  Commission: number
  PriceSource: { PriceListId: number; Tier: string; Inherited: boolean } | null
  CommissionSource: { ReferralSchemeId: number; Tier: string; Inherited: boolean } | null
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

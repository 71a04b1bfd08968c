// Prices and commissions in force for many products with one statement (getdata/100), and the products a seller offers
// (101).
import { dayOf } from '../../../core/dates.ts'
import { boolean, datetime, integer, references, text, type DraftOf } from '../../../core/model.ts'
import { isPortal } from '../../../core/user.ts'
import { join, sql, type Tx } from '../../../server/db/db.ts'
import { shown } from '../../../server/table/shown.ts'
import type { Caller, Loaded } from '../../../server/caller.ts'
import { invalid } from '../../../server/refusal.ts'
import { json, routeOf, type Route } from '../../../server/route.ts'
import { contains } from '../../../server/read/conditions.ts'
import { readParameters } from '../../../server/read/statement.ts'
import { candidates, type PriceAsk } from './candidates.server.ts'
import { chooseCommission, choosePrice, type CommissionSource, type PriceSource } from './pricing.rules.ts'
import { clientType } from '../../lists/items.model.ts'
import { offeredProducts, pricesInForce } from '../answers.model.ts'

export type Priced = {
  ProductId: number
  Price: number | null
  Discount: number
  Commission: number
  PriceSource: PriceSource | null
  CommissionSource: CommissionSource | null
}
/** Price, discount and commission of each product on the sale date, and their sources. */
export const priceProducts = async (tx: Tx, ask: PriceAsk): Promise<Priced[]> => {
  const day = dayOf(ask.SaleDate)
  const found = await candidates(tx, ask, day)
  const BuyerTypeId = found.BuyerTypeId ?? ask.BuyerTypeId
  const applies = found.WalkIn && found.CanRefer && !(found.DoctorsBarred && found.ReferrerType === clientType.Doctor)
  return ask.ProductIds.map((ProductId) => {
    const question = { ProductId, SellerId: ask.SellerId, ParentLabId: found.ParentLabId, SaleDay: day }
    const price = choosePrice(found.Prices, { ...question, BuyerTypeId, BuyerId: ask.BuyerId })
    const commission = chooseCommission(found.Commissions, { ...question, ReferrerId: ask.ReferrerId, applies })
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
  // the sources of price and commission, too
  Sources: boolean('Sources'),
}
const pricing = { ...party, ProductId: references('Product', 'product', { required: 'ProductId is missing' }) }
const offer = { ...party, Code: text('Code'), Name: text('Name'), ProductId: integer('Product') }

type Asked = DraftOf<typeof party>
const askOf = (asked: Asked, ProductIds: readonly number[]): PriceAsk => ({
  SellerId: Number(asked.SellerId),
  BuyerId: asked.BuyerId ?? null,
  BuyerTypeId: asked.BuyerTypeId ?? null,
  ReferrerId: asked.ReferrerId ?? null,
  SaleDate: asked.SaleDate ?? new Date().toISOString(),
  ProductIds,
})
/** Prices for everyone; price sources only on request. */
const visibleFields = ({ Sources }: Asked, { PriceSource, CommissionSource, ...figures }: Priced) =>
  Sources === true ? { ...figures, PriceSource, CommissionSource } : figures

/** Price lists are the seller's own: no outsider sells, whatever lists their place would inherit. */
const checkSeller = (user: Caller, sellerId: number): void => {
  if (isPortal(user) || !user.Clients.includes(sellerId))
    throw invalid({ SellerId: ['This seller is outside your entity'] })
}

/** Without the zone, which the screen always sends. */
const withoutZone = ({ TimezoneOffset: _zone, ...sent }: Loaded): Loaded => sent

type Offered = { ProductId: number; Code: string; Name: string; IsLocalProduct: boolean }
/** Products of the network, and the seller's local ones. */
const offeredBy = (tx: Tx, sellerId: number, { Code, Name, ProductId }: DraftOf<typeof offer>): Promise<Offered[]> => {
  const where = [
    sql`product.is_active`,
    sql`
      (
        not product.is_local_product
        or product.owner_id = ${sellerId}
      )
    `,
    ...(typeof Code === 'string' ? [sql`lower(product.code) = ${Code.toLowerCase()}`] : []),
    ...(typeof Name === 'string'
      ? [
          sql`
            (
              ${contains('product.name', Name)}
              or ${contains('product.code', Name)}
            )
          `,
        ]
      : []),
    ...(typeof ProductId === 'number' ? [sql`product.product_id = ${ProductId}`] : []),
  ]
  return tx.rows<Offered>(sql`
    select
      ${shown('product', ['ProductId', 'Code', 'Name', 'IsLocalProduct'])}
    from
      products product
    where
      ${join(where, ' and ')}
    order by
      product.code
    limit
      500
  `)
}

/** getdata/100 answers through the pricing rules, so it is a route of its own before the general one. */
export const priceRoutes: readonly Route[] = [
  routeOf({
    method: 'GET',
    ...pricesInForce,
    access: 'role',
    scope: 'prices of sellers inside the entity',
    summary: 'Price, discount and commission of products',
    openQuery: true,
    query: pricing,
    handler: async (call) => {
      const { ProductId, ...sent } = withoutZone(call.query)
      const asked = readParameters(pricing, {
        ...sent,
        ...(ProductId === undefined ? {} : { ProductId: Array.isArray(ProductId) ? ProductId.join(',') : ProductId }),
      })
      checkSeller(call.user, Number(asked.SellerId))
      const priced = await priceProducts(call.db.replica, askOf(asked, [...new Set(asked.ProductId)]))
      return json(priced.map((one) => visibleFields(asked, one)))
    },
  }),
  routeOf({
    method: 'GET',
    ...offeredProducts,
    access: 'role',
    scope: 'products of the network and local ones of sellers inside the entity',
    summary: 'Products that can be sold, with their prices',
    openQuery: true,
    query: offer,
    handler: async (call) => {
      const asked = readParameters(offer, withoutZone(call.query))
      const sellerId = Number(asked.SellerId)
      checkSeller(call.user, sellerId)
      const products = await offeredBy(call.db.replica, sellerId, asked)
      if (products.length === 0) return json([])
      const priced = await priceProducts(
        call.db.replica,
        askOf(
          asked,
          products.map((product) => product.ProductId),
        ),
      )
      // in the requested order
      return json(priced.map((one, index) => ({ ...products[index], ...visibleFields(asked, one) })))
    },
  }),
]

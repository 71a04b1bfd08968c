// What the legs of an accession cost, asked before anything of it is written: the price of each product, and the credit
// of each buyer.
import { compareAmounts, lineAmount, sumAmounts } from '../../../core/money.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { Refusal, refusedBy } from '../../../server/refusal.ts'
import { clientType, lineStatus, saleStatus } from '../../lists/items.model.ts'
import { priceProducts, type Priced } from '../pricing/prices.server.ts'
import { checkCredit } from '../receipts/credit.server.ts'
import { creditOfLeg, mayGoUnpriced, type Unpriced } from './legs.rules.ts'
import { planDerivedSales, type DerivedSale, type Leg } from './routing.rules.ts'

/** An accession that waits for a price or for credit. */
export class Waits extends Refusal {}

type Known = { readonly SaleId: number; readonly InvoiceId: number | null }
type Stored = { readonly ProductId: number; readonly Price: number | null; readonly Amount: number }
export type PricedLeg = DerivedSale & {
  /** The derived sale of an earlier accession. */
  readonly known: Known | undefined
  /** Its lines, without those of products that the leg no longer has. */
  readonly stored: readonly Stored[]
  /** Products that are not on it yet, and those on it without a price that has come since. */
  readonly fresh: readonly Priced[]
  readonly mended: readonly Priced[]
}
/** Why an accession goes on without a price, or beyond the credit of a buyer. */
export type GoesOn = { readonly reason?: string | null; readonly OverrideRemarks?: string | null }

const openDerived = (tx: Tx, baseId: number, hop: DerivedSale): Promise<Known | undefined> =>
  tx.maybe<Known>(sql`
    select
      sale_id,
      invoice_id
    from
      sales
    where
      base_sale_id = ${baseId}
      and seller_id = ${hop.SellerId}
      and buyer_id = ${hop.BuyerId}
      and status_id <> ${literal(saleStatus.Cancelled)}
    order by
      sale_id
    limit
      1
    for update
  `)

const linesOf = (tx: Tx, saleId: number): Promise<Stored[]> =>
  tx.rows<Stored>(sql`
    select
      product_id,
      price,
      amount
    from
      sale_products
    where
      sale_id = ${saleId}
      and status_id <> ${literal(lineStatus.Cancelled)}
  `)

const priceLeg = (tx: Tx, hop: DerivedSale, SaleDate: string, ProductIds: readonly number[]): Promise<Priced[]> =>
  ProductIds.length === 0
    ? Promise.resolve([])
    : priceProducts(tx, {
        SellerId: hop.SellerId,
        BuyerId: hop.BuyerId,
        BuyerTypeId: null,
        ReferrerId: null,
        SaleDate,
        ProductIds,
      })

/** The legs of a sale with the derived sales that are there, and the prices of what they lack. */
export const priceLegs = async (tx: Tx, saleId: number, legs: readonly Leg[]): Promise<PricedLeg[]> => {
  const planned = planDerivedSales(legs)
  if (planned.length === 0) return []
  const { SaleDate } = await tx.one<{ SaleDate: string }>(sql`
    select
      sale_date
    from
      sales
    where
      sale_id = ${saleId}
  `)
  const priced: PricedLeg[] = []
  for (const hop of planned) {
    const baseId = hop.base === null ? saleId : priced[hop.base]?.known?.SaleId
    const known = baseId === undefined ? undefined : await openDerived(tx, baseId, hop)
    const all = known ? await linesOf(tx, known.SaleId) : []
    const there = new Set(all.map((line) => line.ProductId))
    const stored = all.filter((line) => hop.ProductIds.includes(line.ProductId))
    // what is on an invoice does not change
    const open = known?.InvoiceId == null ? stored.filter((line) => line.Price === null) : []
    const fresh = hop.ProductIds.filter((id) => !there.has(id))
    const prices = await priceLeg(tx, hop, SaleDate, [...fresh, ...open.map((line) => line.ProductId)])
    priced.push({
      ...hop,
      known,
      stored,
      fresh: prices.slice(0, fresh.length),
      mended: prices.slice(fresh.length).filter((price) => price.Price !== null),
    })
  }
  return priced
}

/** Names for the sentence: product, seller, buyer, and the seller's list that is in force for this buyer. */
const unpricedOf = (tx: Tx, saleId: number, leg: PricedLeg): Promise<Unpriced[]> => {
  const products = leg.fresh.filter((one) => one.Price === null).map((one) => one.ProductId)
  if (products.length === 0) return Promise.resolve([])
  return tx.rows<Unpriced>(sql`
    select
      concat(product.code, ' ', product.name) as "Product",
      seller.name as "Seller",
      buyer.name as "Buyer",
      (
        select
          list.price_list_id
        from
          price_lists list,
          sales sale
        where
          sale.sale_id = ${saleId}
          and list.seller_id = seller.client_id
          and (
            list.buyer_id = buyer.client_id
            or (
              list.buyer_id is null
              and coalesce(list.buyer_type_id, buyer.client_type_id) = buyer.client_type_id
            )
          )
          and list.effective_from_date <= network_day (sale.sale_date)
          and (
            list.effective_till_date is null
            or list.effective_till_date >= network_day (sale.sale_date)
          )
        order by
          list.buyer_id is null,
          list.buyer_type_id is null,
          list.effective_from_date desc,
          list.price_list_id desc
        limit
          1
      ) as "PriceListId"
    from
      clients seller,
      clients buyer,
      products product
    where
      seller.client_id = ${leg.SellerId}
      and buyer.client_id = ${leg.BuyerId}
      and product.product_id = any (${products})
    order by
      product.code
  `)
}

const amountOf = ({ Price, Discount }: Priced): number => lineAmount(Price, Discount)

/** Sellers that are places of the network: what an outside lab lends is its own affair. */
const ownSellers = async (tx: Tx, legs: readonly PricedLeg[]): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await tx.rows<{ ClientId: number }>(sql`
        select
          client_id
        from
          clients
        where
          client_id = any (${legs.map((leg) => leg.SellerId)})
          and client_type_id <> ${literal(clientType.ExternalLab)}
      `)
    ).map((one) => one.ClientId),
  )

/** The credit of each buyer whose leg grows. The manager of the buyer alone does not lend to it. @throws Waits */
const checkCredits = async (tx: Tx, user: Caller, legs: readonly PricedLeg[], { OverrideRemarks }: GoesOn) => {
  const grown = legs.filter((leg) => compareAmounts(sumAmounts([...leg.fresh, ...leg.mended].map(amountOf)), 0) > 0)
  if (grown.length === 0) return
  const own = await ownSellers(tx, grown)
  for (const leg of grown.filter((one) => own.has(one.SellerId))) {
    const netBefore = sumAmounts(leg.stored.map((line) => line.Amount))
    const lends = user.Clients.includes(leg.SellerId)
    await checkCredit(
      tx,
      user,
      {
        key: leg.known?.SaleId ?? null,
        walkIn: false,
        sellerId: leg.SellerId,
        buyerId: leg.BuyerId,
        net: sumAmounts([netBefore, ...[...leg.fresh, ...leg.mended].map(amountOf)]),
        netBefore,
        remarks: OverrideRemarks ?? null,
        mayOverride: lends,
      },
      (refusal, buyer) => waitsBy(creditOfLeg(refusal, buyer, refusal.at === 'OverrideRemarks')),
    )
  }
}

const waitsBy = (decision: Parameters<typeof refusedBy>[0]): Waits => {
  const { status, message, errors, code, needs } = refusedBy(decision)
  return new Waits(status, message, {
    ...(errors && { errors }),
    ...(code !== undefined && { code }),
    ...(needs && { needs }),
  })
}

/** Each leg has its prices, and each buyer the credit for it. @throws Waits */
export const checkLegs = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  legs: readonly PricedLeg[],
  goesOn: GoesOn,
): Promise<void> => {
  const lacking: Unpriced[] = []
  for (const leg of legs) lacking.push(...(await unpricedOf(tx, saleId, leg)))
  const decision = mayGoUnpriced(lacking, user.RoleId, goesOn.reason)
  if (!decision.ok) throw waitsBy(decision)
  await checkCredits(tx, user, legs, goesOn)
}

// Derived sales: what the next party on the route sells to the one before, locked.
import { lessAmounts, lineAmount, shareOf, sumAmounts, wholeAmount } from '../../../core/money.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Priced } from '../pricing/prices.server.ts'
import { legsOf } from '../tubes/follow.server.ts'
import type { PricedLeg } from './legs.server.ts'
import { mend, priceLater, tellOfUnpriced } from './priced-later.server.ts'
import type { DerivedSale } from './routing.rules.ts'
import { lineStatus, saleStatus } from '../../lists/items.model.ts'

const createDerived = async (tx: Tx, user: Caller, baseId: number, hop: DerivedSale): Promise<number> =>
  (
    await tx.one<{
      SaleId: number
    }>(sql`
      insert into
        sales (
          sale_date,
          collection_date,
          report_date,
          patient_id,
          patient_name,
          referring_doctor_id,
          seller_id,
          buyer_id,
          lrn,
          is_stat,
          status_id,
          base_sale_id,
          accession_date,
          first_lab_id,
          sales_manager_id,
          created_by
        )
      select
        sale.sale_date,
        sale.collection_date,
        sale.report_date,
        sale.patient_id,
        sale.patient_name,
        sale.referring_doctor_id,
        ${hop.SellerId},
        ${hop.BuyerId},
        sale.lrn,
        sale.is_stat,
        ${literal(saleStatus.Accessioned)},
        ${baseId},
        now(),
        ${hop.SellerId},
        sale.sales_manager_id,
        ${user.UserId}
      from
        sales sale
      where
        sale.sale_id = ${baseId}
      returning
        sale_id
    `)
  ).SaleId

const addLine = async (tx: Tx, saleId: number, price: Priced, sequence: number): Promise<number> =>
  (
    await tx.one<{ SaleProductId: number }>(sql`
      insert into
        sale_products (
          sale_id,
          product_id,
          sequence,
          price,
          discount_percent,
          amount,
          original_price,
          original_discount_percent,
          price_source
        )
      values
        (
          ${saleId},
          ${price.ProductId},
          ${sequence},
          ${price.Price},
          ${price.Discount},
          ${lineAmount(price.Price, price.Discount)},
          ${price.Price},
          ${price.Discount},
          ${price.PriceSource === null ? null : JSON.stringify(price.PriceSource)}::jsonb
        )
      returning
        sale_product_id
    `)
  ).SaleProductId

/** Totals of a sale from its live lines, after lines were added or cancelled. */
export const refreshTotals = async (tx: Tx, saleId: number): Promise<number> => {
  const lines = await tx.rows<{ Price: number | null; Amount: number }>(sql`
    select
      price,
      amount
    from
      sale_products
    where
      sale_id = ${saleId}
      and status_id <> ${literal(lineStatus.Cancelled)}
  `)
  const before = await tx.one<{ AddlDiscount: number; Amounts: number; IsRounded: boolean }>(sql`
    select
      addl_discount,
      is_rounded,
      gross_amount - discount as amounts
    from
      sales
    where
      sale_id = ${saleId}
  `)
  const gross = sumAmounts(lines.map((l) => l.Price))
  const amounts = sumAmounts(lines.map((l) => l.Amount))
  // what is cancelled takes its share of the discount along: the rest does not become free
  const isLess = amounts < before.Amounts
  const additional = isLess ? shareOf(before.AddlDiscount, amounts, before.Amounts) : before.AddlDiscount
  const exact = lessAmounts(amounts, additional)
  const net = before.IsRounded ? wholeAmount(exact) : exact
  const discount = lessAmounts(gross, amounts)
  await tx.run(sql`
    update sales
    set
      gross_amount = ${gross},
      discount = ${discount},
      addl_discount = ${additional},
      net_amount = ${net},
      row_version = row_version + 1
    where
      sale_id = ${saleId}
      and (gross_amount, discount, addl_discount, net_amount) is distinct from (
        ${gross},
        ${discount},
        ${additional},
        ${net}
      )
  `)
  return net
}

/**
 * Adjusts the derived sales of an accession to its legs: adds missing ones and missing lines, cancels lines no
 * longer needed. A line without a price is put on the list of those to be priced, with the reason.
 */
export const saveDerivedSales = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  legs: readonly PricedLeg[],
  reason: string | null,
): Promise<void> => {
  const keys: number[] = []
  for (const leg of legs) {
    const baseId = leg.base === null ? saleId : (keys[leg.base] ?? saleId)
    const id = leg.known?.SaleId ?? (await createDerived(tx, user, baseId, leg))
    keys.push(id)
    for (const [index, price] of leg.fresh.entries()) {
      const line = await addLine(tx, id, price, leg.stored.length + index)
      if (price.Price === null) await priceLater(tx, user, line, reason)
    }
    for (const price of leg.mended) await mend(tx, id, price)
    if (leg.known?.InvoiceId == null)
      await tx.run(sql`
        update sale_products
        set
          status_id = ${literal(lineStatus.Cancelled)}
        where
          sale_id = ${id}
          and status_id < ${literal(lineStatus.InProcess)}
          and status_id <> ${literal(lineStatus.Cancelled)}
          and not (product_id = any (${[...leg.ProductIds]}))
      `)
    await refreshTotals(tx, id)
  }
  await tellOfUnpriced(tx, user, legs)
  await cancelLegs(tx, saleId, keys)
}

/**
 * Cancels the sales at any hop below a sale, except `kept`, in full: lines, totals, status. A sale on an
 * issued invoice is left, because the invoice has to be cancelled first.
 */
export const cancelLegs = async (tx: Tx, saleId: number, kept: readonly number[] = []): Promise<void> => {
  await tx.run(sql`
    with recursive
      ${legsOf(saleId)},
      gone as (
        update sales
        set
          status_id = ${literal(saleStatus.Cancelled)},
          gross_amount = 0,
          discount = 0,
          addl_discount = 0,
          net_amount = 0,
          row_version = row_version + 1
        where
          sale_id in (
            select
              sale_id
            from
              legs
          )
          and not (sale_id = any (${[...kept]}::int[]))
          and status_id <> ${literal(saleStatus.Cancelled)}
          and invoice_id is null
        returning
          sale_id
      )
    update sale_products
    set
      status_id = ${literal(lineStatus.Cancelled)}
    where
      sale_id in (
        select
          sale_id
        from
          gone
      )
      and status_id <> ${literal(lineStatus.Cancelled)}
  `)
}

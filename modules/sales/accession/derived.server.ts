// Derived sales: what the next party on the route sells to the one before, priced from its own list, locked.
import { lineAmount, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { priceProducts, type Priced } from '../pricing/prices.server.ts'
import { legsOf } from '../tubes/follow.server.ts'
import { planDerivedSales, type DerivedSale, type Leg } from './routing.rules.ts'
import { lineStatus, saleStatus } from '../../lists/items.model.ts'

const openDerived = async (
  tx: Tx,
  baseId: number,
  hop: DerivedSale,
): Promise<{ sale_id: number; invoice_id: number | null } | undefined> =>
  tx.maybe(sql`
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

const createDerived = async (tx: Tx, user: Caller, baseId: number, hop: DerivedSale): Promise<number> =>
  (
    await tx.one<{
      sale_id: number
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
        s.sale_date,
        s.collection_date,
        s.report_date,
        s.patient_id,
        s.patient_name,
        s.referring_doctor_id,
        ${hop.SellerId},
        ${hop.BuyerId},
        s.lrn,
        s.is_stat,
        ${literal(saleStatus.Accessioned)},
        ${baseId},
        now(),
        ${hop.SellerId},
        s.sales_manager_id,
        ${user.UserId}
      from
        sales s
      where
        s.sale_id = ${baseId}
      returning
        sale_id
    `)
  ).sale_id

const addLine = (tx: Tx, saleId: number, price: Priced, sequence: number): Promise<number> =>
  tx.run(sql`
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
  `)

/** Totals of a sale from its live lines, after lines were added or cancelled. */
export const refreshTotals = async (tx: Tx, saleId: number): Promise<number> => {
  const lines = await tx.rows<{ price: number | null; amount: number }>(sql`
    select
      price,
      amount
    from
      sale_products
    where
      sale_id = ${saleId}
      and status_id <> ${literal(lineStatus.Cancelled)}
  `)
  const { addl_discount } = await tx.one<{ addl_discount: number }>(sql`
    select
      addl_discount
    from
      sales
    where
      sale_id = ${saleId}
  `)
  const gross = sumAmounts(lines.map((l) => l.price))
  const amounts = sumAmounts(lines.map((l) => l.amount))
  const additional = Math.min(addl_discount, amounts)
  const net = lessAmounts(amounts, additional)
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
 * longer needed.
 */
export const saveDerivedSales = async (tx: Tx, user: Caller, saleId: number, legs: readonly Leg[]): Promise<void> => {
  const keys: number[] = []
  const { sale_date } = await tx.one<{ sale_date: string }>(sql`
    select
      sale_date
    from
      sales
    where
      sale_id = ${saleId}
  `)
  for (const hop of planDerivedSales(legs)) {
    const baseId = hop.base === null ? saleId : (keys[hop.base] ?? saleId)
    const known = await openDerived(tx, baseId, hop)
    const id = known?.sale_id ?? (await createDerived(tx, user, baseId, hop))
    keys.push(id)
    const there = new Set(
      (
        await tx.rows<{ product_id: number }>(sql`
          select
            product_id
          from
            sale_products
          where
            sale_id = ${id}
            and status_id <> ${literal(lineStatus.Cancelled)}
        `)
      ).map((l) => l.product_id),
    )
    const missing = hop.ProductIds.filter((p) => !there.has(p))
    const prices =
      missing.length === 0
        ? []
        : await priceProducts(tx, {
            SellerId: hop.SellerId,
            BuyerId: hop.BuyerId,
            BuyerTypeId: null,
            ReferrerId: null,
            SaleDate: sale_date,
            ProductIds: missing,
          })
    for (const [index, price] of prices.entries()) await addLine(tx, id, price, there.size + index)
    if (known?.invoice_id === null || known === undefined)
      await tx.run(sql`
        update sale_products
        set
          status_id = ${literal(lineStatus.Cancelled)}
        where
          sale_id = ${id}
          and status_id < ${literal(lineStatus.InProcess)}
          and status_id <> ${literal(lineStatus.Cancelled)}
          and not (product_id = any (${[...hop.ProductIds]}))
      `)
    await refreshTotals(tx, id)
  }
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

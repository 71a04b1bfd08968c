// The lines of a sale: written as priced and checked; lines removed before the sale is accessioned are
// deleted.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { saveRows } from '../../../server/table/grid.ts'
import { lineStatus } from '../../lists/items.model.ts'
import { saleFields, type SaleProduct, type StoredLine } from '../sales.model.ts'

type Figure =
  'DiscountPercent' | 'CommissionPercent' | 'Amount' | 'OriginalDiscountPercent' | 'OriginalCommissionPercent'
/** A line to store: what it costs, and what the lists gave when it was priced. */
export type PricedLine = SaleProduct &
  Pick<StoredLine, 'Price' | 'OriginalPrice' | 'PriceSource' | 'CommissionSource' | 'Remarks'> &
  Readonly<Record<Figure, number>> & {
    /** Null for a new line. */
    readonly SaleProductId: number | null
    readonly ProductId: number
    readonly StatusId: number
  }

/** A stored line, taken over unchanged. */
export const asStored = (line: StoredLine): PricedLine => ({
  ...line,
  ProductId: Number(line.ProductId),
  StatusId: line.StatusId ?? lineStatus.Ordered,
  DiscountPercent: line.DiscountPercent ?? 0,
  CommissionPercent: line.CommissionPercent ?? 0,
  Amount: line.Amount ?? 0,
  OriginalDiscountPercent: line.OriginalDiscountPercent ?? 0,
  OriginalCommissionPercent: line.OriginalCommissionPercent ?? 0,
})

type Sides = Readonly<Record<'SellerId' | 'BuyerId', unknown>>
/**
 * Between other parties what is live may be taxed, or no longer: then at the rate of today. Where both times it is, or
 * is not, lines keep the rate of their booking. Asked once the sale has its new parties.
 */
export const taxAgain = (tx: Tx, saleId: number, before: Sides): Promise<number> =>
  tx.run(sql`
    update sale_products line
    set
      gst_rate = case
        when parties.charges_gst then product.gst_rate
      end,
      sac = case
        when parties.charges_gst
        and product.gst_rate is not null then product.sac
      end
    from
      products product,
      (
        select
          sale.sale_id,
          charges_gst (sale.seller_id, sale.buyer_id) as charges_gst
        from
          sales sale
        where
          sale.sale_id = ${saleId}
      ) parties
    where
      line.sale_id = parties.sale_id
      and line.status_id <> ${literal(lineStatus.Cancelled)}
      and product.product_id = line.product_id
      and parties.charges_gst <> charges_gst (${Number(before.SellerId)}::int, ${Number(before.BuyerId)}::int)
  `)

/** Whether what is charged is for other parts than before, though it may come to the same: its tax may be another. */
export const isForOther = (lines: readonly PricedLine[], stored: readonly StoredLine[]): boolean => {
  const partsOf = (some: readonly (PricedLine | StoredLine)[]): string =>
    some
      .map((line) => [line.SaleProductId, line.ProductId, line.Amount, line.StatusId ?? lineStatus.Ordered].join(' '))
      .sort()
      .join()
  return partsOf(lines) !== partsOf(stored)
}

/**
 * Stores the priced lines of a sale. Cancelled ones do not change, and one for which tubes were once collected, or
 * which earned a commission, is cancelled instead of removed.
 */
export const saveLines = (
  tx: Tx,
  saleId: number,
  lines: readonly PricedLine[],
  stored: readonly StoredLine[],
): Promise<void> => {
  const cancelled = new Set<unknown>(
    stored.filter((line) => line.StatusId === lineStatus.Cancelled).map((line) => line.SaleProductId),
  )
  return saveRows(tx, { fields: saleFields, keyColumn: 'sale_id' }, 'SaleProducts', saleId, lines, stored, {
    stays: (key) => cancelled.has(key),
    remove: (keys) => removed(saleId, keys),
  })
}

const removed = (saleId: number, keys: readonly unknown[]): readonly Sql[] => {
  const theirs = sql`
    line.sale_id = ${saleId}
    and line.sale_product_id = any (${[...keys]}::int[])
  `
  return [
    sql`
      delete from sale_products line
      where
        ${theirs}
        and not exists (
          select
            1
          from
            sale_product_samples tube
          where
            tube.sale_product_id = line.sale_product_id
        )
        and not exists (
          select
            1
          from
            sale_product_elements element
          where
            element.sale_product_id = line.sale_product_id
        )
        and not exists (
          select
            1
          from
            referral_lines agreed
          where
            agreed.sale_product_id = line.sale_product_id
        )
    `,
    sql`
      update sale_products line
      set
        status_id = ${literal(lineStatus.Cancelled)},
        is_taken_off = true
      where
        ${theirs}
    `,
  ]
}

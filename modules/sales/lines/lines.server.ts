// The lines of a sale: written as priced and checked; lines that were taken out before the sale is accessioned are
// removed.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { columnsOf, rowsAs, takenFrom, type RowOf } from '../../../server/table/columns.ts'
import { lineStatus } from '../../lists/items.model.ts'
import type { StoredLine } from '../sales.model.ts'

type Figure =
  'DiscountPercent' | 'CommissionPercent' | 'Amount' | 'OriginalDiscountPercent' | 'OriginalCommissionPercent'
/** A line as it is to be kept: what it costs, and what the lists gave when it was priced. */
export type PricedLine = Pick<
  StoredLine,
  'Price' | 'OriginalPrice' | 'PriceSource' | 'CommissionSource' | 'Remarks' | 'LRN'
> &
  Readonly<Record<Figure, number>> & {
    /** Null for a new line. */
    readonly SaleProductId: number | null
    readonly ProductId: number
    readonly StatusId: number
  }

/** A stored line, taken over unchanged. */
export const asStored = (line: StoredLine): PricedLine => ({
  SaleProductId: line.SaleProductId,
  ProductId: Number(line.ProductId),
  StatusId: line.StatusId ?? lineStatus.Ordered,
  Price: line.Price,
  DiscountPercent: line.DiscountPercent ?? 0,
  CommissionPercent: line.CommissionPercent ?? 0,
  Amount: line.Amount ?? 0,
  OriginalPrice: line.OriginalPrice,
  OriginalDiscountPercent: line.OriginalDiscountPercent ?? 0,
  OriginalCommissionPercent: line.OriginalCommissionPercent ?? 0,
  PriceSource: line.PriceSource,
  CommissionSource: line.CommissionSource,
  Remarks: line.Remarks,
  LRN: line.LRN,
})

const lineColumns = {
  product_id: 'int',
  sequence: 'int',
  price: 'numeric',
  discount_percent: 'numeric',
  commission_percent: 'numeric',
  amount: 'numeric',
  original_price: 'numeric',
  original_discount_percent: 'numeric',
  original_commission_percent: 'numeric',
  price_source: 'jsonb',
  commission_source: 'jsonb',
  remarks: 'text',
  lrn: 'text',
} as const
/** Which stored line it is; null for a new one. */
const sentColumns = { sale_product_id: 'int', ...lineColumns } as const

const rowOf = (line: PricedLine, sequence: number): RowOf<typeof sentColumns> => ({
  sale_product_id: line.SaleProductId,
  product_id: line.ProductId,
  sequence,
  price: line.Price,
  discount_percent: line.DiscountPercent,
  commission_percent: line.CommissionPercent,
  amount: line.Amount,
  original_price: line.OriginalPrice,
  original_discount_percent: line.OriginalDiscountPercent,
  original_commission_percent: line.OriginalCommissionPercent,
  price_source: line.PriceSource,
  commission_source: line.CommissionSource,
  remarks: line.Remarks,
  lrn: line.LRN,
})

/** Four statements at most, whatever the number of lines, sent at once. Cancelled lines are left as they are. */
export const saveLines = async (tx: Tx, saleId: number, lines: readonly PricedLine[], isNew = false): Promise<void> => {
  const live = lines.flatMap((line, index) => (line.StatusId === lineStatus.Cancelled ? [] : [rowOf(line, index)]))
  const sent = rowsAs('sent', sentColumns, live)
  const kept = lines.map((line) => line.SaleProductId).filter((id) => id !== null)
  const isAdded = live.some((row) => row.sale_product_id === null)
  await Promise.all([
    ...(isNew ? [] : changeLines(tx, saleId, sent, kept)),
    isAdded
      ? tx.run(sql`
          insert into
            sale_products (sale_id, ${columnsOf(lineColumns)})
          select
            ${saleId},
            ${columnsOf(lineColumns, 'sent')}
          from
            ${sent}
          where
            sent.sale_product_id is null
        `)
      : undefined,
  ])
}

/** Lines that went, were drawn for and are cancelled instead, or changed. */
const changeLines = (tx: Tx, saleId: number, sent: Sql, kept: readonly number[]): Promise<number>[] => [
  tx.run(sql`
    delete from sale_products l
    where
      l.sale_id = ${saleId}
      and not (l.sale_product_id = any (${kept}::int[]))
      and l.status_id <> ${literal(lineStatus.Cancelled)}
      and not exists (
        select
          1
        from
          sale_product_samples x
        where
          x.sale_product_id = l.sale_product_id
      )
      and not exists (
        select
          1
        from
          sale_product_elements x
        where
          x.sale_product_id = l.sale_product_id
      )
  `),
  // a line that tubes were drawn for once is cancelled instead of removed
  tx.run(sql`
    update sale_products l
    set
      status_id = ${literal(lineStatus.Cancelled)}
    where
      l.sale_id = ${saleId}
      and not (l.sale_product_id = any (${kept}::int[]))
      and l.status_id <> ${literal(lineStatus.Cancelled)}
  `),
  tx.run(sql`
    update sale_products l
    set
      ${takenFrom(lineColumns, 'sent')}
    from
      ${sent}
    where
      l.sale_product_id = sent.sale_product_id
      and l.sale_id = ${saleId}
      and l.status_id <> ${literal(lineStatus.Cancelled)}
  `),
]

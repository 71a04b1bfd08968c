// The lines of a sale: written as priced and checked; lines that were taken out before the sale is accessioned are
// removed.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Loaded } from '../../../server/caller.ts'
import { lineStatus } from '../../lists/items.model.ts'

export type SentLine = Loaded & {
  SaleProductId?: number | null
  ProductId?: number | null
  Price?: number | null
  DiscountPercent?: number | null
  CommissionPercent?: number | null
  Remarks?: string | null
  LRN?: string | null
}

const asRow = (line: SentLine) => ({
  id: line.SaleProductId ?? null,
  product_id: line.ProductId,
  sequence: line['Sequence'] ?? 0,
  price: line.Price ?? null,
  discount_percent: line.DiscountPercent ?? 0,
  commission_percent: line.CommissionPercent ?? 0,
  amount: line['Amount'],
  original_price: line['OriginalPrice'] ?? null,
  original_discount_percent: line['OriginalDiscountPercent'] ?? 0,
  original_commission_percent: line['OriginalCommissionPercent'] ?? 0,
  price_source: line['PriceSource'] ?? null,
  commission_source: line['CommissionSource'] ?? null,
  remarks: line.Remarks ?? null,
  lrn: line.LRN ?? null,
})
/** Lines as they are sent to the database, as its rows. */
const sentLines = (rows: string): Sql => sql`
  jsonb_to_recordset(${rows}::jsonb) as x (
    id int,
    product_id int,
    sequence int,
    price numeric,
    discount_percent numeric,
    commission_percent numeric,
    amount numeric,
    original_price numeric,
    original_discount_percent numeric,
    original_commission_percent numeric,
    price_source jsonb,
    commission_source jsonb,
    remarks text,
    lrn text
  )
`

/** Three statements whatever the number of lines. Cancelled lines are left as they are. */
export const saveLines = async (tx: Tx, saleId: number, lines: readonly SentLine[], isNew = false): Promise<void> => {
  const live = lines.filter((line) => line['Cancelled'] !== true)
  const rows = JSON.stringify(live.map(asRow))
  const kept = lines.map((line) => line.SaleProductId).filter((id) => typeof id === 'number')
  if (!isNew) await changeLines(tx, saleId, rows, kept)
  if (live.every((line) => typeof line.SaleProductId === 'number')) return
  await tx.run(sql`
    insert into
      sale_products (
        sale_id,
        product_id,
        sequence,
        price,
        discount_percent,
        commission_percent,
        amount,
        original_price,
        original_discount_percent,
        original_commission_percent,
        price_source,
        commission_source,
        remarks,
        lrn
      )
    select
      ${saleId},
      x.product_id,
      x.sequence,
      x.price,
      x.discount_percent,
      x.commission_percent,
      x.amount,
      x.original_price,
      x.original_discount_percent,
      x.original_commission_percent,
      x.price_source,
      x.commission_source,
      x.remarks,
      x.lrn
    from
      ${sentLines(rows)}
    where
      x.id is null
  `)
}

const changeLines = async (tx: Tx, saleId: number, rows: string, kept: readonly number[]): Promise<void> => {
  await tx.run(sql`
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
  `)
  // a line that tubes were drawn for once is cancelled instead of removed
  await tx.run(sql`
    update sale_products l
    set
      status_id = ${literal(lineStatus.Cancelled)}
    where
      l.sale_id = ${saleId}
      and not (l.sale_product_id = any (${kept}::int[]))
      and l.status_id <> ${literal(lineStatus.Cancelled)}
  `)
  await tx.run(sql`
    update sale_products l
    set
      product_id = x.product_id,
      sequence = x.sequence,
      price = x.price,
      discount_percent = x.discount_percent,
      commission_percent = x.commission_percent,
      amount = x.amount,
      original_price = x.original_price,
      original_discount_percent = x.original_discount_percent,
      original_commission_percent = x.original_commission_percent,
      price_source = x.price_source,
      commission_source = x.commission_source,
      remarks = x.remarks,
      lrn = x.lrn
    from
      ${sentLines(rows)}
    where
      l.sale_product_id = x.id
      and l.sale_id = ${saleId}
      and l.status_id <> ${literal(lineStatus.Cancelled)}
  `)
}

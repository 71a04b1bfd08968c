// Records that change with a sale without being saved themselves: its derived sales, their invoices, and the
// tubes. The door audits each.
import { sql, type Sql } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { legsOf } from './tubes/follow.server.ts'

/** Of the sale `leg`. */
const lines = arrayOf(
  objectOf('l', ['SaleProductId', 'ProductId', 'Price', 'DiscountPercent', 'Amount', 'StatusId']),
  sql`
    from
      sale_products l
    where
      l.sale_id = leg.sale_id
  `,
  sql`l.sale_product_id`,
)

const legValues = objectOf(
  'leg',
  [
    'BaseSaleId',
    'PatientId',
    'ReferringDoctorId',
    'SellerId',
    'BuyerId',
    'LRN',
    'CollectionDate',
    'StatusId',
    'GrossAmount',
    'Discount',
    'NetAmount',
    'InvoiceId',
  ],
  { SaleProducts: lines },
)

const invoices = (saleId: number): Sql => sql`
  select
    'invoices',
    i.invoice_id,
    ${objectOf('i', ['InvoiceNo', 'SellerId', 'BuyerId', 'NetAmount', 'Paid', 'IsCancelled'])}
  from
    invoices i
  where
    -- an array is looked up by key; joined to a list of unknown length, all invoices would be read
    i.invoice_id = any (
      array(
        select
          s.invoice_id
        from
          sales s
        where
          s.sale_id = ${saleId}
        union
        select
          legs.invoice_id
        from
          legs
      )
    )
`

const tubes = (saleId: number): Sql => sql`
  select
    'samples',
    t.sample_id,
    ${objectOf('t', ['SaleId', 'Barcode', 'StatusId', 'OwnerId', 'PerformingLabId', 'CollectionDate'])}
  from
    samples t
  where
    t.sale_id = ${saleId}
`

/** The related records of a sale in their present state: { Module, FormId, Values }. */
export const alongSale = (saleId: number): Sql => sql`
  with recursive
    ${legsOf(saleId)}
  select
    'sales' as "Module",
    leg.sale_id as "FormId",
    ${legValues} as "Values"
  from
    legs leg
  union all
  ${invoices(saleId)}
  union all
  ${tubes(saleId)}
  order by
    1,
    2
`

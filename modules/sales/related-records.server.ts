// Records that change with a sale without being saved themselves: its derived sales, their invoices, and the
// tubes. The door audits each.
import { sql, type Sql } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { legsOf } from './tubes/follow.server.ts'

/** Of the sale `leg`. */
const lines = arrayOf(
  objectOf('line', ['SaleProductId', 'ProductId', 'Price', 'DiscountPercent', 'Amount', 'StatusId']),
  sql`
    from
      sale_products line
    where
      line.sale_id = leg.sale_id
  `,
  sql`line.sale_product_id`,
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
    invoice.invoice_id,
    ${objectOf('invoice', ['InvoiceNo', 'SellerId', 'BuyerId', 'NetAmount', 'Paid', 'IsCancelled'])}
  from
    invoices invoice
  where
    -- an array is looked up by key; joined to a list of unknown length, all invoices would be read
    invoice.invoice_id = any (
      array(
        select
          sale.invoice_id
        from
          sales sale
        where
          sale.sale_id = ${saleId}
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
    tube.sample_id,
    ${objectOf('tube', ['SaleId', 'Barcode', 'StatusId', 'OwnerId', 'PerformingLabId', 'CollectionDate'])}
  from
    samples tube
  where
    tube.sale_id = ${saleId}
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

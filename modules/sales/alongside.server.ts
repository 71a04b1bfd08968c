// What changes along with a sale without being saved itself: the sales that follow from it, their invoices, and the
// tubes. The door audits each.
import { sql, type Sql } from '../../server/db/db.ts'

/** Of the sale `leg`. */
const lines = sql`
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'SaleProductId',
            l.sale_product_id,
            'ProductId',
            l.product_id,
            'Price',
            l.price,
            'DiscountPercent',
            l.discount_percent,
            'Amount',
            l.amount,
            'StatusId',
            l.status_id
          )
          order by
            l.sale_product_id
        ),
        '[]'
      )
    from
      sale_products l
    where
      l.sale_id = leg.sale_id
  )
`

/** The sales that follow from it, at any depth. */
const legsOf = (saleId: number): Sql => sql`
  (
    select
      s.*
    from
      sales s
    where
      s.base_sale_id = ${saleId}
    union all
    select
      s.*
    from
      sales s
      join legs on s.base_sale_id = legs.sale_id
  )
`

const legValues = sql`
  json_build_object(
    'BaseSaleId',
    leg.base_sale_id,
    'PatientId',
    leg.patient_id,
    'ReferringDoctorId',
    leg.referring_doctor_id,
    'SellerId',
    leg.seller_id,
    'BuyerId',
    leg.buyer_id,
    'LRN',
    leg.lrn,
    'CollectionDate',
    leg.collection_date,
    'StatusId',
    leg.status_id,
    'GrossAmount',
    leg.gross_amount,
    'Discount',
    leg.discount,
    'NetAmount',
    leg.net_amount,
    'InvoiceId',
    leg.invoice_id,
    'SaleProducts',
    ${lines}
  )
`

const invoices = (saleId: number): Sql => sql`
  select
    'invoices',
    i.invoice_id,
    json_build_object(
      'InvoiceNo',
      i.invoice_no,
      'SellerId',
      i.seller_id,
      'BuyerId',
      i.buyer_id,
      'NetAmount',
      i.net_amount,
      'Paid',
      i.paid,
      'IsCancelled',
      i.is_cancelled
    )
  from
    invoices i
  where
    i.invoice_id in (
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
`

const tubes = (saleId: number): Sql => sql`
  select
    'samples',
    t.sample_id,
    json_build_object(
      'SaleId',
      t.sale_id,
      'Barcode',
      t.barcode,
      'StatusId',
      t.status_id,
      'OwnerId',
      t.owner_id,
      'PerformingLabId',
      t.performing_lab_id,
      'CollectionDate',
      t.collection_date
    )
  from
    samples t
  where
    t.sale_id = ${saleId}
`

/** Records beside a sale as they stand: { Module, FormId, Values }. */
export const alongSale = (saleId: number): Sql => sql`
  with recursive
    legs as ${legsOf(saleId)}
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

// What changes along with a sale without being saved itself: the sales that follow from it, their invoices, and the
// tubes. The door audits each.
import { sql, type Sql } from '../../server/db/db.ts'

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
      l.sale_id = d.sale_id
  )
`

/** Records beside a sale as they stand: { Module, FormId, Values }. */
export const alongSale = (saleId: number): Sql => sql`
  with recursive
    legs as (
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
        join legs l on s.base_sale_id = l.sale_id
    )
  select
    'sales' as "Module",
    d.sale_id as "FormId",
    json_build_object(
      'BaseSaleId',
      d.base_sale_id,
      'PatientId',
      d.patient_id,
      'ReferringDoctorId',
      d.referring_doctor_id,
      'SellerId',
      d.seller_id,
      'BuyerId',
      d.buyer_id,
      'LRN',
      d.lrn,
      'CollectionDate',
      d.collection_date,
      'StatusId',
      d.status_id,
      'GrossAmount',
      d.gross_amount,
      'Discount',
      d.discount,
      'NetAmount',
      d.net_amount,
      'InvoiceId',
      d.invoice_id,
      'SaleProducts',
      ${lines}
    ) as "Values"
  from
    legs d
  union all
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
        l.invoice_id
      from
        legs l
    )
  union all
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
  order by
    1,
    2
`

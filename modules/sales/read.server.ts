// One sale with all that its screen shows, built as JSON by one statement.
import { sql, type Sql } from '../../server/db.ts'

const lines = sql`(select coalesce(json_agg(json_build_object(
    'SaleProductId', l.sale_product_id, 'ProductId', l.product_id, 'Product', json_build_object('ProductId', p.product_id, 'Code', p.code, 'Name', p.name, 'IsLocalProduct', p.is_local_product),
    'Price', l.price, 'DiscountPercent', l.discount_percent, 'CommissionPercent', l.commission_percent, 'Amount', l.amount, 'LRN', l.lrn, 'Remarks', l.remarks, 'StatusId', l.status_id,
    'TestStatus', json_build_object('ItemValue', ls.item_value, 'ItemLabel', ls.item_label), 'OriginalPrice', l.original_price, 'OriginalDiscountPercent', l.original_discount_percent,
    'OriginalCommissionPercent', l.original_commission_percent, 'PriceSource', l.price_source, 'CommissionSource', l.commission_source) order by l.sequence, l.sale_product_id), '[]')
  from sale_products l join products p on p.product_id = l.product_id left join list_items ls on ls.list_item_id = l.status_id where l.sale_id = s.sale_id)`

const invoice = sql`(select json_build_object('InvoiceId', i.invoice_id, 'InvoiceNo', i.invoice_no, 'InvoiceDate', i.invoice_date, 'IsSingleSale', i.is_single_sale,
    'Transactions', (select coalesce(json_agg(json_build_object('TransactionId', t.transaction_id, 'Date', t.date, 'PaymentModeId', t.payment_mode_id, 'PaymentMode', json_build_object('ItemLabel', m.item_label),
        'Amount', case when t.kind = 'Refund' then -t.amount else t.amount end, 'PaymentRef', t.payment_ref, 'Remarks', t.remarks, 'Batch', json_build_object('CloseDate', tb.close_date), 'Creater', tu.full_name) order by t.date, t.transaction_id), '[]')
      from transactions t left join list_items m on m.list_item_id = t.payment_mode_id left join tran_batches tb on tb.batch_id = t.batch_id left join users tu on tu.user_id = t.created_by where t.invoice_id = i.invoice_id and not t.is_cancelled))
  from invoices i where i.invoice_id = s.invoice_id)`

// the tubes are looked at once: what the screen lists of them, and what they say of the sale's way
const tubes = sql`(select coalesce(json_agg(json_build_object('SampleId', t.sample_id, 'Barcode', t.barcode, 'Specimen', sp.name, 'StatusId', t.status_id, 'Status', ts.item_label,
      'CollectionDate', t.collection_date, 'PerformingLab', pl.name) order by t.sample_id), '[]') as list,
    case when bool_and(t.status_id <> 115) then max(t.collection_date) end as collected, max(h.dispatch_date) as dispatched,
    case when bool_and(t.received_date is not null) then max(t.received_date) end as received
  from samples t join specimens sp on sp.specimen_id = t.specimen_id join clients pl on pl.client_id = t.performing_lab_id left join list_items ts on ts.list_item_id = t.status_id
  left join lateral (select max(h.dispatch_date) as dispatch_date from shipment_samples x join shipments h on h.shipment_id = x.shipment_id where x.sample_id = t.sample_id) h on true
  where t.sale_id = s.sale_id)`

// a step is done when it is done for all that is left of the sale
const work = sql`(select case when bool_and(w.result_id is not null) then max(x.entered_at) end as entered,
    case when bool_and(w.status_id in (153, 154, 159) or x.not_calculated is not null) then max(x.approved_at) end as approved
  from work_items w left join results x on x.result_id = w.result_id where w.sale_id = s.sale_id and w.status_id <> 157)`

const steps = sql`json_build_array(json_build_object('Step', 'Booked', 'At', s.created_at), json_build_object('Step', 'Collected', 'At', tubes.collected),
    json_build_object('Step', 'Dispatched', 'At', tubes.dispatched), json_build_object('Step', 'Received', 'At', tubes.received),
    json_build_object('Step', 'Entered', 'At', work.entered), json_build_object('Step', 'Approved', 'At', work.approved),
    json_build_object('Step', 'Released', 'At', (select max(x.created_at) from reports x where x.sale_id = s.sale_id and x.state <> 'PARTIAL')))`

/** The sale as it travels. */
export const readSale = (saleId: number): Sql =>
  sql`select s.sale_id as "SaleId", s.patient_id as "PatientId",
    json_build_object('ClientId', p.client_id, 'Name', p.name, 'GenderId', p.gender_id, 'Age', extract(year from age(s.collection_date, p.birth_date))::int, 'MobilePhone', p.mobile_phone, 'Area', p.area) as "Patient",
    s.referring_doctor_id as "ReferringDoctorId", json_build_object('ClientId', d.client_id, 'Name', d.name, 'CanRefer', d.can_refer, 'MaxDiscountForReferral', d.max_discount_for_referral) as "Doctor",
    s.seller_id as "SellerId", json_build_object('ClientId', se.client_id, 'Name', se.name, 'ClientTypeId', se.client_type_id, 'ParentId', se.parent_id) as "Seller",
    s.buyer_id as "BuyerId", json_build_object('ClientId', b.client_id, 'Name', b.name, 'ClientTypeId', b.client_type_id, 'PaymentTypeId', b.payment_type_id) as "Buyer",
    s.referrer_id as "ReferrerId", case when r.client_id is not null then json_build_object('ClientId', r.client_id, 'Name', r.name) end as "Referrer",
    s.lrn as "LRN", s.remarks as "Remarks", s.is_stat as "IsStat", s.sale_date as "SaleDate", s.collection_date as "CollectionDate", s.report_date as "ReportDate",
    ${lines} as "SaleProducts", s.addl_discount as "AddlDiscount", s.gross_amount as "GrossAmount", s.discount as "Discount", s.net_amount as "NetAmount", s.paid as "Paid",
    s.net_amount - s.paid as "Outstanding", s.status_id as "StatusId", json_build_object('ItemLabel', st.item_label) as "SaleStatus", s.base_sale_id as "BaseSaleId", s.invoice_id as "InvoiceId",
    ${invoice} as "Invoice", s.accession_no as "AccessionNo", s.accession_date as "AccessionDate", tubes.list as "Samples", ${steps} as "Steps", u.full_name as "Creater"
  from sales s join clients p on p.client_id = s.patient_id join clients d on d.client_id = s.referring_doctor_id join clients se on se.client_id = s.seller_id join clients b on b.client_id = s.buyer_id
  left join clients r on r.client_id = s.referrer_id left join list_items st on st.list_item_id = s.status_id left join users u on u.user_id = s.created_by cross join lateral ${tubes} tubes cross join lateral ${work} work where s.sale_id = ${saleId}`

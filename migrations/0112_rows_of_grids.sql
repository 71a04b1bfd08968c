-- Rows of records as they are shown, a view for each grid: a column for each field, the key of the record they are of,
-- and what they are sorted by. Read by the key of the record alone; each costs what its joins cost by hand.

-- Money of an invoice or a batch: of a refund below zero.
create view money_rows as
select
  money.transaction_id,
  money.invoice_id,
  money.batch_id,
  money.date,
  money.payment_mode_id,
  case when money.kind = 'Refund' then - money.amount else money.amount end as amount,
  money.payment_ref,
  money.remarks,
  money.clearing,
  money.is_cancelled,
  money.counts,
  money.giver_id,
  money.receiver_id,
  money.created_by
from
  transactions money;

-- What was received for an invoice and not taken back, for the screens of the sale and of the invoice.
create view receipt_rows as
select
  money.invoice_id,
  money.transaction_id,
  money.date,
  money.payment_mode_id,
  money.amount,
  money.payment_ref,
  money.remarks,
  json_build_object('CloseDate', batch.close_date, 'OwnerId', batch.owner_id) as batch,
  receiver.full_name as creater,
  money.clearing
from
  money_rows money
  left join tran_batches batch on batch.batch_id = money.batch_id
  left join users receiver on receiver.user_id = money.created_by
where
  not money.is_cancelled;

-- All that went through a batch, what was taken back too.
create view batch_rows as
select
  money.batch_id,
  money.transaction_id,
  case
    when invoice.invoice_id is not null
      then json_build_object('InvoiceId', invoice.invoice_id, 'InvoiceNo', invoice.invoice_no)
  end as invoice,
  money.date,
  json_build_object(
    'ClientId', giver.client_id, 'Name', giver.name,
    'ClientTypeId', giver.client_type_id, 'ClientType', giver_type.item_label
  ) as giver,
  json_build_object(
    'ClientId', receiver.client_id, 'Name', receiver.name,
    'ClientTypeId', receiver.client_type_id, 'ClientType', receiver_type.item_label
  ) as receiver,
  money.amount,
  money.payment_mode_id,
  money.payment_ref,
  money.is_cancelled
from
  money_rows money
  join clients giver on giver.client_id = money.giver_id
  join clients receiver on receiver.client_id = money.receiver_id
  left join list_items giver_type on giver_type.list_item_id = giver.client_type_id
  left join list_items receiver_type on receiver_type.list_item_id = receiver.client_type_id
  left join invoices invoice on invoice.invoice_id = money.invoice_id;

-- What a batch took over from others: `batch_id` is the one that took, as the record is named.
create view batch_transfer_rows as
select
  transfer.to_batch_id as batch_id,
  transfer.from_batch_id,
  json_build_object('UserId', owner.user_id, 'FullName', owner.full_name) as owner,
  transfer.payment_mode_id,
  transfer.amount
from
  batch_transfers transfer
  join tran_batches source on source.batch_id = transfer.from_batch_id
  join users owner on owner.user_id = source.owner_id;

-- Sales of an invoice; of a cancelled one those that it had, for what they came to then.
create view invoice_sale_rows as
select
  invoiced.invoice_id,
  sale.sale_id,
  sale.sale_date,
  sale.patient_name as patient,
  doctor.name as doctor,
  invoiced.net_amount,
  sale.status_id
from
  (
    select
      sale.invoice_id,
      sale.sale_id,
      coalesce(was.net_amount, sale.net_amount) as net_amount
    from
      sales sale
      left join cancelled_invoice_sales was on was.sale_id = sale.sale_id and was.invoice_id = sale.invoice_id
    union all
    select
      was.invoice_id,
      was.sale_id,
      was.net_amount
    from
      cancelled_invoice_sales was
      join sales sale on sale.sale_id = was.sale_id
    where
      sale.invoice_id is distinct from was.invoice_id
  ) invoiced
  join sales sale on sale.sale_id = invoiced.sale_id
  join clients doctor on doctor.client_id = sale.referring_doctor_id;

-- Lines of a referral with the sale they are of and what it is worth and still owes.
create view referral_line_rows as
select
  agreed.referral_id,
  agreed.sale_product_id,
  line.product_id,
  line.price,
  line.discount_percent,
  agreed.commission_percent,
  amounts.commission,
  json_build_object(
    'SaleId', sale.sale_id,
    'SaleDate', sale.sale_date,
    'NetAmount', sale.net_amount,
    'Patient', json_build_object('ClientId', patient.client_id, 'Name', patient.name),
    'Seller', json_build_object('ClientId', seller.client_id, 'Name', seller.name),
    'Buyer', json_build_object('ClientId', buyer.client_id, 'Name', buyer.name),
    'Invoice', case
      when invoice.invoice_id is not null then json_build_object(
        'InvoiceId', invoice.invoice_id,
        'InvoiceNo', invoice.invoice_no,
        'Transactions', (
          select
            coalesce(
              json_agg(
                json_build_object('TransactionId', money.transaction_id, 'Amount', money.amount)
                order by money.transaction_id
              ),
              '[]'
            )
          from
            money_rows money
          where
            money.invoice_id = invoice.invoice_id
            and money.counts
        )
      )
    end,
    'Due', amounts.due
  ) as sale,
  sale.sale_date,
  sale.sale_id,
  line.sequence
from
  referral_lines agreed
  join referral_line_amounts amounts on amounts.sale_product_id = agreed.sale_product_id
  join sale_products line on line.sale_product_id = agreed.sale_product_id
  join sales sale on sale.sale_id = line.sale_id
  join clients patient on patient.client_id = sale.patient_id
  join clients seller on seller.client_id = sale.seller_id
  join clients buyer on buyer.client_id = sale.buyer_id
  left join invoices invoice on invoice.invoice_id = sale.invoice_id;

-- What was counted of each mode when a batch was closed.
create view batch_count_rows as
select
  batch.batch_id,
  (counted.row ->> 'PaymentModeId')::int as payment_mode_id,
  (counted.row ->> 'Expected')::numeric as expected,
  (counted.row ->> 'Amount')::numeric as amount,
  counted.place
from
  tran_batches batch
  cross join jsonb_array_elements(batch.counted) with ordinality as counted (row, place);

-- A tube as it is told apart in a box, as one value.
create view tubes_in_boxes as
select
  tube.sample_id,
  json_build_object(
    'SampleId', tube.sample_id,
    'Barcode', tube.barcode,
    'TemperatureId', tube.temperature_id,
    'CollectionDate', tube.collection_date,
    'Specimen', json_build_object('Name', specimen.name),
    'Temperature', json_build_object('ItemLabel', temperature.item_label),
    'LRN', sale.lrn,
    'Sale', json_build_object(
      'SaleId', sale.sale_id, 'AccessionNo', sale.accession_no, 'LRN', sale.lrn, 'IsStat', sale.is_stat,
      'Patient', json_build_object('Name', sale.patient_name)
    ),
    'PerformingLab', json_build_object('ClientId', lab.client_id, 'Name', lab.name)
  ) as tube
from
  samples tube
  join sales sale on sale.sale_id = tube.sale_id
  join specimens specimen on specimen.specimen_id = tube.specimen_id
  join clients lab on lab.client_id = tube.performing_lab_id
  left join list_items temperature on temperature.list_item_id = tube.temperature_id;

-- Tubes of a shipment, with what was said of them when they arrived.
create view shipment_sample_rows as
select
  packed.shipment_id,
  packed.shipment_sample_id,
  packed.sample_id,
  boxed.tube as sample,
  packed.status_id,
  json_build_object('ItemLabel', status.item_label) as status,
  packed.collection_date,
  packed.collector_id,
  case
    when collector.user_id is not null then json_build_object('FullName', collector.full_name)
  end as collector,
  packed.reason_id,
  case
    when reason.list_item_id is not null then json_build_object('ItemLabel', reason.item_label)
  end as reason
from
  shipment_samples packed
  join tubes_in_boxes boxed on boxed.sample_id = packed.sample_id
  left join list_items status on status.list_item_id = packed.status_id
  left join list_items reason on reason.list_item_id = packed.reason_id
  left join users collector on collector.user_id = packed.collector_id;

-- The same of a shipment that was dispatched, with the tube that was drawn instead of one that was not found.
create view receipt_sample_rows as
select
  packed.*,
  (
    select
      json_build_object('SampleId', newer.sample_id, 'Barcode', newer.barcode, 'StatusId', newer.status_id)
    from
      samples newer
    where
      newer.replaces_sample_id = packed.sample_id
  ) as replacement
from
  shipment_sample_rows packed
  join shipments shipment on shipment.shipment_id = packed.shipment_id
where
  shipment.dispatch_date is not null;

-- Those that await their receipt, and those of which something was said.
create view awaited_sample_rows as
select * from receipt_sample_rows where status_id = 120;
create view decided_sample_rows as
select * from receipt_sample_rows where status_id <> 120;

-- Work items of a worksheet in the order of work, with what is measured in which tube of whom.
create view worksheet_item_rows as
select
  item.work_sheet_id,
  item.work_item_id,
  json_build_object(
    'SampleElementId', measured.sample_element_id,
    'Sample', json_build_object(
      'SampleId', tube.sample_id,
      'Barcode', tube.barcode,
      'Specimen', json_build_object('Name', specimen.name),
      'Sale', json_build_object(
        'SaleId', sale.sale_id, 'AccessionNo', sale.accession_no, 'IsStat', sale.is_stat,
        'Patient', json_build_object('Name', sale.patient_name),
        'Doctor', json_build_object('Name', doctor.name)
      )
    ),
    'LabInstrument', case
      when kept.lab_instrument_id is not null then json_build_object(
        'LabInstrumentId', kept.lab_instrument_id, 'Instrument', json_build_object('Name', instrument.name)
      )
    end,
    'Element', json_build_object('ElementId', element.element_id, 'Name', element.name)
  ) as sample_element,
  item.sale_id,
  item.status_id,
  sale.is_stat,
  sale.report_date,
  sale.accession_no
from
  work_items item
  join sample_elements measured on measured.sample_element_id = item.sample_element_id
  join samples tube on tube.sample_id = measured.sample_id
  join specimens specimen on specimen.specimen_id = tube.specimen_id
  join sales sale on sale.sale_id = item.sale_id
  join clients doctor on doctor.client_id = sale.referring_doctor_id
  join elements element on element.element_id = item.element_id
  left join lab_instruments kept on kept.lab_instrument_id = measured.lab_instrument_id
  left join instruments instrument on instrument.instrument_id = kept.instrument_id;

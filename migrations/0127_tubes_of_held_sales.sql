-- Why no work starts for a tube that arrives: its sale was cancelled, or unlocked at the counter, on the way.
create or replace view receipt_sample_rows as
select
  packed.*,
  (
    select
      json_build_object('SampleId', newer.sample_id, 'Barcode', newer.barcode, 'StatusId', newer.status_id)
    from
      samples newer
    where
      newer.replaces_sample_id = packed.sample_id
  ) as replacement,
  (
    select
      case
        when sale.status_id = 90 then 'Sale cancelled'
        when sale.accession_date is null then 'Sale unlocked'
      end
    from
      samples tube
      join sales sale on sale.sale_id = tube.sale_id
    where
      tube.sample_id = packed.sample_id
  ) as held_for
from
  shipment_sample_rows packed
  join shipments shipment on shipment.shipment_id = packed.shipment_id
where
  shipment.dispatch_date is not null;
create or replace view awaited_sample_rows as
select * from receipt_sample_rows where status_id = 120;
create or replace view decided_sample_rows as
select * from receipt_sample_rows where status_id <> 120;

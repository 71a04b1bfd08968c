-- A tube that came in a box which did not list it is received with a mark.
alter table shipment_samples add column came_in_id integer;
alter table shipment_samples add foreign key (came_in_id) references shipments not valid;
comment on column shipment_samples.came_in_id is
  'The shipment in which the tube came without being listed: its own one where it was in no dispatched box; '
  'null: it came in the box that lists it.';
create or replace view shipment_sample_rows as
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
  end as reason,
  packed.came_in_id
from
  shipment_samples packed
  join tubes_in_boxes boxed on boxed.sample_id = packed.sample_id
  left join list_items status on status.list_item_id = packed.status_id
  left join list_items reason on reason.list_item_id = packed.reason_id
  left join users collector on collector.user_id = packed.collector_id;

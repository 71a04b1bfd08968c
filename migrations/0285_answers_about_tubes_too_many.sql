-- The sender of a tube that came in a box which did not list it says whether it was packed there, or is not theirs.
alter table shipment_samples add column answered_at timestamptz;
alter table shipment_samples add column answered_by_id integer;
alter table shipment_samples add foreign key (answered_by_id) references users not valid;
alter table shipment_samples add column not_ours_because text;
alter table shipment_samples
add constraint answer_has_its_person check ((answered_at is null) = (answered_by_id is null)) not valid;
alter table shipment_samples
add constraint reason_is_of_an_answer check (
  not_ours_because is null
  or answered_at is not null
  and length(not_ours_because) <= 500
) not valid;
comment on column shipment_samples.answered_at is
  'When the sender answered about a tube that came without being listed; null: not yet, or it was listed.';
comment on column shipment_samples.not_ours_because is
  'Why the sender says that the tube is not theirs; null: it was packed without being listed.';
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
  packed.came_in_id,
  packed.answered_at,
  case
    when answerer.user_id is not null then json_build_object('FullName', answerer.full_name)
  end as answered_by,
  packed.not_ours_because
from
  shipment_samples packed
  join tubes_in_boxes boxed on boxed.sample_id = packed.sample_id
  left join list_items status on status.list_item_id = packed.status_id
  left join list_items reason on reason.list_item_id = packed.reason_id
  left join users collector on collector.user_id = packed.collector_id
  left join users answerer on answerer.user_id = packed.answered_by_id;

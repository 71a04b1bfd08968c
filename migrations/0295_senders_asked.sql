-- The sender of a tube that came in a box which did not list it is asked about it from the moment it came. Of earlier
-- ones, whose senders could not answer, those are asked about that still have open work: a signatory decided about the
-- others long ago.
alter table shipment_samples add column asked_at timestamptz;
comment on column shipment_samples.asked_at is
  'Since when its sender is asked about a tube that came without being listed; null: it was listed, or it came before '
  'its sender could answer.';
update shipment_samples packed
set
  asked_at = coalesce(packed.collection_date, packed.answered_at, now())
where
  packed.came_in_id is not null
  and (
    packed.answered_at is not null
    or exists (
      select
        1
      from
        work_item_facts work
      where
        work.sample_id = packed.sample_id
        and work.is_open
    )
  );
alter table shipment_samples
add constraint asked_about_a_tube_too_many check (asked_at is null or came_in_id is not null) not valid;
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
  packed.not_ours_because,
  packed.asked_at
from
  shipment_samples packed
  join tubes_in_boxes boxed on boxed.sample_id = packed.sample_id
  left join list_items status on status.list_item_id = packed.status_id
  left join list_items reason on reason.list_item_id = packed.reason_id
  left join users collector on collector.user_id = packed.collector_id
  left join users answerer on answerer.user_id = packed.answered_by_id;

-- A value measured in a tube that was too old or received too warm waits for a signatory, as that of a rejected tube
-- does: what it was kept for is written down, so that another fault is decided anew.
alter table work_items add column tube_kept_for text[] not null default '{}';
update work_items set tube_kept_for = array['rejected:' || tube_kept_sample_id] where tube_kept_sample_id is not null;
alter table work_items drop column tube_kept_sample_id;
comment on column work_items.tube_kept_reason is 'Why the value goes out although something speaks against its tube.';
comment on column work_items.tube_kept_for is
  'Keys of what spoke against the tube when a signatory kept the value: rejected:<tube>, late:<tube>:<hours>, '
  'temperature:<shipment>:<degrees>.';

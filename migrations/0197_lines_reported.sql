-- Each line is promised for itself, so that it is in time or late for itself: when it was reported is kept with it.
alter table sale_products add column reported_at timestamptz;
comment on column sale_products.reported_at is
  'When its last result was released first; null: not yet, or before this was kept.';

-- What one person decides alone, in rupees; beyond it a second one is asked. Of a day: what is written off. Of a sale: what
-- is given beyond the discount of its doctor, lent beyond the credit limit of its buyer, and cancelled after it was paid.
alter table network_settings
  add column desk_write_off_limit numeric(14,2) default 0 check (desk_write_off_limit >= 0),
  add column accounts_write_off_limit numeric(14,2) default 0 check (accounts_write_off_limit >= 0),
  add column desk_discount_limit numeric(14,2) not null default 0 check (desk_discount_limit >= 0),
  add column desk_credit_limit numeric(14,2) not null default 0 check (desk_credit_limit >= 0),
  add column desk_cancel_limit numeric(14,2) default 5000 check (desk_cancel_limit >= 0);

-- what one person did today is asked at the counter
create index transactions_taken_back_by on transactions (cancelled_by_id, cancelled_at) where cancelled_by_id is not null;
create index transactions_written_off_by on transactions (created_by, created_at) where payment_mode_id = 49;

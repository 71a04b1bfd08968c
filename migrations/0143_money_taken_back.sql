-- Why, when and by whom money was taken back, and the transaction that a reversal cancels.
alter table transactions
  add column cancelled_at timestamptz,
  add column cancelled_by_id integer references users,
  add column cancel_reason text,
  add column reverses_id integer references transactions;
create unique index transactions_reversed_once on transactions (reverses_id) where reverses_id is not null;

-- What one person may pay back and take back in a day; empty is no limit.
alter table network_settings
  add column desk_refund_limit numeric(14,2) default 5000 check (desk_refund_limit >= 0),
  add column accounts_refund_limit numeric(14,2) default 50000 check (accounts_refund_limit >= 0),
  add column desk_take_back_limit numeric(14,2) default 5000 check (desk_take_back_limit >= 0),
  add column accounts_take_back_limit numeric(14,2) default 50000 check (accounts_take_back_limit >= 0);

-- Outside a transaction: what accounts staff record alone as settled by insurers in a day, and what one person recorded.
alter table network_settings add column if not exists accounts_insurer_limit numeric(14, 2) default 20000
  constraint accounts_insurer_limit_is_no_debt check (accounts_insurer_limit >= 0);
create index concurrently if not exists transactions_settled_by_insurers on transactions (created_by, created_at)
  where payment_mode_id = 48;

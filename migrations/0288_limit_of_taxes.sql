-- Outside a transaction: what accounts staff pay of taxes alone in a day, and what one person paid.
alter table network_settings add column if not exists accounts_tax_limit numeric(14, 2) default 20000
  constraint accounts_tax_limit_is_no_debt check (accounts_tax_limit >= 0);
create index concurrently if not exists transactions_of_taxes on transactions (created_by, created_at)
  where kind = 'Refund' and purpose in ('tds', 'gst');

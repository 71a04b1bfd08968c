-- Outside a transaction: what a list opens with, or is narrowed by alone, is found by an index however much there is.
create index concurrently if not exists transactions_by_date on transactions (date desc, transaction_id desc);
create index concurrently if not exists invoices_by_date on invoices (invoice_date desc, invoice_id desc);
create index concurrently if not exists ledger_by_date on ledger_entries (entry_date desc, ledger_entry_id desc);
create index concurrently if not exists sales_by_referrer on sales (referrer_id, sale_date desc, sale_id desc)
  where referrer_id is not null;
create index concurrently if not exists sales_numbers_trgm on sales
  using gin (lrn gin_trgm_ops, lower(accession_no) gin_trgm_ops);
create index concurrently if not exists invoices_number_trgm on invoices using gin (lower(invoice_no) gin_trgm_ops);
create index concurrently if not exists clients_place_trgm on clients
  using gin (mobile_phone gin_trgm_ops, lower(coalesce(area, '')) gin_trgm_ops);
create index concurrently if not exists samples_barcode_trgm on samples using gin (lower(barcode) gin_trgm_ops);
create index concurrently if not exists reports_by_state on reports (state, sale_id) where superseded_at is null;
create index concurrently if not exists sales_stat on sales (sale_date desc, sale_id desc) where is_stat;
create index concurrently if not exists clients_inactive on clients (client_type_id, client_id) where not is_active;

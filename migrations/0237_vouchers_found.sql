-- Outside a transaction: the entries of a document are found by its number. Entries are never changed, and these come in
-- order, so that each is written at the end of its index.
create index concurrently if not exists ledger_by_transaction on ledger_entries (transaction_id)
  where transaction_id is not null;
create index concurrently if not exists ledger_by_credit_note on ledger_entries (credit_note_id)
  where credit_note_id is not null;
create index concurrently if not exists credit_notes_number_trgm on credit_notes
  using gin (lower(credit_note_no) gin_trgm_ops);
create index concurrently if not exists purchase_bills_number_trgm on purchase_bills
  using gin (lower(bill_no) gin_trgm_ops);

-- Outside a transaction: the books of a place are read by day, and those of a party, from the index alone.
create index concurrently if not exists ledger_by_day on ledger_entries (seller_id, entry_date) include (account, debit, credit);
drop index concurrently if exists ledger_by_seller;
create index concurrently if not exists ledger_of_party on ledger_entries (party_id, seller_id, entry_date)
  include (debit, credit, allocation_id, ledger_entry_id) where account = 'party';
drop index concurrently if exists ledger_by_party;
create index concurrently if not exists ledger_by_account on ledger_entries (seller_id, account, entry_date)
  include (debit, credit, transaction_id, party_id) where account not in ('party', 'sales');

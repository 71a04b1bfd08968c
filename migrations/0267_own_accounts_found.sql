-- Outside a transaction: the entries of an own account, which says whether it is in use.
create index concurrently if not exists ledger_by_own_account on ledger_entries (ledger_account_id, entry_date)
  where ledger_account_id is not null;

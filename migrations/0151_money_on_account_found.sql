-- Outside a transaction: what a party has on account reads its free money, never all that it ever paid.
create index concurrently if not exists transactions_on_account on transactions (giver_id, receiver_id)
  where invoice_id is null and kind = 'Receipt' and counts and allocated < amount;
create index concurrently if not exists ledger_by_allocation on ledger_entries (allocation_id) where allocation_id is not null;
create index concurrently if not exists allocations_of_opening on allocations (party_id)
  where (to_opening or from_opening) and undone_at is null;
drop index concurrently if exists allocations_to_transaction;
create index concurrently if not exists allocations_to_receipt on allocations (to_transaction_id)
  where to_transaction_id is not null and undone_at is null;
create index concurrently if not exists transactions_paid_back on transactions (receiver_id, giver_id)
  where invoice_id is null and kind = 'Refund' and counts and allocated < amount;

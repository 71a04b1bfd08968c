-- Outside a transaction: what all parties owe reads the few clients with an opening balance, never all patients.
create index concurrently if not exists clients_with_opening_balance on clients (client_id) where opening_balance <> 0;

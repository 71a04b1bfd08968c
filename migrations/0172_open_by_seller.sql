-- Outside a transaction: what all buyers owe a seller is read from what is open.
create index concurrently if not exists invoices_unpaid_by_seller on invoices (seller_id) where paid <> net_amount;
create index concurrently if not exists clients_with_opening on clients (opening_seller_id) where opening_balance <> 0;
create index concurrently if not exists transactions_on_account_by_receiver on transactions (receiver_id)
  where invoice_id is null and kind = 'Receipt' and counts and allocated < amount;

-- Outside a transaction: what the whole network is owed is summed from the index alone; each open bill was fetched.
create index concurrently if not exists invoices_open_by_seller on invoices (seller_id)
  include (buyer_id, invoice_id, invoice_date, due_date, net_amount, paid, is_cancelled) where paid <> net_amount;
create index concurrently if not exists sales_owed_by_seller on sales (seller_id)
  include (sale_id, buyer_id, base_sale_id, status_id, net_amount, paid) where net_amount > paid;
drop index concurrently if exists invoices_unpaid_by_seller;
drop index concurrently if exists sales_owed;

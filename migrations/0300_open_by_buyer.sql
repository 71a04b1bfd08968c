-- Outside a transaction: what buyers owe is added up in the order of this index, so that no buyers are sorted or
-- hashed.
create index concurrently if not exists invoices_open_by_buyer on invoices (seller_id, buyer_id)
  include (invoice_id, invoice_date, due_date, net_amount, paid, is_cancelled) where paid <> net_amount;
drop index concurrently if exists invoices_open_by_seller;

-- Outside a transaction: what suppliers are owed is read from the bills that are open.
create index concurrently if not exists purchase_bills_open on purchase_bills (buyer_id, supplier_id)
  include (purchase_bill_id, total_amount, paid, due_date) where cancelled_at is null and paid < total_amount;

-- What a buyer owes is added up with each sale on credit: only its unpaid invoices are looked at.
create index invoices_unpaid on invoices (buyer_id) where paid <> net_amount;
drop view if exists worksheet_sales;

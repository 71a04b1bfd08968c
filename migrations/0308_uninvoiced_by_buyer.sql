-- Outside a transaction: what a buyer owes for sales that are on no invoice yet is found by it, however many it bought.
create index concurrently if not exists sales_uninvoiced_by_buyer on sales (buyer_id) where invoice_id is null;

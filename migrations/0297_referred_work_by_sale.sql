-- Outside a transaction: work that is referred out, by its sale.
create index concurrently if not exists work_items_referred on work_items (sale_id) where status_id = 158;

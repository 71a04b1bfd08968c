-- Outside a transaction: the index of a big table is built beside the work.
create index concurrently if not exists sale_products_by_promise on sale_products (promised_at)
  where promised_at is not null;

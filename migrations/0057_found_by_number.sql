-- What Ctrl+K finds by the LRN of a line.
create index sale_products_by_lrn on sale_products (lrn) where lrn is not null;

-- What did not leave at its time since nobody carries it, and what is longer on its way than expected: each told once.
alter table cut_offs add column missed boolean not null default false;
alter table shipments add column overdue_told_at timestamptz;
create index shipments_on_their_way on shipments (dispatch_date) where status_id in (141, 142);
-- a line's own LRN is looked up, as the sale's is
create index sale_products_by_lrn on sale_products (lrn) where lrn is not null;

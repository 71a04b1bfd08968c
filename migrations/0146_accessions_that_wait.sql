-- Why an accession waits: a leg without a price, or beyond the credit of its buyer. Null once it went through.
alter table sales add column waits_because text;
create index sales_waiting on sales (seller_id, sale_date) where waits_because is not null;

-- Lines between labs that a manager let through without a price, until a price list has one.
create table lines_to_be_priced (
  sale_product_id integer primary key references sale_products on delete cascade,
  reason text not null,
  created_by integer references users (user_id),
  created_on timestamptz not null default now()
);
insert into lines_to_be_priced (sale_product_id, reason)
select
  l.sale_product_id,
  'Accessioned before a price was asked for'
from
  sale_products l
  join sales s using (sale_id)
where
  s.base_sale_id is not null
  and s.status_id <> 90
  and l.status_id <> 100
  and l.price is null;

-- A product may be taxed: its price has the tax in it, at a rate and under a code that its line keeps from its booking.
alter table products add column gst_rate numeric(4, 2);
alter table products add column sac text;
alter table products add constraint gst_rate_is_known check (gst_rate in (0, 5, 12, 18)) not valid;
alter table products add constraint sac_is_a_code check (sac ~ '^99[0-9]{4}$') not valid;
alter table products add constraint what_is_taxed_has_a_code check (gst_rate is null or sac is not null) not valid;
comment on column products.gst_rate is 'Percent of GST; empty is exempt, as the work of a laboratory is.';
comment on column products.sac is 'Service accounting code of what is taxed; empty is 999316, a laboratory''s.';

alter table sale_products add column gst_rate numeric(4, 2);
alter table sale_products add column sac text;
comment on column sale_products.gst_rate is 'Of its product when it was booked; empty is exempt, or no supply.';

create function charges_gst(seller integer, buyer integer) returns boolean
language sql stable as $$
  select
    supplier.gstin is not null
    and (
      coalesce(sold.legal_entity_id, sold.client_id) <> coalesce(bought.legal_entity_id, bought.client_id)
      or recipient.gstin is distinct from supplier.gstin
    )
  from
    clients sold
    cross join clients bought
    cross join lateral sells_as(sold.client_id) supplier
    cross join lateral taxed_as(bought.client_id) recipient
  where sold.client_id = seller and bought.client_id = buyer
$$;
comment on function charges_gst(integer, integer) is
  'Who has no registration charges no tax, and places of one registration supply each other nothing.';

create function keep_gst() returns trigger
language plpgsql as $$
begin
  select product.gst_rate, product.sac into new.gst_rate, new.sac
  from products product
  where product.product_id = new.product_id and product.gst_rate is not null;
  if new.gst_rate is null then
    return new;
  end if;
  if exists (
    select 1 from sales sale
    where sale.sale_id = new.sale_id and not charges_gst(sale.seller_id, sale.buyer_id)
  ) then
    new.gst_rate := null;
    new.sac := null;
  end if;
  return new;
end
$$;
create trigger sale_products_gst before insert on sale_products for each row execute function keep_gst();
create trigger sale_products_gst_of_other before update of product_id on sale_products
for each row when (new.product_id is distinct from old.product_id) execute function keep_gst();

create view sale_supplies as
select
  part.sale_id,
  part.sac,
  part.gst_rate,
  part.is_taxed,
  part.amount,
  -- both halves of it are whole paise
  2 * round(part.amount * part.gst_rate / (2 * (100 + part.gst_rate)), 2) as tax
from (
  select
    share.sale_id,
    share.sac,
    share.gst_rate,
    share.is_taxed,
    -- the first has what rounding leaves, so that they come to the sale
    case
      when row_number() over first_of_sale = 1
      then share.net_amount - (sum(share.amount) over (partition by share.sale_id) - share.amount)
      else share.amount
    end as amount
  from (
    select
      line.sale_id,
      coalesce(line.sac, '999316') as sac,
      coalesce(line.gst_rate, 0) as gst_rate,
      line.gst_rate is not null as is_taxed,
      sale.net_amount,
      coalesce(round(sum(line.amount) * sale.net_amount / nullif(sale.gross_amount - sale.discount, 0), 2), 0) as amount
    from
      sale_products line
      join sales sale on sale.sale_id = line.sale_id
    where
      line.status_id <> 100
    group by
      line.sale_id, line.sac, line.gst_rate, sale.net_amount, sale.gross_amount, sale.discount
  ) share
  window first_of_sale as (partition by share.sale_id order by share.is_taxed, share.gst_rate, share.sac)
) part;
comment on view sale_supplies is
  'What a sale comes to by code and rate, with every discount and rounding in it, and the GST in that. Read by papers '
  'and what invoices post.';

alter table ledger_entries add column gst_rate numeric(4, 2);
alter table ledger_entries add column gst_value numeric(14, 2);
comment on column ledger_entries.gst_value is
  'Of GST: what it is charged on, without the tax; below zero where that is taken back.';
do $$
declare
  allowed text := (
    select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'ledger_entries'::regclass and conname = 'ledger_entries_account_check'
  );
begin
  alter table ledger_entries drop constraint ledger_entries_account_check;
  execute 'alter table ledger_entries add constraint ledger_entries_account_check '
    || replace(replace(allowed, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''gst payable''::text, ') || ' not valid';
end $$;

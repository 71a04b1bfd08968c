-- What is cancelled took its share of the additional discount, and of the rounding, along. It is kept, so that the bill of
-- a cancelled sale goes on saying what it was for, with the tax that its invoice was issued with.
create table cancelled_discounts (
  cancelled_discount_id bigint generated always as identity primary key,
  sale_id integer not null references sales,
  sac text not null,
  gst_rate numeric(4, 2),
  amount numeric(14, 2) not null check (amount <> 0)
);
create index cancelled_discounts_by_sale on cancelled_discounts (sale_id);
comment on table cancelled_discounts is
  'Append-only: what was taken off a sale before a cancellation, and, below zero, what still is after it.';
comment on column cancelled_discounts.gst_rate is 'Empty is exempt; 0 is taxed at nil.';

-- a line that a save takes off an unlocked sale was never billed, unlike one that is cancelled
alter table sale_products add column is_taken_off boolean not null default false;
comment on column sale_products.is_taken_off is
  'Cancelled by a save of the unlocked sale, since its tube was drawn: no bill is for it. Of earlier ones it is not known.';

create function gst_within(amount numeric, rate numeric) returns numeric
language sql immutable parallel safe as $$
  select 2 * round(amount * rate / (2 * (100 + rate)), 2)
$$;
comment on function gst_within(numeric, numeric) is
  'The GST in a price that has it in it; both halves of it are whole paise.';

create or replace view sale_supplies as
select
  share.sale_id,
  share.sac,
  share.gst_rate,
  share.is_taxed,
  share.amount,
  gst_within(share.amount, share.gst_rate) as tax,
  share.listed - share.amount as taken_off
from (
  select
    part.sale_id,
    part.sac,
    part.gst_rate,
    part.is_taxed,
    part.listed,
    -- the first has what rounding leaves, so that they come to the sale
    case
      when row_number() over first_of_sale = 1
      then part.net_amount - (sum(part.amount) over (partition by part.sale_id) - part.amount)
      else part.amount
    end as amount
  from (
    select
      line.sale_id,
      coalesce(line.sac, '999316') as sac,
      coalesce(line.gst_rate, 0) as gst_rate,
      line.gst_rate is not null as is_taxed,
      sale.net_amount,
      coalesce(sum(line.amount), 0) as listed,
      coalesce(round(sum(line.amount) * sale.net_amount / nullif(sale.gross_amount - sale.discount, 0), 2), 0) as amount
    from
      sale_products line
      join sales sale on sale.sale_id = line.sale_id
    where
      line.status_id <> 100
    group by
      line.sale_id, line.sac, line.gst_rate, sale.net_amount, sale.gross_amount, sale.discount
  ) part
  window first_of_sale as (partition by part.sale_id order by part.is_taxed, part.gst_rate, part.sac)
) share;
comment on view sale_supplies is
  'What a sale comes to by code and rate, with every discount and rounding in it, the GST in that, and what additional '
  'discount and rounding took off its lines. Read by papers and what invoices post.';

create view billed_supplies as
select supply.sale_id, supply.sac, supply.gst_rate, supply.is_taxed, supply.amount, supply.tax
from sale_supplies supply
join sales sale on sale.sale_id = supply.sale_id
where sale.status_id <> 90
union all
select
  part.sale_id, part.sac, part.gst_rate, part.is_taxed, part.amount, gst_within(part.amount, part.gst_rate)
from (
  select
    row.sale_id,
    row.sac,
    coalesce(row.gst_rate, 0) as gst_rate,
    row.gst_rate is not null as is_taxed,
    sum(row.amount) as amount
  from (
    select line.sale_id, coalesce(line.sac, '999316') as sac, line.gst_rate, coalesce(line.amount, 0) as amount
    from sale_products line
    join sales sale on sale.sale_id = line.sale_id
    where sale.status_id = 90 and not line.is_taken_off
    union all
    select off.sale_id, off.sac, off.gst_rate, - off.amount
    from cancelled_discounts off
    join sales sale on sale.sale_id = off.sale_id
    where sale.status_id = 90
  ) row
  group by row.sale_id, row.sac, row.gst_rate
) part;
comment on view billed_supplies is
  'What the bill of a sale is for, by code and rate: of a cancelled sale what it was for.';

-- where an invoice kept nothing but its issue and its end, that says what its sale was for
insert into cancelled_discounts (sale_id, sac, gst_rate, amount)
select sale.sale_id, issued.sac, issued.gst_rate, listed.amount - issued.amount
from (
  select invoice_id, min(entry_date) as first_date
  from invoice_supplies
  group by invoice_id
  having count(distinct entry_date) = 2 and sum(value) = 0 and sum(tax) = 0
) invoice
join sales sale on sale.invoice_id = invoice.invoice_id and sale.status_id = 90
cross join lateral (
  select kept.sac, kept.gst_rate, sum(kept.value + kept.tax) as amount
  from invoice_supplies kept
  where kept.invoice_id = invoice.invoice_id and kept.entry_date = invoice.first_date
  group by kept.sac, kept.gst_rate
) issued
cross join lateral (
  select sum(line.amount) as amount
  from sale_products line
  where line.sale_id = sale.sale_id and coalesce(line.sac, '999316') = issued.sac
    and line.gst_rate is not distinct from issued.gst_rate
) listed
where
  listed.amount > issued.amount
  and not exists (
    select 1 from sales other where other.invoice_id = invoice.invoice_id and other.sale_id <> sale.sale_id
  );

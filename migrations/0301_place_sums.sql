-- Sums of sales and payments by place and stretch of an hour, so that a dashboard does not read each of fourteen days.
-- Midnight in India begins a stretch.
create function stretch_of(moment timestamptz) returns timestamptz language sql immutable parallel safe as
  $$ select date_bin('1 hour', moment, '2000-01-01 00:00+05:30') $$;

create table place_sums (
  -- no reference: a merge moves documents, which count at the place that has them
  place_id integer not null,
  stretch timestamptz not null,
  sales integer not null,
  net numeric(16, 2) not null,
  owed numeric(16, 2) not null,
  received numeric(16, 2) not null,
  settled numeric(16, 2) not null,
  is_mixed boolean not null,
  product_ids integer[] not null,
  quantities integer[] not null,
  amounts numeric[] not null,
  primary key (stretch, place_id)
);
comment on table place_sums is
  'What was sold and paid at a place in the hour that begins with `stretch`, of those before place_summed.up_to. '
  'Not of those in place_changes, nor later ones: they are read row by row. Kept by the job sum-places, compared by an '
  'invariant.';
comment on column place_sums.sales is 'Sales sold there, none that is part of another; net, owed and products are theirs.';
comment on column place_sums.owed is 'What is left to pay of them; of those of which too much is paid, nothing.';
comment on column place_sums.received is 'Money that came from outside, less what was given back, by the moment it counts.';
comment on column place_sums.settled is 'What was paid, in any mode, on invoices with such sales of the place.';
comment on column place_sums.is_mixed is
  'Among the payments is one from another place of the network, or on sales of another seller alone: whether it counts '
  'depends on who asks, and the payments are read row by row.';
create table place_owed (
  place_id integer primary key,
  owed numeric(16, 2) not null
);
comment on table place_owed is 'The sum of place_sums.owed of a place.';
-- written by whoever changes what is older than two hours; a row for each change, so that nobody waits for another
create table place_changes (
  place_id integer not null,
  stretch timestamptz not null
);
comment on table place_changes is
  'Stretches of a place in which something was changed since they were summed. Emptied by the job sum-places.';
-- one row: the stretch that is not in the sums yet
create table place_summed (
  is_only boolean primary key default true check (is_only),
  up_to timestamptz not null default '-infinity'
);
insert into place_summed default values;

create index transactions_by_clearing on transactions (cleared_on) where cleared_on is not null;
create index transactions_refunded on transactions (receiver_id, counted_on) where kind = 'Refund';

-- Payments by the place that takes or gives them; each half is found by its own index.
create view place_payments as
select
  receiver_id as place_id, giver_id as party_id, transaction_id, date, cleared_on, counted_on, invoice_id,
  payment_mode_id not in (47, 48, 49) as is_money, amount
from transactions
where kind = 'Receipt' and counted_on is not null
union all
select
  giver_id, receiver_id, transaction_id, date, cleared_on, counted_on, invoice_id,
  payment_mode_id not in (47, 48, 49), - amount
from transactions
where kind = 'Refund' and counted_on is not null;
comment on view place_payments is
  'Payments that count, by the place that takes them or gives them back. is_money: no adjustment, settlement or write-off.';

-- What each place sold and was paid in the stretches from a moment on until before another.
create function place_sums_between(low timestamptz, high timestamptz) returns setof place_sums language sql stable as $$
  select
    place_id, stretch, coalesce(sold.sales, 0), coalesce(sold.net, 0), coalesce(sold.owed, 0),
    coalesce(paid.received, 0), coalesce(paid.settled, 0), coalesce(paid.is_mixed, false),
    coalesce(lines.product_ids, '{}'), coalesce(lines.quantities, '{}'), coalesce(lines.amounts, '{}')
  from (
    select
      sale.seller_id as place_id, stretch_of(sale.sale_date) as stretch, count(*)::integer as sales,
      sum(sale.net_amount) as net, sum(greatest(sale.outstanding, 0)) as owed
    from sale_facts sale
    where sale.sale_date >= low and sale.sale_date < high and sale.is_sold and sale.base_sale_id is null
    group by 1, 2
  ) sold
  full join (
    select
      payment.place_id, stretch_of(payment.counted_on) as stretch,
      sum(payment.amount) filter (where payment.is_money and not payment.is_from_place) as received,
      sum(payment.amount) filter (where payment.is_theirs) as settled,
      coalesce(bool_or(payment.is_money and payment.is_from_place or not payment.is_theirs), false) as is_mixed
    from (
      -- is_theirs: null where its invoice has no sale that counts
      select
        payment.place_id, payment.counted_on, payment.is_money, payment.amount,
        party.client_type_id in (9, 10, 13) as is_from_place, bool_or(sale.seller_id = payment.place_id) as is_theirs
      from place_payments payment
      join clients party on party.client_id = payment.party_id
      left join sale_facts sale on sale.invoice_id = payment.invoice_id and sale.is_sold and sale.base_sale_id is null
      where
        payment.cleared_on is null and payment.date >= low and payment.date < high
        or payment.cleared_on >= low and payment.cleared_on < high
      group by payment.transaction_id, 1, 2, 3, 4, 5
    ) payment
    group by 1, 2
  ) paid using (place_id, stretch)
  full join (
    select
      line.place_id, line.stretch, array_agg(line.product_id order by line.product_id) as product_ids,
      array_agg(line.quantity order by line.product_id) as quantities,
      array_agg(line.amount order by line.product_id) as amounts
    from (
      select
        sale.seller_id as place_id, stretch_of(sale.sale_date) as stretch, line.product_id,
        count(*)::integer as quantity, sum(line.amount) as amount
      from sale_facts sale join sale_products line using (sale_id)
      where
        sale.sale_date >= low and sale.sale_date < high and sale.is_sold and sale.base_sale_id is null
        and line.status_id <> 100
      group by 1, 2, 3
    ) line
    group by 1, 2
  ) lines using (place_id, stretch)
$$;

create function sum_stretches(low timestamptz, high timestamptz) returns void language plpgsql
-- a year is added up in another way than an hour
set plan_cache_mode = force_custom_plan as $$
begin
  with gone as (delete from place_sums where stretch >= low and stretch < high returning place_id, owed)
  insert into place_owed as total (place_id, owed)
  select place_id, - sum(owed) from gone group by place_id
  on conflict (place_id) do update set owed = total.owed + excluded.owed;
  with added as (insert into place_sums select * from place_sums_between(low, high) returning place_id, owed)
  insert into place_owed as total (place_id, owed)
  select place_id, sum(owed) from added group by place_id
  on conflict (place_id) do update set owed = total.owed + excluded.owed;
end $$;

-- Sums again the stretches in which something was changed, so many at most, and those that ended three hours before a
-- moment. A change of what is older than two hours is told, and no transaction lasts an hour. Answers how many are left.
create function sum_places(moment timestamptz, most integer) returns integer language plpgsql as $$
declare
  known timestamptz;
  next timestamptz;
  one timestamptz;
begin
  -- alone, so that each statement after it sees what another run has summed
  select up_to into known from place_summed for update;
  -- what is told after this is told again: first it is forgotten, then added up
  for one in
    with
      changed as (select distinct stretch from place_changes order by stretch desc limit most),
      gone as (delete from place_changes where stretch in (select stretch from changed))
    select stretch from changed where stretch < known
  loop
    perform sum_stretches(one, one + interval '1 hour');
  end loop;
  next := greatest(known, stretch_of(moment - interval '3 hours'));
  if next > known then
    perform sum_stretches(known, next);
    update place_summed set up_to = next;
  end if;
  return (select count(*) from (select from place_changes limit most) told);
end $$;

create function tell_sale_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.base_sale_id is null then
    insert into place_changes
    select old.seller_id, stretch_of(old.sale_date) where old.sale_date < now() - interval '2 hours';
  end if;
  if tg_op <> 'DELETE' and new.base_sale_id is null then
    insert into place_changes
    select new.seller_id, stretch_of(new.sale_date) where new.sale_date < now() - interval '2 hours';
  end if;
  -- whether its payments count
  insert into place_changes
  select place_id, stretch_of(counted_on) from place_payments
  where
    invoice_id in (
      case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end
    )
    and counted_on < now() - interval '2 hours';
  return null;
end $$;
-- at the counter a sale of today is booked without them: its invoice is issued, and paid, after it
create trigger sales_summed_inserted after insert on sales for each row
  when (
    new.sale_date < now() - interval '2 hours' or new.invoice_id is not null and new.created_at < now()
  )
  execute function tell_sale_changed();
create trigger sales_summed_updated after update of
  sale_date, seller_id, status_id, base_sale_id, invoice_id, net_amount, paid on sales for each row
  when (
    (
      (new.sale_date < now() - interval '2 hours' or old.sale_date < now() - interval '2 hours')
      and (old.sale_date, old.net_amount, old.paid) is distinct from (new.sale_date, new.net_amount, new.paid)
    )
    or (new.created_at < now() or new.sale_date < now() - interval '2 hours')
    and (old.seller_id, old.status_id in (90, 91), old.base_sale_id, old.invoice_id)
      is distinct from (new.seller_id, new.status_id in (90, 91), new.base_sale_id, new.invoice_id)
  )
  execute function tell_sale_changed();
create trigger sales_summed_deleted after delete on sales for each row execute function tell_sale_changed();

create function tell_lines_added() returns trigger language plpgsql as $$
begin
  insert into place_changes
  select distinct sale.seller_id, stretch_of(sale.sale_date) from added join sales sale using (sale_id)
  where sale.sale_date < now() - interval '2 hours' and sale.base_sale_id is null;
  return null;
end $$;
create trigger sale_products_summed_inserted after insert on sale_products referencing new table as added
  for each statement execute function tell_lines_added();
create function tell_line_changed() returns trigger language plpgsql as $$
begin
  insert into place_changes
  select sale.seller_id, stretch_of(sale.sale_date) from sales sale
  where
    sale.sale_id in (old.sale_id, case when tg_op = 'UPDATE' then new.sale_id end)
    and sale.sale_date < now() - interval '2 hours' and sale.base_sale_id is null;
  return null;
end $$;
create trigger sale_products_summed_updated after update of sale_id, product_id, amount, status_id on sale_products
  for each row
  when (
    (old.sale_id, old.product_id, old.amount, old.status_id = 100)
      is distinct from (new.sale_id, new.product_id, new.amount, new.status_id = 100)
  )
  execute function tell_line_changed();
create trigger sale_products_summed_deleted after delete on sale_products for each row
  execute function tell_line_changed();

create function tell_payment_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.counted_on < now() - interval '2 hours' then
    insert into place_changes
    values (case old.kind when 'Refund' then old.giver_id else old.receiver_id end, stretch_of(old.counted_on));
  end if;
  if tg_op <> 'DELETE' and new.counted_on < now() - interval '2 hours' then
    insert into place_changes
    values (case new.kind when 'Refund' then new.giver_id else new.receiver_id end, stretch_of(new.counted_on));
  end if;
  return null;
end $$;
create trigger transactions_summed_inserted after insert on transactions for each row
  when (new.counted_on < now() - interval '2 hours') execute function tell_payment_changed();
create trigger transactions_summed_updated after update on transactions for each row
  when (
    (old.counted_on < now() - interval '2 hours' or new.counted_on < now() - interval '2 hours')
    and (
      old.counted_on, old.kind, old.giver_id, old.receiver_id, old.amount, old.payment_mode_id, old.invoice_id
    ) is distinct from (
      new.counted_on, new.kind, new.giver_id, new.receiver_id, new.amount, new.payment_mode_id, new.invoice_id
    )
  )
  execute function tell_payment_changed();
create trigger transactions_summed_deleted after delete on transactions for each row
  execute function tell_payment_changed();

-- whether what it paid came from outside
create function tell_client_changed() returns trigger language plpgsql as $$
begin
  insert into place_changes
  select distinct place_id, stretch_of(counted_on) from place_payments
  where party_id = new.client_id and counted_on < now() - interval '2 hours';
  return null;
end $$;
create trigger clients_summed after update of client_type_id on clients for each row
  when (old.client_type_id in (9, 10, 13) is distinct from new.client_type_id in (9, 10, 13))
  execute function tell_client_changed();

-- nothing is booked while a migration runs
set local work_mem = '256MB';
select sum_places(now(), 0);
analyze place_sums, place_owed, place_changes, place_summed;

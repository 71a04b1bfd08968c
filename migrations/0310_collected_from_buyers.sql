-- What is collected is what those who buy pay, less what they are given back. What a courier, an outside laboratory, a
-- referrer or the government is paid is no money given back, and what they return is none received.
create function buys(client_type_id integer) returns boolean language sql immutable as $$
  select client_type_id in (10, 12, 13, 16)
$$;
comment on function buys(integer) is 'Whether a client of this type buys: a laboratory, patient, centre or institution.';

create or replace view place_payments as
select
  receiver_id as place_id, giver_id as party_id, transaction_id, date, cleared_on, counted_on, invoice_id,
  payment_mode_id not in (47, 48, 49) as is_money, amount,
  (select buys(party.client_type_id) from clients party where party.client_id = giver_id) as is_of_buyer
from transactions
where kind = 'Receipt' and counted_on is not null
union all
select
  giver_id, receiver_id, transaction_id, date, cleared_on, counted_on, invoice_id,
  payment_mode_id not in (47, 48, 49), - amount,
  (select buys(party.client_type_id) from clients party where party.client_id = receiver_id)
from transactions
where kind = 'Refund' and counted_on is not null;
comment on view place_payments is
  'Payments that count, by the place that takes them or gives them back. is_money: no adjustment, settlement or '
  'write-off. is_of_buyer: with one who buys, so that it is collected; else it is a payment for what others do.';

create or replace function place_sums_between(low timestamptz, high timestamptz) returns setof place_sums
language sql stable as $$
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
      sum(payment.amount) filter (where payment.is_money and payment.is_of_buyer and not payment.is_from_place) as received,
      sum(payment.amount) filter (where payment.is_theirs) as settled,
      coalesce(bool_or(payment.is_money and payment.is_from_place or not payment.is_theirs), false) as is_mixed
    from (
      -- is_theirs: null where its invoice has no sale that counts
      select
        payment.place_id, payment.counted_on, payment.is_money, payment.amount,
        payment.is_of_buyer, party.client_type_id in (9, 10, 13) as is_from_place,
        bool_or(sale.seller_id = payment.place_id) as is_theirs
      from place_payments payment
      join clients party on party.client_id = payment.party_id
      left join sale_facts sale on sale.invoice_id = payment.invoice_id and sale.is_sold and sale.base_sale_id is null
      where
        payment.cleared_on is null and payment.date >= low and payment.date < high
        or payment.cleared_on >= low and payment.cleared_on < high
      group by payment.transaction_id, 1, 2, 3, 4, 5, 6
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

-- what is kept is put right: no sum is read while a migration runs
update place_sums kept
set received = kept.received - others.amount
from (
  select payment.place_id, stretch_of(payment.counted_on) as stretch, sum(payment.amount) as amount
  from place_payments payment join clients party on party.client_id = payment.party_id
  where
    payment.is_money and not payment.is_of_buyer and party.client_type_id not in (9, 10, 13)
    and payment.counted_on < (select up_to from place_summed)
  group by 1, 2
) others
where kept.place_id = others.place_id and kept.stretch = others.stretch;

drop trigger clients_summed on clients;
create trigger clients_summed after update of client_type_id on clients for each row
  when (old.client_type_id is distinct from new.client_type_id)
  execute function tell_client_changed();

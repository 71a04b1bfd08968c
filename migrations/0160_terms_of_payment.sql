-- When an invoice is to be paid is found once, when it is issued, from the terms of its buyer.
alter table clients add column credit_days integer check (credit_days between 0 and 365);
comment on column clients.credit_days is 'Days that the client has to pay an invoice. Empty: 30 on credit, else none.';
alter table invoices add column due_date date;

create function due_day(buyer integer, issued timestamptz) returns date
language sql stable as $$
  select network_day(issued) + coalesce(credit_days, case payment_type_id when 22 then 30 else 0 end)
  from clients where client_id = buyer
$$;
comment on function due_day(integer, timestamptz) is
  'The day until which a buyer pays an invoice that is issued then, by the terms of today. Only for invoices '
  'that are issued now: an issued one keeps due_date.';

-- those that were issued keep the days that were printed on them
update invoices
set due_date = network_day(invoice_date) + case buyer.payment_type_id when 22 then 30 else 0 end
from clients buyer
where buyer.client_id = invoices.buyer_id;
alter table invoices alter column due_date set not null;
comment on column invoices.due_date is 'The day until which it is to be paid: kept when it is issued.';

create function keep_due_day() returns trigger
language plpgsql as $$
begin
  new.due_date := coalesce(new.due_date, due_day(new.buyer_id, new.invoice_date));
  return new;
end
$$;
create trigger invoices_due before insert on invoices for each row execute function keep_due_day();

create or replace view invoice_facts as
select
  invoice_id, invoice_no, invoice_date, seller_id, buyer_id, net_amount, paid, is_single_sale, is_cancelled, row_version,
  created_by, created_at, cancel_reason,
  case when is_cancelled then 0 else net_amount - paid end as outstanding,
  paid <> net_amount and not is_cancelled as is_open,
  due_date
from invoices;
comment on view invoice_facts is
  'Invoices, with what they count as. outstanding: what is left to pay, negative where more was paid, 0 of a '
  'cancelled one. is_open: not cancelled and not paid exactly (index invoices_unpaid). Read by party_dues, '
  'invoices, money received, tiles.';

-- Who accepted what a purchase bill charges, and how much of that is beyond what was agreed: what one person accepts, and
-- pays of it alone, has a limit of a day. Empty is no limit. Bills of before count as paid by whoever entered them.
alter table purchase_bills
  add column accepted_by_id integer references users,
  add column accepted_at timestamptz,
  add column accepted_more numeric(14, 2) not null default 0 check (accepted_more >= 0);
update purchase_bills set accepted_by_id = created_by, accepted_at = created_at;
alter table purchase_bills
  alter column accepted_by_id set not null,
  alter column accepted_at set not null;
create index purchase_bills_by_accepter on purchase_bills (accepted_by_id, accepted_at);

alter table network_settings
  add column desk_own_bill_limit numeric(14, 2) default 0 check (desk_own_bill_limit >= 0),
  add column accounts_own_bill_limit numeric(14, 2) default 20000 check (accounts_own_bill_limit >= 0);

-- What a person paid of bills that the same person accepted. A payment that is on no bill counts too, since it may be put
-- on one later; and what is put on such a bill, on the day that it is, where the payment is of an earlier one.
create view own_bill_payments as
select
  payment.created_by as paid_by_id,
  payment.date as day,
  payment.amount - (
    select coalesce(sum(a.amount), 0)
    from allocations a
    join purchase_bills bill on bill.purchase_bill_id = a.to_bill_id
    where a.from_transaction_id = payment.transaction_id and a.undone_at is null
      and bill.accepted_by_id <> payment.created_by
  ) as amount
from
  transactions payment
  join clients payee on payee.client_id = payment.receiver_id and payee.client_type_id = 20
where
  payment.kind = 'Refund'
  and payment.counts
  and payment.reverses_id is null
  and not exists (select 1 from transactions reversal where reversal.reverses_id = payment.transaction_id)
union all
select
  payment.created_by,
  a.created_at,
  a.amount
from
  allocations a
  join purchase_bills bill on bill.purchase_bill_id = a.to_bill_id and bill.accepted_by_id = a.created_by
  join transactions payment
    on payment.transaction_id = a.from_transaction_id and payment.created_by = a.created_by
where
  a.undone_at is null
  and network_day(payment.date) < network_day(a.created_at);
comment on view own_bill_payments is
  'What one person alone accepted and paid of purchase bills. Its limit of a day reads it.';

-- Purchase bills come from couriers, too: who charges is a supplier.
alter table purchase_bills rename column lab_id to supplier_id;
alter view purchase_bill_facts rename column lab_id to supplier_id;
alter index purchase_bills_by_lab rename to purchase_bills_by_supplier;
-- what waits for a second person names the supplier, too
update requests
set body = (body - 'LabId') || jsonb_build_object('SupplierId', body -> 'LabId')
where module_id = 'purchasebills' and body ? 'LabId';

-- What a person pays a courier whose bill the same person accepted counts to the limit of a day, as a laboratory's does.
create or replace view own_bill_payments as
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
  join clients payee on payee.client_id = payment.receiver_id and payee.client_type_id in (19, 20)
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

-- What of a purchase bill is paid is written at the bill, so that those that are open are found without adding up all
-- that were ever paid. Kept with the allocations, compared by an invariant.
alter table purchase_bills add column paid numeric(14, 2) not null default 0
  constraint purchase_bills_paid_is_no_debt check (paid >= 0);
update purchase_bills bill
set paid = put.amount
from (
  select to_bill_id, sum(amount) as amount
  from allocations
  where undone_at is null and to_bill_id is not null
  group by to_bill_id
) put
where put.to_bill_id = bill.purchase_bill_id;

create or replace view purchase_bill_facts as
select
  purchase_bill_id,
  buyer_id,
  supplier_id,
  bill_no,
  bill_date,
  due_date,
  financial_year,
  gst_amount,
  total_amount,
  reason,
  remarks,
  posted_on,
  created_at,
  created_by,
  cancelled_at,
  cancelled_by_id,
  cancel_reason,
  row_version,
  paid::numeric as paid,
  case when cancelled_at is null then total_amount - paid else 0 end as outstanding,
  cancelled_at is null and paid < total_amount as is_open,
  case
    when cancelled_at is not null then 'Cancelled'
    when paid = 0 then 'Open'
    when paid < total_amount then 'Partly paid'
    else 'Paid'
  end as state
from purchase_bills;

-- A batch is counted without knowing what it should hold. What was counted is handed over, and what is over or short is
-- posted; above the network's limit a second person confirms it before the batch counts as closed.
alter table tran_batches
  -- where and as what its money handler closed it
  add column place_id integer references clients,
  add column role_id integer references roles,
  -- pieces of each note and coin
  add column cash_notes jsonb,
  -- null while a second person has to confirm the difference, or it has to be counted again
  add column confirmed_at timestamptz,
  add column confirmed_by_id integer references users,
  -- it has to be counted again
  add column refused_at timestamptz,
  add column refused_by_id integer references users,
  add column refused_why text,
  -- what its taker counted
  add column received jsonb,
  add column received_why text;
update tran_batches
set
  confirmed_at = close_date,
  received = case when taken_over_by_id is not null then counted end
where
  close_date is not null;

alter table network_settings
  add column cash_notes text,
  add column difference_limit numeric(14,2) not null default 500 check (difference_limit >= 0);

-- What a batch should hold, what was counted of it, and what its taker received.
create view batch_sums as
select
  batch.batch_id,
  (select coalesce(sum(held.amount), 0) from batch_amounts held where held.batch_id = batch.batch_id) as expected,
  (select sum((one ->> 'Amount')::numeric) from jsonb_array_elements(batch.counted) one) as counted,
  (select sum((one ->> 'Amount')::numeric) from jsonb_array_elements(batch.received) one) as received
from
  tran_batches batch;

create or replace view batch_count_rows as
select
  batch.batch_id,
  (counted.row ->> 'PaymentModeId')::int as payment_mode_id,
  (counted.row ->> 'Expected')::numeric as expected,
  (counted.row ->> 'Amount')::numeric as amount,
  counted.place,
  (
    select
      (one ->> 'Amount')::numeric
    from
      jsonb_array_elements(batch.received) one
    where
      one ->> 'PaymentModeId' = counted.row ->> 'PaymentModeId'
  ) as received
from
  tran_batches batch
  cross join jsonb_array_elements(batch.counted) with ordinality as counted (row, place);

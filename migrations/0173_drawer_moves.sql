-- What goes into a drawer and out of it, a row each: received, given back, handed over and taken over, over or short.
create view drawer_moves as
select
  batch_id,
  payment_mode_id,
  date as at,
  case kind when 'Refund' then 'paid back' else 'received' end as kind,
  case kind when 'Refund' then - amount else amount end as amount
from transactions
where not is_cancelled and batch_id is not null and payment_mode_id not in (47, 48, 49)
union all
select transfer.to_batch_id, transfer.payment_mode_id, source.taken_over_at, 'taken over', transfer.amount
from batch_transfers transfer join tran_batches source on source.batch_id = transfer.from_batch_id
union all
select transfer.from_batch_id, transfer.payment_mode_id, source.taken_over_at, 'handed over', - transfer.amount
from batch_transfers transfer join tran_batches source on source.batch_id = transfer.from_batch_id
union all
-- what was counted is handed over, so what is over or short is in the drawer until then
select
  counted.batch_id, counted.payment_mode_id, coalesce(batch.taken_over_at, batch.close_date), 'over and short',
  coalesce(counted.received, counted.amount) - counted.expected
from batch_count_rows counted join tran_batches batch on batch.batch_id = counted.batch_id
where batch.confirmed_at is not null and coalesce(counted.received, counted.amount) <> counted.expected
union all
-- cash that was deposited, paid out or given as the float of another drawer; a reversal is below zero
select batch_id, 40, created_at, case kind when 'Deposit' then 'deposited' when 'Float' then 'float' else 'paid out' end, - amount
from batch_outs
where cancelled_at is null
union all
select to_batch_id, 40, created_at, 'float', amount
from batch_outs
where cancelled_at is null and to_batch_id is not null;
comment on view drawer_moves is 'What went into a batch (above zero) and out of it, by mode, with its moment: their sum is what it holds, nothing once it was taken over. Read by the cash book, invariants.';

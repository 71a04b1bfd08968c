-- A batch holds what was handed over: what is adjusted from a deposit, settled by an insurer or written off is in none.
create or replace view batch_amounts as
select
  batch_id,
  mode,
  sum(amount) as amount
from
  (
    select
      batch_id,
      payment_mode_id as mode,
      case when kind = 'Refund' then - amount else amount end as amount
    from
      transactions
    where
      not is_cancelled
      and batch_id is not null
      and payment_mode_id not in (47, 48, 49)
    union all
    select
      to_batch_id,
      payment_mode_id,
      amount
    from
      batch_transfers
  ) held
group by
  batch_id,
  mode;

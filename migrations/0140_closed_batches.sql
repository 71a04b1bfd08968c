-- Nothing moves in a closed batch, by any writer: a writer waits for the batch that is being closed, and the closing
-- waits for writers. Words of a transaction, its day and the bank's answer about a cheque are no money of the batch.
create function refuse_closed_batch() returns trigger language plpgsql as $$
declare
  batches int[] := case tg_op
    when 'INSERT' then array[new.batch_id]
    when 'DELETE' then array[old.batch_id]
    else array[old.batch_id, new.batch_id]
  end;
  is_closed boolean;
begin
  for is_closed in
    select
      batch.close_date is not null
    from
      tran_batches batch
    where
      batch.batch_id = any (batches)
    order by
      batch.batch_id
    for share
  loop
    if is_closed then
      raise exception 'the batch is closed' using errcode = 'check_violation';
    end if;
  end loop;
  return coalesce(new, old);
end $$;

create trigger transactions_of_open_batch before insert or delete on transactions for each row
  execute function refuse_closed_batch();
create trigger transactions_change_in_open_batch
  before update of batch_id, amount, payment_mode_id, kind, is_cancelled on transactions for each row
  when (
    (old.batch_id, old.amount, old.payment_mode_id, old.kind, old.is_cancelled)
      is distinct from (new.batch_id, new.amount, new.payment_mode_id, new.kind, new.is_cancelled)
    -- what is settled without money is cancelled later, too: no batch holds it
    and not (
      old.payment_mode_id in (47, 48, 49)
      and (old.batch_id, old.amount, old.payment_mode_id, old.kind)
        is not distinct from (new.batch_id, new.amount, new.payment_mode_id, new.kind)
    )
  )
  execute function refuse_closed_batch();

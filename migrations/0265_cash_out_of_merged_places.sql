-- What left the drawer of a place that is merged becomes the kept one's: it was refused as a change of what is kept.
drop trigger batch_outs_kept on batch_outs;
create trigger batch_outs_kept before update of kind, batch_id, amount, day, bank_account_id, to_batch_id
  on batch_outs for each row
  when (
    (old.kind, old.batch_id, old.amount, old.day, old.bank_account_id, old.to_batch_id)
      is distinct from (new.kind, new.batch_id, new.amount, new.day, new.bank_account_id, new.to_batch_id)
  )
  execute function keep_batch_outs();

-- The slip that the bank stamped, kept as a file of the batch, stands with the line of the bank that its deposit is
-- matched with.
create function slip_of_deposit(batch integer, deposit integer) returns integer language sql stable as $$
  select
    max(file.kept_file_id)
  from
    kept_files file
  where
    file.module_id = 'tranbatches'
    and file.form_id = batch
    and file.kind = 'slip'
    and file.withdrawn_at is null
    and file.about @> array[deposit]
$$;
comment on function slip_of_deposit is 'The newest file in force that is the slip of a deposit; null where there is none.';

create or replace view bank_line_item_rows as
select
  match.bank_line_id,
  item.bank_match_id,
  item.transaction_id,
  item.batch_out_id,
  coalesce(network_day(money.date), deposit.day)::text as day,
  case
    when item.transaction_id is not null
      then concat_ws(', ', mode.item_label, giver.name)
    else 'Deposit of batch ' || deposit.batch_id
  end as what,
  coalesce(money.payment_ref, deposit.slip_no) as reference,
  item.amount,
  match.undone_at is not null as is_undone,
  match.undo_reason,
  deposit.batch_id,
  case
    when deposit.batch_out_id is not null then slip_of_deposit(deposit.batch_id, deposit.batch_out_id)
  end as slip_file_id
from
  bank_match_items item
  join bank_matches match on match.bank_match_id = item.bank_match_id
  left join transactions money on money.transaction_id = item.transaction_id
  left join list_items mode on mode.list_item_id = money.payment_mode_id
  left join clients giver on giver.client_id = case when money.kind = 'Refund' then money.receiver_id else money.giver_id end
  left join batch_outs deposit on deposit.batch_out_id = item.batch_out_id
where
  match.bank_line_id is not null;

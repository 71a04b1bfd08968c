-- A cheque that is received counts when the bank has paid it: until then it is in a batch, and pays nothing.
alter table transactions add column clearing text check (clearing in ('Waiting', 'Cleared', 'Bounced'));
alter table transactions add column cleared_on timestamptz;
-- those of before counted when they were received
update transactions set clearing = 'Cleared', cleared_on = date where payment_mode_id = 44 and kind = 'Receipt';
alter table transactions add constraint cheques_clear
  check ((clearing is not null) = (payment_mode_id = 44 and kind = 'Receipt') and (cleared_on is not null) = (clearing is not distinct from 'Cleared'));
-- whether it is part of what is paid
alter table transactions add column counts boolean not null
  generated always as (not is_cancelled and coalesce(clearing, 'Cleared') = 'Cleared') stored;
create index transactions_to_clear on transactions (receiver_id, date) where clearing = 'Waiting' and not is_cancelled;

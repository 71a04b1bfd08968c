-- The moment from which money counts: a cheque when it has cleared, all else on its own day; nothing where it does not count.
alter table transactions add column counted_on timestamptz
  generated always as (case when not is_cancelled and coalesce(clearing, 'Cleared') = 'Cleared' then coalesce(cleared_on, date) end) stored;
create index transactions_counted_by_receiver on transactions (receiver_id, counted_on) where counted_on is not null;
create index transactions_counted_by_giver on transactions (giver_id, counted_on) where counted_on is not null;

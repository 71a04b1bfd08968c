-- The account of what batches were over or short. Earlier entries meet the wider list of accounts.
alter table ledger_entries add column batch_id integer references tran_batches;
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in (
    'party', 'sales', 'money', 'commission', 'opening', 'write-off', 'insurer', 'over and short'
  )) not valid;
create index ledger_by_batch on ledger_entries (batch_id) where batch_id is not null;

-- Differences of before, posted today.
with
  difference as (
    select
      batch.batch_id,
      (select min(works.client_id) from user_entities works where works.user_id = batch.owner_id) as place_id,
      sums.counted - (select sum((one ->> 'Expected')::numeric) from jsonb_array_elements(batch.counted) one) as amount
    from
      tran_batches batch
      join batch_sums sums on sums.batch_id = batch.batch_id
    where
      batch.counted is not null
  ),
  posted as (
    select
      nextval('ledger_postings') as id,
      difference.*
    from
      difference
    where
      amount <> 0
      and place_id is not null
  )
insert into
  ledger_entries (posting_id, entry_date, account, voucher_type, seller_id, party_id, debit, credit, particulars, batch_id)
select
  posted.id,
  now(),
  side.account,
  'Cash difference',
  posted.place_id,
  posted.place_id,
  side.debit,
  side.credit,
  'Batch ' || posted.batch_id,
  posted.batch_id
from
  posted
  cross join lateral (
    values
      ('money', greatest(posted.amount, 0), greatest(- posted.amount, 0)),
      ('over and short', greatest(- posted.amount, 0), greatest(posted.amount, 0))
  ) side (account, debit, credit);

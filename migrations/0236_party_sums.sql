-- Sums of what parties owe by place, so that a dashboard does not read each open bill.
create table party_sums (
  party_id integer not null,
  -- neither has a reference: a merge moves documents, entries stay where they are
  seller_id integer not null,
  owed numeric(16, 2) not null,
  is_shared boolean not null default false,
  primary key (party_id, seller_id)
);
comment on table party_sums is
  'The balance of a party with a place in the ledger, without commission, up to ledger_summed.parties_up_to. Later '
  'entries are read from the ledger. Kept by the job sum-ledger, compared by an invariant.';
comment on column party_sums.is_shared is
  'The party has a balance at more than one place, so that none of them says what it owes in all.';
-- who owes most is walked from the first one on; most parties owe nothing
create index party_sums_owed on party_sums (owed desc, party_id) include (seller_id) where owed > 0 and not is_shared;
create index party_sums_shared on party_sums (seller_id) include (party_id, owed) where is_shared;

-- the mark does not move while the sums are made up to it, and is read as before
lock table ledger_summed in exclusive mode;
insert into party_sums (party_id, seller_id, owed, is_shared)
select party_id, seller_id, owed, count(*) filter (where owed <> 0) over (partition by party_id) > 1
from (
  select party_id, seller_id, sum(debit - credit) as owed
  from ledger_entries
  where account = 'party' and referral_id is null and ledger_entry_id <= (select up_to from ledger_summed)
  group by party_id, seller_id
) balance;
-- its own mark: the sums by month may go on while these are made; last, as nobody reads the table meanwhile
alter table ledger_summed add column parties_up_to bigint not null default 0;
update ledger_summed set parties_up_to = up_to;

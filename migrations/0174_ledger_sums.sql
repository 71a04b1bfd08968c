-- Sums of the ledger by month, so that a trial balance does not read years for what its period began with.
create table ledger_sums (
  -- no reference: a merge moves documents, entries stay where they are
  seller_id integer not null,
  account text not null,
  -- 0: in the hands of the network, or no money
  bank_account_id integer not null,
  -- of entries dated in the month that begins here, in UTC: it does not depend on the network's zone
  month timestamptz not null,
  debit numeric(16, 2) not null,
  credit numeric(16, 2) not null,
  primary key (seller_id, account, bank_account_id, month)
);
comment on table ledger_sums is
  'Debits and credits of the ledger up to ledger_summed.up_to, by place, account, bank account and month (UTC).'
  ' Later entries are read from the ledger. Kept by the job sum-ledger, compared by an invariant.';
-- one row: the last entry that is in the sums
create table ledger_summed (
  is_only boolean primary key default true check (is_only),
  up_to bigint not null default 0
);
insert into ledger_summed default values;

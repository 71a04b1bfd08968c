-- The books of each place add up, also of one that was merged: what it was owed and had goes to the kept one against an
-- account of its own, which the two have on opposite sides.
do $$
declare
  allowed text := (
    select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'ledger_entries'::regclass and conname = 'ledger_entries_account_check'
  );
begin
  alter table ledger_entries drop constraint ledger_entries_account_check;
  execute 'alter table ledger_entries add constraint ledger_entries_account_check '
    -- the entries of before need no look: they were of the accounts of before
    || replace(replace(allowed, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''merged''::text, ') || ' not valid';
end $$;

-- Merges of before: what parties owe was transferred from place to place, and money remained where it was.
do $$
declare
  merge record;
  held record;
  posting bigint;
begin
  for merge in
    select merged.client_id as place, merged.kept_id as kept
    from merged_clients merged
    where exists (select 1 from ledger_entries e where e.seller_id = merged.client_id)
    order by merged.client_id
  loop
    for held in
      select bank_account_id as bank, sum(debit - credit) as amount
      from ledger_entries
      where seller_id = merge.place and account = 'money'
      group by bank_account_id
      having sum(debit - credit) <> 0
    loop
      for side in 0 .. 1 loop
        posting := nextval('ledger_postings');
        insert into ledger_entries (
          posting_id, entry_date, account, voucher_type, seller_id, party_id, bank_account_id, debit, credit, particulars
        )
        select
          posting, now(), line.account, 'Transfer', line.place, line.place,
          case line.account when 'money' then held.bank end,
          greatest(line.amount, 0), greatest(- line.amount, 0), 'Merged: ' || merge.place || ' into ' || merge.kept
        from (
          values
            ('money', case side when 0 then merge.place else merge.kept end, case side when 0 then - held.amount else held.amount end),
            ('merged', case side when 0 then merge.place else merge.kept end, case side when 0 then held.amount else - held.amount end)
        ) line (account, place, amount);
      end loop;
    end loop;
    -- what is missing to nothing
    select sum(debit - credit) as amount into held from ledger_entries where seller_id = merge.place;
    if held.amount <> 0 then
      posting := nextval('ledger_postings');
      insert into ledger_entries (
        posting_id, entry_date, account, voucher_type, seller_id, party_id, debit, credit, particulars
      )
      select
        posting, now(), 'merged', 'Transfer', line.place, line.place,
        greatest(line.amount, 0), greatest(- line.amount, 0), 'Merged: ' || merge.place || ' into ' || merge.kept
      from (values (merge.place, - held.amount), (merge.kept, held.amount)) line (place, amount);
    end if;
  end loop;
end $$;

-- What parties owed at a moment.

-- Clients that were merged, with the one that has their documents now.
create view merged_clients as
with recursive
  merged as (
    select client_id, merged_into_id as kept_id from clients where merged_into_id is not null
    union all
    select merged.client_id, further.merged_into_id
    from merged join clients further on further.client_id = merged.kept_id
    where further.merged_into_id is not null
  )
select merged.client_id, merged.kept_id
from merged join clients kept on kept.client_id = merged.kept_id
where kept.merged_into_id is null;
comment on view merged_clients is
  'A merged client, with the one that was kept in the end. Read by dues_as_of, commission payable, invariants.';
create index clients_merged on clients (merged_into_id) include (client_id) where merged_into_id is not null;

create function dues_as_of(sellers integer[], moment timestamptz)
returns table (party_id integer, seller_id integer, invoice_id integer, owed numeric) language sql stable as $$
  select change.party_id, change.seller_id, change.invoice_id, sum(change.owed)
  from (
    select due.party_id, due.seller_id, due.invoice_id, due.owed
    from party_dues due
    where due.kind <> 'sale' and due.seller_id = any (sellers)
    union all
    select
      coalesce(buyer.kept_id, e.party_id), coalesce(place.kept_id, e.seller_id), e.invoice_id, e.credit - e.debit
    from ledger_entries e
    left join merged_clients buyer on buyer.client_id = e.party_id
    left join merged_clients place on place.client_id = e.seller_id
    where e.account = 'party' and e.seller_id = any (sellers) and e.entry_date > moment and e.referral_id is null
  ) change
  group by change.party_id, change.seller_id, change.invoice_id
  -- the type is looked up for what is left: a join would read every client
  having sum(change.owed) <> 0
    and (select buyer.client_type_id from clients buyer where buyer.client_id = change.party_id) in (10, 12, 13, 16)
$$;
comment on function dues_as_of is
  'What buyers owed these sellers at a moment, by invoice; without an invoice: the opening balance and money on'
  ' account (below zero). What they owe today, less what was posted since: it reads what is open and what '
  'changed, never what was settled before. Its sum is the balance in the ledger. Read by ageing.';

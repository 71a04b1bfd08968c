-- The day that an open invoice is due comes with what is owed, so that ageing does not fetch each of them.
create or replace view party_dues as
select
  buyer_id as party_id,
  seller_id,
  'invoice' as kind,
  invoice_id,
  null::integer as sale_id,
  invoice_date as since,
  outstanding as owed,
  null::integer as transaction_id,
  due_date as due_on
from invoice_facts
where is_open
union all
select buyer_id, seller_id, 'sale', null, sale_id, sale_date, net_amount, null, null
from sale_facts
where is_uninvoiced
union all
select
  client_id, opening_seller_id, 'opening', null, null, null,
  opening_balance - (
    select coalesce(sum(case when a.to_opening then a.amount else - a.amount end), 0)
    from allocations a
    where a.party_id = clients.client_id and (a.to_opening or a.from_opening) and a.undone_at is null
  ),
  null,
  null
from clients
where opening_balance <> 0 and merged_into_id is null
union all
select giver_id, receiver_id, 'account', null, null, date, allocated - amount, null, null
from transactions
where invoice_id is null and kind = 'Receipt' and counts and allocated < amount
union all
-- the money that it gave back never came: a cheque bounced since
select receiver_id, giver_id, 'refund', null, null, date, amount - allocated, transaction_id, null
from transactions
where
  invoice_id is null and kind = 'Refund' and counts and allocated < amount
  -- referrers, outside laboratories and couriers are paid
  and exists (
    select 1 from clients buyer
    where buyer.client_id = transactions.receiver_id and buyer.client_type_id in (10, 12, 13, 16)
  );
comment on column party_dues.due_on is 'The day until which an invoice is to be paid; nothing else has one.';

drop function dues_as_of(integer[], timestamptz);
create function dues_as_of(sellers integer[], moment timestamptz)
returns table (party_id integer, seller_id integer, invoice_id integer, owed numeric, due_on date) language sql stable as $$
  select change.party_id, change.seller_id, change.invoice_id, sum(change.owed), min(change.due_on)
  from (
    select due.party_id, due.seller_id, due.invoice_id, due.owed, due.due_on
    from party_dues due
    where due.kind <> 'sale' and due.seller_id = any (sellers)
    union all
    select
      coalesce(buyer.kept_id, e.party_id), coalesce(place.kept_id, e.seller_id), e.invoice_id, e.credit - e.debit, null
    from ledger_entries e
    left join merged_clients buyer on buyer.client_id = e.party_id
    left join merged_clients place on place.client_id = e.seller_id
    where e.account = 'party' and e.seller_id = any (sellers) and e.entry_date > moment and e.referral_id is null
  ) change
  group by change.party_id, change.seller_id, change.invoice_id
  -- who is no buyer is few: the type of each that owes would be looked up
  having sum(change.owed) <> 0 and change.party_id not in (
    select other.client_id from clients other
    where other.client_type_id < 10 or other.client_type_id in (11, 14, 15) or other.client_type_id > 16
  )
$$;
comment on function dues_as_of is
  'What buyers owed these sellers at a moment, by invoice; without an invoice: the opening balance and money on '
  'account (below zero). due_on: of an invoice that is open today; of another its due_date. What they owe today, less '
  'what was posted since: it reads what is open and what changed, never what was settled before. Its sum is the '
  'balance in the ledger. Read by ageing.';

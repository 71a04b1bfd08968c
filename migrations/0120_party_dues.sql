-- What an invoice and a party owe, told once: whoever asks reads it here.
create view invoice_facts as
select
  invoices.*,
  case
    when is_cancelled then 0
    else net_amount - paid
  end as outstanding,
  paid <> net_amount and not is_cancelled as is_open
from
  invoices;
comment on view invoice_facts is 'Invoices, with what they count as. outstanding: what is left to pay, negative where more was paid, 0 of a cancelled one. is_open: not cancelled and not paid exactly (index invoices_unpaid). Read by party_dues, invoices, money received, tiles.';

-- One row per thing owed and no sum, so that the planner takes party, seller and kind into each branch and its index.
create view party_dues as
select
  buyer_id as party_id,
  seller_id,
  'invoice' as kind,
  invoice_id,
  null::integer as sale_id,
  invoice_date as since,
  outstanding as owed
from
  invoice_facts
where
  is_open
union all
select
  buyer_id,
  seller_id,
  'sale',
  null,
  sale_id,
  sale_date,
  net_amount
from
  sale_facts
where
  is_uninvoiced
union all
select
  client_id,
  null,
  'opening',
  null,
  null,
  null,
  opening_balance
from
  clients
where
  opening_balance <> 0
  and merged_into_id is null;
comment on view party_dues is 'What a party owes, a row per thing owed: an open invoice (negative where more was paid), a sale that is sold and on no invoice, the opening balance (of no seller, since no day). Their sum is the exposure. Money on account lowers it once it is put on an invoice. Read by the credit check, the statement of account, dues before a visit, overdue parties, tiles and tables of the sales force. Of one party it costs its open invoices and uninvoiced sales, never its past; of many parties ask it once for each (lateral): a join cannot go into the branches, a value can.';

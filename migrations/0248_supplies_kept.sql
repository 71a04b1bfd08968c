-- What an invoice or credit note supplied is kept as it was issued, with its code and rate of GST: papers and returns read
-- it there, whatever becomes of its sales.
create table invoice_supplies (
  invoice_supply_id bigint generated always as identity primary key,
  invoice_id integer not null references invoices,
  credit_note_id integer references credit_notes,
  -- as in the ledger: a merge moves documents, what was posted stays
  seller_id integer not null references clients,
  party_id integer not null references clients,
  entry_date timestamptz not null,
  is_cancellation boolean not null default false,
  sac text not null,
  gst_rate numeric(4, 2),
  value numeric(14, 2) not null,
  tax numeric(14, 2) not null,
  check (value <> 0 or tax <> 0),
  check (gst_rate is not null or tax = 0)
);
comment on table invoice_supplies is
  'Append-only, for invoices that have or had anything taxed; what others supplied is exempt, under 999316. A change is '
  'kept as its difference. Papers and GSTR-1 read it, an invariant compares it with lines and ledger.';
comment on column invoice_supplies.is_cancellation is
  'Taken back since the whole invoice was cancelled, which goes on saying what it was for.';
comment on column invoice_supplies.gst_rate is 'Empty is exempt; 0 is taxed at nil.';
comment on column invoice_supplies.value is 'What is charged without the tax; below zero where it is taken back.';
create index invoice_supplies_by_invoice on invoice_supplies (invoice_id);
create index invoice_supplies_by_note on invoice_supplies (credit_note_id) where credit_note_id is not null;
create index invoice_supplies_by_day on invoice_supplies (seller_id, entry_date);

-- The ledger had rate and value on the entry of the tax, and the rest of the document in the account of sales.
insert into invoice_supplies (
  invoice_id, credit_note_id, seller_id, party_id, entry_date, is_cancellation, sac, gst_rate, value, tax
)
select
  part.invoice_id, part.credit_note_id, part.seller_id, part.party_id, part.entry_date,
  invoice.is_cancelled and part.credit_note_id is null and part.value < 0,
  case
    when part.gst_rate is null then '999316'
    else coalesce(
      (
        select min(line.sac)
        from sale_products line
        where line.gst_rate = part.gst_rate and line.sale_id in (
          select sale.sale_id from sales sale where sale.invoice_id = part.invoice_id
          union all
          select gone.sale_id from cancelled_invoice_sales gone where gone.invoice_id = part.invoice_id
          union all
          select credited.sale_id
          from credit_notes note join credit_note_sales credited using (credit_note_id)
          where note.invoice_id = part.invoice_id
        )
      ),
      '999316'
    )
  end,
  part.gst_rate, part.value, part.tax
from (
  select
    entry.invoice_id, entry.credit_note_id, entry.seller_id, entry.party_id, min(entry.entry_date) as entry_date,
    rate.gst_rate,
    sum(case
      when rate.gst_rate is not null then entry.gst_value
      when entry.account = 'sales' then entry.credit - entry.debit
      else - entry.gst_value
    end) as value,
    sum(case when rate.gst_rate is not null then entry.credit - entry.debit else 0 end) as tax
  from
    ledger_entries entry
    cross join lateral (
      select null::numeric as gst_rate
      union all
      select entry.gst_rate where entry.account = 'gst payable'
    ) rate
  where
    (entry.account = 'sales' or entry.account = 'gst payable' and entry.gst_rate is not null)
    and entry.invoice_id in (select taxed.invoice_id from ledger_entries taxed where taxed.gst_rate is not null)
  -- a transaction has one moment
  group by entry.invoice_id, entry.credit_note_id, entry.seller_id, entry.party_id, entry.at, rate.gst_rate
) part
join invoices invoice using (invoice_id)
where part.value <> 0 or part.tax <> 0;

create trigger invoice_supplies_books after insert on invoice_supplies referencing new table as added
  for each statement execute function refuse_closed_books();
alter table ledger_entries drop column gst_rate, drop column gst_value;

-- TDS on purchase bills: what a party is paid for has a section, rates and a threshold of its own.
alter table tds_rates add column paid_for text not null default 'commission'
  check (paid_for in ('commission', 'professional', 'contract', 'rent'));
alter table tds_rates drop constraint tds_rates_settings_id_effective_from_date_key;
alter table tds_rates add unique (settings_id, paid_for, effective_from_date);
comment on table tds_rates is
  'TDS on what is paid for, commission and others: that of the last day before the payment. The threshold is what a '
  'party is paid in a financial year without it.';
insert into tds_rates (paid_for, section, effective_from_date, rate, rate_without_pan, threshold)
values
  ('professional', '194J', '2025-04-01', 10, 20, 50000),
  ('professional', '393(1) 6(iii)', '2026-04-01', 10, 20, 50000),
  ('contract', '194C', '2025-04-01', 2, 20, 100000),
  ('contract', '393(1) 6(i)', '2026-04-01', 2, 20, 100000),
  ('rent', '194I', '2025-04-01', 10, 20, 0),
  ('rent', '393(1) 2(ii)', '2026-04-01', 10, 20, 0);

alter table clients add column tds_on text;
alter table clients add column tds_rate numeric(5, 2);
alter table clients add constraint tds_on_is_known check (tds_on in ('professional', 'contract', 'rent')) not valid;
alter table clients add constraint tds_rate_is_a_percentage check (tds_rate between 0 and 100) not valid;
comment on column clients.tds_on is 'What it is paid for, where tax is withheld from that; of referrers it is commission.';
comment on column clients.tds_rate is
  'Its own rate, with a PAN: of a certificate, or of an individual; empty is that of the network.';

-- The tax of a purchase bill settles it as the payment does, so it is a payment without money of its own.
alter table transactions drop constraint transactions_purpose_check;
alter table transactions add constraint transactions_purpose_check
  check (purpose in ('tds', 'set off', 'withheld')) not valid;
alter table tds_deductions add column withheld_as_id integer references transactions;
create unique index tds_withheld_as on tds_deductions (withheld_as_id) where withheld_as_id is not null;
comment on column tds_deductions.withheld_as_id is
  'Of a purchase bill: the payment without money that the tax is. Of a commission it is posted by itself.';
create or replace view purchase_bill_payment_rows as
select
  a.to_bill_id as purchase_bill_id,
  a.allocation_id,
  a.created_at as allocated_at,
  case payment.purpose when 'withheld' then 'TDS ' else 'Payment ' end || a.from_transaction_id as document,
  a.from_transaction_id as transaction_id,
  a.amount,
  a.undone_at,
  a.undo_reason
from
  allocations a
  left join transactions payment on payment.transaction_id = a.from_transaction_id
where
  a.to_bill_id is not null;

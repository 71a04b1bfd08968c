-- GST that is charged is paid to the government by challan, month by month: a payment of its own, posted to GST payable.
alter table transactions drop constraint transactions_purpose_check;
alter table transactions add constraint transactions_purpose_check
  check (purpose in ('tds', 'set off', 'withheld', 'gst')) not valid;
create table gst_challans (
  transaction_id integer primary key references transactions,
  -- its first day
  month date not null check (extract(day from month) = 1),
  challan_no text not null
);
comment on table gst_challans is
  'What a payment of GST is for; place, amount and day are those of the payment, and with it it is cancelled.';

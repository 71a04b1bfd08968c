-- What a program asks of an event, and which credit note an entry of the ledger belongs to, are columns: until now both
-- were read out of the sentences that people see.
alter table sample_events
add column kind text check (kind in ('accessioned', 'dispatched', 'unpacked')),
add column shipment_id integer references shipments;
update sample_events
set
  kind = 'accessioned'
where
  what = 'Accessioned';
update sample_events
set
  kind = 'dispatched',
  shipment_id = (regexp_match(what, ' in shipment ([0-9]+)$'))[1]::integer
where
  what like 'Dispatched to % in shipment %';
update sample_events
set
  kind = 'unpacked',
  shipment_id = (regexp_match(what, '^Taken off shipment ([0-9]+)$'))[1]::integer
where
  what like 'Taken off shipment %';
alter table ledger_entries add column credit_note_id integer references credit_notes;
update ledger_entries e
set
  credit_note_id = n.credit_note_id
from
  credit_notes n
where
  e.voucher_type = 'Credit note'
  and n.invoice_id = e.invoice_id
  and e.particulars = 'Credit note ' || n.credit_note_no;

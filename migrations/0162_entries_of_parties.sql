-- The entries of a party as the party ledger and the statement of account show them.
create view party_entries as
select
  e.ledger_entry_id,
  e.seller_id,
  e.party_id,
  e.entry_date,
  e.voucher_type,
  coalesce(note.credit_note_no, invoice.invoice_no, 'T' || e.transaction_id, 'R' || e.referral_id) as voucher_no,
  e.particulars,
  e.debit,
  e.credit,
  case when e.voucher_type = 'Invoice' then invoice.due_date end as due_date
from ledger_entries e
left join invoices invoice on invoice.invoice_id = e.invoice_id and e.transaction_id is null
left join credit_notes note on note.credit_note_id = e.credit_note_id
where
  e.account = 'party'
  -- within the party: what it owes in all does not change
  and e.allocation_id is null;
comment on view party_entries is 'What was billed to a party, received and credited, entry by entry, with the number of its paper. Read by the party ledger and the statement of account.';

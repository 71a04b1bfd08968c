-- Letters to buyers: what changes an invoice goes where the invoice went; statements and reminders are asked for.
alter table invoice_letters drop constraint invoice_letters_invoice_id_key;
alter table invoice_letters alter column invoice_id drop not null;
alter table invoice_letters
  add column kind text not null default 'invoice'
    check (kind in ('invoice', 'credit-note', 'cancellation', 'statement', 'reminder')),
  add column credit_note_id integer unique references credit_notes,
  -- of a statement or a reminder
  add column seller_id integer references clients (client_id),
  add column buyer_id integer references clients (client_id),
  add column from_day date,
  add column to_day date,
  add column created_by integer references users (user_id),
  -- where it went
  add column email text,
  add constraint letter_about check (
    case
      when kind in ('statement', 'reminder') then num_nonnulls(seller_id, buyer_id, created_by) = 3 and invoice_id is null
      else invoice_id is not null and (kind = 'credit-note') = (credit_note_id is not null)
    end
  );
create unique index invoice_letters_once on invoice_letters (invoice_id, kind) where kind in ('invoice', 'cancellation');
create index reminders_of_buyer on invoice_letters (buyer_id, seller_id, created_at desc) where kind = 'reminder';

-- To whom a payment by UPI goes: the code on a bill that is not paid.
alter table clients add column upi_id text;

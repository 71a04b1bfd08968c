-- Invoices that go out by e-mail: what waits, what went, and what became of it.
create table invoice_letters (
  invoice_letter_id integer generated always as identity primary key,
  invoice_id integer not null unique references invoices,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'unknown', 'dropped')),
  reason text,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index invoice_letters_waiting on invoice_letters (next_at) where state in ('waiting', 'sending');

-- Reports sent by e-mail: asked for in the transaction that issues the version, one letter a version and party.
create table report_letters (
  report_letter_id integer generated always as identity primary key,
  report_id integer not null references reports,
  client_id integer not null references clients,
  email text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'unknown', 'dropped')),
  reason text,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index report_letter_once on report_letters (report_id, client_id);
create index report_letters_waiting on report_letters (next_at) where state in ('waiting', 'sending');

-- a shipment is found by the courier's number for it
create index shipments_by_reference on shipments (lower(shipment_reference)) where shipment_reference is not null;

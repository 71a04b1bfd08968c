-- Who opened a sensitive result, when, as what, and why: with a reason, at one's own work, or as its reader outside.
create table sensitive_openings (
  opening_id integer generated always as identity primary key,
  sale_id integer not null references sales,
  user_id integer not null references users,
  at timestamptz not null default now(),
  what text not null check (what in ('reason', 'sheet', 'print', 'history', 'file')),
  why text not null check (why in ('reason', 'work', 'portal')),
  reason text,
  constraint sensitive_openings_reason_check check ((why = 'reason') = (reason is not null))
);
create index sensitive_openings_by_sale on sensitive_openings (sale_id, user_id);
create index sensitive_openings_by_day on sensitive_openings (at);

-- How the system is, line by line, as the last check found it; and the size of the database on each day.
create table system_status (
  line text primary key,
  sequence integer not null,
  state text not null check (state in ('good', 'watch', 'act')),
  value text not null,
  -- what to do; empty where nothing has to be done
  advice text not null default '',
  -- of this state
  since timestamptz not null,
  checked_at timestamptz not null
);
create table database_sizes (
  day date primary key,
  bytes bigint not null
);

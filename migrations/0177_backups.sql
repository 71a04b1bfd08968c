-- Each backup, and each trial whether one can be restored: when, which file, and the problem of one that failed. The files
-- themselves are told from here, so that only those of this network are ever removed.
create table backups (
  backup_id integer generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('backup', 'trial')),
  asked text not null check (asked in ('schedule', 'by hand', 'upgrade')),
  file text,
  bytes bigint check (bytes > 0),
  row_count bigint check (row_count >= 0),
  seconds numeric(10,1) not null check (seconds >= 0),
  -- null: it ended well
  problem text,
  -- a newer one has taken its place
  removed_at timestamptz,
  check (problem is not null or file is not null)
);
comment on table backups is 'Backups and trial restores of this database, by schedule and by hand.';
create index backups_by_time on backups (kind, at desc);

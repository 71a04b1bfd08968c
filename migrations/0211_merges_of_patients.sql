-- What a merge of two patients moved, so that a wrong one can be undone. Its clients have no foreign key here: a later
-- merge moves every reference to a client, and this is history.
create table client_merges (
  client_merge_id integer generated always as identity primary key,
  source_id integer not null,
  target_id integer not null,
  -- of the source before the merge
  was_active boolean not null,
  opening_balance numeric(14,2) not null,
  merged_at timestamptz not null default now(),
  merged_by_id integer not null references users,
  undone_at timestamptz,
  undone_by_id integer references users,
  undo_reason text,
  check ((undone_at is null) = (undone_by_id is null) and (undone_at is null) = (undo_reason is null))
);
create index client_merges_by_source on client_merges (source_id);
create index client_merges_by_target on client_merges (target_id);

-- a row that named the source: its table, the column, and its primary key without that column
create table client_merge_rows (
  client_merge_id integer not null references client_merges,
  table_name text not null,
  column_name text not null,
  row_key jsonb not null,
  -- the target had such a row already, and that of the source was removed
  is_removed boolean not null default false
);
create index client_merge_rows_by_merge on client_merge_rows (client_merge_id);

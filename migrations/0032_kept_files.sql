-- Files that are kept with a record: in the database, so that a file is there with its entry in the history or not at all. Its
-- content is not packed, since PDF and pictures are, and so that a part of it is read without the rest.
create table kept_files (
  kept_file_id integer generated always as identity primary key,
  module_id text not null,
  form_id integer not null,
  kind text not null,
  name text not null,
  media_type text not null,
  size integer not null,
  sha256 text not null,
  content bytea not null,
  user_id integer not null references users,
  created_at timestamptz not null default now()
);
alter table kept_files alter column content set storage external;
create index kept_files_by_owner on kept_files (module_id, form_id, kept_file_id);

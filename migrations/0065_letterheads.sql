-- What papers carry at head and foot, by lab, centre and legal entity; how a person signs; and the pictures that released
-- reports name by their hash, each kept once and never changed.
alter table clients
  add column local_name text,
  add column logo text,
  add column foot_line text;
alter table users
  add column qualification text,
  add column signature text;
create table paper_pictures (
  sha256 text primary key,
  picture text not null,
  created_at timestamptz not null default now()
);

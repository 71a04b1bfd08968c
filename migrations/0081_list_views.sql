-- Views of a list under a name: one's own, or those of a role.
create table list_views (
  list_view_id integer generated always as identity primary key,
  module_id text not null,
  name text not null,
  user_id integer references users on delete cascade,
  role_id integer references roles,
  -- filter, sort and columns, as the address of the list says them
  view jsonb not null,
  created_at timestamptz not null default now(),
  check ((user_id is null) <> (role_id is null))
);
create unique index list_views_own on list_views (module_id, user_id, lower(name)) where user_id is not null;
create unique index list_views_roles on list_views (module_id, role_id, lower(name)) where role_id is not null;

-- Servers keep a session for a moment after they read it; whatever it was read from tells all of them to forget it.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('aliquot', '{"kind":"access"}');
  return null;
end
$$;
create trigger sessions_access after update of role_id, entity_id, ended_at or delete on sessions
  for each statement execute function tell_access();
create trigger users_access after update of user_name, full_name, employer_id, is_active, must_change_password or delete on users
  for each statement execute function tell_access();
create trigger user_roles_access after insert or update or delete on user_roles
  for each statement execute function tell_access();
create trigger user_entities_access after insert or update or delete on user_entities
  for each statement execute function tell_access();
create trigger permissions_access after insert or update or delete on permissions
  for each statement execute function tell_access();
create trigger client_types_access after update of client_type_id on clients
  for each statement execute function tell_access();
-- the versions of permissions and of the tree of organisations; the other counters number bills all day
create trigger versions_access after insert or update on counters
  for each row when (new.name like 'version:%') execute function tell_access();

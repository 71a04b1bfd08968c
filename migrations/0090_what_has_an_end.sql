-- Notifications and the access log have an end, and the queue of mail is found by its day.
create index notifications_by_day on notifications (created_on);
create index notifications_to_mail_by_day on notifications (created_on) where mailed_at is null and dismissed_at is null;
drop index notifications_to_mail;
create index access_log_by_day on access_log (at);
-- the application adds to the access log and deletes nothing of it but what is older than a year and a day
create function clear_access_log(days integer, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare gone integer;
begin
  delete from access_log where ctid in (
    select ctid from access_log
    where at < now() - make_interval(days => greatest(days, 366))
    limit most
  );
  get diagnostics gone = row_count;
  return gone;
end;
$$;
revoke execute on function clear_access_log(integer, integer) from public;
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'aliquot_app') then create role aliquot_app nologin; end if;
end $$;
grant execute on function clear_access_log(integer, integer) to aliquot_app;

-- Whoever fills many rows at once has the planner count them: without it the next statements read whole tables until autovacuum comes by.
-- Tables belong to aliquot_owner and the application's role may not analyze them, so the function does it as its owner.
create function refresh_statistics() returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  execute 'analyze';
end
$$;
revoke execute on function refresh_statistics() from public;
grant execute on function refresh_statistics() to aliquot_app;

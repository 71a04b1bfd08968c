-- The network's own settings, in columns of their own: one row that is always there, kept on a screen. What is not set stands here
-- and in core/network.ts alike.
create table network_settings (
  settings_id integer primary key default 1 check (settings_id = 1),
  name text not null default 'Aliquot',
  time_zone text not null default 'Asia/Kolkata',
  currency text not null default 'INR',
  locale text not null default 'en-IN',
  year_start_month integer not null default 4 check (year_start_month between 1 and 12),
  public_address text,
  report_signatory text default 'Authorised signatory',
  bill_signatory text,
  worksheet_signatory text,
  row_version integer not null default 1
);

insert into network_settings (name, time_zone, currency, locale, year_start_month, public_address)
select
  coalesce(value ->> 'name', 'Aliquot'),
  coalesce(value ->> 'timeZone', 'Asia/Kolkata'),
  coalesce(value ->> 'currency', 'INR'),
  coalesce(value ->> 'locale', 'en-IN'),
  coalesce((value ->> 'yearStartMonth')::integer, 4),
  value ->> 'publicAddress'
from
  (values (1)) one (row)
  left join settings on settings.name = 'network';

delete from settings where name = 'network';

-- every server takes a change over as soon as it is told, and so does every browser
create function tell_network() returns trigger language plpgsql as $$
begin
  perform pg_notify('aliquot', '{"kind":"network"}');
  return null;
end
$$;
create trigger network_settings_told after update on network_settings
  for each statement execute function tell_network();

-- administrators alone, also in networks that were set up before; a new one takes its grants from setup/roles.ts
insert into permissions (role_id, module_id, permit, statement_id)
select role.role_id, 'settings', permit, case when permit = 'list' then 1050 end
from roles role,
  unnest(array['list', 'read', 'update']) permit
where role.role_id = 1;

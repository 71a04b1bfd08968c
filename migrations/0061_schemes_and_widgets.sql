-- Also in networks that were set up before; a new one takes its grants from setup/roles.ts.
-- Roles 1 and 2 keep referral schemes and standard widgets, who reads all price lists reads the schemes.
insert into permissions (role_id, client_type_id, module_id, permit, criteria, statement_id)
select
  role_id,
  client_type_id,
  'referralschemes',
  permit,
  criteria,
  case when permit = 'list' then 1020 end
from permissions
where module_id = 'pricelists' and role_id in (1, 2, 3, 10, 11)
on conflict do nothing;

insert into permissions (role_id, client_type_id, module_id, permit, criteria, statement_id)
select
  role_id,
  client_type_id,
  'widgets',
  permit,
  criteria,
  case when permit = 'list' then 1021 end
from permissions
where module_id = 'pricelists' and role_id in (1, 2)
on conflict do nothing;

-- everybody who works in the network arranges their own dashboard
insert into permissions (role_id, module_id, permit, statement_id)
select role_id, 'userwidgets', permit, case when permit = 'list' then 1024 end
from roles, unnest(array['list', 'read', 'create', 'update']) permit
where role_id <= 11 and exists (select 1 from clients)
on conflict do nothing;

-- passwords are reset by those who keep the users
insert into permissions (role_id, client_type_id, module_id, permit, criteria)
select role_id, client_type_id, 'users', 'reset', criteria
from permissions
where module_id = 'users' and permit = 'update' and role_id in (1, 2)
on conflict do nothing;

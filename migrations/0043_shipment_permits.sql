-- A network that is there gets what a new one begins with: who works with shipments, and the paper that travels with them.
insert into permissions (role_id, module_id, permit, statement_id)
select role.role_id, 'shipments', permit, case when permit = 'list' then 1023 end
from roles role,
  unnest(array['list', 'read', 'create', 'update', 'print', 'cancel']) permit
where (role.role_id in (1, 2, 4, 5, 6, 8) or (role.role_id in (3, 10, 11) and permit in ('list', 'read')))
  -- a network without a client is set up now, with all that its roles hold
  and exists (select 1 from clients)
on conflict do nothing;
insert into print_templates (module_id, name, layout, sequence)
select 'shipments', 'Manifest', 'manifest', (select max(sequence) + 1 from print_templates)
where exists (select 1 from print_templates)
  and not exists (select 1 from print_templates where module_id = 'shipments');

-- Whoever takes money opens a batch, their own or a colleague's; also in networks that were set up before. A new one takes its
-- grants from setup/roles.ts.
insert into permissions (role_id, module_id, permit)
select role_id, 'tranbatches', 'create'
from (values (1), (2), (5), (7)) r (role_id)
where exists (select 1 from clients)
on conflict do nothing;

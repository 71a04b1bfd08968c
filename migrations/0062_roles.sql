-- Roles are kept on a screen: by administrators, read by auditors, also in networks that were set up before.
alter table roles add column row_version integer not null default 1;

insert into permissions (role_id, module_id, permit, statement_id)
select given.role_id, 'roles', given.permit, case when given.permit = 'list' then 1025 end
from (values (1, 'list'), (1, 'read'), (1, 'update'), (11, 'list'), (11, 'read')) given (role_id, permit)
where exists (select 1 from clients)
on conflict do nothing;

-- Views for a role belong to a legal entity: its managers keep them, and its people see them.
alter table list_views add column employer_id integer references clients;
-- those of before are of the first legal entity, which made them
update list_views
set
  employer_id = (select min(client_id) from clients where client_type_id = 9)
where
  role_id is not null;
delete from list_views
where
  role_id is not null
  and employer_id is null;
drop index list_views_roles;
alter table list_views add constraint list_views_of_employer check ((role_id is null) = (employer_id is null));
create unique index list_views_roles on list_views (module_id, role_id, employer_id, lower(name)) where role_id is not null;

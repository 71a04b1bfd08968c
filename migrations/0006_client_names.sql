-- Names are searched in one form, kept beside the row: contains-matches by its trigrams, pickers by walking a name-ordered index that covers what scope asks.
alter table clients add column name_search text collate "C" not null generated always as (lower(name)) stored;
drop index clients_by_type_name, clients_name_trgm, clients_patient_likeness;
create index clients_by_type_name on clients (client_type_id, name_search, client_id) include (parent_id) where is_active and merged_into_id is null;
create index clients_name_trgm on clients using gin (name_search gin_trgm_ops);
-- a patient with the same name, birth year and phone: the warning before a duplicate is made
create index clients_patient_likeness on clients (name_search, mobile_phone) where client_type_id = 12;
-- the list of all clients by name
create index clients_by_name on clients (name_search, client_id) where merged_into_id is null;
analyze clients;

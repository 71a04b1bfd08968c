-- What is edited may be a part of a record: the results of one worksheet. 0 stands for all of it.
alter table locks add column part integer not null default 0;
alter table locks drop constraint locks_pkey;
alter table locks add primary key (module_id, form_id, part);

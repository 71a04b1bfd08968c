-- Names that the server goes on answering to after the public address was changed: a wrong one shuts nobody out.
alter table network_settings add column accepted_names text[] not null default '{}';

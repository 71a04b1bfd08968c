-- Whether a money handler sees the cash of the open batch on its tile. Without it the count is blind there, too.
alter table network_settings add column cash_on_tile boolean not null default false;

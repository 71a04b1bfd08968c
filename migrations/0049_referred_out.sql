-- What an outside lab measures that nobody signs in for is entered by the lab that sent the tube there: its keeper.
alter table work_items add column keeper_id integer references clients (client_id);
alter table worksheets add column keeper_id integer references clients (client_id);
create index work_items_kept on work_items (keeper_id) where keeper_id is not null;
create index worksheets_kept on worksheets (keeper_id) where keeper_id is not null;

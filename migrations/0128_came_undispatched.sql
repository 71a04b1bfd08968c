-- A box that stood on the consignee's table although its sender had not dispatched it.
alter table shipments add column came_undispatched boolean not null default false;

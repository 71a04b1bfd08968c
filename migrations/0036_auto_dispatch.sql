-- What a laboratory holds for its recipient goes on one open shipment by itself, and leaves at the laboratory's times: each of them once.
alter table shipments add column is_auto boolean not null default false;
create unique index one_open_auto_shipment on shipments (consignor_id, consignee_id) where is_auto and status_id = 140;
create table cut_offs (
  client_id integer not null references clients,
  at timestamptz not null,
  shipment_id integer references shipments,
  primary key (client_id, at)
);

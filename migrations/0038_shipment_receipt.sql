-- What the thermometer of a box read when it was received, in degrees by temperature.
alter table shipments add column received_temperatures jsonb;

-- Whoever packs shipments receives them, also in networks that were set up before they could.
insert into permissions (role_id, module_id, permit)
select role.role_id, given.module_id, given.permit
from roles role,
  (values ('shipments', 'receive'), ('shipmentreceipt', 'read'), ('shipmentreceipt', 'update'), ('shipmentreceipt', 'receive')) given (module_id, permit)
where role.role_id in (1, 2, 4, 5, 6, 8)
  -- a network without a client is set up now, with all that its roles hold
  and exists (select 1 from clients)
on conflict do nothing;

// Tables of shipments: packed and not dispatched, and dispatched and not received.
import { literal, raw, sql } from '../../../server/db/db.ts'
import { shortName } from '../../../server/read/conditions.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { shipmentStatus } from '../../lists/items.model.ts'
import { shipmentScope } from '../../shipments/scope.server.ts'
import { table } from './widget.server.ts'

export const boxTables: readonly Statement[] = [
  table(
    2130,
    'Shipments not received yet, 30 days',
    (user, days) => sql`
      select
        h.shipment_id as "ShipmentId",
        ${raw(shortName('co'))} as "Consignor",
        ${raw(shortName('ce'))} as "Consignee",
        (
          select
            count(*)::int
          from
            shipment_samples x
          where
            x.shipment_id = h.shipment_id
        ) as "Samples",
        h.dispatch_date as "DispatchDate",
        st.item_label as "Status",
        h.status_id as "StatusId"
      from
        shipments h
        join clients co on co.client_id = h.consignor_id
        join clients ce on ce.client_id = h.consignee_id
        join list_items st on st.list_item_id = h.status_id
      where
        (${shipmentScope(user)})
        and h.status_id in (${literal(
          shipmentStatus.BeingPacked,
          shipmentStatus.Dispatched,
          shipmentStatus.PartlyReceived,
        )})
        and h.created_at > now() - make_interval(days => ${days})
      order by
        h.dispatch_date nulls first,
        h.shipment_id
      limit
        50
    `,
    'shipments',
    30,
  ),
]

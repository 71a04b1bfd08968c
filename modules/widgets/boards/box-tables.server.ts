// Tables of shipments: packed and not dispatched, dispatched and not received, and tubes about which their sender is
// asked.
import { literal, raw, sql } from '../../../server/db/db.ts'
import { shortName } from '../../../server/read/conditions.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { shipmentStatus } from '../../lists/items.model.ts'
import { shipmentScope } from '../../shipments/scope.server.ts'
import { isSentBy } from '../../shipments/toomany/to-answer.server.ts'
import { table } from './widget.server.ts'
import { shipmentsNotReceived, samplesToAnswer } from '../answers.model.ts'

export const boxTables: readonly Statement[] = [
  table(
    shipmentsNotReceived,
    'Shipments not received yet, 30 days',
    (user, days) => sql`
      select
        shipment.shipment_id as "ShipmentId",
        ${raw(shortName('consignor'))} as "Consignor",
        ${raw(shortName('consignee'))} as "Consignee",
        (
          select
            count(*)::int
          from
            shipment_samples packed
          where
            packed.shipment_id = shipment.shipment_id
        ) as "Samples",
        shipment.dispatch_date as "DispatchDate",
        status.item_label as "Status",
        shipment.status_id as "StatusId"
      from
        shipments shipment
        join clients consignor on consignor.client_id = shipment.consignor_id
        join clients consignee on consignee.client_id = shipment.consignee_id
        join list_items status on status.list_item_id = shipment.status_id
      where
        (${shipmentScope(user)})
        and shipment.status_id in (${literal(
          shipmentStatus.BeingPacked,
          shipmentStatus.Dispatched,
          shipmentStatus.PartlyReceived,
        )})
        and shipment.created_at > now() - make_interval(days => ${days})
      order by
        shipment.dispatch_date nulls first,
        shipment.shipment_id
      limit
        50
    `,
    'shipments',
    30,
  ),
  table(
    samplesToAnswer,
    'Samples to answer about',
    (user) => sql`
      select
        shipment.shipment_id as "ShipmentId",
        tube.barcode as "Barcode",
        ${raw(shortName('receiver'))} as "Consignee",
        packed.asked_at as "Came"
      from
        shipment_samples packed
        join shipments shipment on shipment.shipment_id = packed.shipment_id
        join shipments box on box.shipment_id = packed.came_in_id
        join clients receiver on receiver.client_id = box.consignee_id
        join samples tube on tube.sample_id = packed.sample_id
      where
        ${isSentBy(user)}
        and packed.asked_at is not null
        and packed.answered_at is null
      order by
        packed.asked_at,
        packed.shipment_sample_id
      limit
        50
    `,
    'shipments',
  ),
]

// The list of shipments: consignor, consignee and status.
import { literal, sql } from '../../server/db/db.ts'
import { equals, from, shortName, till } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { sampleStatus } from '../lists/items.model.ts'
import { shipmentPlace } from './shipment.server.ts'
import { shipments } from './shipments.model.ts'
import { shipmentScope } from './scope.server.ts'
import { waitsForAnswerOf } from './toomany/to-answer.server.ts'

export const shipmentList = listOf(shipments, {
  ...recordsOf(shipmentPlace),
  sort: '-ShipmentId',
  columns: {
    Consignor: shortName('consignor'),
    Consignee: shortName('consignee'),
    Courier: shortName('courier'),
    Samples: 'carried.samples',
    ToReceive: 'carried.to_receive',
    Status: 'status.item_label',
  },
  names: sql`
    join clients consignor on consignor.client_id = shipment.consignor_id
    join clients consignee on consignee.client_id = shipment.consignee_id
    join clients courier on courier.client_id = shipment.courier_id
    left join list_items status on status.list_item_id = shipment.status_id
    left join lateral (
      select
        count(*)::int as samples,
        (
          count(*) filter (
            where
              packed.status_id = ${literal(sampleStatus.Dispatched)}
          )
        )::int as to_receive
      from
        shipment_samples packed
      where
        packed.shipment_id = shipment.shipment_id
    ) carried on true
  `,
  filters: {
    FromDate: from('shipment.created_at'),
    ToDate: till('shipment.created_at'),
    ConsignorId: equals('shipment.consignor_id'),
    ConsigneeId: equals('shipment.consignee_id'),
    DispatchFromDate: from('shipment.dispatch_date'),
    DispatchToDate: till('shipment.dispatch_date'),
    ShipmentStatus: equals('shipment.status_id'),
    ToAnswer: (value: boolean, user) =>
      value ? sql`(${waitsForAnswerOf(user)})` : sql`not (${waitsForAnswerOf(user)})`,
  },
  scope: (user) => shipmentScope(user),
})

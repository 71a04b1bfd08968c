// The list of shipments: consignor, consignee and status.
import { literal, sql } from '../../server/db/db.ts'
import { equals, from, shortName, till } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { sampleStatus } from '../lists/items.model.ts'
import { shipmentPlace } from './shipment.server.ts'
import { shipments } from './shipments.model.ts'
import { shipmentScope } from './scope.server.ts'

export const shipmentList = listOf(shipments, {
  ...recordsOf(shipmentPlace),
  sort: '-ShipmentId',
  columns: [
    'ShipmentId',
    'createdAt',
    {
      Consignor: shortName('co'),
      Consignee: shortName('ce'),
      Courier: shortName('cu'),
    },
    'ShipmentReference',
    { Samples: 'n.samples', ToReceive: 'n.to_receive' },
    'DispatchDate',
    { Status: 'st.item_label' },
    'StatusId',
    'ConsignorId',
    'ConsigneeId',
    'CourierId',
  ],
  names: sql`
    join clients co on co.client_id = h.consignor_id
    join clients ce on ce.client_id = h.consignee_id
    join clients cu on cu.client_id = h.courier_id
    left join list_items st on st.list_item_id = h.status_id
    left join lateral (
      select
        count(*)::int as samples,
        (
          count(*) filter (
            where
              x.status_id = ${literal(sampleStatus.Dispatched)}
          )
        )::int as to_receive
      from
        shipment_samples x
      where
        x.shipment_id = h.shipment_id
    ) n on true
  `,
  filters: {
    FromDate: from('h.created_at'),
    ToDate: till('h.created_at'),
    ConsignorId: equals('h.consignor_id'),
    ConsigneeId: equals('h.consignee_id'),
    DispatchFromDate: from('h.dispatch_date'),
    DispatchToDate: till('h.dispatch_date'),
    ShipmentStatus: equals('h.status_id'),
  },
  scope: (user) => shipmentScope(user),
})

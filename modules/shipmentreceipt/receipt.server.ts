// A shipment as its consignee opens it: what awaits its receipt, and beside it what was decided before.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { readShown } from '../../server/table/read-of.ts'
import type { Caller } from '../../server/caller.ts'
import { sampleStatus } from '../lists/items.model.ts'
import { shipmentScope } from '../shipments/scope.server.ts'
import { shippedTube, tubeNames } from '../shipments/shipment.server.ts'
import { shipmentreceipt } from './shipmentreceipt.model.ts'

/** Shipments of the user's that come to an organisation of theirs. */
export const receiptScope = (user: Caller): Sql => sql`
  (${shipmentScope(user)})
  and h.consignee_id = any (${[...user.Clients]})
`

const awaits = sql`x.status_id = ${literal(sampleStatus.Dispatched)}`
const replacement = sql`
  (
    select
      ${objectOf('newer', ['SampleId', 'Barcode', 'StatusId'])}
    from
      samples newer
    where
      newer.replaces_sample_id = t.sample_id
  )
`
const rowsThat = (are: Sql): Sql =>
  arrayOf(
    objectOf('x', ['ShipmentSampleId', 'SampleId', 'StatusId', 'ReasonId', 'CollectionDate'], {
      Sample: shippedTube,
      Status: sql`json_build_object('ItemLabel', xs.item_label)`,
      Reason: sql`
        case
          when why.list_item_id is not null then json_build_object('ItemLabel', why.item_label)
        end
      `,
      Collector: sql`
        case
          when u.user_id is not null then json_build_object('FullName', u.full_name)
        end
      `,
      Replacement: replacement,
    }),
    sql`
      from
        shipment_samples x
        join samples t on t.sample_id = x.sample_id ${tubeNames}
        left join list_items xs on xs.list_item_id = x.status_id
        left join list_items why on why.list_item_id = x.reason_id
        left join users u on u.user_id = x.collector_id
      where
        x.shipment_id = h.shipment_id
        and h.dispatch_date is not null
        and ${are}
    `,
    sql`x.shipment_sample_id`,
  )
const status = sql`
  (
    select
      json_build_object('ItemLabel', st.item_label)
    from
      list_items st
    where
      st.list_item_id = h.status_id
  )
`

export const receiptPlace = { model: shipmentreceipt, table: 'shipments', alias: 'h', keyColumn: 'shipment_id' }
export const readReceipt = readShown(receiptPlace, {
  Status: status,
  ShipmentSamples: rowsThat(awaits),
  Decided: rowsThat(sql`not ${awaits}`),
})

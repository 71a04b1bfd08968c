// One shipment as it is opened: its parties and tubes come from the model.
import { sql } from '../../server/db/db.ts'
import { readShown } from '../../server/table/read-of.ts'
import { shipments } from './shipments.model.ts'

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
const count = sql`
  (
    select
      count(*)::int
    from
      shipment_samples x
    where
      x.shipment_id = h.shipment_id
  )
`

export const shipmentPlace = { model: shipments, table: 'shipments', alias: 'h', keyColumn: 'shipment_id' }
export const readShipment = readShown(shipmentPlace, { NumberOfSamples: count, Status: status })

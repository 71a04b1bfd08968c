// One shipment as it is opened: its parties and tubes come from the model.
import { sql } from '../../server/db/db.ts'
import { readShown } from '../../server/table/read-of.ts'
import { shipments } from './shipments.model.ts'

const status = sql`
  (
    select
      json_build_object('ItemLabel', status.item_label)
    from
      list_items status
    where
      status.list_item_id = shipment.status_id
  )
`
const count = sql`
  (
    select
      count(*)::int
    from
      shipment_samples packed
    where
      packed.shipment_id = shipment.shipment_id
  )
`

export const shipmentPlace = { model: shipments, table: 'shipments', alias: 'shipment', keyColumn: 'shipment_id' }
export const readShipment = readShown(shipmentPlace, { NumberOfSamples: count, Status: status })

// One shipment as it is opened: the model says its parties, its tubes stand here.
import { sql } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { readShown } from '../../server/table/read-of.ts'
import { shipments } from './shipments.model.ts'

const sale = objectOf('s', ['SaleId', 'AccessionNo', 'LRN', 'IsStat'], {
  Patient: sql`json_build_object('Name', s.patient_name)`,
})
/** The tube `t` of the sale `s` as it is told apart in a box; for a source that joins what `tubeNames` names. */
export const shippedTube = objectOf('t', ['SampleId', 'Barcode', 'TemperatureId', 'CollectionDate'], {
  Specimen: sql`json_build_object('Name', sp.name)`,
  Temperature: sql`json_build_object('ItemLabel', te.item_label)`,
  LRN: sql`s.lrn`,
  Sale: sale,
  PerformingLab: sql`json_build_object('ClientId', pl.client_id, 'Name', pl.name)`,
})
export const tubeNames = sql`
  join sales s on s.sale_id = t.sale_id
  join specimens sp on sp.specimen_id = t.specimen_id
  join clients pl on pl.client_id = t.performing_lab_id
  left join list_items te on te.list_item_id = t.temperature_id
`
const rows = arrayOf(
  objectOf('x', ['ShipmentSampleId', 'SampleId', 'StatusId', 'CollectionDate', 'CollectorId', 'ReasonId'], {
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
export const readShipment = readShown(shipmentPlace, { NumberOfSamples: count, Status: status, ShipmentSamples: rows })

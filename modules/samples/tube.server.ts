// One tube as it is opened: its columns and places come from the model; its sale, history and contents are here.
import { raw, sql } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { readShown } from '../../server/table/read-of.ts'
import { tubeStatus } from '../sales/status/way.server.ts'
import { samples } from './samples.model.ts'

const sale = sql`
  (
    select
      ${objectOf('s', ['SaleId', 'SaleDate', 'AccessionNo', 'LRN'], {
        Patient: sql`json_build_object('Name', s.patient_name, 'MobilePhone', p.mobile_phone)`,
      })}
    from
      sales s
      join clients p on p.client_id = s.patient_id
    where
      s.sale_id = t.sale_id
  )
`
// the object is present even without a temperature
const temperature = sql`
  json_build_object(
    'ItemLabel',
    (
      select
        te.item_label
      from
        list_items te
      where
        te.list_item_id = t.temperature_id
    )
  )
`
const status = sql`
  (
    select
      json_build_object('ItemLabel', ${raw(tubeStatus)}, 'NowId', tube.state_id)
    from
      tube_facts tube
      left join list_items status on status.list_item_id = tube.status_id
    where
      tube.sample_id = t.sample_id
  )
`
const shipments = arrayOf(
  objectOf('x', ['ShipmentSampleId', 'CollectionDate'], {
    DispatchDate: sql`h.dispatch_date`,
    Consignor: sql`co.name`,
    Consignee: sql`ce.name`,
    Courier: sql`cu.name`,
    ShipmentReference: sql`h.shipment_reference`,
    Collector: sql`u.full_name`,
    Status: sql`xs.item_label`,
  }),
  sql`
    from
      shipment_samples x
      join shipments h using (shipment_id)
      join clients co on co.client_id = h.consignor_id
      join clients ce on ce.client_id = h.consignee_id
      join clients cu on cu.client_id = h.courier_id
      left join users u on u.user_id = x.collector_id
      left join list_items xs on xs.list_item_id = x.status_id
    where
      x.sample_id = t.sample_id
  `,
  sql`h.shipment_id`,
)
const products = arrayOf(
  objectOf('x', ['SaleProductId'], { Code: sql`pr.code`, Name: sql`pr.name`, DestinationLab: sql`d.name` }),
  sql`
    from
      sale_product_samples x
      join products pr using (product_id)
      join clients d on d.client_id = x.destination_lab_id
    where
      x.sample_id = t.sample_id
  `,
)
const elements = arrayOf(
  objectOf('e', ['SampleElementId', 'ElementId'], {
    Element: sql`el.name`,
    LabInstrument: sql`i.name`,
    StatusId: sql`w.status_id`,
    Status: sql`ws.item_label`,
  }),
  sql`
    from
      sample_elements e
      join elements el using (element_id)
      left join lab_instruments li using (lab_instrument_id)
      left join instruments i using (instrument_id)
      left join work_items w on w.sample_element_id = e.sample_element_id
      left join list_items ws on ws.list_item_id = w.status_id
    where
      e.sample_id = t.sample_id
  `,
  sql`e.sample_element_id`,
)
const events = arrayOf(
  sql`json_build_object('At', v.at, 'What', v.what, 'Where', c.name, 'By', u.full_name, 'Remarks', v.remarks)`,
  sql`
    from
      sample_events v
      left join clients c on c.client_id = v.client_id
      left join users u on u.user_id = v.user_id
    where
      v.sample_id = t.sample_id
  `,
  sql`
    v.at,
    v.sample_event_id
  `,
)

const reason = sql`
  (
    select
      json_build_object('ItemLabel', r.item_label)
    from
      list_items r
    where
      r.list_item_id = t.reason_id
  )
`
const replacedBy = sql`
  (
    select
      json_build_object('SampleId', newer.sample_id, 'Barcode', newer.barcode)
    from
      samples newer
    where
      newer.replaces_sample_id = t.sample_id
  )
`
const calls = arrayOf(
  objectOf('call', ['CalledAt', 'IsReached', 'CalledTo', 'Remarks'], { By: sql`u.full_name` }),
  sql`
    from
      recollection_calls
    call
    join users u on u.user_id = call.called_by_id
    where
      call.sample_id = t.sample_id
  `,
  sql`call.recollection_call_id`,
)

export const tubePlace = { model: samples, table: 'samples', alias: 't', keyColumn: 'sample_id' }
export const readTube = readShown(tubePlace, {
  Sale: sale,
  Temperature: temperature,
  DueDate: sql`tube_due (t.sale_id, t.time_point)`,
  SampleStatus: status,
  Reason: reason,
  ReplacedBy: replacedBy,
  Calls: calls,
  ShipmentSamples: shipments,
  SaleProductSamples: products,
  SampleElements: elements,
  Events: events,
})

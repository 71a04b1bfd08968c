// One tube as it is opened: its columns and places come from the model; its sale, history and contents are here.
import { raw, sql } from '../../server/db/db.ts'
import { arrayOf, objectOf } from '../../server/table/shown.ts'
import { readShown } from '../../server/table/read-of.ts'
import { tubeStatus } from '../sales/status/way.server.ts'
import { samples } from './samples.model.ts'

const sale = sql`
  (
    select
      ${objectOf('sale', ['SaleId', 'SaleDate', 'AccessionNo', 'LRN'], {
        Patient: sql`json_build_object('Name', sale.patient_name, 'MobilePhone', patient.mobile_phone)`,
      })}
    from
      sales sale
      join clients patient on patient.client_id = sale.patient_id
    where
      sale.sale_id = tube.sale_id
  )
`
// the object is present even without a temperature
const temperature = sql`
  json_build_object(
    'ItemLabel',
    (
      select
        temperature.item_label
      from
        list_items temperature
      where
        temperature.list_item_id = tube.temperature_id
    )
  )
`
const status = sql`
  (
    select
      json_build_object('ItemLabel', ${raw(tubeStatus)}, 'NowId', facts.state_id)
    from
      tube_facts facts
      left join list_items status on status.list_item_id = facts.status_id
    where
      facts.sample_id = tube.sample_id
  )
`
const shipments = arrayOf(
  objectOf('packed', ['ShipmentSampleId', 'CollectionDate'], {
    DispatchDate: sql`shipment.dispatch_date`,
    Consignor: sql`consignor.name`,
    Consignee: sql`consignee.name`,
    Courier: sql`courier.name`,
    ShipmentReference: sql`shipment.shipment_reference`,
    Collector: sql`collector.full_name`,
    Status: sql`status.item_label`,
  }),
  sql`
    from
      shipment_samples packed
      join shipments shipment using (shipment_id)
      join clients consignor on consignor.client_id = shipment.consignor_id
      join clients consignee on consignee.client_id = shipment.consignee_id
      join clients courier on courier.client_id = shipment.courier_id
      left join users collector on collector.user_id = packed.collector_id
      left join list_items status on status.list_item_id = packed.status_id
    where
      packed.sample_id = tube.sample_id
  `,
  sql`shipment.shipment_id`,
)
const products = arrayOf(
  objectOf('drawn', ['SaleProductId'], {
    Code: sql`product.code`,
    Name: sql`product.name`,
    DestinationLab: sql`lab.name`,
  }),
  sql`
    from
      sale_product_samples drawn
      join products product using (product_id)
      join clients lab on lab.client_id = drawn.destination_lab_id
    where
      drawn.sample_id = tube.sample_id
  `,
)
const elements = arrayOf(
  objectOf('placed', ['SampleElementId', 'ElementId'], {
    Element: sql`element.name`,
    LabInstrument: sql`instrument.name`,
    StatusId: sql`item.status_id`,
    Status: sql`status.item_label`,
  }),
  sql`
    from
      sample_elements placed
      join elements element using (element_id)
      left join lab_instruments owned using (lab_instrument_id)
      left join instruments instrument using (instrument_id)
      left join work_items item on item.sample_element_id = placed.sample_element_id
      left join list_items status on status.list_item_id = item.status_id
    where
      placed.sample_id = tube.sample_id
  `,
  sql`placed.sample_element_id`,
)
const events = arrayOf(
  sql`
    json_build_object(
      'At',
      event.at,
      'What',
      event.what,
      'Where',
      client.name,
      'By',
      person.full_name,
      'Remarks',
      event.remarks
    )
  `,
  sql`
    from
      sample_events event
      left join clients client on client.client_id = event.client_id
      left join users person on person.user_id = event.user_id
    where
      event.sample_id = tube.sample_id
  `,
  sql`
    event.at,
    event.sample_event_id
  `,
)

const reason = sql`
  (
    select
      json_build_object('ItemLabel', reason.item_label)
    from
      list_items reason
    where
      reason.list_item_id = tube.reason_id
  )
`
const replacedBy = sql`
  (
    select
      json_build_object('SampleId', newer.sample_id, 'Barcode', newer.barcode)
    from
      samples newer
    where
      newer.replaces_sample_id = tube.sample_id
  )
`
const calls = arrayOf(
  objectOf('call', ['CalledAt', 'IsReached', 'CalledTo', 'Remarks'], { By: sql`caller.full_name` }),
  sql`
    from
      recollection_calls
    call
    join users caller on caller.user_id = call.called_by_id
    where
      call.sample_id = tube.sample_id
  `,
  sql`call.recollection_call_id`,
)

export const tubePlace = { model: samples, table: 'samples', alias: 'tube', keyColumn: 'sample_id' }
export const readTube = readShown(tubePlace, {
  Sale: sale,
  Temperature: temperature,
  DueDate: sql`tube_due (tube.sale_id, tube.time_point)`,
  SampleStatus: status,
  Reason: reason,
  ReplacedBy: replacedBy,
  Calls: calls,
  ShipmentSamples: shipments,
  SaleProductSamples: products,
  SampleElements: elements,
  Events: events,
})

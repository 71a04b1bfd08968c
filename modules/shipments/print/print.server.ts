// Reads the data of a shipment's manifest: its parties and tubes.
import { formatAge, formatDateTime } from '../../../core/dates.ts'
import { seesPatients } from '../../../core/user.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { now } from '../../../server/clock.ts'
import { readLetterhead } from '../../clients/letterhead/letterhead.server.ts'
import { shipmentStatus } from '../../lists/items.model.ts'
import { shipments } from '../shipments.model.ts'
import { manifestHtml } from './manifest.html.server.ts'
import type { ManifestParty, ManifestTube } from './manifest.model.ts'
import { shipmentNumber, shortPatient } from './manifest.rules.ts'

type Row = {
  Barcode: string
  Patient: string
  PatientId: number
  BirthDate: string | null
  Gender: string | null
  Collected: string
  Due: string
  Stat: boolean
  Specimen: string
  Container: string | null
  CapColour: string | null
  TemperatureId: number | null
  Temperature: string | null
  Tests: string[] | null
}
const readTubes = (tx: Tx, key: number): Promise<Row[]> =>
  tx.rows<Row>(sql`
    select
      tube.barcode,
      sale.patient_name as patient,
      sale.patient_id,
      patient.birth_date,
      gender.item_name as gender,
      coalesce(tube.collection_date, sale.collection_date) as collected,
      coalesce(
        (
          select
            min(placed.promised_at)
          from
            sample_elements placed
          where
            placed.sample_id = tube.sample_id
        ),
        sale.promised_at,
        sale.report_date
      ) as due,
      sale.is_stat as stat,
      specimen.name as specimen,
      specimen.container,
      specimen.cap_colour,
      tube.temperature_id,
      temperature.item_label as temperature,
      (
        select
          array_agg(distinct test.name)
        from
          sample_elements placed
          join sale_product_elements wanted on wanted.sample_element_id = placed.sample_element_id
          join tests test on test.test_id = wanted.test_id
        where
          placed.sample_id = tube.sample_id
      ) as tests
    from
      shipment_samples packed
      join samples tube on tube.sample_id = packed.sample_id
      join sales sale on sale.sale_id = tube.sale_id
      join clients patient on patient.client_id = sale.patient_id
      join specimens specimen on specimen.specimen_id = tube.specimen_id
      left join list_items gender on gender.list_item_id = patient.gender_id
      left join list_items temperature on temperature.list_item_id = tube.temperature_id
    where
      packed.shipment_id = ${key}
    order by
      specimen.name,
      tube.barcode
  `)

const tubeOf = (row: Row, isNamed: boolean): ManifestTube => ({
  Barcode: row.Barcode,
  Patient: isNamed ? shortPatient(row.Patient) : '',
  PatientId: row.PatientId,
  AgeSex: !isNamed
    ? ''
    : [row.Gender, formatAge(row.BirthDate, row.Collected, { short: true })].filter(Boolean).join(' '),
  Tests: isNamed ? (row.Tests ?? []) : [],
  Collected: formatDateTime(row.Collected),
  Stat: row.Stat,
  Specimen: row.Specimen,
  Container: [row.Container, row.CapColour === null ? null : `${row.CapColour.toLowerCase()} cap`]
    .filter(Boolean)
    .join(', '),
  TemperatureId: row.TemperatureId,
  Temperature: { ItemLabel: row.Temperature },
})

type Party = { ClientId: number; Name: string; Area: string | null; City: string | null; Phone: string | null }
const readParties = (tx: Tx, key: number): Promise<Party[]> =>
  tx.rows<Party>(sql`
    select
      client.client_id,
      client.name,
      client.area,
      client.city,
      coalesce(client.mobile_phone, client.work_phone) as phone
    from
      shipments shipment
      join clients client on client.client_id in (shipment.consignor_id, shipment.consignee_id, shipment.courier_id)
    where
      shipment.shipment_id = ${key}
  `)
const partyOf = (parties: readonly Party[], id: number | null): ManifestParty => {
  const party = parties.find((one) => one.ClientId === id)
  const place = [party?.Area, party?.City].filter(Boolean).join(', ')
  return { Name: party?.Name ?? '', Place: place, Phone: party?.Phone ?? null }
}

export const printManifest = printerOf(shipments, async ({ db, user, record, key }) => {
  const [rows, parties, letterhead] = await Promise.all([
    readTubes(db.read, key),
    readParties(db.read, key),
    readLetterhead(db.read, record.ConsignorId ?? 0),
  ])
  const due = rows.map((row) => row.Due).sort()[0]
  return {
    html: manifestHtml({
      Number: shipmentNumber(key),
      Letterhead: letterhead,
      From: partyOf(parties, record.ConsignorId),
      To: partyOf(parties, record.ConsigneeId),
      Courier: partyOf(parties, record.CourierId),
      Reference: record.ShipmentReference,
      Dispatched: record.DispatchDate === null ? null : formatDateTime(record.DispatchDate),
      Due: due === undefined ? null : formatDateTime(due),
      Printed: formatDateTime(now().toISOString()),
      State: record.StatusId === shipmentStatus.Cancelled ? 'CANCELLED' : null,
      Temperatures: record.Temperatures ?? {},
      Tubes: rows.map((row) => tubeOf(row, seesPatients(user))),
    }),
  }
})

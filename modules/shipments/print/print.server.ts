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
  barcode: string
  patient: string
  patient_id: number
  birth_date: string | null
  gender: string | null
  collected: string
  due: string
  stat: boolean
  specimen: string
  container: string | null
  cap_colour: string | null
  temperature_id: number | null
  temperature: string | null
  tests: string[] | null
}
const readTubes = (tx: Tx, key: number): Promise<Row[]> =>
  tx.rows<Row>(sql`
    select
      t.barcode,
      s.patient_name as patient,
      s.patient_id,
      p.birth_date,
      g.item_name as gender,
      coalesce(t.collection_date, s.collection_date) as collected,
      coalesce(
        (
          select
            min(placed.promised_at)
          from
            sample_elements placed
          where
            placed.sample_id = t.sample_id
        ),
        s.promised_at,
        s.report_date
      ) as due,
      s.is_stat as stat,
      sp.name as specimen,
      sp.container,
      sp.cap_colour,
      t.temperature_id,
      te.item_label as temperature,
      (
        select
          array_agg(distinct lt.name)
        from
          sample_elements se
          join sale_product_elements x on x.sample_element_id = se.sample_element_id
          join tests lt on lt.test_id = x.test_id
        where
          se.sample_id = t.sample_id
      ) as tests
    from
      shipment_samples h
      join samples t on t.sample_id = h.sample_id
      join sales s on s.sale_id = t.sale_id
      join clients p on p.client_id = s.patient_id
      join specimens sp on sp.specimen_id = t.specimen_id
      left join list_items g on g.list_item_id = p.gender_id
      left join list_items te on te.list_item_id = t.temperature_id
    where
      h.shipment_id = ${key}
    order by
      sp.name,
      t.barcode
  `)

const tubeOf = (row: Row, isNamed: boolean): ManifestTube => ({
  Barcode: row.barcode,
  Patient: isNamed ? shortPatient(row.patient) : '',
  PatientId: row.patient_id,
  AgeSex: !isNamed
    ? ''
    : [row.gender, formatAge(row.birth_date, row.collected, { short: true })].filter(Boolean).join(' '),
  Tests: isNamed ? (row.tests ?? []) : [],
  Collected: formatDateTime(row.collected),
  Stat: row.stat,
  Specimen: row.specimen,
  Container: [row.container, row.cap_colour === null ? null : `${row.cap_colour.toLowerCase()} cap`]
    .filter(Boolean)
    .join(', '),
  TemperatureId: row.temperature_id,
  Temperature: { ItemLabel: row.temperature },
})

type Party = { client_id: number; name: string; area: string | null; city: string | null; phone: string | null }
const readParties = (tx: Tx, key: number): Promise<Party[]> =>
  tx.rows<Party>(sql`
    select
      c.client_id,
      c.name,
      c.area,
      c.city,
      coalesce(c.mobile_phone, c.work_phone) as phone
    from
      shipments h
      join clients c on c.client_id in (h.consignor_id, h.consignee_id, h.courier_id)
    where
      h.shipment_id = ${key}
  `)
const partyOf = (parties: readonly Party[], id: number | null): ManifestParty => {
  const party = parties.find((one) => one.client_id === id)
  const place = [party?.area, party?.city].filter(Boolean).join(', ')
  return { Name: party?.name ?? '', Place: place, Phone: party?.phone ?? null }
}

export const printManifest = printerOf(shipments, async ({ db, user, record, key }) => {
  const [rows, parties, letterhead] = await Promise.all([
    readTubes(db.read, key),
    readParties(db.read, key),
    readLetterhead(db.read, record.ConsignorId ?? 0),
  ])
  const due = rows.map((row) => row.due).sort()[0]
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

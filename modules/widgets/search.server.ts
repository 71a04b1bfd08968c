// Ctrl+K: patients, sales, accession numbers, barcodes, invoices, reports and shipments that a typed text names, inside
// the scope; one statement.
import { recordPathUpTo, type RecordPath } from '../../core/record-path.ts'
import { text } from '../../core/model.ts'
import { join, literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { contains, nameContains } from '../../server/read/conditions.ts'
import { clientScope } from '../clients/scope.server.ts'
import { saleScope } from '../sales/list.server.ts'
import { sampleScope } from '../samples/scope.server.ts'
import { shipmentScope } from '../shipments/scope.server.ts'
import { reportScope } from '../testreports/out/scope.server.ts'
import { clientType } from '../lists/items.model.ts'
import { anyRecord } from '../../core/answer/questions.ts'

type Found = { Kind: string; Title: string; Detail: string; Path: RecordPath }
const date = (column: string): string => `to_char(${column} at time zone network_zone(), 'DD-Mon-YYYY')`

/** The typed text, and its reading as a number: of a phone, a record or a barcode. */
type Asked = { readonly user: Caller; readonly q: string; readonly bare: string; readonly digits: boolean }
const numberIn = (q: string): number => (Number(q) < 2_147_483_647 ? Number(q) : 0)

const sampleBy = ({ user, q, bare }: Asked): Sql => sql`
  (
    select
      'Sample' as "Kind",
      tube.barcode as "Title",
      status.item_label as "Detail",
      ${recordPathUpTo('samples', 'SampleId')}::text || tube.sample_id as "Path"
    from
      samples tube
      left join list_items status on status.list_item_id = tube.status_id
    where
      tube.barcode in (${q.toUpperCase()}, ${bare.length > 2 ? `${bare.slice(0, -2)}-${bare.slice(-2)}` : q})
      and (${sampleScope(user)})
    limit
      4
  )
`

/** `from` is the list that the record is opened from. */
const patientBy = ({ user, q, digits }: Asked, from: string): Sql => sql`
  (
    select
      'Patient' as "Kind",
      client.name as "Title",
      concat_ws(' · ', age_short (client.birth_date, now()), client.mobile_phone, client.area) as "Detail",
      ${recordPathUpTo('clients', 'ClientId')}::text || client.client_id || ${from} as "Path"
    from
      clients client
    where
      client.client_type_id = ${literal(clientType.Patient)}
      and client.is_active
      and client.merged_into_id is null
      and (${digits
        ? sql`
            client.mobile_phone like ${`${q}%`}
            or client.client_id = ${numberIn(q)}
          `
        : nameContains('client', q)})
      and (${clientScope(user)})
    order by
      client.name_search
    limit
      8
  )
`

/** Read first, as an array: so the other conditions can still use their indexes. */
const withLine = (lrn: string): Sql => sql`
  sale.sale_id = any (
    array(
      select
        line.sale_id
      from
        sale_products line
      where
        line.lrn = ${lrn}
    )
  )
`

const saleBy = ({ user, q, bare, digits }: Asked): Sql => {
  const named = [
    sql`sale.accession_no = ${bare.slice(0, 13)}`,
    sql`sale.lrn = ${q}`,
    // a line may have a number of its own
    ...(/^\d{2,20}$/.test(q) ? [withLine(q)] : []),
    ...(digits ? [sql`sale.sale_id = ${numberIn(q)}`] : []),
    ...(q.length >= 3 && !digits ? [contains('sale.patient_name', q)] : []),
  ]
  return sql`
    (
      select
        'Sale' as "Kind",
        sale.sale_id || ' · ' || sale.patient_name as "Title",
        concat_ws(' · ', ${raw(date('sale.sale_date'))}, sale.accession_no, 'LRN ' || sale.lrn) as "Detail",
        ${recordPathUpTo('sales', 'SaleId')}::text || sale.sale_id as "Path"
      from
        sales sale
      where
        (${join(named, ' or ')})
        and (${saleScope(user)})
      order by
        sale.sale_date desc
      limit
        8
    )
  `
}

const invoiceBy = ({ user, q }: Asked): Sql => sql`
  (
    select
      'Invoice' as "Kind",
      invoice.invoice_no as "Title",
      sale.patient_name as "Detail",
      ${recordPathUpTo('sales', 'SaleId')}::text || sale.sale_id as "Path"
    from
      invoices invoice
      join sales sale on sale.invoice_id = invoice.invoice_id
    where
      invoice.invoice_no = ${q.toUpperCase()}
      and (${saleScope(user)})
    limit
      4
  )
`

/** By its own number and by the courier's. */
const shipmentBy = ({ user, q }: Asked): Sql => {
  const named = [
    sql`lower(shipment.shipment_reference) = ${q.toLowerCase()}`,
    ...(/^\d{1,10}$/.test(q) ? [sql`shipment.shipment_id = ${numberIn(q)}`] : []),
  ]
  return sql`
    (
      select
        'Shipment' as "Kind",
        concat_ws(' · ', shipment.shipment_id, shipment.shipment_reference) as "Title",
        concat_ws(' · ', consignor.name || ' to ' || consignee.name, status.item_label) as "Detail",
        ${recordPathUpTo('shipments', 'ShipmentId')}::text || shipment.shipment_id as "Path"
      from
        shipments shipment
        join clients consignor on consignor.client_id = shipment.consignor_id
        join clients consignee on consignee.client_id = shipment.consignee_id
        left join list_items status on status.list_item_id = shipment.status_id
      where
        (${join(named, ' or ')})
        and (${shipmentScope(user)})
      order by
        shipment.shipment_id desc
      limit
        4
    )
  `
}

/** The number of a report is the accession's. */
const reportBy = ({ user, bare }: Asked): Sql => sql`
  (
    select
      'Report' as "Kind",
      sale.accession_no || ' · ' || sale.patient_name as "Title",
      'version ' || report.version || ', ' || lower(report.state) as "Detail",
      ${recordPathUpTo('testreports', 'SaleId')}::text || sale.sale_id as "Path"
    from
      sales sale
      join reports report on report.sale_id = sale.sale_id
      and report.superseded_at is null
    where
      sale.accession_no = ${bare}
      and (${reportScope(user)})
    limit
      1
  )
`

const doctorBy = ({ user, q, digits }: Asked, from: string): Sql => sql`
  (
    select
      'Doctor' as "Kind",
      client.name as "Title",
      concat_ws(' · ', client.mobile_phone, client.area) as "Detail",
      ${recordPathUpTo('clients', 'ClientId')}::text || client.client_id || ${from} as "Path"
    from
      clients client
    where
      client.client_type_id = ${literal(clientType.Doctor)}
      and client.is_active
      and ${digits ? sql`client.mobile_phone like ${`${q}%`}` : nameContains('client', q)}
      and (${clientScope(user)})
    order by
      client.name_search
    limit
      4
  )
`

const testBy = ({ q }: Asked): Sql => sql`
  (
    select
      'Test' as "Kind",
      test.name as "Title",
      test.code as "Detail",
      ${recordPathUpTo('tests', 'TestId')}::text || test.test_id as "Path"
    from
      tests test
    where
      test.is_active
      and (
        ${contains('test.name', q)}
        or lower(test.code) = ${q.toLowerCase()}
      )
    order by
      test.name
    limit
      4
  )
`

const parts = (user: Caller, q: string): Sql[] => {
  const may = (module: string): boolean => mayByPermit(user, module, 'read')
  const asked: Asked = { user, q, bare: q.replace(/-/g, '').toUpperCase(), digits: /^\d{2,10}$/.test(q) }
  // a user who may not read every client opens each one at the address of its own list
  const by = (list: string): string => (may('clients') ? '' : `&from=${list}`)
  const shipment = may('shipments') ? [shipmentBy(asked)] : []
  // a figure alone is the number of a young network's shipment; anything else begins with two
  if (q.length < 2) return /^\d$/.test(q) ? shipment : []
  return [
    // a scanned barcode means the sample: it comes before the sale it belongs to
    ...(may('samples') ? [sampleBy(asked)] : []),
    ...(may('patients') || may('clients') ? [patientBy(asked, by('patients'))] : []),
    ...(may('sales') ? [saleBy(asked), invoiceBy(asked)] : []),
    ...(may('testreports') ? [reportBy(asked)] : []),
    ...shipment,
    ...(may('doctors') ? [doctorBy(asked, by('doctors'))] : []),
    ...(may('tests') && !asked.digits ? [testBy(asked)] : []),
  ]
}
export const searchRoutes: readonly Route[] = [
  routeOf({
    method: 'GET',
    ...anyRecord,
    access: 'role',
    scope: 'patients, sales, invoices, reports, samples and shipments inside the scope of each',
    summary: 'Find anything by a name, number or barcode',
    query: { q: text('Search', { maxLength: 60 }) },
    handler: async (call) => {
      // a phone number is found as screens write it too: 98220 00777
      const said = (call.query.q ?? '').trim()
      const q = /^[\d ]+$/.test(said) ? said.replaceAll(' ', '') : said
      const found = parts(call.user, q)
      return json(found.length === 0 ? [] : await call.db.replica.rows<Found>(join(found, ' union all ')))
    },
  }),
]

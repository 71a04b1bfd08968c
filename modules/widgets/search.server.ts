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

type Found = { Kind: string; Title: string; Detail: string; Path: RecordPath }
const date = (column: string): string => `to_char(${column} at time zone network_zone(), 'DD-Mon-YYYY')`

/** The typed text, and its reading as a number: of a phone, a record or a barcode. */
type Asked = { readonly user: Caller; readonly q: string; readonly bare: string; readonly digits: boolean }
const numberIn = (q: string): number => (Number(q) < 2_147_483_647 ? Number(q) : 0)

const sampleBy = ({ user, q, bare }: Asked): Sql => sql`
  (
    select
      'Sample' as "Kind",
      t.barcode as "Title",
      st.item_label as "Detail",
      ${recordPathUpTo('samples', 'SampleId')}::text || t.sample_id as "Path"
    from
      samples t
      left join list_items st on st.list_item_id = t.status_id
    where
      t.barcode in (${q.toUpperCase()}, ${bare.length > 2 ? `${bare.slice(0, -2)}-${bare.slice(-2)}` : q})
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
      c.name as "Title",
      concat_ws(' · ', age_short (c.birth_date, now()), c.mobile_phone, c.area) as "Detail",
      ${recordPathUpTo('clients', 'ClientId')}::text || c.client_id || ${from} as "Path"
    from
      clients c
    where
      c.client_type_id = ${literal(clientType.Patient)}
      and c.is_active
      and c.merged_into_id is null
      and (${digits
        ? sql`
            c.mobile_phone like ${`${q}%`}
            or c.client_id = ${numberIn(q)}
          `
        : nameContains('c', q)})
      and (${clientScope(user)})
    order by
      c.name_search
    limit
      8
  )
`

/** Read first, as an array: so the other conditions can still use their indexes. */
const withLine = (lrn: string): Sql => sql`
  s.sale_id = any (
    array(
      select
        l.sale_id
      from
        sale_products l
      where
        l.lrn = ${lrn}
    )
  )
`

const saleBy = ({ user, q, bare, digits }: Asked): Sql => {
  const named = [
    sql`s.accession_no = ${bare.slice(0, 13)}`,
    sql`s.lrn = ${q}`,
    // a line may have a number of its own
    ...(/^\d{2,20}$/.test(q) ? [withLine(q)] : []),
    ...(digits ? [sql`s.sale_id = ${numberIn(q)}`] : []),
    ...(q.length >= 3 && !digits ? [contains('s.patient_name', q)] : []),
  ]
  return sql`
    (
      select
        'Sale' as "Kind",
        s.sale_id || ' · ' || s.patient_name as "Title",
        concat_ws(' · ', ${raw(date('s.sale_date'))}, s.accession_no, 'LRN ' || s.lrn) as "Detail",
        ${recordPathUpTo('sales', 'SaleId')}::text || s.sale_id as "Path"
      from
        sales s
      where
        (${join(named, ' or ')})
        and (${saleScope(user)})
      order by
        s.sale_date desc
      limit
        8
    )
  `
}

const invoiceBy = ({ user, q }: Asked): Sql => sql`
  (
    select
      'Invoice' as "Kind",
      i.invoice_no as "Title",
      s.patient_name as "Detail",
      ${recordPathUpTo('sales', 'SaleId')}::text || s.sale_id as "Path"
    from
      invoices i
      join sales s on s.invoice_id = i.invoice_id
    where
      i.invoice_no = ${q.toUpperCase()}
      and (${saleScope(user)})
    limit
      4
  )
`

/** By its own number and by the courier's. */
const shipmentBy = ({ user, q }: Asked): Sql => {
  const named = [
    sql`lower(h.shipment_reference) = ${q.toLowerCase()}`,
    ...(/^\d{1,10}$/.test(q) ? [sql`h.shipment_id = ${numberIn(q)}`] : []),
  ]
  return sql`
    (
      select
        'Shipment' as "Kind",
        concat_ws(' · ', h.shipment_id, h.shipment_reference) as "Title",
        concat_ws(' · ', co.name || ' to ' || ce.name, st.item_label) as "Detail",
        ${recordPathUpTo('shipments', 'ShipmentId')}::text || h.shipment_id as "Path"
      from
        shipments h
        join clients co on co.client_id = h.consignor_id
        join clients ce on ce.client_id = h.consignee_id
        left join list_items st on st.list_item_id = h.status_id
      where
        (${join(named, ' or ')})
        and (${shipmentScope(user)})
      order by
        h.shipment_id desc
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
      s.accession_no || ' · ' || s.patient_name as "Title",
      'version ' || r.version || ', ' || lower(r.state) as "Detail",
      ${recordPathUpTo('testreports', 'SaleId')}::text || s.sale_id as "Path"
    from
      sales s
      join reports r on r.sale_id = s.sale_id
      and r.superseded_at is null
    where
      s.accession_no = ${bare}
      and (${reportScope(user)})
    limit
      1
  )
`

const doctorBy = ({ user, q, digits }: Asked, from: string): Sql => sql`
  (
    select
      'Doctor' as "Kind",
      c.name as "Title",
      concat_ws(' · ', c.mobile_phone, c.area) as "Detail",
      ${recordPathUpTo('clients', 'ClientId')}::text || c.client_id || ${from} as "Path"
    from
      clients c
    where
      c.client_type_id = ${literal(clientType.Doctor)}
      and c.is_active
      and ${digits ? sql`c.mobile_phone like ${`${q}%`}` : nameContains('c', q)}
      and (${clientScope(user)})
    order by
      c.name_search
    limit
      4
  )
`

const testBy = ({ q }: Asked): Sql => sql`
  (
    select
      'Test' as "Kind",
      x.name as "Title",
      x.code as "Detail",
      ${recordPathUpTo('tests', 'TestId')}::text || x.test_id as "Path"
    from
      tests x
    where
      x.is_active
      and (
        ${contains('x.name', q)}
        or lower(x.code) = ${q.toLowerCase()}
      )
    order by
      x.name
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
    path: 'search',
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

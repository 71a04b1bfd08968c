// Ctrl+K: patients, sales, accession numbers, barcodes and invoices that a typed text names, inside the scope; one
// statement.
import { text } from '../../core/model.ts'
import { join, literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { json, type Route } from '../../server/route.ts'
import { contains, nameContains } from '../../server/read/statement.ts'
import { clientScope } from '../clients/lookups.server.ts'
import { saleScope } from '../sales/list.server.ts'
import { sampleScope } from '../samples/samples.server.ts'
import { clientType } from '../lists/items.model.ts'

type Found = { Kind: string; Title: string; Detail: string; Path: string }
const date = (column: string): string => `to_char(${column} at time zone network_zone(), 'DD-Mon-YYYY')`

const parts = (user: Caller, q: string): Sql[] => {
  const may = (module: string): boolean => mayByPermit(user, module, 'read')
  const bare = q.replace(/-/g, '').toUpperCase()
  const digits = /^\d{2,10}$/.test(q)
  const found: Sql[] = []
  // who may not read every client opens these as what they are
  const by = (list: string): string => (may('clients') ? '' : `&from=${list}`)
  // a scanned barcode means the sample: it stands before the sale it belongs to
  if (may('samples'))
    found.push(sql`
      (
        select
          'Sample' as "Kind",
          t.barcode as "Title",
          st.item_label as "Detail",
          '/samples?SampleId=' || t.sample_id as "Path"
        from
          samples t
          left join list_items st on st.list_item_id = t.status_id
        where
          t.barcode in (${q.toUpperCase()}, ${bare.length > 2 ? `${bare.slice(0, -2)}-${bare.slice(-2)}` : q})
          and (${sampleScope(user)})
        limit
          4
      )
    `)
  if (may('patients') || may('clients'))
    found.push(sql`
      (
        select
          'Patient' as "Kind",
          c.name as "Title",
          concat_ws(' · ', age_short (c.birth_date, now()), c.mobile_phone, c.area) as "Detail",
          '/clients?ClientId=' || c.client_id || ${by('patients')} as "Path"
        from
          clients c
        where
          c.client_type_id = ${literal(clientType.Patient)}
          and c.is_active
          and c.merged_into_id is null
          and (${digits
            ? sql`
                c.mobile_phone like ${`${q}%`}
                or c.client_id = ${Number(q) < 2_147_483_647 ? Number(q) : 0}
              `
            : nameContains('c', q)})
          and (${clientScope(user)})
        order by
          c.name_search
        limit
          8
      )
    `)
  if (may('sales')) {
    const named = [
      sql`s.accession_no = ${bare.slice(0, 13)}`,
      sql`s.lrn = ${q}`,
      ...(digits ? [sql`s.sale_id = ${Number(q) < 2_147_483_647 ? Number(q) : 0}`] : []),
      ...(q.length >= 3 && !digits ? [contains('s.patient_name', q)] : []),
    ]
    found.push(sql`
      (
        select
          'Sale' as "Kind",
          s.sale_id || ' · ' || s.patient_name as "Title",
          concat_ws(' · ', ${raw(date('s.sale_date'))}, s.accession_no, 'LRN ' || s.lrn) as "Detail",
          '/sales?SaleId=' || s.sale_id as "Path"
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
    `)
    found.push(sql`
      (
        select
          'Invoice' as "Kind",
          i.invoice_no as "Title",
          s.patient_name as "Detail",
          '/sales?SaleId=' || s.sale_id as "Path"
        from
          invoices i
          join sales s on s.invoice_id = i.invoice_id
        where
          i.invoice_no = ${q.toUpperCase()}
          and (${saleScope(user)})
        limit
          4
      )
    `)
  }
  if (may('doctors'))
    found.push(sql`
      (
        select
          'Doctor' as "Kind",
          c.name as "Title",
          concat_ws(' · ', c.mobile_phone, c.area) as "Detail",
          '/clients?ClientId=' || c.client_id || ${by('doctors')} as "Path"
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
    `)
  if (may('tests') && !digits)
    found.push(sql`
      (
        select
          'Test' as "Kind",
          x.name as "Title",
          x.code as "Detail",
          '/tests?TestId=' || x.test_id as "Path"
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
    `)
  return found
}
export const searchRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'search',
    access: 'role',
    scope: 'patients, sales, invoices and samples inside the scope of each',
    summary: 'Find anything by a name, number or barcode',
    query: { q: text('Search', { maxLength: 60 }) },
    handler: async (call) => {
      // a phone number is searched as it is written on screens too: 98220 00777
      const said = String(call.query['q'] ?? '').trim()
      const q = /^[\d ]+$/.test(said) ? said.replaceAll(' ', '') : said
      const found = q.length < 2 ? [] : parts(call.user, q)
      return json(found.length === 0 ? [] : await call.db.replica.rows<Found>(join(found, ' union all ')))
    },
  },
]

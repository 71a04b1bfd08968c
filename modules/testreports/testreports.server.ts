// Test reports on the server: sales with something released, and the versions of each.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf } from '../../server/module.ts'
import { clientNamed, contains, from, like, shortName, till } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { clientType, lineStatus } from '../lists/items.model.ts'
import { saleScope } from '../sales/list.server.ts'
import { testreports } from './testreports.model.ts'
import { verifyRoutes } from './verify.server.ts'

const released = sql`
  exists (
    select
      1
    from
      reports x
    where
      x.sale_id = s.sale_id
  )
`
// a referrer never sees results
const scope = (user: Caller): Sql =>
  user.EntityTypeId === clientType.Referrer
    ? sql`false`
    : sql`
        ${released}
        and (${saleScope(user)})
      `

const read = (key: number): Sql => sql`
  select
    ${shown('s', ['SaleId', 'AccessionNo', 'AccessionDate', 'SaleDate', 'LRN'])},
    s.patient_name as "Patient",
    d.name as "Doctor",
    se.name as "Seller",
    st.item_label as "SaleStatus",
    s.status_id as "StatusId",
    (
      select
        json_agg(
          ${objectOf('r', ['ReportId', 'ReportNo', 'Version', 'State', 'Hash', 'Reason'], {
            CreatedOn: sql`r.created_at`,
            CreatedBy: sql`u.full_name`,
            SupersededOn: sql`r.superseded_at`,
          })}
          order by
            r.version desc
        )
      from
        reports r
        join users u on u.user_id = r.created_by
      where
        r.sale_id = s.sale_id
    ) as "Versions",
    (
      select
        json_agg(
          json_build_object('Code', p.code, 'Name', p.name, 'Status', li.item_label, 'StatusId', l.status_id)
          order by
            l.sequence
        )
      from
        sale_products l
        join products p using (product_id)
        left join list_items li on li.list_item_id = l.status_id
      where
        l.sale_id = s.sale_id
        and l.status_id <> ${literal(lineStatus.Cancelled)}
    ) as "Tests"
  from
    sales s
    join clients d on d.client_id = s.referring_doctor_id
    join clients se on se.client_id = s.seller_id
    left join list_items st on st.list_item_id = s.status_id
  where
    s.sale_id = ${key}
`

const place = { table: 'sales', alias: 's', keyColumn: 'sale_id' }

const list = listOf(testreports, {
  ...recordsOf(place),
  sort: '-SaleDate',
  columns: [
    'SaleId',
    'SaleDate',
    'AccessionNo',
    'LRN',
    {
      Patient: 's.patient_name',
      Doctor: 'd.name',
      Seller: shortName('se'),
      Version: 'r.version',
      State: 'initcap(r.state)',
      ReportedDate: 'r.created_at',
      SaleStatus: 'st.item_label',
    },
    'StatusId',
    'SellerId',
  ],
  names: sql`
    left join clients d on d.client_id = s.referring_doctor_id
    left join clients se on se.client_id = s.seller_id
    left join list_items st on st.list_item_id = s.status_id
    left join lateral (
      select
        x.version,
        x.state,
        x.created_at
      from
        reports x
      where
        x.sale_id = s.sale_id
      order by
        x.version desc
      limit
        1
    ) r on true
  `,
  filters: {
    FromDate: from('s.sale_date'),
    ToDate: till('s.sale_date'),
    Patient: like('s.patient_name'),
    Doctor: clientNamed('s.referring_doctor_id'),
    State: (value: string) => sql`
      exists (
        select
          1
        from
          reports x
        where
          x.sale_id = s.sale_id
          and x.superseded_at is null
          and x.state = ${value}
      )
    `,
    LRN: (value: string) => sql`s.lrn like ${`%${value}%`}`,
    AccessionNo: (value: string) => contains('s.accession_no', value.replace(/-\d+$/, '')),
  },
  scope,
})

export const testreportsServer = moduleOf(testreports, {
  isWatched: true,
  ...place,
  scope,
  read,
  routes: verifyRoutes,
  statements: [{ id: 1005, name: 'Test reports', module: 'testreports', parameters: {}, list }],
})

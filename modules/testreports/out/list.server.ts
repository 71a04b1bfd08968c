// The list of reports (statement 1005): sales with a released result, each with its valid version.
import { sql } from '../../../server/db/db.ts'
import { clientNamed, contains, from, like, shortName, till } from '../../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../../server/read/list.ts'
import { testreports } from '../testreports.model.ts'
import { reportScope } from './scope.server.ts'
import { clientType } from '../../lists/items.model.ts'

export const place = { table: 'sales', alias: 'sale', keyColumn: 'sale_id' }

export const list = listOf(testreports, {
  ...recordsOf(place),
  sort: '-SaleDate',
  // identifying columns first: next to its preview there is room for a few
  columns: {
    Patient: 'sale.patient_name',
    State: 'initcap(newest.state)',
    Doctor: 'doctor.name',
    Seller: shortName('seller'),
    Version: 'newest.version',
    ReportedDate: 'newest.created_at',
    SaleStatus: 'status.item_label',
  },
  names: sql`
    left join clients doctor on doctor.client_id = sale.referring_doctor_id
    left join clients seller on seller.client_id = sale.seller_id
    left join list_items status on status.list_item_id = sale.status_id
    left join lateral (
      select
        report.version,
        report.state,
        report.created_at
      from
        reports report
      where
        report.sale_id = sale.sale_id
      order by
        report.version desc
      limit
        1
    ) newest on true
  `,
  filters: {
    FromDate: from('sale.sale_date'),
    ToDate: till('sale.sale_date'),
    Patient: like('sale.patient_name'),
    Doctor: clientNamed('sale.referring_doctor_id', clientType.Doctor),
    State: (value: string) => sql`
      exists (
        select
          1
        from
          reports report
        where
          report.sale_id = sale.sale_id
          and report.superseded_at is null
          and report.state = ${value}
      )
    `,
    LRN: (value: string) => sql`sale.lrn like ${`%${value}%`}`,
    AccessionNo: (value: string) => contains('sale.accession_no', value.replace(/-\d+$/, '')),
  },
  scope: reportScope,
})

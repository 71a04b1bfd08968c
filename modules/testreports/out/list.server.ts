// The list of reports (statement 1005): sales with a released result, each with its valid version.
import { sql } from '../../../server/db/db.ts'
import { clientNamed, contains, from, like, shortName, till } from '../../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../../server/read/list.ts'
import { testreports } from '../testreports.model.ts'
import { reportScope } from './scope.server.ts'
import { clientType } from '../../lists/items.model.ts'

export const place = { table: 'sales', alias: 's', keyColumn: 'sale_id' }

export const list = listOf(testreports, {
  ...recordsOf(place),
  sort: '-SaleDate',
  // identifying columns first: next to its preview there is room for a few
  columns: [
    'SaleId',
    'AccessionNo',
    { Patient: 's.patient_name', State: 'initcap(r.state)' },
    'LRN',
    'SaleDate',
    {
      Doctor: 'd.name',
      Seller: shortName('se'),
      Version: 'r.version',
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
    Doctor: clientNamed('s.referring_doctor_id', clientType.Doctor),
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
  scope: reportScope,
})

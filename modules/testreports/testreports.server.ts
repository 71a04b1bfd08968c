// Test reports on the server: sales with a released result, and the versions of each.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { moduleOf } from '../../server/module.ts'
import { lineStatus } from '../lists/items.model.ts'
import { openSale } from '../openings/open.server.ts'
import { givenRoute } from './given/given.server.ts'
import { logTold, toldOfReport } from './told/told.server.ts'
import { letters } from './letters/queue.server.ts'
import { sendReports } from './letters/send.server.ts'
import { bulkPrint, printMany } from './out/many.server.ts'
import { list, place } from './out/list.server.ts'
import { reportScope as scope } from './out/scope.server.ts'
import { testreports } from './testreports.model.ts'
import { cumulativeRoute, trendsRoute } from './trends/trends.server.ts'
import { verifyRoutes } from './verify.server.ts'

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
            Letters: letters,
            Withdrawn: sql`
              (
                select
                  json_build_object('On', x.withdrawn_at, 'Reason', x.reason, 'IsWhole', x.is_whole)
                from
                  report_withdrawals x
                where
                  x.report_id = r.report_id
              )
            `,
            Told: sql`
              (
                select
                  json_agg(one)
                from
                  json_array_elements(${toldOfReport}) one
                where
                  (one ->> 'Version')::int = r.version
                  and one ->> 'By' is not null
              )
            `,
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

export const testreportsServer = moduleOf(testreports, {
  isWatched: true,
  discloses: (db, user, saleId, what) => openSale(db, user, { what, saleId }),
  ...place,
  scope,
  read,
  routes: [...verifyRoutes, printMany, trendsRoute, cumulativeRoute, givenRoute],
  actions: [logTold],
  jobs: [bulkPrint, sendReports],
  statements: [{ id: 1005, name: 'Test reports', module: 'testreports', parameters: {}, list }],
})

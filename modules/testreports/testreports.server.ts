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
    ${shown('sale', ['SaleId', 'AccessionNo', 'AccessionDate', 'SaleDate', 'LRN'])},
    sale.patient_name as "Patient",
    doctor.name as "Doctor",
    seller.name as "Seller",
    sale_status.item_label as "SaleStatus",
    sale.status_id as "StatusId",
    (
      select
        json_agg(
          ${objectOf('report', ['ReportId', 'ReportNo', 'Version', 'State', 'Hash', 'Reason'], {
            CreatedOn: sql`report.created_at`,
            CreatedBy: sql`person.full_name`,
            SupersededOn: sql`report.superseded_at`,
            Letters: letters,
            Withdrawn: sql`
              (
                select
                  json_build_object('On', gone.withdrawn_at, 'Reason', gone.reason, 'IsWhole', gone.is_whole)
                from
                  report_withdrawals gone
                where
                  gone.report_id = report.report_id
              )
            `,
            Told: sql`
              (
                select
                  json_agg(one)
                from
                  json_array_elements(${toldOfReport}) one
                where
                  (one ->> 'Version')::int = report.version
                  and one ->> 'By' is not null
              )
            `,
          })}
          order by
            report.version desc
        )
      from
        reports report
        join users person on person.user_id = report.created_by
      where
        report.sale_id = sale.sale_id
    ) as "Versions",
    (
      select
        json_agg(
          json_build_object(
            'Code',
            product.code,
            'Name',
            product.name,
            'Status',
            status.item_label,
            'StatusId',
            sale_line.status_id
          )
          order by
            sale_line.sequence
        )
      from
        sale_products sale_line
        join products product using (product_id)
        left join list_items status on status.list_item_id = sale_line.status_id
      where
        sale_line.sale_id = sale.sale_id
        and sale_line.status_id <> ${literal(lineStatus.Cancelled)}
    ) as "Tests"
  from
    sales sale
    join clients doctor on doctor.client_id = sale.referring_doctor_id
    join clients seller on seller.client_id = sale.seller_id
    left join list_items sale_status on sale_status.list_item_id = sale.status_id
  where
    sale.sale_id = ${key}
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

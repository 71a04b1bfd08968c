// Tables of sales: by seller and product, what is overdue, late, reported, and the latest.
import { choice, integer, text } from '../../core/model.ts'
import { literal, sql } from '../../server/db/db.ts'
import { contains } from '../../server/read/conditions.ts'
import { statementOf, type Statement } from '../../server/read/statement.ts'
import { lineStatus, saleStatuses } from '../lists/items.model.ts'
import { saleScope } from '../sales/list.server.ts'
import { live, table } from './widget.server.ts'

export const saleTables: readonly Statement[] = [
  table(
    2101,
    'Sales by seller, 7 days',
    (user, days) => sql`
      select
        c.name as "Seller",
        count(*)::int as "Sales",
        sum(s.net_amount) as "NetAmount",
        sum(s.net_amount - s.paid) as "Outstanding"
      from
        sales s
        join clients c on c.client_id = s.seller_id
      where
        s.sale_date > now() - make_interval(days => ${days})
        and ${live(user)}
      group by
        c.name
      order by
        3 desc
      limit
        12
    `,
  ),
  table(
    2102,
    'Top products, 7 days',
    (user, days) => sql`
      select
        p.code as "Code",
        p.name as "Name",
        count(*)::int as "Quantity",
        sum(l.amount) as "Amount"
      from
        sales s
        join sale_products l using (sale_id)
        join products p using (product_id)
      where
        l.status_id <> ${literal(lineStatus.Cancelled)}
        and s.sale_date > now() - make_interval(days => ${days})
        and ${live(user)}
      group by
        p.code,
        p.name
      order by
        3 desc
      limit
        12
    `,
  ),
  table(
    2103,
    'Overdue, 7 to 120 days',
    (user, days) => sql`
      select
        s.sale_id as "SaleId",
        s.sale_date as "SaleDate",
        s.patient_name as "Patient",
        s.net_amount - s.paid as "Outstanding"
      from
        sales s
      where
        s.net_amount > s.paid
        and s.sale_date < now() - make_interval(days => ${days})
        and s.sale_date > now() - interval '120 days'
        and ${live(user)}
      order by
        s.sale_date
      limit
        12
    `,
  ),
  table(
    2104,
    'Past their report time, 10 days',
    (user) => sql`
      select
        s.sale_id as "SaleId",
        s.accession_no as "AccessionNo",
        s.patient_name as "Patient",
        s.report_date as "ReportDate",
        st.item_label as "SaleStatus"
      from
        sales s
        left join list_items st on st.list_item_id = s.status_id
      where
        s.status_id between 95 and 98
        and s.report_date < now()
        and s.sale_date > now() - interval '10 days'
        and ${live(user)}
      order by
        s.report_date
      limit
        12
    `,
  ),
  table(
    2108,
    'Latest sales',
    (user) => sql`
      select
        s.sale_id as "SaleId",
        s.sale_date as "SaleDate",
        s.patient_name as "Patient",
        s.net_amount as "NetAmount",
        s.net_amount - s.paid as "Outstanding",
        st.item_label as "SaleStatus",
        s.status_id as "StatusId"
      from
        sales s
        left join list_items st on st.list_item_id = s.status_id
      where
        s.base_sale_id is null
        and (${saleScope(user)})
      order by
        s.sale_date desc,
        s.sale_id desc
      limit
        12
    `,
  ),
  table(
    2109,
    'Reports ready, 7 days',
    (user, days) => sql`
      select
        s.sale_id as "SaleId",
        s.accession_no as "AccessionNo",
        s.patient_name as "Patient",
        initcap(r.state) as "State",
        r.created_at as "ReportedDate"
      from
        reports r
        join sales s using (sale_id)
      where
        r.superseded_at is null
        and r.created_at > now() - make_interval(days => ${days})
        and ${live(user)}
      order by
        r.created_at desc
      limit
        12
    `,
  ),
  statementOf({
    id: 2110,
    name: 'Sales in a status',
    module: 'sales',
    parameters: {
      StatusId: choice('Status', saleStatuses, { required: 'Status is required', hint: 'What they are now' }),
      Days: integer('Days', { min: 1, max: 365, hint: 'How many days back, 30 unless said' }),
      Patient: text('Patient', { maxLength: 60, hint: "Part of the patient's name" }),
    },
    widget: 'table',
    query: (values, user) => sql`
      select
        s.sale_id as "SaleId",
        s.sale_date as "SaleDate",
        s.patient_name as "Patient",
        s.net_amount as "NetAmount",
        s.net_amount - s.paid as "Outstanding"
      from
        sales s
      where
        s.status_id = ${values.StatusId}
        and s.sale_date > now() - make_interval(days => ${values.Days ?? 30})
        and ${values.Patient ? contains('s.patient_name', values.Patient) : sql`true`}
        and s.base_sale_id is null
        and (${saleScope(user)})
      order by
        s.sale_date desc,
        s.sale_id desc
      limit
        100
    `,
  }),
]

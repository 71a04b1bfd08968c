// Tables of sales: by seller and product, late, reported, and the latest.
import { choice, integer, text } from '../../../core/model.ts'
import { literal, raw, sql, type Sql } from '../../../server/db/db.ts'
import { contains } from '../../../server/read/conditions.ts'
import type { Caller } from '../../../server/caller.ts'
import { statementOf, type Statement } from '../../../server/read/statement.ts'
import { lineStatus, saleStatus, saleStatuses } from '../../lists/items.model.ts'
import { isPriced, saleScope } from '../../sales/list.server.ts'
import { linesWithin } from '../sums/lines.server.ts'
import { soldWithin } from '../sums/sold.server.ts'
import { after } from '../sums/spans.server.ts'
import { changeOf } from './history.server.ts'
import { overdueParties } from './overdue-parties.server.ts'
import { live } from '../sums/counted.server.ts'
import { sumOf, table } from './widget.server.ts'
import {
  salesBySeller,
  topProducts,
  lateReportsOfDays,
  latestSales,
  reportsReady,
  salesInStatus,
} from '../answers.model.ts'

/** The last days until now, 0, and as many before them, 1. */
const spansOf = (days: number): Sql => sql`
  select
    back as key,
    ${after(sql`now() - make_interval(days => ${days} * (back + 1))`)} as low,
    ${after(sql`now() - make_interval(days => ${days} * back)`)} as high
  from
    generate_series(0, 1) back
`
const lately = sql`found.key = 0`
const countOf = (what: string): Sql => sql`(${sumOf(what, lately)})::int`
const change = (amount: string): Sql => changeOf(sumOf(amount, lately), sumOf(amount, sql`found.key = 1`))
/** `6 h 40 min`, `3 d 4 h`. */
const lateBy = `
  case
    when late.minutes >= 1440 then late.minutes / 1440 || ' d ' || late.minutes % 1440 / 60 || ' h'
    else late.minutes / 60 || ' h ' || late.minutes % 60 || ' min'
  end
`

/** An amount of the sale, empty where its prices are not told. */
const toldPrice = (user: Caller, amount: string): Sql => sql`
  case
    when ${isPriced(user)} then ${raw(amount)}
  end
`

const promisedOf = sql`coalesce(line.promised_at, sale.expected_at)`
/** A line of a sale that is later than it was promised. */
const isLateLine = sql`
  line.status_id not in (${literal(lineStatus.Cancelled, lineStatus.Released)})
  and ${promisedOf} < now()
`

export const saleTables: readonly Statement[] = [
  table(
    salesBySeller,
    'Sales by seller, 7 days',
    (user, days) => sql`
      select
        seller.name as "Seller",
        ${countOf('found.sales')} as "Sales",
        ${sumOf('found.net', lately)} as "NetAmount",
        ${change('found.net')} as "Change"
      from
        (
          select
            part.key,
            part.seller_id,
            sum(part.sales) as sales,
            sum(part.net) as net
          from
            (${soldWithin(user, spansOf(days))}) part
          group by
            part.key,
            part.seller_id
        ) found
        cross join lateral (
          select
            client.client_id,
            client.name
          from
            clients client
          where
            client.client_id = found.seller_id
            -- few of many
          offset
            0
        ) seller
      group by
        seller.client_id,
        seller.name
      order by
        3 desc,
        seller.name
      limit
        12
    `,
  ),
  table(
    topProducts,
    'Top products, 7 days',
    (user, days) => sql`
      select
        product.code as "Code",
        product.name as "Name",
        ${countOf('found.quantity')} as "Quantity",
        ${sumOf('found.amount', lately)} as "Amount",
        ${change('found.amount')} as "Change"
      from
        (
          select
            part.key,
            part.product_id,
            sum(part.quantity) as quantity,
            sum(part.amount) as amount
          from
            (${linesWithin(user, spansOf(days))}) part
          group by
            part.key,
            part.product_id
        ) found
        join products product using (product_id)
      group by
        product.code,
        product.name
      order by
        3 desc,
        4 desc,
        product.name
      limit
        12
    `,
  ),
  overdueParties,
  table(
    lateReportsOfDays,
    'Late reports, 10 days',
    (user) => sql`
      select
        late.sale_id as "SaleId",
        late.accession_no as "AccessionNo",
        waits.product as "Product",
        waits.department as "Department",
        ${raw(lateBy)} as "LateBy"
      from
        (
          select
            sale.sale_id,
            sale.accession_no,
            floor(
              extract(
                epoch
                from
                  now() - min(${promisedOf})
              ) / 60
            )::int as minutes
          from
            sale_facts sale
            join sale_products line on line.sale_id = sale.sale_id
          where
            sale.status_id between ${literal(saleStatus.Accessioned)} and ${literal(saleStatus.AllApproved)}
            and ${isLateLine}
            and sale.sale_date > now() - interval '10 days'
            and ${live(user)}
          group by
            sale.sale_id,
            sale.accession_no
          order by
            minutes desc
          limit
            12
        ) late
        cross join lateral (
          select
            string_agg(
              distinct product.name,
              ', '
              order by
                product.name
            ) as product,
            string_agg(
              distinct department.name,
              ', '
              order by
                department.name
            ) as department
          from
            sale_products line
            join sale_facts sale on sale.sale_id = line.sale_id
            join products product using (product_id)
            left join sale_product_elements wanted using (sale_product_id)
            left join sample_elements placed using (sample_element_id)
            left join elements element using (element_id)
            left join departments department using (department_id)
          where
            line.sale_id = late.sale_id
            and ${isLateLine}
        ) waits
      order by
        late.minutes desc
    `,
  ),
  table(
    latestSales,
    'Latest sales',
    (user) => sql`
      select
        sale.sale_id as "SaleId",
        sale.sale_date as "SaleDate",
        sale.patient_name as "Patient",
        ${toldPrice(user, 'sale.net_amount')} as "NetAmount",
        status.item_label as "SaleStatus",
        sale.status_id as "StatusId"
      from
        sales sale
        left join list_items status on status.list_item_id = sale.status_id
      where
        sale.base_sale_id is null
        and (${saleScope(user)})
      order by
        sale.sale_date desc,
        sale.sale_id desc
      limit
        12
    `,
  ),
  table(
    reportsReady,
    'Reports ready, 7 days',
    (user, days) => sql`
      select
        sale.sale_id as "SaleId",
        sale.accession_no as "AccessionNo",
        sale.patient_name as "Patient",
        initcap(report.state) as "State",
        report.created_at as "ReportedDate"
      from
        reports report
        join sale_facts sale using (sale_id)
      where
        report.superseded_at is null
        and report.created_at > now() - make_interval(days => ${days})
        and ${live(user)}
      order by
        report.created_at desc
      limit
        12
    `,
  ),
  statementOf({
    ...salesInStatus,
    name: 'Sales in a status',
    module: 'sales',
    parameters: {
      StatusId: choice('Status', saleStatuses, { required: 'Status is required', hint: 'What they are now' }),
      Days: integer('Days', { min: 1, max: 365, hint: 'How many days back, 30 by default' }),
      Patient: text('Patient', { maxLength: 60, hint: "Part of the patient's name" }),
    },
    widget: 'table',
    query: (values, user) => sql`
      select
        sale.sale_id as "SaleId",
        sale.sale_date as "SaleDate",
        sale.patient_name as "Patient",
        ${toldPrice(user, 'sale.net_amount')} as "NetAmount",
        ${toldPrice(user, 'sale.outstanding')} as "Outstanding"
      from
        sale_facts sale
      where
        sale.status_id = ${values.StatusId}
        and sale.sale_date > now() - make_interval(days => ${values.Days ?? 30})
        and ${values.Patient ? contains('sale.patient_name', values.Patient) : sql`true`}
        and sale.base_sale_id is null
        and (${saleScope(user)})
      order by
        sale.sale_date desc,
        sale.sale_id desc
      limit
        100
    `,
  }),
]

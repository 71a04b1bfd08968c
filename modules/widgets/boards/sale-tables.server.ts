// Tables of sales: by seller and product, late, reported, and the latest.
import { choice, integer, text } from '../../../core/model.ts'
import { literal, raw, sql, type Sql } from '../../../server/db/db.ts'
import { contains } from '../../../server/read/conditions.ts'
import type { Caller } from '../../../server/caller.ts'
import { statementOf, type Statement } from '../../../server/read/statement.ts'
import { lineStatus, saleStatus, saleStatuses } from '../../lists/items.model.ts'
import { isPriced, saleScope } from '../../sales/list.server.ts'
import { changeOf } from './history.server.ts'
import { overdueParties } from './overdue-parties.server.ts'
import { live, priced, sumOf, table } from './widget.server.ts'

const within = (days: number): Sql => sql`sale.sale_date > now() - make_interval(days => ${days})`
/** These days and as many before them. */
const withinTwice = (days: number): Sql => sql`
  sale.sale_date <= now()
  and ${within(2 * days)}
`
const sold = (amount: string, days: number): Sql => sumOf(amount, within(days))
const change = (amount: string, days: number): Sql =>
  changeOf(sold(amount, days), sumOf(amount, sql`not (${within(days)})`))
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
    2101,
    'Sales by seller, 7 days',
    (user, days) => sql`
      select
        seller.name as "Seller",
        (
          count(*) filter (
            where
              ${within(days)}
          )
        )::int as "Sales",
        ${sold('sale.net_amount', days)} as "NetAmount",
        ${change('sale.net_amount', days)} as "Change"
      from
        sale_facts sale
        join clients seller on seller.client_id = sale.seller_id
      where
        ${withinTwice(days)}
        and ${priced(user)}
      group by
        seller.client_id
      order by
        3 desc,
        seller.name
      limit
        12
    `,
  ),
  table(
    2102,
    'Top products, 7 days',
    (user, days) => sql`
      select
        product.code as "Code",
        product.name as "Name",
        (
          count(*) filter (
            where
              ${within(days)}
          )
        )::int as "Quantity",
        ${sold('line.amount', days)} as "Amount",
        ${change('line.amount', days)} as "Change"
      from
        sale_facts sale
        join sale_products line using (sale_id)
        join products product using (product_id)
      where
        line.status_id <> ${literal(lineStatus.Cancelled)}
        and ${withinTwice(days)}
        and ${priced(user)}
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
    2104,
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
    2108,
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
    2109,
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
    id: 2110,
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

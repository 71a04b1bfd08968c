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

const within = (days: number): Sql => sql`s.sale_date > now() - make_interval(days => ${days})`
/** These days and as many before them. */
const withinTwice = (days: number): Sql => sql`
  s.sale_date <= now()
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

const promisedOf = sql`coalesce(l.promised_at, s.expected_at)`
/** A line of a sale that is later than it was promised. */
const isLateLine = sql`
  l.status_id not in (${literal(lineStatus.Cancelled, lineStatus.Released)})
  and ${promisedOf} < now()
`

export const saleTables: readonly Statement[] = [
  table(
    2101,
    'Sales by seller, 7 days',
    (user, days) => sql`
      select
        c.name as "Seller",
        (
          count(*) filter (
            where
              ${within(days)}
          )
        )::int as "Sales",
        ${sold('s.net_amount', days)} as "NetAmount",
        ${change('s.net_amount', days)} as "Change"
      from
        sale_facts s
        join clients c on c.client_id = s.seller_id
      where
        ${withinTwice(days)}
        and ${priced(user)}
      group by
        c.client_id
      order by
        3 desc,
        c.name
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
        (
          count(*) filter (
            where
              ${within(days)}
          )
        )::int as "Quantity",
        ${sold('l.amount', days)} as "Amount",
        ${change('l.amount', days)} as "Change"
      from
        sale_facts s
        join sale_products l using (sale_id)
        join products p using (product_id)
      where
        l.status_id <> ${literal(lineStatus.Cancelled)}
        and ${withinTwice(days)}
        and ${priced(user)}
      group by
        p.code,
        p.name
      order by
        3 desc,
        4 desc,
        p.name
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
            s.sale_id,
            s.accession_no,
            floor(
              extract(
                epoch
                from
                  now() - min(${promisedOf})
              ) / 60
            )::int as minutes
          from
            sale_facts s
            join sale_products l on l.sale_id = s.sale_id
          where
            s.status_id between ${literal(saleStatus.Accessioned)} and ${literal(saleStatus.AllApproved)}
            and ${isLateLine}
            and s.sale_date > now() - interval '10 days'
            and ${live(user)}
          group by
            s.sale_id,
            s.accession_no
          order by
            minutes desc
          limit
            12
        ) late
        cross join lateral (
          select
            string_agg(
              distinct p.name,
              ', '
              order by
                p.name
            ) as product,
            string_agg(
              distinct d.name,
              ', '
              order by
                d.name
            ) as department
          from
            sale_products l
            join sale_facts s on s.sale_id = l.sale_id
            join products p using (product_id)
            left join sale_product_elements x using (sale_product_id)
            left join sample_elements e using (sample_element_id)
            left join elements el using (element_id)
            left join departments d using (department_id)
          where
            l.sale_id = late.sale_id
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
        s.sale_id as "SaleId",
        s.sale_date as "SaleDate",
        s.patient_name as "Patient",
        ${toldPrice(user, 's.net_amount')} as "NetAmount",
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
        join sale_facts s using (sale_id)
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
      Days: integer('Days', { min: 1, max: 365, hint: 'How many days back, 30 by default' }),
      Patient: text('Patient', { maxLength: 60, hint: "Part of the patient's name" }),
    },
    widget: 'table',
    query: (values, user) => sql`
      select
        s.sale_id as "SaleId",
        s.sale_date as "SaleDate",
        s.patient_name as "Patient",
        ${toldPrice(user, 's.net_amount')} as "NetAmount",
        ${toldPrice(user, 's.outstanding')} as "Outstanding"
      from
        sale_facts s
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

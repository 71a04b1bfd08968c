// What the dashboard's tiles and tables show: statements 2001 and up, inside the scope of whoever looks.
import { integer } from '../../core/model.ts'
import { currencySign } from '../../core/money.ts'
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { Statement } from '../../server/read/statement.ts'
import { saleScope } from '../sales/list.server.ts'
import { lineStatus, paymentMode, saleStatus, sampleStatus, workItemStatus } from '../lists/items.model.ts'

const today = sql`network_midnight (network_day (now()))`
const live = (user: Caller): Sql => sql`
  s.status_id not in (${literal(saleStatus.Cancelled, saleStatus.Quotation)})
  and s.base_sale_id is null
  and (${saleScope(user)})
`

/** The totals of the last 14 days, today last. */
const trend = (value: Sql, source: (from: Sql, till: Sql) => Sql): Sql => sql`
  (
    select
      json_agg(
        day.total
        order by
          day.back desc
      )
    from
      (
        select
          back,
          (
            select
              ${value} ${source(
                sql`${today} - make_interval(days => back)`,
                sql`${today} - make_interval(days => back - 1) - interval '1 microsecond'`,
              )}
          )::float8 as total
        from
          generate_series(0, 13) back
      ) day
  )
`
/** Total of today with the same weekday of last week beside it, and the last two weeks as a trend. */
const versus = (value: Sql, source: (from: Sql, till: Sql) => Sql, unit: string | null = null): Sql => sql`
  select
    (
      select
        ${value} ${source(today, sql`now()`)}
    )::float8 as "Total",
    (
      select
        ${value} ${source(sql`${today} - interval '7 days'`, sql`now() - interval '7 days'`)}
    )::float8 as "Previous",
    to_char(${today} at time zone network_zone () - interval '7 days', '"last "FMDay') as "PreviousLabel",
    ${unit}::text as "Unit",
    ${trend(value, source)} as "Trend"
`
const tile = (id: number, name: string, query: (user: Caller) => Sql, module = 'sales'): Statement => ({
  id,
  name,
  module,
  parameters: {},
  widget: 'tile',
  query: (_values, user) => query(user),
})
const table = (id: number, name: string, query: (user: Caller, days: number) => Sql, module = 'sales'): Statement => ({
  id,
  name,
  module,
  parameters: { Days: integer('Days', { min: 1, max: 365, hint: 'How many days back' }) },
  widget: 'table',
  query: (values, user) => query(user, Number(values['Days'] ?? 7)),
})

const salesBetween =
  (user: Caller) =>
  (from: Sql, till: Sql): Sql => sql`
    from
      sales s
    where
      s.sale_date >= ${from}
      and s.sale_date <= ${till}
      and ${live(user)}
  `
/**
 * Percent of the reports that were due between two moments and were out, whole, by then. A report that is still missing
 * is not within its time; a sale that nobody accessioned owes none. Sales of the last 90 days before that, the longest
 * that a culture takes.
 */
const withinTat = (user: Caller, from: Sql, till: Sql): Sql => sql`
  (
    select
      coalesce(
        round(
          100.0 * count(*) filter (
            where
              x.at <= s.report_date
          ) / nullif(count(*), 0),
          2
        ),
        0
      )::float8
    from
      sales s
      left join lateral (
        select
          min(created_at) as at
        from
          reports r
        where
          r.sale_id = s.sale_id
          and r.state <> 'PARTIAL'
      ) x on true
    where
      s.report_date > ${from}
      and s.report_date <= ${till}
      and s.sale_date > ${from} - interval '90 days'
      and s.status_id >= ${literal(saleStatus.Accessioned)}
      and ${live(user)}
  )
`
/**
 * What the entity and what is below it took in: receipts from outside, less refunds to outside; between themselves is
 * neither.
 */
const collections =
  (user: Caller) =>
  (from: Sql, till: Sql): Sql => {
    const own = [...user.Clients]
    return sql`
      from
        transactions t
      where
        not t.is_cancelled
        and t.date >= ${from}
        and t.date <= ${till}
        and (
          (
            t.kind = 'Receipt'
            and t.receiver_id = any (${own})
            and not (t.giver_id = any (${own}))
          )
          or (
            t.kind = 'Refund'
            and t.giver_id = any (${own})
            and not (t.receiver_id = any (${own}))
          )
        )
    `
  }
const benchCount = (user: Caller, where: Sql): Sql => sql`
  select
    count(*)::float8 as "Total"
  from
    work_items w
    join sales s using (sale_id)
    left join results r on r.result_id = w.result_id
  where
    w.lab_id = any (${[...user.Clients]})
    and ${where}
`
const uncalled = sql`
  not exists (
    select
      1
    from
      critical_calls c
    where
      c.work_item_id = w.work_item_id
      and c.result_id = w.result_id
  )
`

export const dashboardStatements: readonly Statement[] = [
  tile(2001, 'Net sales today', (user) =>
    versus(sql`coalesce(sum(s.net_amount), 0)`, salesBetween(user), currencySign()),
  ),
  tile(2002, 'Collections today', (user) =>
    versus(
      sql`
        coalesce(
          sum(
            case
              when t.kind = 'Refund' then - t.amount
              else t.amount
            end
          ),
          0
        )
      `,
      collections(user),
      currencySign(),
    ),
  ),
  tile(
    2003,
    'Outstanding, all sales',
    (user) => sql`
      select
        coalesce(sum(s.net_amount - s.paid), 0)::float8 as "Total",
        ${currencySign()}::text as "Unit",
        true as "FallIsGood"
      from
        sales s
      where
        s.net_amount > s.paid
        and ${live(user)}
    `,
  ),
  tile(
    2004,
    'Reports within TAT, 7 days',
    (user) => sql`
      select
        ${withinTat(user, sql`now() - interval '7 days'`, sql`now()`)} as "Total",
        ${withinTat(user, sql`now() - interval '14 days'`, sql`now() - interval '7 days'`)} as "Previous",
        'the week before' as "PreviousLabel",
        '%' as "Unit"
    `,
  ),
  tile(
    2005,
    'To review',
    (user) =>
      benchCount(
        user,
        sql`
          w.status_id = ${literal(workItemStatus.Entered)}
          and (
            r.flag in ('LL', 'HH')
            or r.is_delta
            or r.element_measurement_id is null
          )
        `,
      ),
    'testresults',
  ),
  tile(
    2006,
    'To approve',
    (user) => benchCount(user, sql`w.status_id in (${literal(workItemStatus.Entered, workItemStatus.Reviewed)})`),
    'testresults',
  ),
  tile(
    2007,
    'Criticals open',
    (user) =>
      benchCount(
        user,
        sql`
          w.status_id in (${literal(workItemStatus.Entered, workItemStatus.Reviewed)})
          and r.flag in ('LL', 'HH')
          and ${uncalled}
        `,
      ),
    'testresults',
  ),
  tile(
    2008,
    'Amended, 7 days',
    (user) =>
      benchCount(
        user,
        sql`
          w.status_id = ${literal(workItemStatus.Amended)}
          and r.entered_at > now() - interval '7 days'
        `,
      ),
    'testresults',
  ),
  tile(
    2009,
    'Pending',
    (user) => benchCount(user, sql`w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})`),
    'testresults',
  ),
  tile(
    2010,
    'STAT pending',
    (user) =>
      benchCount(
        user,
        sql`
          w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
          and s.is_stat
        `,
      ),
    'testresults',
  ),
  tile(
    2011,
    'Repeats',
    (user) => benchCount(user, sql`w.status_id = ${literal(workItemStatus.Repeat)}`),
    'testresults',
  ),
  tile(
    2012,
    'Oldest pending, hours',
    (user) => sql`
      select
        coalesce(
          round(
            extract(
              epoch
              from
                now() - min(w.created_at)
            ) / 3600,
            1
          ),
          0
        )::float8 as "Total"
      from
        work_items w
      where
        w.lab_id = any (${[...user.Clients]})
        and w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
    `,
    'testresults',
  ),
  tile(2013, 'Bookings today', (user) => versus(sql`count(*)`, salesBetween(user))),
  tile(
    2014,
    'Cash in my batch',
    (user) => sql`
      select
        coalesce(
          sum(
            case
              when t.kind = 'Refund' then - t.amount
              else t.amount
            end
          ),
          0
        )::float8 as "Total",
        ${currencySign()}::text as "Unit"
      from
        transactions t
        join tran_batches b using (batch_id)
      where
        b.owner_id = ${user.UserId}
        and b.close_date is null
        and t.payment_mode_id = ${literal(paymentMode.Cash)}
        and not t.is_cancelled
    `,
  ),
  tile(
    2015,
    'Samples to collect',
    (user) => sql`
      select
        count(*)::float8 as "Total"
      from
        samples t
        join sales s using (sale_id)
      where
        t.status_id = ${literal(sampleStatus.ToBeCollected)}
        and ${live(user)}
    `,
    'samples',
  ),
  tile(
    2016,
    'Reports ready, 7 days',
    (user) => sql`
      select
        count(*)::float8 as "Total"
      from
        sales s
      where
        s.status_id in (${literal(saleStatus.PartlyReported, saleStatus.Reported)})
        and s.sale_date > now() - interval '7 days'
        and ${live(user)}
    `,
  ),
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
    2105,
    'Critical values, 7 days',
    (user, days) => sql`
      select
        w.sale_id as "SaleId",
        s.accession_no as "AccessionNo",
        e.name as "Element",
        r.result as "Result",
        r.flag as "Flag",
        r.entered_at as "EnteredDate"
      from
        work_items w
        join sales s using (sale_id)
        join results r on r.result_id = w.result_id
        join elements e on e.element_id = w.element_id
      where
        w.lab_id = any (${[...user.Clients]})
        and r.flag in ('LL', 'HH')
        and w.status_id < ${literal(workItemStatus.Released)}
        and r.entered_at > now() - make_interval(days => ${days})
      order by
        r.entered_at desc
      limit
        12
    `,
    'testresults',
  ),
  table(
    2106,
    'Pending by department',
    (user) => sql`
      select
        d.name as "Department",
        count(*) filter (
          where
            w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
        )::int as "Pending",
        count(*) filter (
          where
            w.status_id in (${literal(workItemStatus.Entered, workItemStatus.Reviewed)})
        )::int as "ToApprove",
        count(*) filter (
          where
            w.status_id = ${literal(workItemStatus.Approved)}
        )::int as "ToRelease",
        count(*) filter (
          where
            s.is_stat
            and w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
        )::int as "Stat"
      from
        work_items w
        join departments d using (department_id)
        join sales s using (sale_id)
      where
        w.lab_id = any (${[...user.Clients]})
        and w.status_id < ${literal(workItemStatus.Released)}
      group by
        d.name
      order by
        2 desc
      limit
        13
    `,
    'testresults',
  ),
  table(
    2107,
    'STAT first',
    (user) => sql`
      select
        w.sale_id as "SaleId",
        s.accession_no as "AccessionNo",
        s.patient_name as "Patient",
        count(*)::int as "Items",
        s.report_date as "ReportDate"
      from
        work_items w
        join sales s using (sale_id)
      where
        w.lab_id = any (${[...user.Clients]})
        and w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
      group by
        w.sale_id,
        s.accession_no,
        s.patient_name,
        s.report_date,
        s.is_stat
      order by
        s.is_stat desc,
        s.report_date
      limit
        12
    `,
    'testresults',
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
]

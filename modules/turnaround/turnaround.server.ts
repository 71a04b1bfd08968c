// Turn-around: how long a laboratory takes from the tube to the report, by department and step, against what was
// promised.
import type { RowsAt } from '../../core/answer/answer.ts'
import { datetime, integer } from '../../core/model.ts'
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { invalid } from '../../server/refusal.ts'
import { statementOf, type Statement } from '../../server/read/statement.ts'
import { lineStatus, saleStatus } from '../lists/items.model.ts'
import { lateReports, turnaroundOfDepartments, turnaroundOfSteps } from './answers.model.ts'
import { firstRelease, isTimed } from '../sales/status/turnaround.server.ts'

/** Days at most. */
const mostDays = 92
const day = 86_400_000

const period = {
  Days: integer('Days', { min: 1, max: mostDays, hint: 'How many days back, where no dates are given' }),
  FromDate: datetime('From Date'),
  ToDate: datetime('To Date'),
}
type Period = { readonly Days?: number | null; readonly FromDate?: string | null; readonly ToDate?: string | null }

/** Sales of these days. @throws for too many days */
const within = ({ Days, FromDate, ToDate }: Period): Sql => {
  const till = ToDate ? Date.parse(ToDate) : Date.now()
  const from = FromDate ? Date.parse(FromDate) : till - (Days ?? 7) * day
  if (till < from) throw invalid({ ToDate: ['To Date cannot be before From Date'] })
  // a day of the clock's change is an hour longer
  if (till - from > (mostDays + 1) * day) throw invalid({ FromDate: [`Choose ${mostDays} days at most`] })
  return sql`
    sale.sale_date >= ${new Date(from).toISOString()}::timestamptz
    and sale.sale_date <= ${new Date(till).toISOString()}::timestamptz
  `
}

/**
 * Promised, while its tube `t` is not at its lab yet, so that no one there can begin: for the present holder and for
 * the lab that it goes to, while a line waits for it.
 */
const isOnItsWay = (user: Caller): Sql => sql`
  work.work_item_id is null
  and (
    tube.performing_lab_id = any (${[...user.Clients]})
    or tube.owner_id = any (${[...user.Clients]})
  )
  and exists (
    select
      1
    from
      sale_product_elements wanted
      join sale_products line on line.sale_product_id = wanted.sale_product_id
    where
      wanted.sample_element_id = placed.sample_element_id
      and line.status_id <> ${literal(lineStatus.Cancelled)}
  )
`

/** A reported sale whose times are kept. */
const isKept = sql`
  sale.status_id = ${literal(saleStatus.Reported)}
  and exists (
    select
      1
    from
      sale_turnarounds kept
    where
      kept.sale_id = sale.sale_id
  )
`

/** Of sales that are not reported yet, and of those that were before it was kept: from their work and their tubes. */
const fromWork = (values: Period, user: Caller): Sql => sql`
  select
    sale.sale_id,
    coalesce(work.department_id, element.department_id) as department_id,
    coalesce(placed.promised_at, sale.promised_at, sale.report_date) as promised_at,
    tube.collection_date as collected_at,
    tube.received_date as received_at,
    out.entered_at,
    out.approved_at,
    out.released_at
  from
    sales sale
    join samples tube on tube.sale_id = sale.sale_id
    join sample_elements placed on placed.sample_id = tube.sample_id
    join elements element on element.element_id = placed.element_id
    left join work_item_facts work on work.sample_element_id = placed.sample_element_id ${firstRelease}
  where
    ${within(values)}
    and sale.status_id <> ${literal(saleStatus.Cancelled)}
    and not (${isKept})
    and (
      (
        work.bench_id = any (${[...user.Clients]})
        and ${isTimed}
      )
      or (${isOnItsWay(user)})
    )
    and element.print_on_report
`

/** Of reported sales, as it was kept. */
const fromKept = (values: Period, user: Caller): Sql => sql`
  select
    kept.sale_id,
    kept.department_id,
    kept.promised_at,
    kept.collected_at,
    kept.received_at,
    kept.entered_at,
    kept.approved_at,
    kept.released_at
  from
    sales sale
    join sale_turnarounds kept on kept.sale_id = sale.sale_id
  where
    ${within(values)}
    and sale.status_id = ${literal(saleStatus.Reported)}
    and kept.bench_id = any (${[...user.Clients]})
`

/**
 * The work of a department of the user's labs for a sale, and what is still in transit, with the moment of each step:
 * its last one, except for the first release, since an amendment does not make a report late.
 */
const pieces = (values: Period, user: Caller): Sql => sql`
  select
    sale.sale_id,
    sale.accession_no,
    sale.patient_name,
    max(part.promised_at) as report_date,
    part.department_id,
    max(part.collected_at) as collected,
    max(part.received_at) as received,
    max(part.entered_at) as entered,
    max(part.approved_at) as approved,
    case
      when bool_and(part.released_at is not null) then max(part.released_at)
    end as released
  from
    (
      ${fromKept(values, user)}
      union all
      ${fromWork(values, user)}
    ) part
    join sales sale on sale.sale_id = part.sale_id
  group by
    sale.sale_id,
    part.department_id
`
/** Later than promised: issued after it, or still missing. */
const isLate = sql`coalesce(piece.released, now()) > piece.report_date`

const hours = (share: number, from: Sql, till: Sql): Sql => sql`
  round(
    (
      percentile_cont(${share}::float) within group (
        order by
          extract(
            epoch
            from
              ${till} - ${from}
          ) / 3600
      )
    )::numeric,
    1
  )::float
`

const turnaround = (rows: RowsAt, name: string, query: (piece: Sql) => Sql): Statement =>
  statementOf({
    ...rows,
    name,
    module: 'testreports',
    parameters: period,
    widget: 'table',
    query: (values, user) => sql`
      with
        piece as (${pieces(values, user)}) ${query(sql`
          piece
          join departments department on department.department_id = piece.department_id
        `)}
    `,
  })

export const turnarounds: readonly Statement[] = [
  turnaround(
    turnaroundOfDepartments,
    'Turn-around by department',
    (from) => sql`
      select
        department.name as "Department",
        ${hours(0.5, sql`piece.collected`, sql`piece.released`)} as "MedianHours",
        count(*) filter (
          where
            ${isLate}
        )::int as "Late",
        round(
          100.0 * count(*) filter (
            where
              piece.released <= piece.report_date
          ) / nullif(
            count(*) filter (
              where
                piece.released is not null
                or ${isLate}
            ),
            0
          ),
          1
        )::float as "InTimePercent",
        count(*)::int as "Reports",
        count(piece.released)::int as "Out",
        count(*) filter (
          where
            piece.released <= piece.report_date
        )::int as "InTime",
        ${hours(0.9, sql`piece.collected`, sql`piece.released`)} as "NinetiethHours"
      from
        ${from}
      group by
        department.department_id
      order by
        "Late" desc,
        department.name
      limit
        40
    `,
  ),
  turnaround(
    turnaroundOfSteps,
    'Turn-around by step',
    (from) => sql`
      select
        department.name as "Department",
        step.name as "Step",
        count(*)::int as "Reports",
        ${hours(0.5, sql`step.begun`, sql`step.ended`)} as "MedianHours",
        ${hours(0.9, sql`step.begun`, sql`step.ended`)} as "NinetiethHours"
      from
        ${from}
        cross join lateral (
          values
            (1, 'Collected to received', piece.collected, piece.received),
            (2, 'Received to entered', piece.received, piece.entered),
            (3, 'Entered to approved', piece.entered, piece.approved),
            (4, 'Approved to released', piece.approved, piece.released)
        ) step (place, name, begun, ended)
      where
        step.begun is not null
        and step.ended is not null
        and piece.released is not null
      group by
        department.department_id,
        step.place,
        step.name
      order by
        department.name,
        step.place
      limit
        160
    `,
  ),
  turnaround(
    lateReports,
    'Late reports by department',
    (from) => sql`
      select
        piece.sale_id as "SaleId",
        piece.accession_no as "AccessionNo",
        piece.patient_name as "Patient",
        department.name as "Department",
        round(
          (
            extract(
              epoch
              from
                coalesce(piece.released, now()) - piece.report_date
            ) / 3600
          )::numeric,
          1
        )::float as "HoursLate",
        piece.report_date as "ReportDate",
        piece.released as "ReleasedDate"
      from
        ${from}
      where
        ${isLate}
      order by
        "HoursLate" desc,
        piece.sale_id,
        department.name
      limit
        50
    `,
  ),
]

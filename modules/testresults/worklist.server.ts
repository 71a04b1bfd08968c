// The work list: the progress of the results of each sale on each worksheet.
import type { DraftOf } from '../../core/model.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import { contains, equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { isCriticalIn } from '../elements/flags.server.ts'
import { lineStatus, workItemStatus } from '../lists/items.model.ts'
import { unsigned, waitsForApproval } from './approval/waits.server.ts'
import { benchScope } from './entry/bench.server.ts'
import { testresults } from './testresults.model.ts'

const { Pending, Approved, Repeat, OnHold, NotPerformed } = workItemStatus

const inSales = (where: Sql): Sql => sql`
  g.sale_id in (
    select
      sale_id
    from
      sales
    where
      ${where}
  )
`
const unreleased = 'g.pending + g.to_approve + g.to_release > 0'
const toEnter = [Pending, Repeat, OnHold]
/** Worksheets with work in these statuses. */
const worked = (statuses: readonly number[]): string => `
  select item.work_sheet_id
  from work_items item
  where item.status_id in (${statuses.join(', ')})
`
/** Worksheets with unreported work that is not performed: a report may be all that is left to do. */
const unsaid = `
  select item.work_sheet_id
  from work_items item
  where item.status_id = ${NotPerformed} and item.given_out_at is null
`
/** Counts only worksheets with such work; indexes on unreleased work find them. */
const having = (where: string, ...found: readonly string[]): string => `
  g.work_sheet_id in (${found.join(' union all ')})
  and ${where}
`
const open = having(unreleased, worked([...toEnter, ...unsigned, Approved]), unsaid)
/**
 * Worksheets that may contain sales of a day and later: work is divided after its sale is made, so earlier worksheets
 * can be skipped, except for sales that were given a later date since.
 */
const sinceDay = (day: string): Sql => sql`
  select
    sheet.work_sheet_id
  from
    worksheets sheet
  where
    sheet.created_at >= ${day}::timestamptz - interval '24 hours'
  union
  select
    item.work_sheet_id
  from
    sales later
    join work_items item on item.sale_id = later.sale_id
  where
    later.sale_date - later.created_at > interval '24 hours'
    and later.sale_date >= ${day}
`
/** Remaining work, by the filter State. */
const states: Readonly<Record<string, string>> = {
  pending: having('g.pending > 0', worked(toEnter)),
  approve: having('g.to_approve > 0', worked(unsigned)),
  release: having('g.to_release > 0', worked([Approved]), unsaid),
  critical: `g.critical > 0 and ${open}`,
  released: `not (${unreleased})`,
}

/** A critical value without a call. */
const isUnanswered = `
  case
    when ${isCriticalIn('r')} and w.status_id in (${[...unsigned, OnHold].join(', ')}) then not exists (
      select 1
      from critical_calls called
      where called.work_item_id = w.work_item_id
        and called.result_id = w.result_id
    )
    else false
  end`
/**
 * Sorts stat first, then critical values without a call, then by due date, as one number: seconds of the due date, less
 * a constant for each group that comes first.
 */
const urgency = `(
  select extract(epoch from sold.report_date)
    - case when sold.is_stat then 4e12 else 0 end
    - case when i.unanswered then 2e12 else 0 end
  from sales sold
  where sold.sale_id = i.sale_id
)`
/** Filters limited to unreleased work: their cost depends on the open work, not on all work ever done. */
const leavesOpen = ({ State, IsLate }: DraftOf<typeof testresults.filters>): boolean =>
  (State != null && State !== 'released') || IsLate === true

/** The work of a sale that is unlocked at the counter is held: it does not count. */
const isAccessioned = 'sold.accession_date is not null'
const countedIn = (...statuses: readonly number[]): string =>
  `(count(*) filter (where w.status_id in (${statuses.join(', ')}) and ${isAccessioned}))::int`

// the sales of a worksheet as rows: found from the worksheet, newest first, so that a date never hides pending work;
// counted only for the worksheets of the page, since there are as many as all work ever done
export const worklist = listOf(testresults, {
  from: `(
    select
      ws.work_sheet_id,
      i.sale_id,
      ws.lab_id,
      ws.keeper_id,
      ws.department_id,
      i.items,
      i.pending,
      i.to_approve,
      i.approved + case when i.pending + i.to_approve = 0 then i.unsaid else 0 end as to_release,
      i.critical,
      i.normal,
      ${urgency} as urgency
    from worksheets ws
    cross join lateral (
      select w.sale_id, count(*)::int as items,
        ${countedIn(...toEnter)} as pending,
        (count(*) filter (where ${waitsForApproval} and ${isAccessioned}))::int as to_approve,
        ${countedIn(Approved)} as approved,
        -- not performed at all, or after the report of the rest: a report is to say so
        (
          count(*) filter (
            where w.status_id = ${NotPerformed}
              and ${isAccessioned}
              and w.given_out_at is null
              and e.print_on_report
              and exists (
                select 1
                from sale_product_elements x
                join sale_products l on l.sale_product_id = x.sale_product_id
                where x.sample_element_id = w.sample_element_id
                  and l.status_id <> ${lineStatus.Cancelled}
              )
          )
        )::int as unsaid,
        (count(*) filter (where ${isCriticalIn('r')}))::int as critical,
        bool_or(${isUnanswered}) as unanswered,
        (
          count(*) filter (
            where ${waitsForApproval}
              and ${isAccessioned}
              and r.flag = 'N'
              and not r.is_delta
          )
        )::int as normal
      from work_items w
      join sales sold on sold.sale_id = w.sale_id
      join elements e on e.element_id = w.element_id
      left join results r on r.result_id = w.result_id
      where w.work_sheet_id = ws.work_sheet_id
      group by w.sale_id
    ) i
  ) g`,
  alias: 'g',
  key: 'g.sale_id',
  sort: '-WorkSheetId',
  first: (filter) => (leavesOpen(filter) ? 'g.urgency' : undefined),
  columns: [
    'WorkSheetId',
    {
      AccessionNo: 's.accession_no',
      Patient: 's.patient_name',
      Department: 'd.name',
      IsStat: 's.is_stat',
      ReportDate: 's.report_date',
    },
    'Pending',
    'ToApprove',
    'Normal',
    'ToRelease',
    'Critical',
    'SaleId',
    'Items',
    'LabId',
  ],
  names: 'join sales s on s.sale_id = g.sale_id join departments d on d.department_id = g.department_id',
  filters: {
    DepartmentId: equals('g.department_id'),
    Name: (value: string) => inSales(contains('patient_name', value)),
    State: (value: string) => raw(states[value] ?? 'false'),
    IsStat: (value: boolean) => inSales(sql`is_stat = ${value}`),
    IsLate: (value: boolean) => {
      const late = inSales(sql`report_date < now()`)
      return value
        ? sql`
            ${late}
            and ${raw(open)}
          `
        : sql`
            not (
              ${late}
              and ${raw(unreleased)}
            )
          `
    },
    AccessionNo: (value: string) => inSales(contains('accession_no', value.replace(/-\d+$/, ''))),
    // found first: a join would search all worksheets ever made
    FromDate: (value: string) => sql`
      ${inSales(from('sale_date')(value))}
      and g.work_sheet_id = any (array(${sinceDay(value)}))
    `,
    ToDate: (value: unknown) => inSales(till('sale_date')(value)),
  },
  scope: (user) => benchScope(user, 'g'),
})

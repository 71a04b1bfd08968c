// The work list: the progress of the results of each sale on each worksheet.
import type { DraftOf } from '../../core/model.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import { contains, equals, from, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { disownedAndOut } from './came-in.server.ts'
import { benchScope } from './entry/bench.server.ts'
import { testresults } from './testresults.model.ts'

const inSales = (where: Sql): Sql => sql`
  waiting.sale_id in (
    select
      sale_id
    from
      sales
    where
      ${where}
  )
`
const unreleased = 'waiting.pending + waiting.to_approve + waiting.to_release > 0'
/** Worksheets with such work; the indexes on work that is left find it. */
const sheetsWith = (what: string): string => `
  select work.work_sheet_id
  from work_item_facts work
  where work.${what}
`
/** Counts only these worksheets. */
const having = (where: string, ...found: readonly string[]): string => `
  waiting.work_sheet_id in (${found.join(' union all ')})
  and ${where}
`
const open = having(unreleased, sheetsWith('is_open'), sheetsWith('to_approve'), sheetsWith('to_tell'))
/** Worksheets whose sales were given a date since that is later than their work. */
const datedLater = (day: string): Sql => sql`
  select
    item.work_sheet_id
  from
    sales later
    join work_items item on item.sale_id = later.sale_id
  where
    later.sale_date - later.created_at > interval '24 hours'
    and later.sale_date >= ${day}
`
/** Work is divided after its sale is made, so that earlier worksheets have no sales of a day and later, but those. */
const madeFor = (alias: string, day: string): Sql => sql`
  ${raw(alias)}.created_at >= ${day}::timestamptz - interval '24 hours'
`
/** Worksheets that may contain sales of a day and later. */
const sinceDay = (day: string): Sql => sql`
  select
    sheet.work_sheet_id
  from
    worksheets sheet
  where
    ${madeFor('sheet', day)}
  union
  ${datedLater(day)}
`
/** Remaining work, by the filter State. */
const states: Readonly<Record<string, string>> = {
  pending: having('waiting.pending > 0', sheetsWith('to_enter')),
  approve: having('waiting.to_approve > 0', sheetsWith('to_approve')),
  release: having('waiting.to_release > 0', sheetsWith('to_release'), sheetsWith('to_tell')),
  // a corrected patient may owe a call after the report
  critical: `(waiting.critical > 0 and ${open} or ${having('waiting.to_call > 0', sheetsWith('to_call'))})`,
  released: `not (${unreleased})`,
  disowned: having(
    `(waiting.work_sheet_id, waiting.sale_id) in (select item.work_sheet_id, item.sale_id ${disownedAndOut})`,
    `select item.work_sheet_id ${disownedAndOut}`,
  ),
}

/**
 * Sorts stat first, then critical values without a call, then by due date, as one number: seconds of the due date, less
 * a constant for each group that comes first.
 */
const urgency = `
  extract(epoch from counts.report_date)
    - case when counts.is_stat then 4e12 else 0 end
    - case when counts.to_call > 0 then 2e12 else 0 end
`
/** Filters limited to unreleased work: their cost depends on the open work, not on all work ever done. */
const leavesOpen = ({ State, IsLate }: DraftOf<typeof testresults.filters>): boolean =>
  (State != null && State !== 'released') || IsLate === true

/** Entered and within its interval; amendments are approved one by one. */
const isNormal = "work.to_approve and work.flag = 'N' and not work.is_delta and work.amended_result_id is null"
const countOf = (what: string): string => `(count(*) filter (where ${what}))::int`

const filters = {
  DepartmentId: equals('waiting.department_id'),
  Name: (value: string) => inSales(contains('patient_name', value)),
  State: (value: string) => raw(states[value] ?? 'false'),
  IsStat: (value: boolean) => inSales(sql`is_stat = ${value}`),
  IsLate: (value: boolean) => raw(value ? having('waiting.late > 0', sheetsWith('is_late')) : 'waiting.late = 0'),
  // the number of a tube, too: of its accession with a hyphen, or its own label
  AccessionNo: (value: string) =>
    inSales(sql`
      (
        ${contains('accession_no', value.replace(/-\d+$/, ''))}
        or sale_id in (
          select
            tube.sale_id
          from
            samples tube
          where
            tube.barcode = ${value.trim().toUpperCase()}
        )
      )
    `),
  // found first: a join would search all worksheets ever made
  FromDate: (value: string) => sql`
    ${inSales(from('sale_date')(value))}
    and waiting.work_sheet_id = any (array(${sinceDay(value)}))
  `,
  ToDate: (value: unknown) => inSales(till('sale_date')(value)),
}

/** The same rows without what is counted of each: an index alone tells them. */
const rowsAlone = `(
    select
      worksheet.work_sheet_id,
      worksheet.created_at,
      worksheet.lab_id,
      worksheet.keeper_id,
      worksheet.department_id,
      work.sale_id
    from worksheets worksheet
    cross join lateral (
      select item.sale_id
      from work_items item
      where item.work_sheet_id = worksheet.work_sheet_id
      group by item.sale_id
    ) work
  ) waiting`

// the sales of a worksheet as rows: found from the worksheet, newest first, so that a date never hides pending work;
// counted only for the worksheets of the page, since there are as many as all work ever done
export const worklist = listOf(testresults, {
  from: `(
    select
      worksheet.work_sheet_id,
      counts.sale_id,
      worksheet.lab_id,
      worksheet.keeper_id,
      worksheet.department_id,
      counts.items,
      counts.pending,
      counts.to_approve,
      counts.approved + case when counts.pending + counts.to_approve = 0 then counts.unsaid else 0 end as to_release,
      counts.critical,
      counts.to_call,
      counts.normal,
      counts.late,
      counts.report_date,
      ${urgency} as urgency
    from worksheets worksheet
    cross join lateral (
      select work.sale_id, count(*)::int as items,
        ${countOf('work.to_enter')} as pending,
        ${countOf('work.to_approve')} as to_approve,
        ${countOf('work.to_release')} as approved,
        -- not performed at all, or after the report of the rest: a report is to say so
        ${countOf('work.to_tell')} as unsaid,
        ${countOf('work.is_critical')} as critical,
        ${countOf('work.to_call')} as to_call,
        ${countOf(isNormal)} as normal,
        ${countOf('work.is_late')} as late,
        bool_or(work.is_stat) as is_stat,
        -- what is promised first of the work that is open; of finished work the last
        coalesce(min(work.report_date) filter (where work.is_open), max(work.report_date)) as report_date
      from work_item_facts work
      where work.work_sheet_id = worksheet.work_sheet_id
      group by work.sale_id
    ) counts
  ) waiting`,
  alias: 'waiting',
  key: 'waiting.sale_id',
  sort: '-WorkSheetId',
  first: (filter) => (leavesOpen(filter) ? 'waiting.urgency' : undefined),
  columns: {
    AccessionNo: 'sale.accession_no',
    Patient: 'sale.patient_name',
    Department: 'department.name',
    IsStat: 'sale.is_stat',
    ReportDate: 'waiting.report_date',
  },
  names: `
      join sales sale on sale.sale_id = waiting.sale_id
      join departments department on department.department_id = waiting.department_id
    `,
  filters,
  counted: ({ State, IsLate }) =>
    State != null || IsLate != null
      ? undefined
      : {
          from: rowsAlone,
          filters: {
            ...filters,
            // in no order, so that both indexes find them
            FromDate: (value: string) => sql`
              ${inSales(from('sale_date')(value))}
              and (
                ${madeFor('waiting', value)}
                or waiting.work_sheet_id = any (array(${datedLater(value)}))
              )
            `,
          },
        },
  scope: (user) => benchScope(user, 'waiting'),
})

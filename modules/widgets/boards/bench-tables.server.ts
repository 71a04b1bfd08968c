// Tables of the laboratory: critical values, and what is pending by department and by urgency.
import { literal, raw, sql } from '../../../server/db/db.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { isCriticalIn } from '../../elements/flags.server.ts'
import { benchScope } from '../../testresults/entry/bench.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { table } from './widget.server.ts'

export const benchTables: readonly Statement[] = [
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
        ${benchScope(user)}
        and ${raw(isCriticalIn('r'))}
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
        ${benchScope(user)}
        and s.accession_date is not null
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
        ${benchScope(user)}
        and s.accession_date is not null
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
]

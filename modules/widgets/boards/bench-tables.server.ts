// Tables of the laboratory: critical values, and what is pending by department and by urgency.
import { literal, sql } from '../../../server/db/db.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { isSensitive, toldName } from '../../openings/open.server.ts'
import { benchScope } from '../../testresults/entry/bench.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { table } from './widget.server.ts'
import { criticalValues, pendingByDepartment, statFirst } from '../answers.model.ts'

export const benchTables: readonly Statement[] = [
  table(
    criticalValues,
    'Critical values, 7 days',
    (user, days) => sql`
      select
        work.sale_id as "SaleId",
        work.accession_no as "AccessionNo",
        ${toldName(sql`element`)} as "Element",
        case
          when not (${isSensitive}) then work.result
        end as "Result",
        case
          when not (${isSensitive}) then work.flag
        end as "Flag",
        work.entered_at as "EnteredDate"
      from
        work_item_facts work
        join elements element on element.element_id = work.element_id
      where
        ${benchScope(user)}
        and work.is_critical
        and work.status_id < ${literal(workItemStatus.Released)}
        and work.entered_at > now() - make_interval(days => ${days})
      order by
        work.entered_at desc
      limit
        12
    `,
    'testresults',
  ),
  table(
    pendingByDepartment,
    'Pending by department',
    (user) => sql`
      select
        department.name as "Department",
        count(*) filter (
          where
            work.to_enter
        )::int as "Pending",
        count(*) filter (
          where
            work.to_approve
        )::int as "ToApprove",
        count(*) filter (
          where
            work.to_release
        )::int as "ToRelease",
        count(*) filter (
          where
            work.is_stat
            and work.to_enter
        )::int as "Stat"
      from
        work_item_facts work
        join departments department on department.department_id = work.department_id
      where
        ${benchScope(user)}
        and (
          work.is_open
          or work.to_approve
        )
      group by
        department.name
      order by
        2 desc
      limit
        13
    `,
    'testresults',
  ),
  table(
    statFirst,
    'STAT first',
    (user) => sql`
      select
        work.sale_id as "SaleId",
        work.accession_no as "AccessionNo",
        work.patient_name as "Patient",
        count(*)::int as "Items",
        work.report_date as "ReportDate"
      from
        work_item_facts work
      where
        ${benchScope(user)}
        and work.to_enter
      group by
        work.sale_id,
        work.accession_no,
        work.patient_name,
        work.report_date,
        work.is_stat
      order by
        work.is_stat desc,
        work.report_date
      limit
        12
    `,
    'testresults',
  ),
]

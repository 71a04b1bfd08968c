// Tiles of the laboratory: tubes to collect, work to enter, review and approve, and reports within their time.
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { Statement } from '../../server/read/statement.ts'
import { isCriticalIn } from '../elements/flags.server.ts'
import { waitsForApproval } from '../testresults/approval/waits.server.ts'
import { benchScope } from '../testresults/entry/bench.server.ts'
import { saleStatus, sampleStatus, workItemStatus } from '../lists/items.model.ts'
import { live, tile } from './widget.server.ts'

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
/** Work of a sale that is unlocked at the counter is held: nobody waits for the bench. */
const notUnlocked = sql`s.accession_date is not null`
const benchCount = (user: Caller, where: Sql): Sql => sql`
  select
    count(*)::float8 as "Total"
  from
    work_items w
    join sales s using (sale_id)
    left join results r on r.result_id = w.result_id
  where
    ${benchScope(user)}
    and ${notUnlocked}
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

export const benchTiles: readonly Statement[] = [
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
            ${raw(isCriticalIn('r'))}
            or r.is_delta
            or r.element_measurement_id is null
          )
        `,
      ),
    'testresults',
  ),
  tile(2006, 'To approve', (user) => benchCount(user, raw(waitsForApproval)), 'testresults'),
  tile(
    2007,
    'Criticals open',
    (user) =>
      benchCount(
        user,
        sql`
          w.status_id in (${literal(workItemStatus.Entered, workItemStatus.Reviewed)})
          and ${raw(isCriticalIn('r'))}
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
        join sales s using (sale_id)
      where
        ${benchScope(user)}
        and ${notUnlocked}
        and w.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat)})
    `,
    'testresults',
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
]

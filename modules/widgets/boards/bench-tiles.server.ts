// Tiles of the laboratory: tubes to collect, work to enter, review and approve, and issued reports.
import { literal, raw, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { isCriticalIn } from '../../elements/flags.server.ts'
import { waitsForApproval } from '../../testresults/approval/waits.server.ts'
import { benchScope } from '../../testresults/entry/bench.server.ts'
import { saleStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'
import { move, moves, stock, weekly } from './history.server.ts'
import { withinTat } from './tat-tile.server.ts'
import { live, tile } from './widget.server.ts'

const { Pending, Entered, Reviewed, Repeat, Amended, NotPerformed } = workItemStatus

/** Work of a sale that the counter has unlocked is on hold: it does not count on the bench. */
const notUnlocked = sql`s.accession_date is not null`
/** Work items `w` with their sale `s` and a result `r` of them, on the user's bench. */
const onBench = (user: Caller, where: Sql, result = 'r.result_id = w.result_id'): Sql => sql`
  from
    work_items w
    join sales s using (sale_id)
    left join results r on ${raw(result)}
  where
    ${benchScope(user)}
    and ${notUnlocked}
    and ${where}
`
const count = (source: Sql): Sql => sql`
  select
    count(*) ${source}
`
const toEnter = sql`w.status_id in (${literal(Pending, Repeat)})`
/** Work waits for its value from its accession until its first entered value. */
const waiting = (user: Caller, where: Sql = sql`true`): Sql =>
  stock(
    count(
      onBench(
        user,
        sql`
          ${toEnter}
          and ${where}
        `,
      ),
    ),
    moves(
      move(
        's.accession_date',
        '1',
        onBench(
          user,
          sql`
            w.status_id <> ${literal(NotPerformed)}
            and ${where}
          `,
        ),
      ),
      move(
        'r.entered_at',
        '-1',
        onBench(
          user,
          sql`
            w.status_id not in (${literal(Pending, Repeat, NotPerformed)})
            and ${where}
          `,
          'r.work_item_id = w.work_item_id and r.version = 1',
        ),
      ),
    ),
    'count',
  )
/**
 * Results that wait for an act from their entry until `done`, a moment of the result `r`. Results of the
 * last 60 days: older ones are counted, but do not move in the bars.
 */
const queue = (user: Caller, now: Sql, kind: Sql, done: string): Sql => {
  const results = onBench(
    user,
    sql`
      ${kind}
      and r.entered_at > now() - interval '60 days'
    `,
  )
  return stock(count(onBench(user, now)), moves(move('r.entered_at', '1', results), move(done, '-1', results)), 'count')
}
const wantsReview = sql`
  (
    ${raw(isCriticalIn('r'))}
    or r.is_delta
    or r.element_measurement_id is null
  )
`
const called = `
  (
    select
      min(c.called_at)
    from
      critical_calls c
    where
      c.work_item_id = w.work_item_id
      and c.result_id = w.result_id
  )
`
/** A value is under repeat from its entry until the next value's. */
const repeats = (user: Caller): Sql =>
  stock(
    count(onBench(user, sql`w.status_id = ${literal(Repeat)}`)),
    moves(
      move('r.entered_at', '1', onBench(user, sql`w.status_id = ${literal(Repeat)}`)),
      ...[
        ['r.entered_at', '1', 'x.version = r.version + 1 and x.run > r.run'],
        ['r.entered_at', '-1', 'x.version = r.version - 1 and x.run < r.run'],
      ].map(([at = '', change = '', other = '']) =>
        move(
          at,
          change,
          onBench(
            user,
            raw(`exists (select 1 from results x where x.work_item_id = w.work_item_id and ${other})`),
            'r.work_item_id = w.work_item_id',
          ),
        ),
      ),
    ),
    'count',
  )
const tubes = (user: Caller, where: Sql): Sql => sql`
  from
    samples t
    join sale_facts s using (sale_id)
  where
    ${where}
    and ${live(user)}
`
const toCollect = sql`t.status_id = ${literal(sampleStatus.ToBeCollected)}`

export const benchTiles: readonly Statement[] = [
  tile(2004, 'Reports within TAT, 7 days', withinTat),
  tile(
    2005,
    'To review',
    (user) =>
      queue(
        user,
        sql`
          w.status_id = ${literal(Entered)}
          and ${wantsReview}
        `,
        wantsReview,
        'coalesce(r.reviewed_at, r.approved_at)',
      ),
    'testresults',
  ),
  tile(
    2006,
    'To approve',
    (user) => queue(user, raw(waitsForApproval), sql`r.not_calculated is null`, 'r.approved_at'),
    'testresults',
  ),
  tile(
    2007,
    'Criticals open',
    (user) =>
      queue(
        user,
        sql`
          w.status_id in (${literal(Entered, Reviewed)})
          and ${raw(isCriticalIn('r'))}
          and ${raw(called)} is null
        `,
        raw(isCriticalIn('r')),
        `least(r.approved_at, ${called})`,
      ),
    'testresults',
  ),
  tile(
    2008,
    'Amended, 7 days',
    (user) =>
      weekly(
        sql`count(*)`,
        (from, till) =>
          onBench(
            user,
            sql`
              w.status_id = ${literal(Amended)}
              and r.entered_at > ${from}
              and r.entered_at <= ${till}
            `,
          ),
        'count',
        true,
      ),
    'testresults',
  ),
  tile(2009, 'Pending', (user) => waiting(user), 'testresults'),
  tile(2010, 'STAT pending', (user) => waiting(user, sql`s.is_stat`), 'testresults'),
  tile(2011, 'Repeats', repeats, 'testresults'),
  tile(
    2012,
    'Oldest pending, hours',
    (user) => sql`
      select
        round(
          extract(
            epoch
            from
              now() - min(w.created_at)
          ) / 3600,
          1
        )::float8 as "Total"
      from
        work_items w
        join sales s using (sale_id)
      where
        ${benchScope(user)}
        and ${notUnlocked}
        and ${toEnter}
    `,
    'testresults',
  ),
  tile(
    2015,
    'Samples to collect',
    (user) =>
      stock(
        count(tubes(user, toCollect)),
        moves(
          move(
            's.sale_date',
            '1',
            tubes(
              user,
              sql`
                (
                  ${toCollect}
                  or t.collection_date is not null
                )
              `,
            ),
          ),
          move('t.collection_date', '-1', tubes(user, sql`not (${toCollect})`)),
        ),
        'count',
      ),
    'samples',
  ),
  tile(2016, 'Reports ready, 7 days', (user) =>
    weekly(
      sql`count(distinct s.sale_id)`,
      (from, till) => sql`
        from
          reports r
          join sale_facts s using (sale_id)
        where
          r.version = 1
          and s.status_id in (${literal(saleStatus.PartlyReported, saleStatus.Reported)})
          and r.created_at > ${from}
          and r.created_at <= ${till}
          and s.sale_date > ${from} - interval '90 days'
          and ${live(user)}
      `,
      'count',
    ),
  ),
]

// Tiles of the laboratory: tubes to collect, work to enter, review and approve, and issued reports.
import { literal, raw, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { decidedAt, disowned, disownedAndOut } from '../../testresults/came-in.server.ts'
import { benchScope } from '../../testresults/entry/bench.server.ts'
import { saleStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'
import { move, moves, stock, weekly } from './history.server.ts'
import { withinTat } from './tat-tile.server.ts'
import { live } from '../sums/counted.server.ts'
import { tile } from './widget.server.ts'

const { Pending, Repeat, OnHold, Amended, NotPerformed } = workItemStatus

/** Work of work_item_facts on the user's bench. */
const onBench = (user: Caller, where: Sql): Sql => sql`
  from
    work_item_facts work
  where
    ${benchScope(user)}
    and ${where}
`
/** The same with each of its results; what is held does not count. */
const withResults = (user: Caller, where: Sql): Sql => sql`
  from
    work_item_facts work
    join results every on every.work_item_id = work.work_item_id
  where
    ${benchScope(user)}
    and not work.is_held
    and ${where}
`
const count = (source: Sql): Sql => sql`
  select
    count(*) ${source}
`
/** Work waits for its value from its accession until its first entered value. */
const waiting = (user: Caller, where: Sql = sql`true`): Sql =>
  stock(
    count(
      onBench(
        user,
        sql`
          work.to_enter
          and ${where}
        `,
      ),
    ),
    moves(
      move(
        'work.accession_date',
        '1',
        onBench(
          user,
          sql`
            not work.is_held
            and work.status_id <> ${literal(NotPerformed)}
            and ${where}
          `,
        ),
      ),
      move(
        'every.entered_at',
        '-1',
        withResults(
          user,
          sql`
            work.status_id not in (${literal(Pending, Repeat, OnHold, NotPerformed)})
            and every.version = 1
            and ${where}
          `,
        ),
      ),
    ),
    'count',
  )
/**
 * Results that wait for an act from their entry until `done`, a moment of the work, and amendments that wait now.
 * Results of the last 60 days: older ones are counted, but do not move in the bars.
 */
const queue = (user: Caller, now: Sql, kind: Sql, done: string): Sql => {
  const results = onBench(
    user,
    sql`
      not work.is_held
      and not work.is_not_calculable
      and ${kind}
      and work.entered_at > now() - interval '60 days'
    `,
  )
  return stock(
    count(onBench(user, now)),
    moves(
      move('work.entered_at', '1', results),
      move(done, '-1', results),
      move(
        'work.newest_entered_at',
        '1',
        onBench(
          user,
          sql`
            ${now}
            and work.amended_result_id is not null
          `,
        ),
      ),
    ),
    'count',
  )
}
const called = `
  (
    select
      min(call.called_at)
    from
      calls_made call
    where
      call.work_item_id = work.work_item_id
      and call.result_id = work.newest_result_id
  )
`
/** A value is under repeat from its entry until the next value's. */
const repeats = (user: Caller): Sql => {
  const now = sql`
    work.status_id = ${literal(Repeat)}
    and work.to_enter
  `
  return stock(
    count(onBench(user, now)),
    moves(
      move('work.entered_at', '1', onBench(user, now)),
      ...[
        ['every.entered_at', '1', 'other.version = every.version + 1 and other.run > every.run'],
        ['every.entered_at', '-1', 'other.version = every.version - 1 and other.run < every.run'],
      ].map(([at = '', change = '', other = '']) =>
        move(
          at,
          change,
          withResults(
            user,
            raw(`exists (select 1 from results other where other.work_item_id = work.work_item_id and ${other})`),
          ),
        ),
      ),
    ),
    'count',
  )
}
const tubes = (user: Caller, where: Sql): Sql => sql`
  from
    tube_facts tube
    join sale_facts sale using (sale_id)
  where
    ${where}
    and ${live(user)}
`
const isToBeDrawn = sql`tube.status_id = ${literal(sampleStatus.ToBeCollected)}`

/** Released values whose tube is not of its sender, from that answer until they are withdrawn or issued again. */
const notOurs = (user: Caller): Sql => {
  const found = (which: string): Sql => sql`
    ${raw(which)}
    and ${benchScope(user, 'item')}
  `
  return stock(
    count(found(disownedAndOut)),
    moves(move('packed.answered_at', '1', found(disowned)), move(decidedAt, '-1', found(disowned))),
    'count',
  )
}

export const benchTiles: readonly Statement[] = [
  tile(2004, 'Reports within TAT, 7 days', withinTat),
  tile(
    2005,
    'To review',
    (user) => queue(user, sql`work.to_review`, sql`work.wants_review`, 'coalesce(work.reviewed_at, work.approved_at)'),
    'testresults',
  ),
  tile(2006, 'To approve', (user) => queue(user, sql`work.to_approve`, sql`true`, 'work.approved_at'), 'testresults'),
  tile(
    2007,
    'Criticals open',
    (user) => queue(user, sql`work.to_call`, sql`work.is_critical`, `least(work.approved_at, ${called})`),
    'testresults',
  ),
  tile(2031, 'Released, tube not of sender', notOurs, 'testresults'),
  tile(
    2008,
    'Amended, 7 days',
    (user) =>
      weekly(
        sql`count(*)`,
        (from, till) =>
          onBench(
            user,
            // found by the time of its version, and not among all that was ever amended
            sql`
              not work.is_held
              and work.status_id = ${literal(Amended)}
              and work.entered_at > ${from}
              and work.entered_at <= ${till}
              and work.work_item_id = any (
                array(
                  select
                    later.work_item_id
                  from
                    results later
                  where
                    later.version > 1
                    and later.entered_at > ${from}
                    and later.entered_at <= ${till}
                )
              )
            `,
          ),
        'count',
        true,
      ),
    'testresults',
  ),
  tile(2009, 'Pending', (user) => waiting(user), 'testresults'),
  tile(2010, 'STAT pending', (user) => waiting(user, sql`work.is_stat`), 'testresults'),
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
              now() - min(work.created_at)
          ) / 3600,
          1
        )::float8 as "Total" ${onBench(user, sql`work.to_enter`)}
    `,
    'testresults',
  ),
  tile(
    2015,
    'Samples to collect',
    (user) =>
      stock(
        count(tubes(user, sql`tube.to_collect`)),
        moves(
          move(
            'sale.sale_date',
            '1',
            tubes(
              user,
              sql`
                (
                  tube.to_collect
                  or tube.collection_date is not null
                )
              `,
            ),
          ),
          move('tube.collection_date', '-1', tubes(user, sql`not ${isToBeDrawn}`)),
        ),
        'count',
      ),
    'samples',
  ),
  tile(2016, 'Reports ready, 7 days', (user) =>
    weekly(
      sql`count(distinct sale.sale_id)`,
      (from, till) => sql`
        from
          reports report
          join sale_facts sale using (sale_id)
        where
          report.version = 1
          and sale.status_id in (${literal(saleStatus.PartlyReported, saleStatus.Reported)})
          and report.created_at > ${from}
          and report.created_at <= ${till}
          and sale.sale_date > ${from} - interval '90 days'
          and ${live(user)}
      `,
      'count',
    ),
  ),
]

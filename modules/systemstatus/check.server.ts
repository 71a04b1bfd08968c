// Checks the system every five minutes and the sealed history each night, keeps what was found, and notifies the
// administrators once of each line that has become worse.
import { dayOf } from '../../core/dates.ts'
import { listPath } from '../../core/record-path.ts'
import { now } from '../../server/clock.ts'
import { sql, type Database, type Tx } from '../../server/db/db.ts'
import { notifyAll } from '../../server/db/notify.ts'
import { administrators } from '../../server/db/owner.ts'
import { verifyAudit } from '../../server/door/seal.ts'
import type { ScheduledJob } from '../../server/job.ts'
import { ofHistory, type Judged } from './judged.rules.ts'
import { readSystem, type Readings, type Surroundings } from './readings.server.ts'
import { systemLines, systemStates, type SystemLine, type SystemState } from './systemstatus.model.ts'

const order = systemLines.map(([line]) => line)
const nameOf = new Map<SystemLine, string>(systemLines)
const badness = (state: SystemState): number => systemStates.findIndex(([known]) => known === state)

/**
 * Keeps what was found; a state lasts since its first check. Answers the lines that have become worse; of backups their
 * own job notifies.
 */
const kept = async (tx: Tx, found: readonly (readonly [SystemLine, Judged])[]): Promise<SystemLine[]> => {
  const before = await tx.rows<{ Line: SystemLine; State: SystemState }>(sql`
    select
      line,
      state
    from
      system_status
    where
      line = any (${found.map(([line]) => line)}::text[])
    order by
      line
    for update
  `)
  const was = new Map(before.map(({ Line, State }) => [Line, State]))
  const at = now().toISOString()
  await tx.run(sql`
    insert into
      system_status as status (line, sequence, state, value, advice, since, checked_at)
    select
      read.line,
      read.sequence,
      read.state,
      read.value,
      read.advice,
      ${at}::timestamptz,
      ${at}::timestamptz
    from
      unnest(
        ${found.map(([line]) => line)}::text[],
        ${found.map(([line]) => order.indexOf(line))}::int[],
        ${found.map(([, { state }]) => state)}::text[],
        ${found.map(([, { value }]) => value)}::text[],
        ${found.map(([, { advice }]) => advice)}::text[]
      ) read (line, sequence, state, value, advice)
    on conflict (line) do update
    set
      sequence = excluded.sequence,
      since = case
        when status.state = excluded.state then status.since
        else excluded.since
      end,
      state = excluded.state,
      value = excluded.value,
      advice = excluded.advice,
      checked_at = excluded.checked_at
  `)
  return found
    .filter(([line, { state }]) => line !== 'backup' && badness(state) > badness(was.get(line) ?? 'good'))
    .map(([line]) => line)
}

/** Stores the readings and notifies the administrators of what has become worse, in one transaction. */
export const keepReadings = async (db: Database, readings: Readings): Promise<void> => {
  const found = [...readings]
  await db.transaction(async (tx) => {
    const worse = await kept(tx, found)
    const userIds = worse.length === 0 ? [] : await administrators(tx)
    await notifyAll(
      tx,
      worse.map((line) => ({
        userIds,
        news: {
          creater: 'System',
          subject: `${nameOf.get(line) ?? line}: ${readings.get(line)?.value ?? ''}`,
          content: readings.get(line)?.advice ?? '',
          path: listPath('systemstatus'),
        },
      })),
    )
  })
}

const keepSize = (db: Database): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`
      insert into
        database_sizes (day, bytes)
      values
        (${dayOf(now())}::date, pg_database_size(current_database()))
      on conflict (day) do nothing
    `),
  )

export const checkSystem = async (db: Database, surroundings: Surroundings): Promise<void> => {
  await keepReadings(db, await readSystem(db, surroundings))
  await keepSize(db)
}

export const systemJobs: readonly ScheduledJob[] = [
  {
    name: 'check-system',
    summary: 'Check how the system is',
    schedule: '*/5 * * * *',
    run: ({ db, config }) => checkSystem(db, config),
  },
  {
    name: 'verify-history',
    summary: 'Verify the sealed history',
    // by UTC: in India before two in the morning
    schedule: '20 20 * * *',
    run: async ({ db }) => keepReadings(db, new Map([['history', ofHistory(await verifyAudit(db.read))]])),
  },
]

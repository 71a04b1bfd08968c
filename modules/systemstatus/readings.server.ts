// Reads how the system is, part by part. A part whose figures cannot be read does not hide the others.
import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Config } from '../../server/config.ts'
import { readBackups } from '../../server/backup/nightly/state.ts'
import { now } from '../../server/clock.ts'
import { sql, type Database } from '../../server/db/db.ts'
import { migrationNames } from '../../server/db/migrate.ts'
import { release } from '../../server/release.ts'
import {
  ofBackup,
  ofCertificate,
  ofClock,
  ofConnections,
  ofDatabase,
  ofDisk,
  ofJobs,
  ofLetters,
  ofRelease,
  ofReplica,
  ofTransactions,
  type Judged,
} from './judged.rules.ts'
import type { SystemLine } from './systemstatus.model.ts'

export type Surroundings = Pick<Config, 'backup' | 'dataDir' | 'databaseUrl' | 'publicUrl' | 'smtpUrl'>
/** Parts with what was found, as far as they could be read. */
export type Readings = ReadonlyMap<SystemLine, Judged>
type Figures = {
  readonly migrations: number
  readonly processes: number
  readonly bytes: number
  readonly old_bytes: number | null
  readonly old_days: number | null
  readonly jobs: number
  readonly job_seconds: number
  readonly failed: number
  readonly letters_long: number
  readonly letters_not_sent: number
  readonly clock: number
}

/** The figures of the database. A row a part would ask it eleven times. */
const figures = (db: Database): Promise<Figures> =>
  db.read.one<Figures>(sql`
    with
      due as (
        select
          count(*)::int as jobs,
          coalesce(
            max(
              extract(
                epoch
                from
                  now() - run_at
              )
            ),
            0
          )::float8 as job_seconds
        from
          graphile_worker.jobs
        where
          run_at <= now()
          and locked_at is null
          and attempts < max_attempts
      ),
      letters as not materialized (
        select
          state,
          created_at,
          ended_at
        from
          report_letters
        union all
        select
          state,
          created_at,
          ended_at
        from
          invoice_letters
      ),
      older as (
        select
          bytes,
          network_day (now()) - day as days
        from
          database_sizes
        where
          day < network_day (now())
        order by
          day desc
        limit
          30
      )
    select
      (
        select
          count(*)::int
        from
          migrations
      ) as migrations,
      (
        select
          greatest(count(distinct application_name), 1)::int
        from
          pg_stat_activity
        where
          application_name like 'aliquot jobs %'
      ) as processes,
      pg_database_size(current_database())::float8 as bytes,
      (
        select
          bytes::float8
        from
          older
        order by
          days desc
        limit
          1
      ) as old_bytes,
      (
        select
          max(days)::int
        from
          older
      ) as old_days,
      due.jobs,
      due.job_seconds,
      (
        select
          count(*)::int
        from
          graphile_worker.jobs
        where
          attempts >= max_attempts
          and locked_at is null
      ) as failed,
      (
        select
          count(*)::int
        from
          letters
        where
          state in ('waiting', 'sending')
          and created_at < now() - interval '1 hour'
      ) as letters_long,
      (
        select
          count(*)::int
        from
          letters
        where
          state in ('unknown', 'dropped')
          and ended_at > now() - interval '1 day'
      ) as letters_not_sent,
      extract(
        epoch
        from
          clock_timestamp()
      )::float8 as clock
    from
      due
  `)

/**
 * Seconds of the oldest transaction, without a backup's, which has its own line. Asked as the role that the server
 * signs in with: the application's role does not see when the transactions of another role began.
 */
const oldestTransaction = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      set
        local role none
    `)
    const { oldest } = await tx.one<{ oldest: number }>(sql`
      select
        coalesce(
          max(
            extract(
              epoch
              from
                now() - xact_start
            )
          ),
          0
        )::float8 as oldest
      from
        pg_stat_activity
      where
        datname = current_database()
        and pid <> pg_backend_pid()
        and application_name <> 'aliquot backup'
    `)
    return oldest
  })

/** Days until the certificate of an address expires; null where it needs none, undefined where it does not answer. */
export const certificateDays = (publicUrl: string | undefined): Promise<number | null | undefined> => {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (url?.protocol !== 'https:') return Promise.resolve(null)
  return new Promise((answer) => {
    // an expired certificate is read, too: that is what is asked
    const socket = connect(
      { host: url.hostname, port: Number(url.port || 443), servername: url.hostname, rejectUnauthorized: false },
      () => {
        const till = Date.parse(socket.getPeerCertificate().valid_to)
        answer(Number.isNaN(till) ? undefined : (till - now().getTime()) / 86_400_000)
        socket.destroy()
      },
    )
    socket.setTimeout(5000, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => answer(undefined))
  })
}

const poolsOf = (db: Database): { open: number; waiting: number } => {
  const pools = Object.values(db.state.pools)
  return {
    open: pools.reduce((sum, pool) => sum + pool.totalCount, 0),
    waiting: pools.reduce((sum, pool) => sum + pool.waitingCount, 0),
  }
}

/** The free space where the embedded database is; undefined for a server's, whose disks are not seen from here. */
const diskOf = async ({ databaseUrl, dataDir }: Surroundings): Promise<{ free: number; size: number } | undefined> => {
  if (databaseUrl !== undefined) return undefined
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** All lines that can be read now. */
export const readSystem = async (db: Database, surroundings: Surroundings): Promise<Readings> => {
  const asked = now().getTime()
  const found = await figures(db)
  const between = (asked + now().getTime()) / 2000
  const before =
    found.old_bytes === null || found.old_days === null ? undefined : { bytes: found.old_bytes, days: found.old_days }
  const disk = await diskOf(surroundings).catch(() => undefined)
  const { replica } = db.state
  const readings = new Map<SystemLine, Judged>([
    [
      'release',
      ofRelease({
        version: release,
        migrations: found.migrations,
        known: (await migrationNames()).length,
        processes: found.processes,
        startedSecondsAgo: process.uptime(),
      }),
    ],
    ['database', ofDatabase(found.bytes, before)],
    ['backup', ofBackup(await readBackups(db.read, surroundings.backup.isScheduled), now().toISOString())],
    ['transactions', ofTransactions(await oldestTransaction(db))],
    ['connections', ofConnections(poolsOf(db))],
    ['replica', ofReplica(replica && { isAway: replica.isAway, lagSeconds: replica.lagSeconds })],
    ['jobs', ofJobs({ waiting: found.jobs, oldestSeconds: found.job_seconds, failed: found.failed })],
    [
      'letters',
      ofLetters({
        waitingLong: found.letters_long,
        notSent: found.letters_not_sent,
        hasMail: surroundings.smtpUrl !== undefined,
      }),
    ],
    ['clock', ofClock(Math.abs(found.clock - between))],
    ['certificate', ofCertificate(await certificateDays(surroundings.publicUrl))],
  ])
  if (disk)
    readings.set(
      'disk',
      ofDisk({ ...disk, growth: before === undefined ? 0 : (found.bytes - before.bytes) / before.days }),
    )
  return readings
}

// Reads how the system is, part by part. A part whose figures cannot be read does not hide the others.
import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Config } from '../../server/config.ts'
import { readBackups } from '../../server/backup/nightly/state.ts'
import { now } from '../../server/clock.ts'
import { sql, type Database } from '../../server/db/db.ts'
import { migrationNames } from '../../server/db/migrate.ts'
import { isDue, isGivenUp } from '../../server/jobs/counts.ts'
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
  ofRecords,
  ofRelease,
  ofReplica,
  ofTransactions,
  unread,
  type Judged,
} from './judged.rules.ts'
import { systemLines, type SystemLine } from './systemstatus.model.ts'

export type Surroundings = Pick<Config, 'backup' | 'dataDir' | 'databaseUrl' | 'publicUrl' | 'smtpUrl'>
/** Parts with what was found, as far as they could be read. */
export type Readings = ReadonlyMap<SystemLine, Judged>
type Figures = {
  readonly Migrations: number
  readonly Processes: number
  readonly Bytes: number
  readonly OldBytes: number | null
  readonly OldDays: number | null
  readonly Jobs: number
  readonly JobSeconds: number
  readonly Failed: number
  readonly LettersLong: number
  readonly LettersNotSent: number
  readonly Clock: number
}

/** The figures of the database, in one statement. */
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
          ${isDue}
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
          ${isGivenUp}
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
    const { Oldest } = await tx.one<{ Oldest: number }>(sql`
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
    return Oldest
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

/** The figures, and how far the clocks are apart by the moment in the middle of the question. */
const timedFigures = async (db: Database): Promise<Figures & { readonly apart: number }> => {
  const asked = now().getTime()
  const found = await figures(db)
  return { ...found, apart: Math.abs(found.Clock - (asked + now().getTime()) / 2000) }
}
const growthOf = ({ OldBytes, OldDays }: Figures): { bytes: number; days: number } | undefined =>
  OldBytes === null || OldDays === null ? undefined : { bytes: OldBytes, days: OldDays }

/** All lines; one that cannot be read says so, and hides none of the others. */
export const readSystem = async (db: Database, surroundings: Surroundings): Promise<Readings> => {
  const found = timedFigures(db)
  const backups = readBackups(db.read, surroundings.backup.isScheduled)
  // its lines say what has failed
  for (const asked of [found, backups]) asked.catch(() => undefined)
  const { replica } = db.state
  const parts: Partial<Record<SystemLine, () => Promise<Judged | undefined>>> = {
    release: async () => {
      const { Migrations, Processes } = await found
      const known = (await migrationNames()).length
      return ofRelease({
        version: release,
        migrations: Migrations,
        known,
        processes: Processes,
        startedSecondsAgo: process.uptime(),
      })
    },
    database: async () => ofDatabase((await found).Bytes, growthOf(await found)),
    disk: async () => {
      const disk = await diskOf(surroundings)
      if (disk === undefined) return undefined
      // a full disk is seen also where the database does not answer
      const known = await found.catch(() => undefined)
      const before = known && growthOf(known)
      return ofDisk({ ...disk, growth: known && before ? (known.Bytes - before.bytes) / before.days : 0 })
    },
    backup: async () => ofBackup(await backups, now().toISOString()),
    records: async () => ofRecords(await backups),
    transactions: async () => ofTransactions(await oldestTransaction(db)),
    connections: async () => ofConnections(poolsOf(db)),
    replica: async () => ofReplica(replica && { isAway: replica.isAway, lagSeconds: replica.lagSeconds }),
    jobs: async () => {
      const { Jobs, JobSeconds, Failed } = await found
      return ofJobs({ waiting: Jobs, oldestSeconds: JobSeconds, failed: Failed })
    },
    letters: async () => {
      const { LettersLong, LettersNotSent } = await found
      const hasMail = surroundings.smtpUrl !== undefined
      return ofLetters({ waitingLong: LettersLong, notSent: LettersNotSent, hasMail })
    },
    clock: async () => ofClock((await found).apart),
    certificate: async () => ofCertificate(await certificateDays(surroundings.publicUrl)),
  }
  const readings = new Map<SystemLine, Judged>()
  for (const [line] of systemLines) {
    const judged = await parts[line]?.().catch(() => unread)
    if (judged !== undefined) readings.set(line, judged)
  }
  return readings
}

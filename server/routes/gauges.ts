// Gauges for an operator, in addition to requests: connections, jobs, mail, the replica, the audit, locks and sessions.
import { Gauge, type Registry } from 'prom-client'
import { sql, type Database } from '../db/db.ts'
import { columnOf } from '../db/names.ts'
import { isDue, isGivenUp } from '../jobs/counts.ts'

type Counts = {
  readonly Jobs: number
  readonly FailedJobs: number
  readonly Runs: number
  readonly Mails: number
  readonly Unsealed: number
  readonly Locks: number
  readonly Sessions: number
  readonly BackupAgeSeconds: number
}
const counts = sql`
  select
    (
      select
        count(*)::int
      from
        graphile_worker.jobs
      where
        ${isDue}
    ) as jobs,
    (
      select
        count(*)::int
      from
        graphile_worker.jobs
      where
        ${isGivenUp}
    ) as failed_jobs,
    (
      select
        count(*)::int
      from
        job_runs
      where
        state in ('queued', 'running')
    ) as runs,
    (
      select
        count(*)::int
      from
        notifications notification
        join users person on person.user_id = notification.user_id
      where
        notification.mailed_at is null
        and notification.dismissed_at is null
        and person.is_active
        and person.email <> ''
        and notification.created_on > now() - interval '1 day'
    ) as mails,
    (
      select
        count(*)::int
      from
        audit
      where
        audit_id > coalesce(
          (
            select
              max(last_audit_id)
            from
              audit_blocks
          ),
          0
        )
    ) as unsealed,
    (
      select
        count(*)::int
      from
        locks
      where
        leased_until > now()
    ) as locks,
    (
      select
        count(*)::int
      from
        sessions
      where
        last_seen_at > now() - interval '30 minutes'
    ) as sessions,
    (
      select
        coalesce(
          extract(
            epoch
            from
              now() - max(at)
          )::int,
          -1
        )
      from
        backups
      where
        kind = 'backup'
        and problem is null
        and at <= now()
    ) as backup_age_seconds
`
const help: Readonly<Record<keyof Counts, string>> = {
  Jobs: 'Jobs that are due and wait for a worker',
  FailedJobs: 'Jobs that failed in every attempt',
  Runs: "Users' jobs that wait or run",
  Mails: 'Notifications that wait to be mailed',
  Unsealed: 'Rows of the audit not sealed yet',
  Locks: 'Records being edited',
  Sessions: 'Sessions used within thirty minutes',
  BackupAgeSeconds: 'Seconds since the last good backup; -1 when there is none',
}

type Line = { readonly Line: string; readonly State: string }
/** The lines of the system's status, as the last check found them. */
const lines = sql`
  select
    line,
    state
  from
    system_status
`
const badness: Readonly<Record<string, number>> = { good: 0, watch: 1, act: 2 }

/** Adds the gauges, each read on request; while the database is lost, those counted in it are left out. */
export const registerGauges = (registry: Registry, db: Database): void => {
  let asking: Promise<Counts | undefined> | undefined
  // all of them are requested together, so one statement answers them
  const asked = (): Promise<Counts | undefined> =>
    (asking ??= db.read
      .one<Counts>(counts)
      .catch(() => undefined)
      .finally(() => (asking = undefined)))
  for (const [name, said] of Object.entries(help) as [keyof Counts, string][])
    new Gauge({
      name: `aliquot_${columnOf(name)}`,
      help: said,
      // of the database: each process finds the same
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const found = await asked()
        if (found) this.set(found[name])
        else this.remove()
      },
    })
  new Gauge({
    name: 'aliquot_system_state',
    help: 'A line of System Status: 0 good, 1 watch, 2 act now',
    aggregator: 'max',
    labelNames: ['line'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { Line: line, State } of await db.read.rows<Line>(lines).catch(() => []))
        this.set({ line }, badness[State] ?? 2)
    },
  })
  new Gauge({
    name: 'aliquot_database_up',
    help: '1 while the database answers',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      this.set((await asked()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'aliquot_database_connections',
    help: 'Connections by pool: open, idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(db.state.pools)) {
        this.set({ pool, state: 'open' }, totalCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'aliquot_replica_away',
    help: '1 while lists are read from the primary since the replica is lost or lags too far',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(db.state.replica?.isAway ? 1 : 0)
    },
  })
  new Gauge({
    name: 'aliquot_replica_lag_seconds',
    help: 'Lag of the replica',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(db.state.replica?.lagSeconds ?? 0)
    },
  })
}

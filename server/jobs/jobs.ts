// Work done outside the request by graphile-worker: what users ask for, and at its time sealing the audit, sending
// e-mail, clearing what is old.
import { lockOf } from '../db/advisory.ts'
import { Logger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { mostSealed, sealAudit, type Sealed } from '../door/seal.ts'
import type { Config } from '../config.ts'
import { sql, type Database } from '../db/db.ts'
import type { Job, ScheduledJob } from '../job.ts'
import { systemAuthor } from '../session/system.ts'
import type { SendMail } from '../letter.ts'
import { mailNotifications, mailServer } from './mail.ts'
import { doRun, takeUpRuns } from './run.ts'

/**
 * What nobody needs any more: answers kept for two days, printed files for ten minutes, locks that ran out, sessions of
 * a month ago.
 */
export const clearOld = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      delete from idempotency
      where
        created_at < now() - interval '2 days'
    `)
    await tx.run(sql`
      delete from files
      where
        created_at < now() - interval '10 minutes'
    `)
    await tx.run(sql`
      delete from locks
      where
        leased_until < now() - interval '1 hour'
    `)
    await tx.run(sql`
      delete from sessions
      where
        created_at < now() - interval '30 days'
    `)
    await tx.run(sql`
      delete from job_runs
      where
        created_at < now() - interval '2 days'
    `)
  })

const own = (send: SendMail | undefined, sealed: (block: Sealed) => void): readonly ScheduledJob[] => [
  {
    name: 'seal-audit',
    summary: 'Seal the history',
    schedule: '* * * * *',
    run: async ({ db }) => {
      for (let block: Sealed | undefined; (block = await db.transaction((tx) => sealAudit(tx)));) {
        sealed(block)
        if (block.rows < mostSealed) return
      }
    },
  },
  {
    name: 'mail',
    summary: 'Send notifications as e-mail',
    schedule: '* * * * *',
    run: async ({ db }) => void (send && (await mailNotifications(db, send))),
  },
  {
    name: 'clear-old',
    summary: 'Clear what nobody needs any more',
    schedule: '*/10 * * * *',
    run: ({ db }) => clearOld(db),
  },
  {
    name: 'take-up',
    summary: 'Begin again what a dead server has left',
    schedule: '* * * * *',
    run: ({ db }) => takeUpRuns(db),
  },
]

const isScheduled = (job: Job | ScheduledJob): job is ScheduledJob => 'schedule' in job
/** The key of the run that a task is about. */
const runIn = (sent: unknown): number => Number((sent as { run?: unknown } | null)?.run)

const tasksOf = (db: Database, jobs: readonly (Job | ScheduledJob)[], send: SendMail | undefined): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      isScheduled(job)
        ? () => job.run({ db, actor: systemAuthor(job.name), send })
        : (sent: unknown) => doRun(db, job, runIn(sent)),
    ]),
  )
// a letter that can not go is tried thrice; the others come again by themselves
const crontabOf = (jobs: readonly (Job | ScheduledJob)[]): string =>
  jobs
    .filter(isScheduled)
    .map((job) => `${job.schedule} ${job.name} ?max=${job.name === 'mail' ? 3 : 1}`)
    .join('\n')

// the worker's tables let nobody but their owner see a row, until a policy says so
const rights = `
grant usage on schema graphile_worker to aliquot_app;
grant all on all tables in schema graphile_worker to aliquot_app;
grant all on all sequences in schema graphile_worker to aliquot_app;
grant execute on all functions in schema graphile_worker to aliquot_app;
do $$ declare t text; begin
  for t in
    select
      w.tablename
    from
      pg_tables w
    where
      w.schemaname = 'graphile_worker'
      and w.rowsecurity
      and not exists (
        select
          1
        from
          pg_policies p
        where
          p.schemaname = w.schemaname
          and p.tablename = w.tablename
          and p.policyname = 'aliquot_app'
      )
  loop
    execute format('create policy aliquot_app on graphile_worker.%I to aliquot_app using (true) with check (true)', t);
  end loop;
end $$;
`

/**
 * Brings the worker's tables to its version, as their owner; at each start, since a new version of the worker comes
 * without a migration of ours.
 */
export const migrateJobs = async (ownerUrl: string): Promise<void> => {
  const utils = await makeWorkerUtils({ connectionString: ownerUrl })
  await utils.migrate()
  await utils.release()
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // two servers starting together wait for each other
    await client.query('select pg_advisory_lock($1)', [lockOf.jobs])
    await client.query(rights)
  } finally {
    await client.end()
  }
}

/** A job that failed, or without `task` the worker itself. Never its message, which may name whom it was for. */
export type JobFailed = { task?: string; attempt?: number; err: { name: string; code: string | undefined } }
type Said = { job?: { task_identifier: string; attempts: number }; error?: unknown; fatalError?: unknown }

/** What the worker says, of which only errors are told. */
const logger = (failed: (job: JobFailed) => void): Logger =>
  new Logger(() => (level, _message, said: Said = {}) => {
    if (level !== 'error') return
    const { name, code } = (said.fatalError ?? said.error ?? {}) as { name?: string; code?: string }
    failed({
      ...(said.job && { task: said.job.task_identifier, attempt: said.job.attempts }),
      err: { name: name ?? 'Error', code },
    })
  })

/** Who hears of sealed blocks, and what modules want done. */
type Asked = { sealed?: (block: Sealed) => void; asked?: readonly (Job | ScheduledJob)[] }
/**
 * Starts the worker of this process. A job that failed is tried again, later each time; `failed` hears of each failure.
 */
export const startJobs = async (
  url: string,
  db: Database,
  config: Config,
  failed: (job: JobFailed) => void,
  { sealed = () => undefined, asked = [] }: Asked = {},
): Promise<{ stop(): Promise<void> }> => {
  const pool = new pg.Pool({ connectionString: url, max: 3, options: '-c role=aliquot_app' })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const jobs = [...own(config.smtpUrl === undefined ? undefined : mailServer(config.smtpUrl), sealed), ...asked]
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    taskList: tasksOf(
      db,
      jobs,
      config.smtpUrl === undefined ? undefined : mailServer(config.smtpUrl, { confidential: true }),
    ),
    crontab: crontabOf(jobs),
    logger: logger(failed),
  })
  return {
    async stop() {
      await runner.stop().catch(() => undefined)
      await pool.end()
    },
  }
}

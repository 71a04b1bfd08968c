// Work done outside the request by graphile-worker: what users ask for, and at its time sealing the audit, sending
// e-mail, clearing what is old.
import { lockOf } from '../db/advisory.ts'
import { Logger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { mostSealed, sealAudit, type Sealed } from '../door/seal.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Job, ScheduledJob } from '../job.ts'
import { systemAuthor } from '../session/system.ts'
import type { SendMail } from '../letter.ts'
import { clearOld, type Ages } from './clear.ts'
import { mailNotifications, mailServer } from './mail.ts'
import { doRun } from './run.ts'
import { takeUpRuns } from './take-up.ts'

const own = (send: SendMail | undefined, sealed: (block: Sealed) => void, ages: Ages): readonly ScheduledJob[] => [
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
    summary: 'Delete expired data',
    schedule: '*/10 * * * *',
    run: ({ db }) => clearOld(db, ages),
  },
  {
    name: 'take-up',
    summary: 'Resume jobs of a crashed server',
    schedule: '* * * * *',
    run: ({ db }) => takeUpRuns(db),
  },
]

const isScheduled = (job: Job | ScheduledJob): job is ScheduledJob => 'schedule' in job
/** The key of the run that a task is about. */
const runIn = (sent: unknown): number => Number((sent as { run?: unknown } | null)?.run)

/** Users' jobs, each begun when its user has none under way. */
const userTasks = (db: Database, jobs: readonly Job[]): TaskList =>
  Object.fromEntries(jobs.map((job) => [job.name, (sent: unknown) => doRun(db, job, runIn(sent))]))

/** Clock jobs. One that is still at work here when its time comes again is not begun a second time. */
const clockTasks = (db: Database, jobs: readonly ScheduledJob[], send: SendMail | undefined): TaskList => {
  const atWork = new Set<string>()
  const once = async (job: ScheduledJob): Promise<void> => {
    if (atWork.has(job.name)) return
    atWork.add(job.name)
    await job.run({ db, actor: systemAuthor(job.name), send }).finally(() => atWork.delete(job.name))
  }
  return Object.fromEntries(jobs.map((job) => [job.name, () => once(job)]))
}
/**
 * The plan of the clock. A letter that cannot be sent is tried three times; the other jobs come again by themselves. By
 * its key a job waits once, however many minutes have passed.
 */
export const crontabOf = (jobs: readonly ScheduledJob[]): string =>
  jobs
    .map((job) => `${job.schedule} ${job.name} ?max=${job.name === 'mail' ? 3 : 1}&jobKey=clock:${job.name}`)
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
/** Jobs of users that one process does at the same time. */
const usersAtOnce = 2

/**
 * Starts the workers of this process: one for what users ask for and one for the clock, so that an import never delays
 * a critical value. A job that failed is tried again, later each time; `failed` hears of each failure.
 */
export const startJobs = async (
  url: string,
  db: Database,
  config: Config,
  failed: (job: JobFailed) => void,
  { sealed = () => undefined, asked = [] }: Asked = {},
): Promise<{ stop(): Promise<void> }> => {
  // each worker listens on a connection of its own; the others take and finish jobs
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c role=aliquot_app' })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const { smtpUrl } = config
  const jobs = [...own(smtpUrl === undefined ? undefined : mailServer(smtpUrl), sealed, config), ...asked]
  const byClock = jobs.filter(isScheduled)
  const byUsers = jobs.filter((job): job is Job => !isScheduled(job))
  const send = smtpUrl === undefined ? undefined : mailServer(smtpUrl, { confidential: true })
  const common = { pgPool: pool, noHandleSignals: true, logger: logger(failed) }
  const runners: Runner[] = [
    await run({
      ...common,
      // none waits for another: a mail server that does not answer holds its own job alone
      concurrency: byClock.length,
      taskList: clockTasks(db, byClock, send),
      crontab: crontabOf(byClock),
    }),
    await run({ ...common, concurrency: usersAtOnce, taskList: userTasks(db, byUsers), parsedCronItems: [] }),
  ]
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)))
      await pool.end()
    },
  }
}

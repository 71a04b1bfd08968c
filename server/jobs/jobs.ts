// Work done outside the request by graphile-worker: jobs of users, and scheduled jobs such as sealing the audit,
// sending e-mail and deleting expired data.
import { partOf } from '../thrown.ts'
import { lockOf } from '../db/advisory.ts'
import { Logger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { isObject } from '../../core/same.ts'
import { mostSealed, sealAudit, type Sealed } from '../door/seal.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Job, ScheduledJob } from '../job.ts'
import { systemAuthor } from '../session/system.ts'
import type { SendMail } from '../letter.ts'
import { clearOld, type Ages } from './clear.ts'
import { mailNotifications, mailServer } from './mail.ts'
import { JobPool } from './pool.ts'
import { doRun } from './run.ts'
import { serverName } from './server-name.ts'
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
/** The key of a task's run. */
const runIn = (sent: unknown): number => (isObject(sent) && 'run' in sent ? Number(sent.run) : NaN)

/** Users' jobs, each started when its user has none running. */
const userTasks = (db: Database, jobs: readonly Job[]): TaskList =>
  Object.fromEntries(jobs.map((job) => [job.name, (sent: unknown) => doRun(db, job, runIn(sent))]))

/** Scheduled jobs. One that still runs in this process at its next time is not started a second time. */
const clockTasks = (
  db: Database,
  jobs: readonly ScheduledJob[],
  { send, config }: { send: SendMail | undefined; config: Config },
): TaskList => {
  const atWork = new Set<string>()
  const once = async (job: ScheduledJob): Promise<void> => {
    if (atWork.has(job.name)) return
    atWork.add(job.name)
    await job.run({ db, actor: systemAuthor(job.name), send, config }).finally(() => atWork.delete(job.name))
  }
  return Object.fromEntries(jobs.map((job) => [job.name, () => once(job)]))
}
/**
 * The schedule. A letter that cannot be sent is tried three times; the other jobs run again at their next time. With
 * its key a job is queued only once, even after a long pause.
 */
export const crontabOf = (jobs: readonly ScheduledJob[]): string =>
  jobs
    .map((job) => `${job.schedule} ${job.name} ?max=${job.name === 'mail' ? 3 : 1}&jobKey=clock:${job.name}`)
    .join('\n')

// only the owner of the worker's tables sees rows, until a policy grants it
const rights = `
grant usage on schema graphile_worker to aliquot_app;
grant all on all tables in schema graphile_worker to aliquot_app;
grant all on all sequences in schema graphile_worker to aliquot_app;
grant execute on all functions in schema graphile_worker to aliquot_app;
do $$ declare t text; begin
  for t in
    select
      kept.tablename
    from
      pg_tables kept
    where
      kept.schemaname = 'graphile_worker'
      and kept.rowsecurity
      and not exists (
        select
          1
        from
          pg_policies policy
        where
          policy.schemaname = kept.schemaname
          and policy.tablename = kept.tablename
          and policy.policyname = 'aliquot_app'
      )
  loop
    execute format('create policy aliquot_app on graphile_worker.%I to aliquot_app using (true) with check (true)', t);
  end loop;
end $$;
`

/**
 * Migrates the worker's tables as their owner, at each start, since a new version of the worker has no migration of
 * ours.
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

/** A failed job, or without `task` the worker itself. Never its message, which may name a patient. */
export type JobFailed = { task?: string; attempt?: number; err: { name: string; code: string | undefined } }
type Said = { job?: { task_identifier: string; attempts: number }; error?: unknown; fatalError?: unknown }

/** Passes on only the errors of the worker's log. */
const logger = (failed: (job: JobFailed) => void): Logger =>
  new Logger(() => (level, _message, said: Said = {}) => {
    if (level !== 'error') return
    const error = said.fatalError ?? said.error
    failed({
      ...(said.job && { task: said.job.task_identifier, attempt: said.job.attempts }),
      err: { name: partOf(error, 'name') ?? 'Error', code: partOf(error, 'code') },
    })
  })

/** The listener for sealed blocks, and the jobs of modules. */
type Asked = { sealed?: (block: Sealed) => void; asked?: readonly (Job | ScheduledJob)[] }
/** Users' jobs that one process runs at the same time. */
const usersAtOnce = 2

/**
 * Starts the workers of this process: one for users' jobs and one for scheduled ones, so that an import never delays a
 * critical value. A failed job is tried again, with longer waits; `failed` gets each failure.
 */
export const startJobs = async (
  url: string,
  db: Database,
  config: Config,
  failed: (job: JobFailed) => void,
  { sealed = () => undefined, asked = [] }: Asked = {},
): Promise<{ stop(): Promise<void> }> => {
  // each worker listens on a connection of its own; the others take and finish jobs
  const pool = new JobPool({
    connectionString: url,
    max: 4,
    options: '-c role=aliquot_app',
    application_name: serverName,
  })
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
      // they do not wait for each other: a mail server that does not answer delays only its own job
      concurrency: byClock.length,
      taskList: clockTasks(db, byClock, { send, config }),
      crontab: crontabOf(byClock),
    }),
    await run({ ...common, concurrency: usersAtOnce, taskList: userTasks(db, byUsers), parsedCronItems: [] }),
  ]
  // what this server did before it crashed goes on at once
  await takeUpRuns(db)
  return {
    async stop() {
      pool.stopWaiting()
      await Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)))
      await pool.end()
    },
  }
}

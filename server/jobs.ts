// Work done outside the request by graphile-worker: sealing the audit, sending e-mail, clearing what is old.
import { makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { sealAudit } from './audit.ts'
import type { Config } from './config.ts'
import { sql, type Database } from './db.ts'
import { mailNotifications, mailServer, type SendMail } from './mail.ts'

const tasks = (db: Database, send: SendMail | undefined): TaskList => ({
  'seal-audit': async () => void (await db.transaction((tx) => sealAudit(tx))),
  mail: async () => void (send && (await mailNotifications(db, send))),
  'clear-old': async () => {
    await db.transaction(async (tx) => {
      await tx.run(sql`delete from idempotency where created_at < now() - interval '2 days'`)
      await tx.run(sql`delete from files where created_at < now() - interval '10 minutes'`)
      await tx.run(sql`delete from locks where leased_until < now() - interval '1 hour'`)
      await tx.run(sql`delete from sessions where created_at < now() - interval '30 days'`)
    })
  },
})

/** Jobs' tables belong to the owner; made with the migrations. */
export const migrateJobs = async (ownerUrl: string): Promise<void> => {
  const utils = await makeWorkerUtils({ connectionString: ownerUrl })
  await utils.migrate()
  await utils.release()
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `grant usage on schema graphile_worker to aliquot_app; grant all on all tables in schema graphile_worker to aliquot_app; grant all on all sequences in schema graphile_worker to aliquot_app; grant execute on all functions in schema graphile_worker to aliquot_app`,
  )
  await client.end()
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Starts the worker of this process; without its tables (tests) there is none. */
export const startJobs = async (url: string, db: Database, config: Config): Promise<{ stop(): Promise<void> }> => {
  const there = await db.read
    .maybe(sql`select 1 from information_schema.schemata where schema_name = 'graphile_worker'`)
    .catch(() => undefined)
  if (!there || config.logLevel === 'silent') return { stop: async () => undefined }
  const { Logger } = await import('graphile-worker')
  const pool = new pg.Pool({ connectionString: url, max: 3, options: '-c role=aliquot_app' })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    taskList: tasks(db, config.smtpUrl === undefined ? undefined : mailServer(config.smtpUrl)),
    crontab: '* * * * * seal-audit ?max=1\n* * * * * mail ?max=3\n*/10 * * * * clear-old ?max=1',
    logger: new Logger(() => (level, message) => void (level === 'error' ? quiet.error() : message)),
  })
  return {
    async stop() {
      await runner.stop().catch(() => undefined)
      await pool.end()
    },
  }
}

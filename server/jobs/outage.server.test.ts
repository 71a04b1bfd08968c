// A job that ends while the database is away.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { sql } from '../db/db.ts'
import type { ScheduledJob } from '../job.ts'
import { cutLines, lineTo } from '../testing/line.ts'
import { networkForTests } from '../testing/network.ts'
import { startJobs } from './jobs.ts'
import { JobPool } from './pool.ts'

const { app } = networkForTests()

let [begun, end] = [0, (_fails: boolean): void => undefined]
const ending: ScheduledJob = {
  name: 'ending',
  summary: 'Ends as the test says',
  schedule: '0 3 * * *',
  run: async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    ;[begun, end] = [begun + 1, resolve]
    if (await promise) throw new Error('as the test says')
  },
}

let line: Awaited<ReturnType<typeof lineTo>>
let jobs: { stop(): Promise<void> }
beforeAll(async () => {
  const config = readConfig({ DATABASE_URL: app.url, DEMO: 'false', LOG_LEVEL: 'silent' })
  line = await lineTo(app.url)
  jobs = await startJobs(line.url, app.db, config, () => undefined, { asked: [ending] })
})
afterAll(async () => {
  await jobs.stop()
  cutLines()
})

const stored = () =>
  app.db.read.rows(sql`
    select
      job.locked_by is not null as locked,
      job.last_error as error
    from
      graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
    where
      task.identifier = 'ending'
  `)
const queue = () =>
  app.db.transaction((tx) =>
    tx.run(sql`
      select
        graphile_worker.add_job ('ending', max_attempts => 1)
    `),
  )

test('a job that fails or is done while the database is away is noted when that is back, and not kept locked', async () => {
  for (const [fails, left] of [
    [true, [{ Locked: false, Error: 'as the test says' }]],
    [false, [{ Locked: false, Error: 'as the test says' }]],
  ] as const) {
    const before = begun
    await queue()
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(before + 1)
    line.cut()
    end(fails)
    // long enough for the note to be tried in vain
    await wait(300)
    expect(await stored()).toContainEqual({ Locked: true, Error: null })
    await line.mend()
    await expect.poll(stored, { timeout: 15_000 }).toEqual(left)
  }
})

test('a name that leads nowhere while the database is replaced is waited for, too', async () => {
  const nowhere = new URL(app.url)
  nowhere.host = 'database.invalid'
  const pool = new JobPool({ connectionString: nowhere.href })
  const connected = pool.connect()
  expect(await Promise.race([connected.then(() => 'connected', String), wait(500, 'waits')])).toBe('waits')
  pool.options.connectionString = app.url
  ;(await connected).release()
  await pool.end()
})

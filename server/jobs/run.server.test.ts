// A user's job runs with their rights, reports only to them, and survives a server crash.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { integer } from '../../core/model.ts'
import { readConfig } from '../config.ts'
import { sql } from '../db/db.ts'
import { openNews, type Heard, type Listener } from '../db/notify.ts'
import { jobOf, type JobContext } from '../job.ts'
import { refused } from '../refusal.ts'
import { absentUser } from '../session/absent.ts'
import { networkForTests } from '../testing/network.ts'
import { setRows } from '../testing/rows.ts'
import { addJob } from './add.ts'
import { startJobs } from './jobs.ts'
import { doRun } from './run.ts'
import { serverName } from './server-name.ts'
import { takeUpRuns } from './take-up.ts'

const payload = { Lines: integer('Lines') }
let work: (context: JobContext<typeof payload>) => Promise<string>
const counting = jobOf({
  name: 'counting',
  summary: 'Counting of lines',
  payload,
  run: async (context) => ({
    message: await work(context),
    errors: ['3: no'],
    result: { Lines: context.payload.Lines },
  }),
})

const { app, front: desk, admin } = networkForTests('front', 'admin')
let news: Listener
let jobs: { stop(): Promise<void> }
beforeAll(async () => {
  news = await openNews(app.db)
  const config = readConfig({ DATABASE_URL: app.url, DEMO: 'false', LOG_LEVEL: 'silent' })
  jobs = await startJobs(app.url, app.db, config, () => undefined, { asked: [counting] })
})
afterAll(async () => {
  await jobs.stop()
  await news.close()
})

/** The front desk requests the job, in a transaction. */
const asked = (): Promise<number> =>
  app.db.transaction(async (tx) => {
    const user = await absentUser(tx, { userId: desk.userId, roleId: 5, entityId: 12 }, 'test')
    if (!user) throw new Error('The front desk is not there')
    return addJob(tx, user, counting, { Lines: 3 }, { module: 'pricelists', formId: 7 })
  })
const run = async (id: number) => (await desk.get(`/api/jobs/${id}`)).body
const state = async (id: number): Promise<unknown> => (await run(id)).State
const left = (id: number, attempts: number) =>
  setRows(
    app,
    'job_runs',
    { JobRunId: id },
    { State: 'running', Attempts: attempts, TouchedAt: sql`now() - interval '1 minute'` },
  )

test('a job runs as its user, reports its progress, and only its owner sees it and is notified', async () => {
  const heard: Heard[] = []
  const stop = news.subscribe((one) => void heard.push(one))
  const { promise: seen, resolve: go } = Promise.withResolvers<void>()
  work = async ({ user, about, progress }) => {
    progress(2, 3, 'two lines')
    await seen
    return `${user.UserName} counted ${about?.module} ${about?.formId}`
  }
  const id = await asked()
  await expect.poll(() => run(id), { timeout: 10_000 }).toMatchObject({ State: 'running', Done: 2, Total: 3 })
  expect((await run(id)).Message).toBe('two lines')
  go()
  await expect.poll(() => state(id), { timeout: 10_000 }).toBe('done')
  const mine = (await desk.get('/api/jobs')).body
  expect(mine[0]).toEqual({
    JobRunId: id,
    Name: 'counting',
    Title: 'counting',
    ModuleId: 'pricelists',
    FormId: 7,
    State: 'done',
    Done: 3,
    Total: 3,
    Message: 'frontdesk counted pricelists 7',
    HasFile: false,
    Errors: ['3: no'],
    CreatedOn: expect.any(String),
    EndedOn: expect.any(String),
  })
  expect((await run(id)).Result).toEqual({ Lines: 3 })
  expect((await admin.get(`/api/jobs/${id}`)).status).toBe(404)
  expect((await admin.get('/api/jobs')).body).toEqual([])
  await expect.poll(() => heard.filter((one) => one.kind === 'job').length).toBeGreaterThan(2)
  for (const one of heard.filter((one) => one.kind === 'job')) expect(one).toEqual({ kind: 'job', user: desk.userId })
  stop()
})

test('a job requested in a failed transaction does not exist', async () => {
  const count = async () => (await desk.get('/api/jobs')).body.length
  const before = await count()
  const failing = app.db.transaction(async (tx) => {
    const user = await absentUser(tx, { userId: desk.userId, roleId: 5, entityId: 12 }, 'test')
    if (user) await addJob(tx, user, counting, {})
    throw new Error('not today')
  })
  await expect(failing).rejects.toThrow('not today')
  expect(await count()).toBe(before)
})

test('a refusal fails at once with its message; any other error is tried again and then fails without details', async () => {
  let begun = 0
  work = async () => {
    begun += 1
    throw refused('There is nothing to count')
  }
  const refusedRun = await asked()
  await expect.poll(() => state(refusedRun), { timeout: 10_000 }).toBe('failed')
  expect([(await run(refusedRun)).Message, begun]).toEqual(['There is nothing to count', 1])
  work = async () => {
    throw new Error('relation "secret" does not exist')
  }
  const broken = await asked()
  await expect
    .poll(() => run(broken), { timeout: 10_000 })
    .toMatchObject({ State: 'queued', Message: 'It failed and will be tried again' })
  // the worker waits longer before each try; the test does not wait
  const again = () => doRun(app.db, counting, broken).catch(() => undefined)
  await expect.poll(async () => (await again(), await state(broken)), { timeout: 10_000 }).toBe('failed')
  expect(await run(broken)).toMatchObject({ State: 'failed', Message: 'Something went wrong. Please try again.' })
})

test('a job of a crashed server is restarted, three times at most', async () => {
  work = async () => 'counted'
  const once = await asked()
  await expect.poll(() => state(once), { timeout: 10_000 }).toBe('done')
  await left(once, 1)
  await setRows(app, 'job_runs', { JobRunId: once }, { Payload: '{}' })
  await takeUpRuns(app.db)
  await expect.poll(() => state(once), { timeout: 10_000 }).toBe('done')
  await left(once, 3)
  await takeUpRuns(app.db)
  expect(await run(once)).toMatchObject({
    State: 'failed',
    Message: 'The server was stopped each time this was begun',
  })
})

test('a job of a server that is gone is restarted at once, one of a live server is not; the last end says how far it came', async () => {
  work = async () => 'counted'
  const id = await asked()
  await expect.poll(() => state(id), { timeout: 10_000 }).toBe('done')
  const under = (server: string, attempts: number) =>
    setRows(
      app,
      'job_runs',
      { JobRunId: id },
      { State: 'running', Attempts: attempts, Server: server, TouchedAt: sql`now()` },
    )
  await under(serverName, 1)
  await takeUpRuns(app.db)
  expect(await state(id)).toBe('running')
  await under('aliquot jobs of a dead server', 1)
  await takeUpRuns(app.db)
  await expect.poll(() => state(id), { timeout: 10_000 }).toBe('done')
  await under('aliquot jobs of a dead server', 3)
  await setRows(app, 'job_runs', { JobRunId: id }, { Done: 120, Total: 500 })
  await takeUpRuns(app.db)
  expect((await run(id)).Message).toBe('The server was stopped each time this was begun, last at 120 of 500')
})

test('a user who has lost the role by then is refused', async () => {
  const id = (await desk.get('/api/jobs')).body[0]?.JobRunId
  await setRows(app, 'job_runs', { JobRunId: id }, { State: 'queued', Attempts: 0, RoleId: 2 })
  await doRun(app.db, counting, id)
  expect(await run(id)).toMatchObject({
    State: 'failed',
    Message: 'You no longer work in the role in which you asked for this',
  })
})

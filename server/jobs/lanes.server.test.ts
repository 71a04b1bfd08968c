// Users' jobs and scheduled jobs have separate workers, and a user has one job running.
import { parseCrontab } from 'graphile-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { integer } from '../../core/model.ts'
import { readConfig } from '../config.ts'
import { sql, type Tx } from '../db/db.ts'
import { jobOf, type ScheduledJob } from '../job.ts'
import { absentUser } from '../session/absent.ts'
import { networkForTests } from '../testing/network.ts'
import { setRows } from '../testing/rows.ts'
import type { Person } from '../testing/signed-in.ts'
import { addJob, queueRun } from './add.ts'
import { crontabOf, startJobs } from './jobs.ts'
import { takeUpRuns } from './take-up.ts'

const { app, front, admin, manager } = networkForTests('front', 'admin', 'manager')

/** The started jobs, each held until the test releases it. */
const held: { user: number; release: () => void }[] = []
const holding = jobOf({
  name: 'holding',
  summary: 'Held until the test releases it',
  payload: { Lines: integer('Lines') },
  run: async ({ user, isStopped }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held.push({ user: user.UserId, release: resolve })
    await promise
    return { message: `Did 7, ${(await isStopped()) ? 'stopped' : 'all'}`, errors: ['8: no'], result: { Saved: 7 } }
  },
})
let escalated = 0
let working: Promise<void> = Promise.resolve()
const escalating: ScheduledJob = {
  name: 'escalating',
  summary: 'Counts its calls',
  schedule: '0 3 * * *',
  run: () => {
    escalated += 1
    return working
  },
}

let jobs: { stop(): Promise<void> }
beforeAll(async () => {
  const config = readConfig({ DATABASE_URL: app.url, DEMO: 'false', LOG_LEVEL: 'silent' })
  jobs = await startJobs(app.url, app.db, config, () => undefined, { asked: [holding, escalating] })
})
afterAll(() => jobs.stop())

const addIn = async (tx: Tx, person: Person, roleId: number, entityId: number): Promise<number> => {
  const user = await absentUser(tx, { userId: person.userId, roleId, entityId }, 'test')
  if (!user) throw new Error('This user has no such role')
  return addJob(tx, user, holding, { Lines: 3 })
}
const add = (person: Person, roleId: number, entityId: number): Promise<number> =>
  app.db.transaction((tx) => addIn(tx, person, roleId, entityId))
const run = async (person: Person, id: number) => (await person.get(`/api/jobs/${id}`)).body
const state = async (person: Person, id: number): Promise<unknown> => (await run(person, id)).State
const clock = () =>
  app.db.transaction((tx) =>
    tx.run(sql`
      select
        graphile_worker.add_job ('escalating')
    `),
  )
const begun = (count: number) => expect.poll(() => held.length, { timeout: 10_000 }).toBe(count)

test('a scheduled job runs while jobs of several users are held, and each user has one job running', async () => {
  const first = await add(front, 5, 12)
  const [second, third] = [await add(front, 5, 12), await add(front, 5, 12)]
  const [other, waiting] = [await add(admin, 1, 1), await add(manager, 2, 2)]
  await begun(2)
  await clock()
  await expect.poll(() => escalated, { timeout: 10_000 }).toBe(1)
  expect(new Set(held.map(({ user }) => user))).toEqual(new Set([front.userId, admin.userId]))
  expect(await Promise.all([first, second, third].map((id) => state(front, id)))).toEqual([
    'running',
    'queued',
    'queued',
  ])
  // when the other user's job ends, the third user's starts, not the second job of the first
  held.find(({ user }) => user === admin.userId)?.release()
  await begun(3)
  expect([held[2]?.user, await state(admin, other), await state(front, second)]).toEqual([
    manager.userId,
    'done',
    'queued',
  ])
  held[2]?.release()
  await expect.poll(() => state(manager, waiting), { timeout: 10_000 }).toBe('done')
  held.find(({ user }) => user === front.userId)?.release()
  await begun(4)
  expect(await Promise.all([first, second, third].map((id) => state(front, id)))).toEqual(['done', 'running', 'queued'])
  held[3]?.release()
  await begun(5)
  held[4]?.release()
  await expect.poll(() => state(front, third), { timeout: 10_000 }).toBe('done')
})

test('a job cancelled while it runs reports what it did', async () => {
  const count = held.length
  const id = await add(front, 5, 12)
  await begun(count + 1)
  expect((await front.put(`/api/jobs/${id}/cancel`)).status).toBe(200)
  expect(await run(front, id)).toMatchObject({ State: 'cancelled', Message: 'Cancelled', Errors: [] })
  held[count]?.release()
  await expect
    .poll(() => run(front, id), { timeout: 10_000 })
    .toMatchObject({
      State: 'cancelled',
      Message: 'Cancelled. Did 7, stopped',
      Errors: ['8: no'],
      Result: { Saved: 7 },
    })
})

test('a job whose turn was lost in a server crash is queued again', async () => {
  const count = held.length
  const [first, second] = [await add(front, 5, 12), await add(front, 5, 12)]
  await begun(count + 1)
  await expect.poll(() => queued(second), { timeout: 10_000 }).toBe(0)
  // its server crashed after the job had ended
  await setRows(app, 'job_runs', { JobRunId: first }, { State: 'done' })
  await setRows(app, 'job_runs', { JobRunId: second }, { TouchedAt: sql`now() - interval '1 minute'` })
  await takeUpRuns(app.db)
  await begun(count + 2)
  for (const { release } of held.slice(count)) release()
  await expect.poll(() => state(front, second), { timeout: 10_000 }).toBe('done')
})

/** Two jobs of a user, of which the turn of the second one has come first. */
const outOfOrder = async (): Promise<readonly [number, number]> => {
  const [first, second] = await app.db.transaction(async (tx) => {
    const earlier = await addIn(tx, front, 5, 12)
    await tx.run(sql`
      select
        graphile_worker.remove_job (${`run:${earlier}`})
    `)
    return [earlier, await addIn(tx, front, 5, 12)] as const
  })
  await expect.poll(() => queued(second), { timeout: 10_000 }).toBe(0)
  expect(await state(front, second)).toBe('queued')
  return [first, second]
}

test("a user's jobs run in the order of their requests, even when the turn of a later one comes first", async () => {
  const count = held.length
  const [first, second] = await outOfOrder()
  await app.db.transaction((tx) => queueRun(tx, holding.name, first))
  await begun(count + 1)
  expect([await state(front, first), await state(front, second)]).toEqual(['running', 'queued'])
  held[count]?.release()
  await begun(count + 2)
  held[count + 1]?.release()
  await expect.poll(() => state(front, second), { timeout: 10_000 }).toBe('done')
})

test('a job that waits for one that is cancelled before its start begins then', async () => {
  const count = held.length
  const [first, second] = await outOfOrder()
  expect((await front.put(`/api/jobs/${first}/cancel`)).status).toBe(200)
  await begun(count + 1)
  held[count]?.release()
  await expect.poll(() => state(front, second), { timeout: 10_000 }).toBe('done')
})

/** The worker's jobs for this run. */
const queued = async (id: number): Promise<number> =>
  (
    await app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        graphile_worker.jobs
      where
        key = ${`run:${id}`}
    `)
  ).N

test('a scheduled job is queued once, and not started again while it runs', async () => {
  expect(parseCrontab(crontabOf([escalating])).map(({ options }) => options)).toEqual([
    expect.objectContaining({ jobKey: 'clock:escalating', jobKeyMode: 'replace' }),
  ])
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = escalated
  working = promise
  await clock()
  await expect.poll(() => escalated, { timeout: 10_000 }).toBe(before + 1)
  await clock()
  const left = () =>
    app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        graphile_worker.jobs
      where
        task_identifier = 'escalating'
    `)
  await expect.poll(async () => (await left()).N, { timeout: 10_000 }).toBe(1)
  resolve()
  await expect.poll(async () => (await left()).N, { timeout: 10_000 }).toBe(0)
  expect(escalated).toBe(before + 1)
})

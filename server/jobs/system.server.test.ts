// Scheduled jobs run as the system user: the history names it, and no person can use it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { sql } from '../db/db.ts'
import { writeAudit } from '../door/audit.ts'
import type { ScheduledJob } from '../job.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { listed } from '../testing/listed.ts'
import { ask, signedIn, type Person } from '../testing/signed-in.ts'
import { startJobs } from './jobs.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await signedIn(app, 'admin', 1, 1)
})
afterAll(() => app.close())

const describing: ScheduledJob = {
  name: 'describe-departments',
  summary: 'Describe departments',
  schedule: '0 3 * * *',
  run: ({ db, actor }) =>
    db.transaction(async (tx) => {
      await tx.run(sql`
        update departments
        set
          description = 'By night'
        where
          department_id = 2
      `)
      const changes: Record<string, [unknown, unknown]> = { Description: [null, 'By night'] }
      await writeAudit(tx, actor, { module: 'departments', formId: 2, action: 'update', changes })
    }),
}

test("the history names the system as the author of a scheduled job's write", async () => {
  const config = readConfig({ DATABASE_URL: app.url, DEMO: 'false', LOG_LEVEL: 'silent' })
  const jobs = await startJobs(app.url, app.db, config, () => undefined, { asked: [describing] })
  await app.db.transaction((tx) =>
    tx.run(sql`
      select
        graphile_worker.add_job ('describe-departments')
    `),
  )
  const history = async () => (await admin.get('/api/actions?ModuleId=departments&FormId=2')).body
  await expect.poll(async () => (await history()).length, { timeout: 10_000 }).toBe(1)
  await jobs.stop()
  expect(await history()).toEqual([
    expect.objectContaining({
      Action: 'update',
      Changes: { Description: [null, 'By night'] },
      User: { UserName: '(system)', FullName: 'System' },
    }),
  ])
})

test('the system user cannot sign in, be opened or be picked', async () => {
  for (const password of ['', 'aliquot-demo', '(system)'])
    expect((await ask(app, 'POST', '/api/login', { username: '(system)', password })).status).toBe(401)
  expect((await admin.get('/api/users/0')).status).toBe(404)
  const users = await listed(admin, 1019, {}, { limit: '100' })
  expect(users.rows.length).toBeGreaterThan(5)
  const offered = [
    ...users.rows,
    ...(await admin.get('/api/getdata/108')).body,
    ...(await admin.get('/api/getdata/120')).body,
  ]
  expect(offered.filter((user) => user.UserId === 0 || user.FullName === 'System')).toEqual([])
})

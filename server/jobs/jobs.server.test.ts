// Jobs outside the request: they run at every log level, and a failure is reported without the job's content.
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { raw, sql, statementCount } from '../db/db.ts'
import { clearOld } from './clear.ts'
import { startJobs, type JobFailed } from './jobs.ts'
import { notifyUsers } from '../db/notify.ts'
import { networkForTests } from '../testing/network.ts'
import { countRows, insertOf, valueOf } from '../testing/rows.ts'

const { app } = networkForTests()

test('an unreachable mail server makes the job fail, reported by name and code', async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update users
      set
        email = 'desk@example.com'
      where
        user_name = 'labdesk'
    `)
    const { Id } = await tx.one<{ Id: number }>(sql`
      select
        user_id as id
      from
        users
      where
        user_name = 'labdesk'
    `)
    await notifyUsers(tx, [Id], { creater: 'Laboratory', subject: 'Report ready', content: 'x' })
    await tx.run(sql`
      select
        graphile_worker.add_job ('mail')
    `)
  })
  // port 1 has no listener
  const config = readConfig({
    DATABASE_URL: app.url,
    DEMO: 'false',
    LOG_LEVEL: 'silent',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  let stop = async (): Promise<void> => undefined
  const told = await new Promise<JobFailed>((failed, broken) => {
    startJobs(app.url, app.db, config, failed).then((jobs) => (stop = jobs.stop), broken)
  })
  await stop()
  expect(told).toMatchObject({ task: 'mail', attempt: 1 })
  expect(JSON.stringify(told)).not.toContain('desk@example.com')
})

test('the application reaches its jobs: the schedule is stored, and the audit is sealed, at every log level', async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(
      insertOf('audit', {
        At: sql`now() - interval '10 minutes'`,
        UserId: 1,
        ModuleId: 'clients',
        FormId: 1,
        Action: 'update',
      }),
    )
    await tx.run(sql`
      select
        graphile_worker.add_job ('seal-audit')
    `)
  })
  const troubles: JobFailed[] = []
  const config = readConfig({ DATABASE_URL: app.url, DEMO: 'false', LOG_LEVEL: 'silent' })
  const jobs = await startJobs(app.url, app.db, config, (job) => troubles.push(job))
  const planned = () =>
    app.db.read.rows(sql`
      select
        identifier as task
      from
        graphile_worker._private_known_crontabs
      order by
        1
    `)
  await expect
    .poll(planned, { timeout: 10_000 })
    .toEqual([{ Task: 'clear-old' }, { Task: 'mail' }, { Task: 'seal-audit' }, { Task: 'take-up' }])
  const blocks = () =>
    app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        audit_blocks
    `)
  await expect.poll(async () => (await blocks()).N, { timeout: 10_000 }).toBeGreaterThan(0)
  await jobs.stop()
  expect(troubles).toEqual([])
})

test('answers are stored for two days and printed files for ten minutes, no longer', async () => {
  const ages = (table: string) =>
    app.db.read.rows<{ Key: string }>(sql`
      select
        ${raw(table === 'files' ? 'address' : 'key')} as key
      from
        ${raw(table)}
      order by
        1
    `)
  await app.db.transaction(async (tx) => {
    const { Id } = await tx.one<{ Id: number }>(sql`
      select
        user_id as id
      from
        users
      where
        user_name = 'labdesk'
    `)
    for (const [name, age] of [
      ['young', '47 hours'],
      ['old', '49 hours'],
    ])
      await tx.run(
        insertOf('idempotency', { UserId: Id, Key: name, BodyHash: '', createdAt: sql`now() - ${age}::interval` }),
      )
    for (const [name, age] of [
      ['young', '9 minutes'],
      ['old', '11 minutes'],
    ])
      await tx.run(
        insertOf('files', {
          Address: name,
          UserId: Id,
          TokenHash: '',
          MediaType: 'text/plain',
          Name: 'x',
          Content: '',
          createdAt: sql`now() - ${age}::interval`,
        }),
      )
  })
  await clearOld(app.db, { notificationDays: 180, accessLogDays: 1095 })
  expect(await ages('idempotency')).toEqual([{ Key: 'young' }])
  expect(await ages('files')).toEqual([{ Key: 'young' }])
})

test('notifications and the access log expire; a year and a day of the log are never deleted, and many rows are deleted in pieces', async () => {
  const [notification, logged] = [(days: number) => `${days} days of notification`, (days: number) => `${days} days`]
  const userId = await valueOf<number>(app, 'users', { UserName: 'labdesk' }, 'user_id')
  await app.db.transaction(async (tx) => {
    for (const days of [179, 181])
      await tx.run(
        insertOf('notifications', {
          UserId: userId,
          Creater: 'x',
          Subject: notification(days),
          Content: '',
          CreatedOn: sql`now() - make_interval(days => ${days}::int)`,
        }),
      )
    for (const days of [1, 365, 367])
      await tx.run(
        insertOf('access_log', {
          ModuleId: 'clients',
          What: logged(days),
          At: sql`now() - make_interval(days => ${days}::int)`,
        }),
      )
    await tx.run(sql`
      insert into
        idempotency (user_id, key, body_hash, created_at)
      select
        ${userId}::int,
        'many' || number,
        '',
        now() - interval '3 days'
      from
        generate_series(1, 10001) number
    `)
  })
  const before = statementCount.value
  await clearOld(app.db, { notificationDays: 180, accessLogDays: 1 })
  // a transaction for each piece of the long table, and one for each of the others
  expect(statementCount.value - before).toBe(8 + 2)
  expect(await countRows(app, 'idempotency', { BodyHash: '' })).toBe(1)
  const left = (table: string, column: string, names: readonly string[]) =>
    Promise.all(names.map((value) => countRows(app, table, { [column]: value })))
  expect(await left('notifications', 'subject', [179, 181].map(notification))).toEqual([1, 0])
  expect(await left('access_log', 'what', [1, 365, 367].map(logged))).toEqual([1, 1, 0])
  await expect(app.db.transaction((tx) => tx.run(sql`delete from access_log`))).rejects.toThrow('permission denied')
})

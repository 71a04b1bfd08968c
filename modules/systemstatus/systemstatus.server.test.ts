// The status of the system: what the check finds, who reads it, and that the administrators are notified once.
import pg from 'pg'
import { expect, test } from 'vitest'
import { at } from '../../server/clock.ts'
import { release } from '../../server/release.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { runScheduled } from '../../server/testing/scheduled.ts'
import { openDatabase, sql } from '../../server/db/db.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { keepReadings, systemJobs } from './check.server.ts'

const { app, admin, manager, accounts } = networkForTests('admin', 'manager', 'accounts')
const [check, verify] = systemJobs
const lines = async (filter: Json = {}) => (await listed(admin, 1090, filter)).rows
const lineOf = async (name: string) => (await lines()).find((row) => row.Name === name)
const told = (): Promise<{ Subject: string; Path: string }[]> =>
  app.db.read.rows(sql`
    select
      subject,
      path
    from
      notifications
    where
      path = '/summary/systemstatus'
    order by
      notification_id
  `)

test('the check keeps a line a part, in order, with what was found', async () => {
  expect(await lines()).toEqual([])
  if (check === undefined || verify === undefined) throw new Error('The jobs are missing')
  await runScheduled(app, check)
  await runScheduled(app, verify)
  const all = await lines()
  expect(all.map((row) => row.Name)).toEqual([
    ...[
      'Release',
      'Database',
      'Backup',
      'Transactions',
      'Connections',
      'Replica',
      'Jobs',
      'Letters',
      'Records',
      'History',
      'Clock',
    ],
    'Certificate',
  ])
  expect(await lineOf('Release')).toMatchObject({ State: 'good', Advice: '' })
  expect(String((await lineOf('Release'))?.Value)).toContain(`${release}, `)
  expect(String((await lineOf('Database'))?.Value)).toMatch(/^\d+(\.\d)? (MB|GB)$/)
  expect(await lineOf('Replica')).toMatchObject({ State: 'good', Value: 'There is none' })
  expect(await lineOf('Letters')).toMatchObject({ State: 'good', Value: 'No mail server is set' })
  // twice on one day is one size of that day
  await runScheduled(app, check)
  const sizes = await app.db.read.rows(sql`
    select
      day
    from
      database_sizes
  `)
  expect(sizes).toHaveLength(1)
})

test('the disk of the embedded database has its line', async () => {
  if (check === undefined) throw new Error('The check is missing')
  await runScheduled(app, check, { DATABASE_URL: '', DATA_DIR: import.meta.dirname })
  expect(String((await lineOf('Disk'))?.Value)).toMatch(/GB free/)
})

test('administrators are notified once of what becomes worse, and it lasts since then', async () => {
  const before = (await told()).length
  const start = new Date()
  const bad = {
    state: 'act',
    value: 'Block 3 of 9 differs from what was sealed',
    advice: 'Keep this database.',
  } as const
  await at(start, () => keepReadings(app.db, new Map([['history', bad]])))
  const first = await told()
  expect(first.slice(before).map(({ Subject }) => Subject)).toEqual(
    first.slice(before).map(() => 'History: Block 3 of 9 differs from what was sealed'),
  )
  expect(first.length).toBeGreaterThan(before)
  const later = new Date(start.getTime() + 300_000)
  await at(later, () => keepReadings(app.db, new Map([['history', bad]])))
  expect(await told()).toHaveLength(first.length)
  const line = await lineOf('History')
  expect(line?.State).toBe('act')
  expect([line?.Since, line?.CheckedOn].map((moment) => Date.parse(String(moment)))).toEqual([
    start.getTime(),
    later.getTime(),
  ])
  expect((await lines({ State: 'act' })).map((row) => row.Name)).toEqual(['History'])
  // good again, and worse once more, is news
  await keepReadings(app.db, new Map([['history', { state: 'good', value: '9 blocks', advice: '' }]]))
  await keepReadings(app.db, new Map([['history', bad]]))
  expect(await told()).toHaveLength(first.length * 2 - before)
})

test('a job that nobody takes, and one that failed each time, are seen', async () => {
  if (check === undefined) throw new Error('The check is missing')
  await app.db.transaction((tx) =>
    tx.run(sql`
      select
        graphile_worker.add_job ('nobody-knows-it', '{}', run_at => now() - interval '1 hour')
    `),
  )
  await runScheduled(app, check)
  expect(await lineOf('Jobs')).toMatchObject({ State: 'act' })
  await setRows(app, 'graphile_worker._private_jobs', { Priority: 0 }, { Attempts: 25 })
  await runScheduled(app, check)
  expect(await lineOf('Jobs')).toMatchObject({ State: 'watch', Value: '0 due, 1 failed' })
})

test('a transaction that a program leaves open is seen, also where the server signs in as the owner', async () => {
  if (check === undefined) throw new Error('The check is missing')
  for (const url of [app.url, app.ownerUrl]) {
    const db = openDatabase(url, { connections: 4 })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('begin')
    await other.query('select pg_sleep(1.1)')
    await runScheduled({ db, url }, check)
    await other.end()
    await db.close()
    expect(String((await lineOf('Transactions'))?.Value)).toMatch(/^The oldest runs for \d+ s$/)
  }
})

test('only administrators read it', async () => {
  for (const user of [manager, accounts]) expect((await user.get('/api/getdata/1090')).status).toBe(403)
})

test('an administrator of another network in this database neither reads it nor is notified', async () => {
  await app.db.transaction((tx) =>
    addUser(tx, { user: 'otheradmin', name: 'Of Another', role: 1, entity: 4, employer: 4 }),
  )
  const stranger = await signedIn(app, 'otheradmin', 1, 4)
  expect((await listed(stranger, 1090)).total).toBe(0)
  const before = (await told()).length
  await keepReadings(app.db, new Map([['clock', { state: 'act', value: 'Apart', advice: 'Set it.' }]]))
  expect((await told()).length).toBeGreaterThan(before)
  const mine = await app.db.read.rows(sql`
    select
      1
    from
      notifications
    where
      user_id = ${stranger.userId}
  `)
  expect(mine).toEqual([])
})

test('a part whose figures cannot be read says so, and hides none of the others', async () => {
  if (check === undefined) throw new Error('The check is missing')
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await owner.query('alter table report_letters rename to report_letters_away')
  try {
    await runScheduled(app, check)
    expect((await lines({ State: 'watch' })).map((row) => [row.Name, row.Value])).toEqual(
      ['Release', 'Database', 'Jobs', 'Letters', 'Clock'].map((name) => [name, 'It could not be read']),
    )
    expect(await lineOf('Replica')).toMatchObject({ State: 'good', Value: 'There is none' })
  } finally {
    await owner.query('alter table report_letters_away rename to report_letters')
    await owner.end()
  }
  await runScheduled(app, check)
  expect(await lineOf('Letters')).toMatchObject({ State: 'good' })
})

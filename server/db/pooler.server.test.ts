// Behind a pooler each transaction has another session: role, zone and limits come with the transaction, no statement
// is prepared, and no setting stays behind. What needs a session goes past the pooler.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setNetwork } from '../../core/network.ts'
import { readConfig } from '../config.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { signedIn } from '../testing/signed-in.ts'
import { startProblem } from '../../start/problem.ts'
import { checkSessions } from '../../start/sessions.ts'
import { openDatabase, sql, type Database, type Tx } from './db.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  // its role is the owner, as that of DATABASE_URL is
  db = openDatabase(database.ownerUrl, { poolerUrl: database.ownerUrl, connections: 4 })
})
afterAll(async () => {
  setNetwork({})
  await db.close()
  await database.drop()
})

type Setting = Record<'Role' | 'Moments' | 'Days' | 'Longest' | 'ReadOnly', string> & { Prepared: number }
const found = (tx: Tx) =>
  tx.one<Setting>(sql`
    select
      current_user::text as role,
      current_setting('timezone') as moments,
      current_setting('aliquot.zone', true) as days,
      current_setting('statement_timeout') as longest,
      current_setting('transaction_read_only') as read_only,
      (
        select
          count(*)::int
        from
          pg_prepared_statements
      ) as prepared
  `)
const expected = { Role: 'aliquot_app', Moments: 'UTC', Days: 'Asia/Kolkata', Longest: '15s', Prepared: 0 }

test('each statement and each transaction has the role that cannot change the audit, and all other settings', async () => {
  expect(await found(db.read)).toEqual({ ...expected, ReadOnly: 'on' })
  expect(await found(db.replica)).toEqual({ ...expected, ReadOnly: 'on' })
  expect(await db.transaction(found)).toEqual({ ...expected, ReadOnly: 'off' })
  for await (const rows of db.stream(sql`
    select
      current_user::text as role
  `))
    expect(rows).toEqual([{ Role: 'aliquot_app' }])
  await expect(db.read.run(sql`delete from locks`)).rejects.toMatchObject({ code: '25006' })
  await expect(db.transaction((tx) => tx.run(sql`delete from audit`))).rejects.toMatchObject({ code: '42501' })
})

test('a connection that is given back has no setting of ours, also after a failure', async () => {
  await expect(
    db.read.one(sql`
      select
        1 / 0
    `),
  ).rejects.toMatchObject({ code: '22012' })
  for (const pool of Object.values(db.state.pools)) {
    const { rows } = await pool.query<{ role: string }>('select current_user::text as role')
    expect(rows[0]?.role).not.toBe('aliquot_app')
  }
  expect((await found(db.read)).Role).toBe('aliquot_app')
})

test('the days of the next transaction are those of a changed zone', async () => {
  setNetwork({ timeZone: 'Asia/Dubai' })
  expect([(await found(db.read)).Days, (await db.transaction(found)).Days]).toEqual(['Asia/Dubai', 'Asia/Dubai'])
})

test('a straight address is a session; one that drops the settings of a connection is refused with what to set', async () => {
  const config = (env: Record<string, string>) => readConfig({ DEMO: 'false', ...env })
  await checkSessions(config({ DATABASE_URL: database.ownerUrl }))
  await checkSessions(config({ DATABASE_URL: database.ownerUrl, DATABASE_SESSION_URL: database.ownerUrl }))
  const connect = vi
    .spyOn(pg.Client.prototype, 'connect')
    .mockRejectedValue(Object.assign(new Error('unsupported startup parameter: options'), { code: '08P01' }))
  const url = 'postgres://aliquot@pooler:6432/aliquot'
  await expect(checkSessions(config({ DATABASE_URL: url }))).rejects.toThrow(
    'DATABASE_URL leads through a pooler that keeps no sessions. Set DATABASE_SESSION_URL to the address of PostgreSQL',
  )
  await expect(checkSessions(config({ DATABASE_URL: url, DATABASE_SESSION_URL: url }))).rejects.toThrow(
    'DATABASE_SESSION_URL leads through a pooler that keeps no sessions. Set it to the address of PostgreSQL itself.',
  )
  connect.mockRestore()
})

test('of a pooler and a database that do not answer, the line names the variable to correct', async () => {
  const nowhere = 'postgres://aliquot@127.0.0.1:1/aliquot'
  const pooled = readConfig({ DEMO: 'false', DATABASE_URL: nowhere, DATABASE_SESSION_URL: database.ownerUrl })
  const text = 'No PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct'
  await expect(checkSessions(pooled)).rejects.toThrow(`${text} DATABASE_URL.`)
  const straight = readConfig({ DEMO: 'false', DATABASE_URL: database.ownerUrl, DATABASE_SESSION_URL: nowhere })
  const refused: unknown = await checkSessions(straight).catch((error: unknown) => startProblem(error, straight))
  expect(refused).toMatchObject({ message: `${text} DATABASE_SESSION_URL.` })
})

test('the whole server works behind one: a list, a save, and the end of a session that is heard', async () => {
  const app: TestApp = await testApp({
    env: { DATABASE_URL: database.ownerUrl, DATABASE_SESSION_URL: database.ownerUrl, SESSION_SECONDS: '20' },
    database: { ...database, drop: async () => undefined },
  })
  const desk = await signedIn(app, 'labdesk', 5, 2)
  const created = await desk.post('/api/clients/', {
    ClientTypeId: 12,
    Name: 'Pooled',
    GenderId: 1,
    Age: 30,
    ParentId: 1,
  })
  expect(created.status).toBe(201)
  const filter = encodeURIComponent(JSON.stringify({ Name: 'Pooled' }))
  expect((await desk.get(`/api/getdata/1006?filterCriteria=${filter}`)).body).toHaveLength(1)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update sessions
      set
        ended_at = now()
    `),
  )
  await expect.poll(async () => (await desk.get('/api/listitems?ListId=101')).status).toBe(401)
  await app.close()
})

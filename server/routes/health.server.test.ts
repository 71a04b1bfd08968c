// The operator's view: readiness, figures, and a log with the number of each failed request.
import { setTimeout as wait } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp, writersOf, type App } from '../../start/app.ts'
import { readConfig } from '../config.ts'
import { sql } from '../db/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { cutLines, lineTo } from '../testing/line.ts'
import { ask, Person, type Json } from '../testing/signed-in.ts'

let app: App
let database: TestDatabase
let line: Awaited<ReturnType<typeof lineTo>>
let desk: Person
/** A line of the log: what is common to all, and what some of them tell. */
type Line = Json & { readonly msg: string; readonly status?: number; readonly ms?: number; readonly statement?: string }
const lines: Line[] = []
beforeAll(async () => {
  database = await testDatabase()
  line = await lineTo(database.url)
  const config = readConfig({
    DATABASE_URL: line.url,
    DATABASE_REPLICA_URL: 'postgres://aliquot@127.0.0.1:1/aliquot',
    DEMO: 'false',
    LOG_LEVEL: 'info',
    SESSION_SECONDS: '0',
  })
  app = await createApp(line.url, config, { jobs: true, log: { write: (text) => void lines.push(JSON.parse(text)) } })
  desk = new Person(app)
  await desk.signIn('labdesk', 5, 2)
})
afterAll(async () => {
  await line.mend().catch(() => undefined)
  await app.close()
  cutLines()
  await database.drop()
})
const logged = (message: string) => lines.filter(({ msg }) => msg === message)
const ready = async () => {
  const { status, body } = await ask(app, 'GET', '/readyz')
  return [status, body]
}

test('the start and the missing replica are in the log; the server is ready and reports the replica as lost', async () => {
  expect(logged('server assembled')).toMatchObject([{ jobs: true, mail: false, replica: true, connections: 24 }])
  expect(logged('replica away')).toMatchObject([{ part: 'replica', level: 50, code: 'ECONNREFUSED' }])
  expect(await ready()).toEqual([200, { status: 'ready', database: 'up', migrations: 'complete', replica: 'away' }])
  expect((await desk.get('/api/getdata/1001')).status).toBe(200)
})

test('a refused request is in the log with its number, without its message', async () => {
  const refused = await desk.post('/api/clients/', { ClientTypeId: 12, Name: 'Secret Person', MobilePhone: '1' })
  expect(refused.status).toBe(400)
  expect(logged('request refused').find(({ requestId }) => requestId === refused.body.requestId)).toMatchObject({
    level: 30,
    status: 400,
    method: 'POST',
    route: '/api/clients/',
    fields: expect.arrayContaining(['MobilePhone']),
  })
  const missing = await desk.get('/api/sales/999999')
  expect(logged('request refused').find(({ requestId }) => requestId === missing.body.requestId)?.status).toBe(404)
  expect(JSON.stringify(lines)).not.toContain('Secret Person')
})

test('the figures cover connections, jobs, mail, the audit, locks and sessions', async () => {
  await desk.post('/api/locks/', { ModuleId: 'doctors', FormId: 101 })
  const { text } = await ask(app, 'GET', '/metrics')
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
  expect(value('aliquot_database_up')).toBe(1)
  expect([value('aliquot_locks'), value('aliquot_sessions'), value('aliquot_runs')]).toEqual([1, 1, 0])
  for (const name of ['jobs', 'failed_jobs', 'mails', 'unsealed'])
    expect(value(`aliquot_${name}`)).toBeGreaterThanOrEqual(0)
  expect(value('aliquot_database_connections{pool="write",state="open"}')).toBeGreaterThan(0)
  expect([value('aliquot_replica_away'), value('aliquot_replica_lag_seconds')]).toEqual([1, 0])
})

test('each figure is explained on the page for operators', async () => {
  const { text } = await ask(app, 'GET', '/metrics')
  const names = [...text.matchAll(/^# TYPE ((?:aliquot|http)_\w+)/gm)].map(([, name]) => name)
  const page = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8')
  const explained = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(explained.sort()).toEqual(names.sort())
})

test('a slow statement is in the log with its name and text, without its values', async () => {
  const waited = 0.51
  await app.db.read.rows(sql`
    select
      pg_sleep(${waited}::float8),
      ${'Asha Rao'}::text as patient
  `)
  // on a busy machine others may be slow, too
  const found = logged('slow statement').find(({ text }) => String(text).includes('as patient'))
  expect(found).toMatchObject({ level: 40, text: 'select pg_sleep($1::float8), $2::text as patient' })
  expect(found?.ms).toBeGreaterThanOrEqual(500)
  expect(found?.statement).toMatch(/^[\w-]{20}$/)
  expect(JSON.stringify(lines)).not.toContain('Asha Rao')
})

test('a slow export is in that log, too; the time that its reader takes does not count', async () => {
  const read = async (slow: number, pause: number): Promise<Line[]> => {
    const before = logged('slow statement').length
    const rows = app.db.stream(sql`
      select
        pg_sleep(${slow}::float8),
        'of an export' as what
    `)
    for await (const some of rows) if (some.length > 0) await wait(pause)
    return logged('slow statement').slice(before)
  }
  const text = "select pg_sleep($1::float8), 'of an export' as what"
  expect(await read(0.51, 0)).toEqual(expect.arrayContaining([expect.objectContaining({ text })]))
  // a busy machine may be slow itself
  for (const line of await read(0, 3000)) expect(line.ms).toBeLessThan(3000)
})

test('an outage is in the log once, each request that it refused with its number, and its end', async () => {
  line.cut()
  const refused = await Promise.all([1, 2].map(() => desk.put('/api/clients/101', { Area: 'Baner' })))
  expect(refused.map(({ status }) => status)).toEqual([503, 503])
  expect(await ready()).toEqual([
    503,
    { status: 'the database is not reachable', database: 'away', migrations: 'unknown', replica: 'away' },
  ])
  expect((await ask(app, 'GET', '/metrics')).text).toContain('aliquot_database_up 0')
  const numbers = logged('request not possible now').map(({ requestId }) => requestId)
  expect(numbers).toEqual(expect.arrayContaining(refused.map(({ body }) => body.requestId)))
  await line.mend()
  await expect.poll(() => logged('database back').length, { timeout: 15_000, interval: 20 }).toBe(1)
  expect(logged('database away')).toMatchObject([{ part: 'database', level: 50 }])
  expect((await ready())[0]).toBe(200)
})

test('the figures are answered to this machine, and with a configured proxy to requests that do not come through it', async () => {
  const asked = async (http: App['http'], remoteAddress: string, headers = {}) =>
    (await http.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  expect([await asked(app.http, '127.0.0.1'), await asked(app.http, '172.18.0.4')]).toEqual([200, 404])
  const config = readConfig({ DATABASE_URL: database.url, TRUST_PROXY: 'true', LOG_LEVEL: 'silent' })
  const behind = await createApp(database.url, config)
  const passedOn = { 'x-forwarded-for': '127.0.0.1' }
  expect([await asked(behind.http, '172.18.0.4'), await asked(behind.http, '172.18.0.4', passedOn)]).toEqual([200, 404])
  await behind.close()
})

test('the connections of a process do not exceed its setting', () => {
  for (const connections of [15, 16, 24, 60, 500]) {
    const writers = writersOf(connections)
    expect(writers + Math.max(4, Math.floor(writers / 2)) + 5).toBeLessThanOrEqual(connections)
  }
  expect([writersOf(15), writersOf(24)]).toEqual([6, 12])
})

// Harmful requests: too deep, too many names, another host, broken pictures, blank filters, a clock set back.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { booked } from '../../modules/sales/sales.fixture.ts'
import { network, setNetwork } from '../../core/network.ts'
import { readConfig } from '../config.ts'
import { sql } from '../db/db.ts'
import { isBusy, isConnectionLoss } from '../db/failure.ts'
import { statusOf } from './failure.ts'
import { answersTo } from './host.ts'
import { createHttp } from './http.ts'
import { checkPicture } from '../session/picture.ts'
import type { Route } from '../route.ts'
import { networkForTests } from '../testing/network.ts'
import { listed } from '../testing/listed.ts'
import { ask, headersOf, signedIn } from '../testing/signed-in.ts'
import { withinRate } from '../session/throttle.ts'

const { app, desk } = networkForTests('desk')

const sent = (url: string, payload: string, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: url.startsWith('/api/preferences') ? 'PUT' : 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${desk.token}`, ...headers },
    payload,
  })

const nobody = { read: async () => ({}), forget: () => undefined, close: () => undefined }

test('a body nested too deeply is malformed, at every address', async () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  for (const [url, body] of [
    ['/api/preferences', `{"Name":"x","Value":${deep}}`],
    ['/api/sales/', `{"RowVersions":${deep}}`],
    ['/api/locks/', `{"ModuleId":${deep}}`],
  ] as const)
    expect([url, (await sent(url, body, { 'idempotency-key': url })).statusCode]).toEqual([url, 400])
  expect((await sent('/api/preferences', `{"Name":"x","Value":${'['.repeat(20)}${']'.repeat(20)}}`)).statusCode).toBe(
    200,
  )
})

test('of many unknown fields the first twenty are named', async () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 1])))
  const { statusCode, body } = await sent('/api/clients/', many)
  expect([statusCode, Object.keys(JSON.parse(body).errors).length]).toEqual([400, 20])
  expect(body.length).toBeLessThan(2000)
})

test('before sign-in no body larger than a name and a password is read', async () => {
  for (const url of ['/api/login', '/login'])
    expect((await ask(app, 'POST', url, { username: 'x'.repeat(10_000), password: 'y' })).status).toBe(413)
})

test('a key that is an object instead of a number is refused with a reason', async () => {
  for (const ClientId of [{ toString: 1 }, [], {}, true])
    expect((await desk.put('/api/clients/101', { ClientId, Area: 'Baner' })).status).toBe(400)
  expect((await desk.put('/api/clients/101', { ClientId: '101', Area: 'Baner' })).status).toBe(200)
})

test('RowVersion is a whole number or absent: a stale one is a conflict, in the body of an action too', async () => {
  const { SaleId, RowVersion: fresh } = await booked(desk)
  expect((await desk.put('/api/accession/sales', { formId: SaleId, RowVersion: Number(fresh) + 1 })).status).toBe(409)
  expect((await desk.put('/api/accession/sales', { formId: SaleId, RowVersion: fresh })).status).toBe(200)
  for (const RowVersion of ['x', {}, [1], -1, 1.5])
    expect((await desk.put('/api/clients/101', { RowVersion, Area: 'Aundh' })).status).toBe(400)
  expect((await desk.put('/api/clients/101', { RowVersion: 1, Area: 'Aundh' })).status).toBe(409)
})

test('a blank date filters no rows out', async () => {
  const manager = await signedIn(app, 'manager', 2, 2)
  const { total } = await listed(manager, 1018)
  expect((await listed(manager, 1018, { FromDate: '   ', ToDate: ' ' })).total).toBe(total)
})

test('a picture that is cut off or overwritten is refused with a reason', async () => {
  const whole = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#446688' } })
    .png()
    .toBuffer()
  const cut = whole.subarray(0, whole.length - 40)
  const spoiled = Buffer.from(whole)
  spoiled.fill(0x5a, 60)
  const url = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  await expect(checkPicture(url(whole))).resolves.toMatch(/^data:image\/png/)
  for (const bytes of [cut, spoiled]) await expect(checkPicture(url(bytes))).rejects.toMatchObject({ status: 400 })
})

describe('the host name of a request', () => {
  const asked = async (host: string, url = '/api/openapi.json') =>
    (await app.http.inject({ url, headers: { host } })).statusCode
  test("must be the server's own", async () => {
    for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example'])
      expect([host, await asked(host)]).toEqual([host, 421])
    for (const host of ['localhost', 'localhost:3000', '127.0.0.1:4200', '[::1]:3000', '10.0.0.5'])
      expect([host, await asked(host)]).toEqual([host, 200])
    expect(await asked('evil.example', '/healthz')).toBe(200)
  })
  test('may be that of PUBLIC_URL, even if a wrong public address was set', () => {
    const before = { ...network }
    try {
      setNetwork({ publicAddress: 'https://lab.exampel.org' })
      const names = answersTo({ host: '0.0.0.0', trustProxy: true, publicUrl: 'https://Lab.example.org' })
      expect(['lab.example.org', 'lab.exampel.org', 'evil.example'].map(names)).toEqual([true, true, false])
    } finally {
      setNetwork(before)
    }
  })
  test('a sign-in through another host name that points here is refused', async () => {
    const headers = { host: 'evil.example', origin: 'http://evil.example' }
    expect((await ask(app, 'POST', '/api/login', { username: 'admin', password: 'x' }, headers)).status).toBe(421)
  })
  test('may be the configured public address and host; before one is set the proxy gives it', () => {
    const before = { ...network }
    try {
      setNetwork({ publicAddress: 'https://Lab.example.org' })
      const names = answersTo({ host: 'lab-server', trustProxy: true })
      expect(['lab.example.org', 'LAB-SERVER', 'localhost'].map(names)).toEqual([true, true, true])
      expect(['example.org', 'evil.example'].map(names)).toEqual([false, false])
      setNetwork({ publicAddress: null })
      expect(
        [answersTo({ host: '0.0.0.0', trustProxy: true }), answersTo({ host: '0.0.0.0', trustProxy: false })].map(
          (is) => is('lab.example.org'),
        ),
      ).toEqual([true, false])
    } finally {
      setNetwork(before)
    }
  })
})

test('no answer may be put into a frame', async () => {
  expect((await desk.get('/api/currentUser')).headers.get('x-frame-options')).toBe('DENY')
})

test('a clock set back does not block requests', () => {
  for (let n = 0; n < 50; n += 1) withinRate('somebody', 10_000_000)
  for (let n = 0; n < 40; n += 1) withinRate('somebody', 10_000_000 - 3_600_000)
  expect(() => withinRate('somebody', 10_000_000 - 3_599_000)).not.toThrow()
})

describe('temporary failures of the database', () => {
  const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })
  test('a statement timeout and a full disk ask the user to try again', () => {
    for (const code of ['57014', '53100', '53200'])
      expect([code, statusOf(coded(code)), isBusy(coded(code))]).toEqual([code, 503, true])
  })
  test('a missing file is not a missing database', () => {
    expect(isConnectionLoss(coded('ENOENT', { syscall: 'open' }))).toBe(false)
    expect(statusOf(coded('ENOENT', { syscall: 'open' }))).toBe(500)
    expect(isConnectionLoss(coded('ENOENT', { syscall: 'connect' }))).toBe(true)
    // a pooler without its database, and a protocol that we broke ourselves
    expect(isConnectionLoss(coded('08P01'))).toBe(true)
    expect(isConnectionLoss(coded('08P01', { routine: 'exec_bind_message' }))).toBe(false)
  })
  test('the answer gives the time to try again', async () => {
    const fails = (path: string, code: string): Route => ({
      ...{ method: 'GET', path, access: 'public', scope: 'none', summary: 'Fails' },
      handler: () => Promise.reject(coded(code)),
    })
    const http = await createHttp(app.db, readConfig({ DEMO: 'false', LOG_LEVEL: 'silent' }), nobody, [
      fails('slow', '57014'),
      fails('full', '53100'),
    ])
    for (const url of ['/api/slow', '/api/full']) {
      const { statusCode, headers } = await http.inject({ url })
      expect([url, statusCode, Number(headersOf(headers).get('retry-after')) > 0]).toEqual([url, 503, true])
    }
    await http.close()
  })
})

test('verifying a report is counted by address', async () => {
  const answers = await Promise.all(Array.from({ length: 160 }, () => ask(app, 'GET', '/verify/1/1/000000000000')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
})

test('preferences: 64 KB each, and two hundred names at most', async () => {
  const keep = (Name: string, Value: unknown) => desk.put('/api/preferences', { Name, Value })
  expect((await keep('large', 'x'.repeat(65_000))).status).toBe(200)
  expect((await keep('larger', 'x'.repeat(65_600))).status).toBe(400)
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        preferences (user_id, name, value)
      select
        ${desk.userId},
        'filter ' || n,
        '1'
      from
        generate_series(1, 300) n
      where
        n <= 200 - (
          select
            count(*)
          from
            preferences
          where
            user_id = ${desk.userId}
        )
    `),
  )
  expect((await keep('one more', 1)).body.message).toBe('You already have 200 preferences, the maximum')
  expect((await keep('large', 2)).status).toBe(200)
})

test('one session edits twenty records at once', async () => {
  const doctors = Array.from({ length: 21 }, (_, n) => 101 + n)
  const answers: number[] = []
  for (const FormId of doctors) answers.push((await desk.post('/api/locks/', { ModuleId: 'doctors', FormId })).status)
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect((await desk.post('/api/locks/', { ModuleId: 'doctors', FormId: 101 })).status).toBe(200)
})

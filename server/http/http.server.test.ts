// Refusals before any handler runs, and the headers of every answer.
import { expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { loggable } from './failure.ts'
import { checkRoute } from '../route.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { networkForTests } from '../testing/network.ts'
import { ask, demoPassword, signedIn } from '../testing/signed-in.ts'

const { app, desk } = networkForTests('desk')

const raw = (headers: Record<string, string>, payload: string) =>
  app.http.inject({
    method: 'POST',
    url: '/api/locks/',
    headers: { authorization: `Bearer ${desk.token}`, ...headers },
    payload,
  })

test('FND-339 a change that is not JSON is refused with 415', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect((await raw({ 'content-type': type }, '{"ModuleId":"doctors","FormId":101}')).statusCode).toBe(415)
})

test('a change from another site is refused with 403, one from the own site is accepted', async () => {
  const body = { ModuleId: 'doctors', FormId: 101 }
  for (const origin of ['https://evil.example', 'http://localhost:4200', 'null'])
    expect((await desk.post('/api/locks/', body, { origin })).status).toBe(403)
  expect(
    (await desk.post('/api/locks/', body, { origin: 'http://localhost:3000', host: 'localhost:3000' })).status,
  ).toBe(200)
})

test('FND-431 errors are JSON with message and requestId: malformed 400, too large 413, no JSON 415, unknown 404, not signed in 401', async () => {
  const json = { 'content-type': 'application/json' }
  const answers = [
    await raw(json, '{"ModuleId":'),
    await raw(json, JSON.stringify({ ModuleId: 'x'.repeat(1_100_000), FormId: 1 })),
    await app.http.inject({
      method: 'GET',
      url: '/api/nothing-here',
      headers: { authorization: `Bearer ${desk.token}` },
    }),
    await app.http.inject({ method: 'GET', url: '/api/getdata/1001' }),
    await raw(json, '[1]'),
    await raw({ 'content-type': 'text/plain' }, '{}'),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([400, 413, 404, 401, 400, 415])
  for (const answer of answers) {
    const body = answer.json<{ message: string; requestId: string }>()
    expect(body.message).toMatch(/^[A-Z]/)
    expect(body.requestId).toMatch(/^[\da-f-]{36}$/)
    expect(answer.body).not.toMatch(/select |stack|node_modules/)
  }
})

test('an invented token and an invented cookie are refused', async () => {
  expect((await ask(app, 'GET', '/api/currentUser', undefined, { authorization: 'Bearer x' })).status).toBe(401)
  expect((await ask(app, 'GET', '/api/currentUser', undefined, { cookie: 'aliquot=x' })).status).toBe(401)
})

test('every answer has the policy against foreign script and is not cached', async () => {
  const { headers } = await desk.get('/api/currentUser')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('the security headers of a refusal, of a page and of an address that is none are those of any answer', async () => {
  const secure = async (url: string, token = desk.token) => {
    const { headers } = await ask(app, 'GET', url, undefined, { authorization: `Bearer ${token}` })
    return [...headers].filter(([name]) => /^(content-security|x-|cross-origin|referrer|origin-)/.test(name))
  }
  const those = await secure('/api/currentUser')
  expect(those.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'content-security-policy',
      'cross-origin-opener-policy',
      'x-frame-options',
      'referrer-policy',
    ]),
  )
  for (const url of ['/api/sales/999999', '/api/nowhere', '/livez', '/']) expect(await secure(url)).toEqual(those)
  expect(await secure('/api/currentUser', 'x')).toEqual(those)
})

test('no change is made by GET', async () => {
  for (const url of [
    '/api/accession/sales?formId=1',
    '/api/cancel/sales?formId=1',
    '/api/generate/worksheets',
    '/api/logout',
  ])
    expect((await desk.get(url)).status).toBe(404)
})

test('the server does not start with a route that declares no access or no scope', () => {
  const route = {
    method: 'GET',
    path: 'x',
    access: 'role',
    scope: 'own rows',
    summary: 'X',
    handler: async () => ({}),
  } as const
  expect(() => checkRoute(route)).not.toThrow()
  expect(() => checkRoute({ ...route, scope: ' ' })).toThrow('declares no permit or scope')
  expect(() => checkRoute({ ...route, access: undefined as never })).toThrow('declares no permit or scope')
})

test('a session sends a burst of a hundred requests, then has to wait', async () => {
  const hasty = await signedIn(app, 'accounts', 7, 2)
  // known as a session before the burst
  expect((await hasty.hastily('GET', '/api/preferences')).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 160 }, () => hasty.hastily('GET', '/api/preferences')))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(1 + answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(100)
})

test('without a session only sign-in and the API description are answered', async () => {
  for (const url of [
    '/api/getdata/1001',
    '/api/sales/1',
    '/api/modules',
    '/api/actions?ModuleId=sales&FormId=1',
    '/api/listitems?ListId=4',
    '/api/preferences',
    '/api/clients?ClientTypeId=12',
  ])
    expect((await ask(app, 'GET', url)).status).toBe(401)
  for (const url of [
    '/api/sales/',
    '/api/locks/',
    '/api/entityrole',
    '/api/print/sales/',
    '/api/generate/worksheets',
    '/api/cancel/sales',
  ])
    expect((await ask(app, 'POST', url, {})).status).toBe(401)
  expect((await ask(app, 'GET', '/api/openapi.json')).status).toBe(200)
  expect((await ask(app, 'POST', '/api/login', { username: 'admin', password: demoPassword })).status).toBe(200)
})

test('behind a proxy the address is the one the proxy saw, not one that the caller wrote', async () => {
  /** The address that a failed sign-in is counted for. */
  const seen = async (at: TestApp, remoteAddress: string, forwarded: string): Promise<string> => {
    await at.http.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: 'nobody', password: 'not this one' },
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
    })
    return (
      await at.db.read.one<{ Address: string }>(sql`
        select
          address
        from
          access_log
        order by
          at desc
        limit
          1
      `)
    ).Address
  }
  const behind = await testApp({ env: { TRUST_PROXY: 'true' } })
  for (const [forwarded, address] of [
    ['127.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, 127.0.0.1', '127.0.0.1'],
    // a proxy that adds the port of each connection
    ['127.0.0.1, 203.0.113.9:51234', '203.0.113.9'],
  ] as const)
    expect(await seen(behind, '172.18.0.5', forwarded)).toBe(address)
  await behind.close()
  expect(await seen(app, '203.0.113.9', '127.0.0.1')).toBe('203.0.113.9')
})

test('a database error is logged without the value it quotes', async () => {
  const error: unknown = await app.db.read
    .rows(sql`
      select
        ${'Ramesh Kumar'}::text::int
    `)
    .catch((e: unknown) => e)
  expect(String(error)).toContain('Ramesh')
  expect(loggable(error)).toMatchObject({
    code: '22P02',
    where: expect.arrayContaining([expect.stringMatching(/^at .*http\.server\.test/)]),
  })
  expect(JSON.stringify(loggable(error))).not.toContain('Ramesh')
  expect(loggable(new TypeError('x is not a function'))).toMatchObject({
    name: 'TypeError',
    message: 'x is not a function',
  })
})

test('refused requests count as well, so that trying addresses is limited', async () => {
  const curious = await signedIn(app, 'technologist', 4, 2)
  const answers = await Promise.all(Array.from({ length: 160 }, () => curious.hastily('GET', '/api/pricelists/1')))
  expect(answers.some((answer) => answer.status === 403)).toBe(true)
  expect(answers.some((answer) => answer.status === 429)).toBe(true)
})

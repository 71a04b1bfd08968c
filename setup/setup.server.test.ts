// The first start outside the demo: one link, once, for thirty minutes, on this machine; public passwords are refused.
import { afterEach, expect, test } from 'vitest'
import { sql } from '../server/db/db.ts'
import { testApp, type TestApp } from '../server/testing/app.ts'
import { ask, Person, signedIn, type Json } from '../server/testing/signed-in.ts'
import { readRows, setRows } from '../server/testing/rows.ts'
import { offerSetup } from './link.ts'
import { lockDemoAccounts } from './setup.ts'

let app: TestApp
afterEach(() => app.close())

const good = {
  NetworkName: 'Godavari Diagnostics',
  TimeZone: 'Asia/Dubai',
  Currency: 'AED',
  YearStartMonth: 1,
  PublicAddress: 'https://lab.example.org/',
  LabName: 'Godavari Central',
  LabCode: 'GOD',
  BillPrefix: 'GOD',
  UserName: 'kamala',
  FullName: 'Kamala Iyer',
  Email: 'kamala@example.org',
  Password: 'monsoon over the river',
}
const setUp = (body: Json) => ask(app, 'POST', '/api/setup', body)
const signIn = (username: string, password: string) => ask(app, 'POST', '/api/login', { username, password })

test('an empty database: the link creates the network, its lab and an administrator who can sign in and work', async () => {
  app = await testApp({ template: 'empty' })
  const Token = await offerSetup(app.db)
  expect((await ask(app, 'GET', `/api/setup?Token=${Token}`)).body).toEqual({ Fresh: true, UserName: null })
  expect((await setUp({ ...good, Token })).status).toBe(200)
  const administrator = new Person(app)
  await administrator.signInSafely('kamala', 1, 2, good.Password)
  const who = (await administrator.get('/api/currentUser')).body
  expect(who.Entity).toMatchObject({ ClientTypeId: 10, Name: 'Godavari Central' })
  expect(who.Network).toMatchObject({
    timeZone: 'Asia/Dubai',
    currency: 'AED',
    yearStartMonth: 1,
    publicAddress: 'https://lab.example.org',
  })
  expect(
    await app.db.read.one(sql`
      select
        network_zone () as zone
    `),
  ).toEqual({ Zone: 'Asia/Dubai' })
  const patient = await administrator.post('/api/clients/', {
    ClientTypeId: 12,
    Name: 'First Patient',
    GenderId: 2,
    Age: 30,
    ParentId: 1,
    IsActive: true,
  })
  expect(patient.status).toBe(201)
  expect((await administrator.get('/api/lists/123')).body.ListItems).toHaveLength(10)
  expect(await offerSetup(app.db)).toBeUndefined()
})

test('the link works once, for its thirty minutes, with its token, from this machine', async () => {
  app = await testApp({ template: 'empty' })
  const Token = await offerSetup(app.db)
  const elsewhere = await app.http.inject({
    method: 'POST',
    url: '/api/setup',
    payload: { ...good, Token },
    remoteAddress: '10.0.0.9',
  })
  expect(elsewhere.statusCode).toBe(404)
  expect((await setUp({ ...good, Token: 'x'.repeat(43) })).status).toBe(404)
  await setRows(
    app,
    'settings',
    { Name: 'setup' },
    { Value: sql`value || jsonb_build_object('until', now() - interval '1 second')` },
  )
  expect((await setUp({ ...good, Token })).status).toBe(404)
  const later = await offerSetup(app.db)
  expect((await setUp({ ...good, Token })).status).toBe(404)
  expect((await setUp({ ...good, Token: later })).status).toBe(200)
  expect((await setUp({ ...good, UserName: 'second', Token: later })).status).toBe(404)
  expect((await ask(app, 'GET', `/api/setup?Token=${later}`)).status).toBe(404)
})

test.each([
  ['TimeZone', { TimeZone: 'Asia/Poona' }, 'This time zone is not known'],
  ['Currency', { Currency: 'Rs.' }, 'The three letters of a currency, like INR'],
  ['Currency', { Currency: 'JPY' }, 'A currency with two decimals'],
  ['Locale', { Locale: 'en_IN' }, 'Like en-IN'],
  ['Locale', { Locale: 'de-DE' }, 'One that writes decimals with a point, like en-IN'],
  ['YearStartMonth', { YearStartMonth: 13 }, 'Month 1 to 12'],
  ['Password', { Password: 'aliquot-demo' }, 'This password is too easy to guess'],
  ['LabName', { LabName: ' ' }, 'First Lab is required'],
  ['BillPrefix', { BillPrefix: 'A/B' }, 'Prefix must have exactly 3 uppercase letters'],
  ['PublicAddress', { PublicAddress: 'javascript:alert(1)' }, 'Like https://lab.example.org'],
])('a wrong %s is reported at its field, and the link is still valid', async (field, wrong, message) => {
  app = await testApp({ template: 'empty' })
  const Token = await offerSetup(app.db)
  const refused = await setUp({ ...good, ...wrong, Token })
  expect([refused.status, refused.body.errors]).toEqual([400, { [field]: [message] }])
  expect(
    await app.db.read.maybe(sql`
      select
        1
      from
        clients
    `),
  ).toBeUndefined()
  expect((await setUp({ ...good, Token })).status).toBe(200)
})

test('a former demo outside the demo: public passwords are refused, the link gives the administrator a new one', async () => {
  app = await testApp({ template: 'network' })
  expect((await signIn('labdesk', 'aliquot-demo')).status).toBe(200)
  const open = await signedIn(app, 'manager', 2, 2)
  const people = await app.db.read.one<{ N: number }>(sql`
    select
      count(*)::int as n
    from
      users
    where
      password_hash is not null
  `)
  expect(await lockDemoAccounts(app.db)).toBe(people.N)
  for (const name of ['admin', 'pathologist', 'labdesk']) expect((await signIn(name, 'aliquot-demo')).status).toBe(401)
  expect((await open.get('/api/getdata/1001')).status).toBe(401)
  const Token = await offerSetup(app.db)
  expect((await ask(app, 'GET', `/api/setup?Token=${Token}`)).body).toEqual({ Fresh: false, UserName: 'admin' })
  expect((await setUp({ Token, Password: 'aliquot-demo' })).status).toBe(400)
  expect((await setUp({ Token, Password: 'monsoon over the river' })).status).toBe(200)
  expect((await signIn('admin', 'monsoon over the river')).status).toBe(200)
  expect(await readRows(app, 'audit', { ModuleId: 'users' }, 'action, remarks')).toEqual([
    { Action: 'profile', Remarks: 'Set up' },
  ])
  expect((await signIn('manager', 'aliquot-demo')).status).toBe(401)
  expect(await lockDemoAccounts(app.db)).toBe(0)
})

test('after a set-up with a wrong public address, the server still answers at the host of the set-up', async () => {
  app = await testApp({ template: 'empty', env: { TRUST_PROXY: 'true' } })
  const Token = await offerSetup(app.db)
  const host = 'lab.example.org'
  const wrong = { ...good, PublicAddress: 'https://lab.exampel.org', Token }
  expect((await ask(app, 'POST', '/api/setup', wrong, { host })).status).toBe(200)
  const answered = async (name: string) =>
    (await app.http.inject({ url: '/api/openapi.json', headers: { host: name } })).statusCode
  expect(await Promise.all([host, 'lab.exampel.org', 'evil.example'].map(answered))).toEqual([200, 200, 421])
})

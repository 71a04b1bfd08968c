// The network's settings: who opens them, what is refused, what cannot be changed after the first bill, and that every
// server, paper and browser uses them at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { network } from '../../core/network.ts'
import { entityType, role } from '../../core/user.ts'
import { readConfig } from '../../server/config.ts'
import { sql, type Database } from '../../server/db/db.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { listed } from '../../server/testing/listed.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { insertOf, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { createApp } from '../../start/app.ts'
import { booked } from '../sales/sales.fixture.ts'

let app: TestApp
let admin: Person
/** Another server on the same database. */
let other: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await testApp()
  admin = await signedIn(app, 'admin', 1, 1)
  other = await createApp(app.url, readConfig({ DATABASE_URL: app.url, DEMO: 'false', LOG_LEVEL: 'silent' }))
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const read = async (): Promise<Read<'settings'>> => (await admin.get('/api/settings/1')).body
const put = (body: Json) => admin.put('/api/settings/1', body)
const zoneIn = async (db: Database): Promise<string> =>
  (
    await db.read.one<{ Zone: string }>(sql`
      select
        network_zone () as zone
    `)
  ).Zone

test('they are one record that only administrators of the network change, and no user adds another', async () => {
  expect(await read()).toMatchObject({ SettingsId: 1, TimeZone: 'Asia/Kolkata', Currency: 'INR', HasWork: false })
  expect((await listed(admin, 1050)).rows).toEqual([expect.objectContaining({ SettingsId: 1, Locale: 'en-IN' })])
  for (const [name, role, entity] of [
    ['manager', 2, 2],
    ['pathologist', 3, 2],
    ['labdesk', 5, 2],
    ['auditor', 11, 1],
  ] as const) {
    const person = await signedIn(app, name, role, entity)
    const answers = [await person.get('/api/settings/1'), await person.put('/api/settings/1', { Name: 'Mine' })]
    expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 403, 403])
  }
  expect((await admin.post('/api/settings/', { Name: 'Second' })).status).toBe(403)
  expect((await admin.get('/api/settings/2')).status).toBe(404)
})

test('an administrator of another network in the same database cannot find them', async () => {
  const stranger = { ClientTypeId: entityType.LegalEntity, Name: 'Strangers', IsActive: true }
  const { Id } = await app.db.transaction(async (tx) => {
    const made = await tx.one<{ Id: number }>(insertOf('clients', stranger, 'client_id as id'))
    await addUser(tx, {
      user: 'stranger',
      name: 'A Stranger',
      role: role.Administrator,
      entity: made.Id,
      employer: made.Id,
    })
    return made
  })
  await setRows(app, 'clients', { ClientId: Id }, { LegalEntityId: Id })
  const person = await signedIn(app, 'stranger', role.Administrator, Id)
  expect((await person.get('/api/settings/1')).status).toBe(404)
  expect((await person.put('/api/settings/1', { Name: 'Ours' })).status).toBe(404)
  expect((await listed(person, 1050)).total).toBe(0)
})

test.each([
  ['TimeZone', 'Asia/Poona', 'This time zone is not known'],
  ['TimeZone', '+05:30', 'This time zone is not known'],
  ['TimeZone', 'asia/dubai', 'This time zone is not known'],
  ['TimeZone', ' ', 'Time Zone is required'],
  ['Currency', 'Rs.', 'The three letters of a currency, like INR'],
  ['Currency', 'XYZ', 'The three letters of a currency, like INR'],
  ['Currency', 'JPY', 'A currency with two decimals'],
  ['Locale', 'en_IN', 'Like en-IN'],
  ['Locale', 'de-DE', 'One that writes decimals with a point, like en-IN'],
  ['YearStartMonth', 13, 'Financial Year Starts is not one of its choices'],
  ['PublicAddress', 'javascript:alert(1)', 'Like https://lab.example.org'],
  ['PublicAddress', 'https://999.1.1.1', 'Like https://lab.example.org'],
  ['ReportSignatory', 'x'.repeat(61), 'Who approves, on reports can have 60 characters at most'],
])('%s %j is refused at its field', async (field, value, message) => {
  const refused = await put({ [field]: value })
  expect([refused.status, refused.body.errors]).toEqual([400, { [field]: [message] }])
})

test('a change applies at once to every server and its connections; its history shows what changed', async () => {
  const before = await read()
  const changes = {
    Name: 'Godavari Diagnostics',
    TimeZone: 'Asia/Dubai',
    Currency: 'AED',
    Locale: 'en-US',
    YearStartMonth: 1,
    PublicAddress: 'https://lab.example.org/',
  }
  expect((await put({ ...changes, RowVersion: before.RowVersion })).body.message).toBe('Settings saved')
  await expect.poll(() => zoneIn(app.db), { timeout: 5000, interval: 20 }).toBe('Asia/Dubai')
  await expect.poll(() => zoneIn(other.db), { timeout: 5000, interval: 20 }).toBe('Asia/Dubai')
  expect((await admin.get('/api/currentUser')).body.Network).toEqual({
    name: 'Godavari Diagnostics',
    timeZone: 'Asia/Dubai',
    currency: 'AED',
    locale: 'en-US',
    yearStartMonth: 1,
    publicAddress: 'https://lab.example.org',
    acceptedNames: [],
    commissionLimit: 500,
    deskDiscountLimit: 0,
    deskCreditLimit: 0,
    bankOpeningLimit: 0,
    matchChargeLimit: 1000,
    matchFeePercent: 5,
    matchDepositFeePercent: 0,
    deskCancelLimit: 5000,
    deskDraws: true,
    identifyAtDraw: false,
    roundBills: false,
    reportSignatory: 'Authorised signatory',
    billSignatory: null,
    worksheetSignatory: null,
  })
  const history = (await admin.get('/api/actions?ModuleId=settings&FormId=1')).body
  expect(history).toHaveLength(1)
  expect(history[0]).toMatchObject({
    Action: 'update',
    Changes: { TimeZone: ['Asia/Kolkata', 'Asia/Dubai'], Currency: ['INR', 'AED'], YearStartMonth: [4, 1] },
  })
  const stale = await put({ Name: 'Too late', RowVersion: before.RowVersion })
  expect(stale.status).toBe(409)
})

test('a wrong public address locks no user out: the server still answers at the last five names before it', async () => {
  const answered = async (host: string) =>
    (await app.http.inject({ url: '/api/openapi.json', headers: { host } })).statusCode
  const save = async (PublicAddress: string) => {
    const { RowVersion } = await read()
    expect((await put({ PublicAddress, RowVersion })).status).toBe(200)
    await expect.poll(() => answered(new URL(PublicAddress).hostname), { timeout: 5000, interval: 20 }).toBe(200)
  }
  await save('https://lab.example.org')
  await save('https://lab.exampel.org')
  expect([await answered('lab.example.org'), await answered('evil.example')]).toEqual([200, 421])
  await save('https://lab.exampl.org')
  expect(await answered('lab.example.org')).toBe(200)
  for (const n of [1, 2, 3, 4]) await save(`https://lab${n}.example.org`)
  expect([await answered('lab.example.org'), await answered('lab.exampel.org')]).toEqual([421, 200])
})

test('a save does not overwrite what is edited elsewhere', async () => {
  const second = await signedIn(app, 'admin', 1, 1)
  expect((await second.post('/api/locks/', { ModuleId: 'settings', FormId: 1 })).status).toBe(200)
  const elsewhere = await admin.call('PUT', '/api/settings/1', { Name: 'Over it' }, { 'x-tab': 'another' })
  expect(elsewhere.status).toBe(423)
  await second.call('DELETE', '/api/locks/')
})

test('bills use the words and the currency of the network; after the first one, zone and currency cannot be changed', async () => {
  expect(
    (await put({ TimeZone: 'Asia/Kolkata', Currency: 'INR', Locale: 'en-US', BillSignatory: 'Cashier' })).status,
  ).toBe(200)
  await expect.poll(() => zoneIn(app.db), { timeout: 5000, interval: 20 }).toBe('Asia/Kolkata')
  const desk = await signedIn(app, 'labdesk', 5, 2)
  const sale = await booked(desk)
  expect(await read()).toMatchObject({ HasWork: true })
  for (const [field, value, code] of [
    ['TimeZone', 'Asia/Dubai', 'days-kept'],
    ['Currency', 'AED', 'amounts-kept'],
  ] as const) {
    const refused = await put({ [field]: value })
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([422, code, [field]])
  }
  const template = await app.db.read.one<{ Id: number }>(sql`
    select
      min(template_id) as id
    from
      print_templates
    where
      module_id = 'sales'
      and layout = 'bill'
  `)
  const print = async (of = sale): Promise<string> =>
    (await desk.post('/api/print/sales/', { templateId: template.Id, formId: of.SaleId, device: 'screen' })).text
  const bill = await print()
  expect(bill).toContain('₹')
  expect(bill).toMatch(/, Cashier</)
  const stored = (await desk.get(`/api/sales/${String(sale.SaleId)}`)).body
  expect((await put({ YearStartMonth: 7, Locale: 'en-IN', BillSignatory: null })).status).toBe(200)
  // a bill is kept as it was first printed; the next one has no such word
  await expect.poll(async () => print(await booked(desk)), { timeout: 5000, interval: 50 }).not.toContain('Cashier')
  expect(await print()).toMatch(/, Cashier</)
  // earlier numbers and days do not change
  const { Invoice, LRN, SaleDate } = (await desk.get(`/api/sales/${String(sale.SaleId)}`)).body
  expect({ Invoice, LRN, SaleDate }).toEqual({
    Invoice: stored.Invoice,
    LRN: stored.LRN,
    SaleDate: stored.SaleDate,
  })
})

test('what is saved holds from the next act on, without waiting for a notification', async () => {
  const before = (await read()).MatchFeePercent
  for (const MatchFeePercent of [1, 2, 3, 4, 5, 6, 7, 8, 9, before]) {
    expect((await put({ MatchFeePercent })).status).toBe(200)
    expect(network.matchFeePercent).toBe(MatchFeePercent)
  }
})

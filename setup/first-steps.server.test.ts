// The first steps of a new network: steps that disappear when done, and a starter catalogue that is complete or absent.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, sql } from '../server/db/db.ts'
import { testApp, type TestApp } from '../server/testing/app.ts'
import { networkForTests } from '../server/testing/network.ts'
import { narrowed } from '../server/testing/listed.ts'
import { ask, Person } from '../server/testing/signed-in.ts'
import { offerSetup } from './link.ts'

const { app: demo, labAdmin, manager } = networkForTests('labAdmin', 'manager')
let app: TestApp
let kamala: Person
beforeAll(async () => {
  app = await testApp({ template: 'empty' })
  const made = await ask(app, 'POST', '/api/setup', {
    NetworkName: 'Godavari Diagnostics',
    TimeZone: 'Asia/Kolkata',
    Currency: 'INR',
    YearStartMonth: 4,
    LabName: 'Godavari Central',
    LabCode: 'GOD',
    BillPrefix: 'GOD',
    UserName: 'kamala',
    FullName: 'Kamala Iyer',
    Password: 'monsoon over the river',
    Token: await offerSetup(app.db),
  })
  expect(made.status).toBe(200)
  kamala = new Person(app)
  await kamala.signInSafely('kamala', 1, 2, 'monsoon over the river')
})
afterAll(() => app.close())

const next = async (person: Person) => (await person.get('/api/firststeps')).body
const left = async () => (await next(kamala)).Steps.map(({ Id, Count }) => [Id, Count])
const starter = () => kamala.post('/api/firststeps/starter', {})
const tables = ['departments', 'specimens', 'instruments', 'elements', 'tests', 'products', 'lab_instruments'] as const
const sizeOf = async (table: string) =>
  (
    await app.db.read.one<{ Size: number }>(sql`
      select
        count(*)::int as size
      from
        ${raw(table)}
    `)
  ).Size
const sizes = async () => Promise.all(tables.map((table) => sizeOf(table)))

test('a new network has every step, with its count; a network that began without steps has none', async () => {
  expect(await next(kamala)).toEqual({
    Steps: [
      { Id: 'departments', Count: 0 },
      { Id: 'catalogue', Count: 0 },
      { Id: 'prices', Count: 0 },
      { Id: 'people', Count: 1 },
      { Id: 'printer', Count: null },
      { Id: 'backup', Count: null },
    ],
    MayTakeStarter: true,
    LabId: 2,
  })
  expect(await next(labAdmin)).toEqual({ Steps: [], MayTakeStarter: false, LabId: null })
  expect((await manager.get('/api/firststeps')).status).toBe(403)
})

/** Runs a statement as the owner of the tables. */
const owned = async (statement: string) => {
  const client = new Client({ connectionString: app.ownerUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('a starter catalogue that fails midway leaves no records behind', async () => {
  await owned(`
    create function refuse_product() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger refuse before insert on product_labs for each row execute function refuse_product()
  `)
  expect((await starter()).status).toBe(500)
  await owned('drop trigger refuse on product_labs; drop function refuse_product()')
  expect(await sizes()).toEqual(tables.map(() => 0))
})

test('the starter catalogue fills a network once, for its own laboratory, without other clients or prices', async () => {
  const taken = await starter()
  expect([taken.status, taken.body.message]).toEqual([200, expect.stringMatching(/^106 tests and 1\d\d products/)])
  expect((await sizes()).every((size) => size > 10)).toBe(true)
  expect(await sizeOf('clients')).toBe(2)
  expect(await sizeOf('price_lists')).toBe(0)
  expect(await left()).toEqual([
    ['ranges', expect.any(Number)],
    ['prices', 0],
    ['people', 1],
    ['printer', null],
    ['backup', null],
  ])
  const again = await starter()
  expect([again.status, again.body.message]).toEqual([422, expect.stringMatching(/^The catalogue is not empty/)])
  // every product sold can be measured here, and new records get the next keys
  const { body: product } = await kamala.get('/api/products/3001')
  expect(product).toMatchObject({ OwnerId: 2, Mrp: 350, ProductLabs: [{ SourceLabId: 2, DestinationLabId: 2 }] })
  const added = await kamala.post('/api/departments/', { Name: 'Genetics', IsActive: true })
  expect([added.status, Number(added.body.DepartmentId ?? 1001) > 1000]).toEqual([201, true])
  expect(
    (
      await demo.db.read.rows(sql`
        select
          1
        from
          elements
        where
          to_be_verified
      `)
    ).length,
  ).toBe(0)
})

test('a user who may change the catalogue confirms ranges, element by element and once', async () => {
  const haemoglobin = 1001
  const before = Number((await next(kamala)).Steps[0].Count)
  expect((await kamala.get(`/api/elements/${haemoglobin}`)).body.ToBeVerified).toBe(true)
  const confirm = () => kamala.put('/api/verify/elements', { formId: haemoglobin })
  expect((await confirm()).status).toBe(200)
  expect((await confirm()).body.code).toBe('verified')
  expect((await kamala.get(`/api/elements/${haemoglobin}`)).body.ToBeVerified).toBe(false)
  expect((await next(kamala)).Steps[0]).toEqual({ Id: 'ranges', Count: before - 1 })
  const history = await kamala.get(`/api/actions?ModuleId=elements&FormId=${haemoglobin}`)
  expect(history.body[0]).toMatchObject({ Action: 'verify', Changes: { ToBeVerified: [true, false] } })
  const open = await narrowed(kamala, 1012, { ToBeVerified: 'true' })
  expect([open.length > 0, open.map((row) => row.ElementId).includes(haemoglobin)]).toEqual([true, false])
})

test('only a step that the database does not show can be marked done by hand', async () => {
  const done = (Step: string) => kamala.post('/api/firststeps/done', { Step })
  expect((await done('prices')).status).toBe(400)
  for (const step of ['printer', 'printer', 'backup']) expect((await done(step)).status).toBe(200)
  expect((await left()).map(([id]) => id)).toEqual(['ranges', 'prices', 'people'])
})

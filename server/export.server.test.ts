// Export of a list as CSV: for whom, what it holds, and formulas made harmless.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient, booked } from '../modules/sales/sales.fixture.ts'
import { sql } from './db.ts'
import { testApp, type TestApp } from './testing/app.ts'
import { signedIn, type Person } from './testing/signed-in.ts'

let app: TestApp
let desk: Person
let manager: Person
beforeAll(async () => {
  app = await testApp()
  desk = await signedIn(app, 'labdesk', 5, 2)
  manager = await signedIn(app, 'manager', 2, 2)
  for (const Name of ['=1+1', '+cmd', '-2+3', '@sum', 'Comma, "Quote"']) await booked(desk, { PatientId: await aPatient(desk, { Name }) })
  await booked(desk, { PatientId: await aPatient(desk, { Name: 'Plain Name' }), products: [3093] })
})
afterAll(() => app.close())
const csv = (person: Person, filter = {}) =>
  person.get(`/api/getdata/1001?format=csv&filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`)

test('FND-122 FND-123 role ids 1 and 2 export, others are refused', async () => {
  expect((await csv(desk)).status).toBe(403)
  expect((await csv(await signedIn(app, 'pathologist', 3, 2))).status).toBe(403)
  expect((await csv(await signedIn(app, 'admin', 1, 2))).status).toBe(200)
  const answer = await csv(manager)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="sales-\d{4}-\d\d-\d\d\.csv"$/)
})

test('FND-123 all found rows are in it, with a byte order mark, titles and without key columns', async () => {
  const { text } = await csv(manager)
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const lines = text.slice(1).trimEnd().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[0]).toContain('Patient')
  expect(lines[0]).not.toMatch(/Buyer Id|Patient Id|Seller Id/)
  expect((await csv(manager, { Patient: 'plain' })).text.trimEnd().split('\r\n')).toHaveLength(2)
})

test('what a spreadsheet would run is text, and commas and quotes stay inside their cell', async () => {
  const { text } = await csv(manager)
  for (const cell of ["'=1+1", "'+cmd", "'-2+3", "'@sum"]) expect(text).toContain(`,${cell},`)
  expect(text).not.toMatch(/,[=@]/)
  expect(text).toContain(',"Comma, ""Quote""",')
})

test('an export is in the access log, without its values', async () => {
  await app.db.transaction((tx) => tx.run(sql`select 1`))
  const before = await app.db.read.one<{ n: number }>(
    sql`select count(*)::int as n from access_log where what = 'export' and module_id = 'sales' and user_id = ${manager.userId}`,
  )
  await csv(manager)
  expect(
    await app.db.read.one(
      sql`select count(*)::int as n from access_log where what = 'export' and module_id = 'sales' and user_id = ${manager.userId}`,
    ),
  ).toEqual({ n: before.n + 1 })
})

// Every change leaves a trace that the application can not take away and tampering does not survive.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient, booked } from '../modules/sales/sales.fixture.ts'
import { sealAudit, verifyAudit } from './audit.ts'
import { sql } from './db.ts'
import { testApp, type TestApp } from './testing/app.ts'
import { signedIn, type Json, type Person } from './testing/signed-in.ts'

let app: TestApp
let desk: Person
let sale: Json
beforeAll(async () => {
  app = await testApp()
  desk = await signedIn(app, 'labdesk', 5, 2)
  sale = await booked(desk, { PatientId: await aPatient(desk) })
})
afterAll(() => app.close())

const asOwner = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
type Entry = {
  Action: string
  CreatedOn: string
  Remarks: string | null
  User: { UserName: string; FullName: string }
  Changes: Record<string, [unknown, unknown]>
}
const history = async () => (await desk.get<Entry[]>(`/api/actions?ModuleId=sales&FormId=${sale['SaleId']}`)).body

test('FND-222 FND-237 FND-386 FND-387 the history shows each change with action, time, user and the fields before and after', async () => {
  await desk.put(`/api/sales/${sale['SaleId']}`, { Remarks: 'first' })
  await desk.put(`/api/sales/${sale['SaleId']}`, { Remarks: 'second' })
  const entries = await history()
  expect(entries.map((entry) => entry.Action)).toEqual(['update', 'update', 'create'])
  expect(entries[0]).toMatchObject({ User: { UserName: 'labdesk', FullName: 'Kavita Joshi' }, Changes: { Remarks: ['first', 'second'] } })
  expect(Object.keys(entries[0]?.Changes ?? {})).toEqual(['Remarks'])
  expect(Date.now() - Date.parse(entries[0]?.CreatedOn ?? '')).toBeLessThan(60_000)
})

test('an entry keeps role, entity and the request', async () => {
  const row = await app.db.read.one(
    sql`select role_id, entity_id, request_id from audit where module_id = 'sales' and form_id = ${sale['SaleId']} order by audit_id desc limit 1`,
  )
  expect(row).toMatchObject({ role_id: 5, entity_id: 2, request_id: expect.stringMatching(/^[\da-f-]{36}$/) })
})

test('a refused change leaves no entry, and an action carries its reason', async () => {
  const before = (await history()).length
  await desk.put(`/api/sales/${sale['SaleId']}`, { LRN: 'abc' })
  expect(await history()).toHaveLength(before)
  const other = await booked(desk, { PatientId: sale['PatientId'] })
  await desk.put('/api/cancel/sales', { formId: other['SaleId'], reason: 'Booked twice' })
  expect((await desk.get<Entry[]>(`/api/actions?ModuleId=sales&FormId=${other['SaleId']}`)).body[0]).toMatchObject({
    Action: 'cancel',
    Remarks: 'Booked twice',
  })
})

test("the application's role can add to and read the audit, and nothing else", async () => {
  for (const statement of [
    sql`update audit set action = 'x'`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`update audit_blocks set block_hash = ''`,
    sql`delete from audit_blocks`,
    sql`update ledger_entries set debit = 0`,
    sql`delete from ledger_entries`,
    sql`delete from access_log`,
  ])
    await expect(app.db.transaction((tx) => tx.run(statement))).rejects.toThrow('permission denied')
})

test('the chain holds over blocks sealed one after the other, and a changed, removed or slipped-in entry breaks it', async () => {
  const seal = () => app.db.transaction((tx) => sealAudit(tx, 0))
  const verify = () => verifyAudit(app.db.read)
  expect(await seal()).toBeGreaterThan(0)
  expect(await seal()).toBe(0)
  await desk.put(`/api/sales/${sale['SaleId']}`, { Remarks: 'third' })
  expect(await seal()).toBe(1)
  expect(await verify()).toEqual({ blocks: 2, brokenAt: null })
  await asOwner(
    `update audit set changes = jsonb_set(changes, '{Remarks}', '["first","forged"]') where audit_id = (select max(audit_id) from audit)`,
  )
  expect((await verify()).brokenAt).toBe(2)
  await asOwner(
    `update audit set changes = jsonb_set(changes, '{Remarks}', '["second","third"]') where audit_id = (select max(audit_id) from audit)`,
  )
  expect((await verify()).brokenAt).toBeNull()
  await asOwner(`delete from audit where audit_id = (select min(audit_id) + 1 from audit)`)
  expect((await verify()).brokenAt).toBe(1)
})

test('a block taken out of the chain is noticed', async () => {
  await asOwner(`delete from audit_blocks where block_id = (select min(block_id) from audit_blocks)`)
  expect((await verifyAudit(app.db.read)).brokenAt).not.toBeNull()
})

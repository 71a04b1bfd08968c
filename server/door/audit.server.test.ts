// Every change has an audit entry that the application cannot remove and in which tampering is found.
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { accessioned, aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { sealAudit, verifyAudit } from './seal.ts'
import { sql } from '../db/db.ts'
import { testApp } from '../testing/app.ts'
import { networkForTests } from '../testing/network.ts'
import type { Read } from '../testing/answers.ts'
import { signedIn } from '../testing/signed-in.ts'
import { readRow } from '../testing/rows.ts'

const { app, desk } = networkForTests('desk')
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await booked(desk, { PatientId: await aPatient(desk) })
})

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
const history = async () => (await desk.get<Entry[]>(`/api/actions?ModuleId=sales&FormId=${sale.SaleId}`)).body

test('FND-222 FND-237 FND-386 FND-387 the history shows each change with action, time, user and the fields before and after', async () => {
  await desk.put(`/api/sales/${sale.SaleId}`, { Remarks: 'first' })
  await desk.put(`/api/sales/${sale.SaleId}`, { Remarks: 'second' })
  const entries = await history()
  expect(entries.map((entry) => entry.Action)).toEqual(['update', 'update', 'create'])
  expect(entries[0]).toMatchObject({
    User: { UserName: 'labdesk', FullName: 'Kavita Joshi' },
    Changes: { Remarks: ['first', 'second'] },
  })
  expect(Object.keys(entries[0]?.Changes ?? {})).toEqual(['Remarks'])
  expect(Date.now() - Date.parse(entries[0]?.CreatedOn ?? '')).toBeLessThan(60_000)
})

test('an entry records role, entity and the request', async () => {
  const row = await readRow(
    app,
    'audit',
    { ModuleId: 'sales', FormId: sale.SaleId },
    'role_id, entity_id, request_id',
    'audit_id desc',
  )
  expect(row).toMatchObject({ RoleId: 5, EntityId: 2, RequestId: expect.stringMatching(/^[\da-f-]{36}$/) })
})

test('a refused change leaves no entry, and an action carries its reason', async () => {
  const before = (await history()).length
  await desk.put(`/api/sales/${sale.SaleId}`, { LRN: 'abc' })
  expect(await history()).toHaveLength(before)
  const other = await booked(desk, { PatientId: sale.PatientId })
  await desk.put('/api/cancel/sales', { formId: other.SaleId, reason: 'Booked twice' })
  expect((await desk.get<Entry[]>(`/api/actions?ModuleId=sales&FormId=${other.SaleId}`)).body[0]).toMatchObject({
    Action: 'cancel',
    Remarks: 'Booked twice',
  })
})

test("the entry of a new record has the stored values: prices, totals and statuses are the server's", async () => {
  const made = await booked(desk, { PatientId: sale.PatientId })
  const [entry] = (await desk.get<Entry[]>(`/api/actions?ModuleId=sales&FormId=${made.SaleId}`)).body
  expect(entry?.Action).toBe('create')
  expect(entry?.Changes).toMatchObject({
    NetAmount: [null, made.NetAmount],
    StatusId: [null, 92],
    SaleProducts: [null, [{ Price: made.SaleProducts[0].Price, StatusId: 101 }]],
  })
})

test("a manager's remark for exceeding a limit is in the entry", async () => {
  const manager = await signedIn(app, 'manager', 2, 2)
  const other = await booked(desk, { PatientId: sale.PatientId })
  await manager.put(`/api/sales/${other.SaleId}`, { Remarks: 'looked at', OverrideRemarks: 'agreed by telephone' })
  expect((await desk.get<Entry[]>(`/api/actions?ModuleId=sales&FormId=${other.SaleId}`)).body[0]).toMatchObject({
    Action: 'update',
    Remarks: 'agreed by telephone',
  })
})

const entriesOf = (module: string, where: string, id: unknown) =>
  app.db.read.rows<{ Action: string; Changes: Record<string, [unknown, unknown]>; FormId: number }>(sql`
    select
      a.action,
      a.changes,
      a.form_id
    from
      audit a
    where
      a.module_id = ${module}
      and a.changes -> ${where} ->> 1 = ${String(id)}
    order by
      a.audit_id
  `)

test('records created with a sale have entries of their own: its invoice, tubes and derived sales', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const made = await accessioned(front, { SellerId: 12 })
  const [invoice] = await entriesOf('invoices', 'InvoiceNo', made.Invoice.InvoiceNo)
  expect(invoice).toMatchObject({
    Action: 'create',
    Changes: { SellerId: [null, 12], NetAmount: [null, made.NetAmount] },
  })
  const tubes = await entriesOf('samples', 'SaleId', made.SaleId)
  expect(tubes.map((entry) => [entry.Action, entry.FormId])).toEqual(
    made.Samples.map((tube) => ['create', tube.SampleId]),
  )
  const [leg] = await entriesOf('sales', 'BaseSaleId', made.SaleId)
  expect(leg).toMatchObject({
    Action: 'create',
    Changes: { SellerId: [null, 2], BuyerId: [null, 12], StatusId: [null, 95] },
  })
})

test('records cancelled or moved with a sale have entries of their own', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const made = await accessioned(front, { SellerId: 12 })
  const [leg] = await entriesOf('sales', 'BaseSaleId', made.SaleId)
  expect((await front.put('/api/unlock/sales', { formId: made.SaleId })).status).toBe(200)
  const last = await readRow(
    app,
    'audit',
    { ModuleId: 'sales', FormId: leg?.FormId },
    'action, changes',
    'audit_id desc',
  )
  expect(last).toMatchObject({ Action: 'unlock', Changes: { StatusId: [95, 90] } })
})

test("the application's role can only add to the audit and read it", async () => {
  for (const statement of [
    sql`
      update audit
      set
        action = 'x'
    `,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`
      update audit_blocks
      set
        block_hash = ''
    `,
    sql`delete from audit_blocks`,
    sql`
      update ledger_entries
      set
        debit = 0
    `,
    sql`delete from ledger_entries`,
    sql`delete from access_log`,
  ])
    await expect(app.db.transaction((tx) => tx.run(statement))).rejects.toThrow('permission denied')
})

test('the chain holds over blocks sealed one after the other, and a changed, removed or slipped-in entry breaks it', async () => {
  const seal = async () => (await app.db.transaction((tx) => sealAudit(tx, 0)))?.rows ?? 0
  const verify = () => verifyAudit(app.db.read)
  expect(await seal()).toBeGreaterThan(0)
  expect(await seal()).toBe(0)
  await desk.put(`/api/sales/${sale.SaleId}`, { Remarks: 'third' })
  // an open transaction may still write an earlier entry
  expect(await app.db.transaction((tx) => sealAudit(tx))).toBeUndefined()
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

test('a long backlog is sealed block by block, and a bar in a text does not pass for another column', async () => {
  const fresh = await testApp()
  const person = await signedIn(fresh, 'labdesk', 5, 2)
  const other = await booked(person, {})
  const blocks: number[] = []
  for (;;) {
    const block = await fresh.db.transaction((tx) => sealAudit(tx, 0, 2))
    if (!block) break
    blocks.push(block.rows)
  }
  expect(blocks.length).toBeGreaterThan(1)
  expect(Math.max(...blocks)).toBe(2)
  await person.put('/api/cancel/sales', { formId: other.SaleId, reason: 'x' })
  const sealed = await fresh.db.transaction((tx) => sealAudit(tx, 0))
  expect(sealed?.hash).toMatch(/^[0-9a-f]{64}$/)
  expect((await verifyAudit(fresh.db.read)).brokenAt).toBeNull()
  const owner = new pg.Client({ connectionString: fresh.ownerUrl })
  await owner.connect()
  const link = (previous: string) =>
    owner.query(
      `update audit_blocks set previous_hash = ${previous} where block_id = (select max(block_id) from audit_blocks)`,
    )
  await link(`sha256('another chain')`)
  expect((await verifyAudit(fresh.db.read)).brokenAt).not.toBeNull()
  await link(`(select block_hash from audit_blocks order by block_id desc offset 1 limit 1)`)
  expect((await verifyAudit(fresh.db.read)).brokenAt).toBeNull()
  // the text moves from one column to the next: separated by bars, both would read the same
  await owner.query(`update audit set action = 'cancel|x', remarks = null where action = 'cancel'`)
  await owner.end()
  expect((await verifyAudit(fresh.db.read)).brokenAt).not.toBeNull()
  await fresh.close()
})

test('a block removed from the chain is found', async () => {
  await asOwner(`delete from audit_blocks where block_id = (select min(block_id) from audit_blocks)`)
  expect((await verifyAudit(app.db.read)).brokenAt).not.toBeNull()
})

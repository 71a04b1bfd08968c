// Payments recorded on their own: against an invoice or into an account.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { aPatient, booked, saleOf } from '../sales/sales.fixture.ts'

let app: TestApp
let desk: Person
let accounts: Person
let manager: Person
let patient: number
beforeAll(async () => {
  app = await testApp()
  desk = await signedIn(app, 'labdesk', 5, 2)
  accounts = await signedIn(app, 'accounts', 7, 2)
  manager = await signedIn(app, 'manager', 2, 2)
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())
const pay = (person: Person, body: Json) =>
  person.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: patient,
    PaymentModeId: 40,
    Amount: 100,
    ...body,
  })

test('OPS-113 OPS-114 OPS-124 a receipt against an invoice raises what is paid of the invoice and its sale', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const saved = await pay(accounts, { InvoiceId: sale['InvoiceId'], Remarks: 'at the counter' })
  expect([saved.status, saved.text]).toEqual([201, expect.stringContaining('TransactionId')])
  const { body } = await accounts.get(`/api/transactions/${saved.body['TransactionId']}`)
  expect(body).toMatchObject({
    TransactionId: saved.body['TransactionId'],
    ReceiverId: 2,
    GiverId: patient,
    InvoiceId: sale['InvoiceId'],
    Amount: 100,
    PaymentModeId: 40,
    PaymentMode: { ItemLabel: expect.stringMatching(/./) },
    Remarks: 'at the counter',
    Batch: { CloseDate: null },
  })
  expect(await saleOf(desk, sale['SaleId'] as number)).toMatchObject({ Paid: 100, Outstanding: 250 })
})

test('many receipts against one invoice at once are all counted', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => pay(i % 2 === 0 ? accounts : desk, { InvoiceId: sale['InvoiceId'], Amount: 10 })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect((await saleOf(desk, sale['SaleId'] as number))['Paid']).toBe(100)
})

test('the first receipts of a user at once open one batch', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  await Promise.all(Array.from({ length: 6 }, () => pay(front, { ReceiverId: 12 })))
  expect(await app.db.read.one(sql`select count(*)::int as n from tran_batches where owner_id = ${front.userId}`)).toEqual({ n: 1 })
})

test('FND-321 roles above 2 record now, at their own entity; a manager sets date and receiver', async () => {
  const past = '2026-11-01T05:00:00.000Z'
  const own = await pay(accounts, { Date: past, ReceiverId: 12 })
  const { body } = await accounts.get(`/api/transactions/${own.body['TransactionId']}`)
  expect([body['ReceiverId'], Date.now() - Date.parse(body['Date'] as string) < 60_000]).toEqual([2, true])
  const by = await pay(manager, { Date: past, ReceiverId: 2 })
  expect((await manager.get(`/api/transactions/${by.body['TransactionId']}`)).body['Date']).toBe(past)
})

test.each<[string, Json]>([
  ['amount of zero', { Amount: 0 }],
  ['amount below zero', { Amount: -1 }],
  ['amount that is no number', { Amount: 'ten' }],
  ['no giver', { GiverId: null }],
  ['no mode', { PaymentModeId: null }],
  ['card without reference', { PaymentModeId: 41 }],
  ['giver that receives', { GiverId: 2 }],
  ['write-off by accounts', { PaymentModeId: 49 }],
])('a receipt is refused with 400: %s', async (_name, change) => {
  expect((await pay(accounts, change)).status).toBe(400)
})

test('the giver is the buyer of the invoice, and an invoice of another seller does not exist', async () => {
  const sale = await booked(desk, { PatientId: patient })
  expect((await pay(accounts, { InvoiceId: sale['InvoiceId'], GiverId: 21 })).status).toBe(400)
  const front = await signedIn(app, 'frontdesk', 5, 12)
  expect((await pay(front, { InvoiceId: sale['InvoiceId'], ReceiverId: 12 })).status).toBe(404)
})

test('a recorded amount, mode, giver and invoice do not change; the reference does while the batch is open', async () => {
  const saved = await pay(accounts, {})
  const url = `/api/transactions/${saved.body['TransactionId']}`
  for (const change of [{ Amount: 1 }, { PaymentModeId: 42, PaymentRef: 'x' }, { GiverId: 21 }])
    expect([change, (await manager.put(url, change)).status]).toEqual([change, 403])
  expect((await accounts.put(url, { Remarks: 'noted' })).status).toBe(200)
  await app.db.transaction((tx) =>
    tx.run(sql`update tran_batches set close_date = now() where owner_id = ${accounts.userId} and close_date is null`),
  )
  expect((await accounts.put(url, { Remarks: 'late' })).status).toBe(422)
})

// Batches: opened by the first receipt, closed with a count by their owner, taken over once by another user.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { at } from '../../server/clock.ts'
import { runScheduled } from '../../server/testing/scheduled.ts'
import { openLong } from './open-long.server.ts'
import { tranbatches } from './tranbatches.model.ts'
import { aCashier as anyCashier, counted, openOf as openBatchOf, takes as takesOf } from './tranbatches.fixture.ts'

const { app, accounts, manager } = networkForTests('accounts', 'manager')
const [cash, upi] = [40, 42]
let PatientId: number
beforeAll(async () => {
  PatientId = await aPatient(manager)
})

const aCashier = () => anyCashier(app)
const takes = (person: Person, amount: number, mode = cash, more: Json = {}) =>
  takesOf(person, PatientId, amount, mode, more)
const batchesOf = async (person: Person, filter: Json = {}) =>
  (await listed(manager, 1030, { OwnerId: person.userId, ...filter })).rows
const openOf = (person: Person) => openBatchOf(person, manager)
const read = async (id: number, person = manager): Promise<Read<'tranbatches'>> =>
  (await person.get(`/api/tranbatches/${id}`)).body
const close = (person: Person, id: number, body: Json = {}) => person.put(`/api/closebatch/${id}`, body)
const take = (person: Person, id: number, body: Json = {}) => person.put(`/api/transferbatch/${id}`, body)

test('OPS-012 OPS-135 a batch is read with its owner, days, total and every transaction of it', async () => {
  const cashier = await aCashier()
  const sale = await booked(cashier, { PatientId, receipts: [{ PaymentModeId: cash, Amount: 25 }] })
  const TransactionId = await takes(cashier, 100.5, upi)
  const batch = await read(await openOf(cashier))
  expect(batch).toMatchObject({
    BatchId: expect.any(Number),
    OwnerId: cashier.userId,
    Owner: { UserId: cashier.userId, FullName: expect.stringMatching(/^Cashier/) },
    OpenDate: expect.any(String),
    CloseDate: null,
    TotalAmount: 125.5,
  })
  expect(batch.Transactions).toHaveLength(2)
  expect(batch.Transactions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        TransactionId,
        Invoice: null,
        Date: expect.any(String),
        Giver: expect.objectContaining({ ClientId: PatientId, ClientType: 'Patient' }),
        Receiver: expect.objectContaining({ ClientId: 2 }),
        Amount: 100.5,
        PaymentMode: { ItemLabel: 'UPI' },
        PaymentRef: expect.stringMatching(/^REF/),
      }),
      expect.objectContaining({ Amount: 25, Invoice: expect.objectContaining({ InvoiceId: sale.InvoiceId }) }),
    ]),
  )
})

test('OPS-202 OPS-274 its owner closes a batch, once, with a count or without a body', async () => {
  const [cashier, other] = [await aCashier(), await aCashier()]
  await takes(cashier, 100)
  const id = await openOf(cashier)
  expect((await close(other, id)).status).toBe(422)
  expect((await close(manager, id)).status).toBe(422)
  const answer = await close(cashier, id, counted([cash, 100]))
  expect([answer.status, answer.body.message]).toEqual([200, `Batch ${id} is closed with ₹100.00`])
  const batch = await read(id)
  expect(batch).toMatchObject({ CloseDate: expect.any(String), Status: 'Closed', TotalAmount: 100, Difference: 0 })
  expect(batch.Counted).toEqual([{ PaymentModeId: cash, Expected: 100, Amount: 100, Received: null }])
  expect((await close(cashier, id, counted([cash, 100]))).status).toBe(422)
  // the next receipt opens another one
  await takes(cashier, 5)
  expect(await openOf(cashier)).not.toBe(id)
  expect((await batchesOf(cashier, { BatchStatus: 'Closed' })).map((row) => row.BatchId)).toEqual([id])
  const { BatchId: empty } = (await other.post('/api/tranbatches/', { OwnerId: other.userId })).body
  const closed = await close(other, empty)
  expect([closed.status, closed.body.message]).toEqual([200, `Batch ${empty} is closed with ₹0.00`])
  expect((await read(empty)).CloseDate).toEqual(expect.any(String))
})

test('OPS-203 no transaction of a closed batch changes', async () => {
  const cashier = await aCashier()
  const id = await takes(cashier, 100)
  expect((await cashier.put(`/api/transactions/${id}`, { Remarks: 'x' })).status).toBe(200)
  await close(cashier, await openOf(cashier), counted([cash, 100]))
  const refused = await cashier.put(`/api/transactions/${id}`, { Remarks: 'y' })
  expect([refused.status, refused.body.message]).toEqual([422, 'A transaction in a closed batch cannot be changed'])
  const { Actions } = (await cashier.get(`/api/transactions/${id}`)).body
  expect(Actions.update).toBe('A transaction in a closed batch cannot be changed')
})

test('OPS-210 the first money that a user records opens their batch; all of it joins the one of who records it', async () => {
  const [one, two] = [await aCashier(), await aCashier()]
  expect([await batchesOf(one), await batchesOf(two)]).toEqual([[], []])
  // a receipt of a sale, and a transaction of its own
  const receipts = [{ PaymentModeId: cash, Amount: 10 }]
  const sale = await booked(one, { PatientId, receipts })
  const first = await openOf(one)
  await takes(one, 20)
  // another user takes money for the sale of the first
  await takes(two, 30, cash, { InvoiceId: sale.InvoiceId })
  await takes(one, 40)
  const of = async (person: Person) => {
    const batches = await batchesOf(person)
    expect(batches).toHaveLength(1)
    const { OwnerId, Transactions } = await read(batches[0]?.BatchId)
    return [OwnerId, Transactions.map((row) => row.Amount).toSorted((a, b) => a - b)]
  }
  expect(await of(one)).toEqual([one.userId, [10, 20, 40]])
  expect(await of(two)).toEqual([two.userId, [30]])
  expect(await openOf(one)).toBe(first)
})

test('a receipt and the closing of its batch: the receipt is in it or in the next', async () => {
  const cashier = await aCashier()
  await takes(cashier, 1)
  const id = await openOf(cashier)
  const [, , ...rest] = await Promise.all([
    close(cashier, id, { ...counted([cash, 1]), Remarks: 'Counted before the last patient' }),
    takes(cashier, 10),
    takes(cashier, 100),
  ])
  expect(rest).toHaveLength(1)
  const batches = (await batchesOf(cashier)).map((row) => row.BatchId)
  const held = await Promise.all(batches.map((BatchId) => valueOf<number>(app, 'batch_sums', { BatchId }, 'expected')))
  expect(held.reduce((sum, amount) => sum + amount, 0)).toBe(111)
  const closed = await read(id)
  expect(closed.Counted[0]?.Expected).toBe(held[batches.indexOf(id)])
  await expectInvariants(app.db)
})

test('OPS-033 OPS-034 OPS-035 FND-146 batches are narrowed by days, money handler, status and whether their money is still with the handler', async () => {
  const [cashier, taker] = [await aCashier(), await aCashier()]
  await takes(cashier, 1)
  const [gone] = [await openOf(cashier)]
  await close(cashier, gone, counted([cash, 1]))
  await take(taker, gone, counted([cash, 1]))
  await takes(cashier, 1)
  const closed = await openOf(cashier)
  await close(cashier, closed, counted([cash, 1]))
  await takes(cashier, 1)
  const open = await openOf(cashier)
  const left = async (filter: Json) =>
    (await batchesOf(cashier, filter)).map((row) => row.BatchId).sort((a, b) => a - b)
  expect(await left({})).toEqual([gone, closed, open])
  expect(tranbatches.filters.BatchStatus.options?.map(([, label]) => label)).toEqual(['Open', 'Closed'])
  expect(await left({ BatchStatus: 'Open' })).toEqual([open])
  expect(await left({ BatchStatus: 'Closed' })).toEqual([gone, closed])
  expect(await left({ IsActive: 'true' })).toEqual([closed, open])
  expect(await left({ IsActive: 'false' })).toEqual([gone])
  const [past, future] = ['2001-01-01', '2199-01-01']
  expect(await left({ OpenFromDate: past, OpenToDate: future })).toEqual([gone, closed, open])
  expect(await left({ OpenFromDate: future })).toEqual([])
  expect(await left({ OpenToDate: past })).toEqual([])
  expect(await left({ CloseFromDate: past, CloseToDate: future })).toEqual([gone, closed])
  expect(await left({ CloseFromDate: future })).toEqual([])
  expect(await left({ CloseToDate: past })).toEqual([])
})

test('its owner and users who cover where the owner works see a batch', async () => {
  const cashier = await aCashier()
  await takes(cashier, 1)
  const id = await openOf(cashier)
  const status = async (person: Person) => (await person.get(`/api/tranbatches/${id}`)).status
  expect([await status(cashier), await status(accounts), await status(manager)]).toEqual([200, 200, 200])
  expect(await status(await signedIn(app, 'frontdesk', 5, 12))).toBe(404)
  expect(await status(await signedIn(app, 'nashik', 5, 3))).toBe(404)
  expect(await status(await signedIn(app, 'technologist', 4, 2))).toBe(403)
})

test('the owner of a batch open for more than a day is notified, once', async () => {
  const cashier = await aCashier()
  await takes(cashier, 1)
  const id = await openOf(cashier)
  const notices = async () =>
    (await readRows<{ N: number }>(app, 'notifications', { UserId: cashier.userId }, 'count(*)::int as n'))[0]?.N
  const run = (hours: number) => at(new Date(Date.now() + hours * 3_600_000), () => runScheduled(app, openLong))
  await run(23)
  expect(await notices()).toBe(0)
  await run(25)
  await run(26)
  expect(await notices()).toBe(1)
  await close(cashier, id, counted([cash, 1]))
  await run(60)
  expect(await notices()).toBe(1)
})

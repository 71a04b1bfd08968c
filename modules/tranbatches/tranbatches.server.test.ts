// Batches: opened by the first receipt, closed with a count by their owner, taken over once by another user.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows } from '../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { at } from '../../server/clock.ts'
import { systemAuthor } from '../../server/session/system.ts'
import { role } from '../../core/user.ts'
import { openLong } from './open-long.server.ts'

const { app, accounts, manager } = networkForTests('accounts', 'manager')
const [cash, upi] = [40, 42]
let PatientId: number
let cashiers = 0
beforeAll(async () => {
  PatientId = await aPatient(manager)
})

/** A cashier of their own for each test, so that their batch holds only that test's money. */
const aCashier = async (): Promise<Person> => {
  const user = `cashier${(cashiers += 1)}`
  await app.db.transaction((tx) => addUser(tx, { user, name: `Cashier ${cashiers}`, role: role.FrontDesk, entity: 2 }))
  return signedIn(app, user, 5, 2)
}
const takes = async (person: Person, Amount: number, PaymentModeId = cash, more: Json = {}): Promise<number> => {
  const answer = await person.post('/api/transactions/', {
    GiverId: PatientId,
    Amount,
    PaymentModeId,
    ...(PaymentModeId === upi && { PaymentRef: 'UPI 1' }),
    Date: new Date().toISOString(),
    ReceiverId: 2,
    ...more,
  })
  expect([answer.status, answer.body['errors']]).toEqual([201, undefined])
  return answer.body['TransactionId'] as number
}
const batchesOf = async (person: Person, filter: Json = {}): Promise<Json[]> =>
  (await listed(manager, 1030, { OwnerId: person.userId, ...filter })).rows
const openOf = async (person: Person): Promise<number> =>
  (await batchesOf(person, { BatchStatus: 'Open' }))[0]?.['BatchId'] as number
const read = async (id: number, person = manager): Promise<Json> => (await person.get(`/api/tranbatches/${id}`)).body
const close = (person: Person, id: number, body: Json = {}) => person.put(`/api/closebatch/${id}`, body)
const take = (person: Person, id: number) => person.put(`/api/transferbatch/${id}`)

test('OPS-012 OPS-135 a batch is read with its owner, days, total and every transaction of it', async () => {
  const cashier = await aCashier()
  const sale = await booked(cashier, { PatientId, receipts: [{ PaymentModeId: cash, Amount: 25 }] })
  const TransactionId = await takes(cashier, 100.5, upi)
  const batch = await read(await openOf(cashier))
  expect(batch).toMatchObject({
    BatchId: expect.any(Number),
    OwnerId: cashier.userId,
    Owner: { UserId: cashier.userId, FullName: `Cashier ${cashiers}` },
    OpenDate: expect.any(String),
    CloseDate: null,
    TotalAmount: 125.5,
  })
  expect(batch['Transactions']).toHaveLength(2)
  expect(batch['Transactions']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        TransactionId,
        Invoice: null,
        Date: expect.any(String),
        Giver: expect.objectContaining({ ClientId: PatientId, ClientType: 'Patient' }),
        Receiver: expect.objectContaining({ ClientId: 2 }),
        Amount: 100.5,
        PaymentMode: { ItemLabel: 'UPI' },
        PaymentRef: 'UPI 1',
      }),
      expect.objectContaining({ Amount: 25, Invoice: expect.objectContaining({ InvoiceId: sale['InvoiceId'] }) }),
    ]),
  )
})

test('OPS-202 OPS-274 its owner closes a batch, once, and without a count it holds the expected money', async () => {
  const [cashier, other] = [await aCashier(), await aCashier()]
  await takes(cashier, 100)
  const id = await openOf(cashier)
  expect((await close(other, id)).status).toBe(422)
  expect((await close(manager, id)).status).toBe(422)
  const answer = await close(cashier, id)
  expect([answer.status, answer.body['message']]).toEqual([200, `Batch ${id} is closed with ₹100.00`])
  const batch = await read(id)
  expect(batch['CloseDate']).toEqual(expect.any(String))
  expect(batch['Counted']).toEqual([{ PaymentModeId: cash, Expected: 100, Amount: 100 }])
  expect((await close(cashier, id)).status).toBe(422)
  // the next receipt opens another one
  await takes(cashier, 5)
  expect(await openOf(cashier)).not.toBe(id)
  expect((await batchesOf(cashier, { BatchStatus: 'Closed' })).map((row) => row['BatchId'])).toEqual([id])
})

test('an amount over or short needs a reason, and counts are amounts of payment modes', async () => {
  const cashier = await aCashier()
  await takes(cashier, 100)
  await takes(cashier, 50, upi)
  const id = await openOf(cashier)
  const short = { Counted: [{ PaymentModeId: cash, Amount: 90 }] }
  const refused = await close(cashier, id, short)
  expect([refused.status, refused.body['errors']]).toEqual([
    422,
    { Remarks: ['The count is ₹10.00 short. Give the reason'] },
  ])
  for (const Counted of [
    [{ PaymentModeId: 1, Amount: 90 }],
    [{ PaymentModeId: cash, Amount: -1 }],
    [{ PaymentModeId: cash }],
    [
      { PaymentModeId: cash, Amount: 1 },
      { PaymentModeId: cash, Amount: 2 },
    ],
    [null],
    'x',
    { length: 1 },
  ])
    expect((await close(cashier, id, { Counted, Remarks: 'x' })).status).toBe(400)
  expect((await close(cashier, id, { ...short, Remarks: 'Change given twice' })).status).toBe(200)
  expect(await read(id)).toMatchObject({
    TotalAmount: 150,
    Remarks: 'Change given twice',
    Counted: [
      { PaymentModeId: cash, Expected: 100, Amount: 90 },
      { PaymentModeId: upi, Expected: 50, Amount: 50 },
    ],
  })
})

test('OPS-203 no transaction of a closed batch changes', async () => {
  const cashier = await aCashier()
  const id = await takes(cashier, 100)
  expect((await cashier.put(`/api/transactions/${id}`, { Remarks: 'x' })).status).toBe(200)
  await close(cashier, await openOf(cashier))
  const refused = await cashier.put(`/api/transactions/${id}`, { Remarks: 'y' })
  expect([refused.status, refused.body['message']]).toEqual([422, 'A transaction in a closed batch cannot be changed'])
  const { Actions } = (await cashier.get(`/api/transactions/${id}`)).body as { Actions: Json }
  expect(Actions['update']).toBe('A transaction in a closed batch cannot be changed')
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
  await takes(two, 30, cash, { InvoiceId: sale['InvoiceId'] as unknown })
  await takes(one, 40)
  const of = async (person: Person) => {
    const batches = await batchesOf(person)
    expect(batches).toHaveLength(1)
    const { OwnerId, Transactions } = await read(batches[0]?.['BatchId'] as number)
    return [OwnerId, (Transactions as Json[]).map((row) => row['Amount'] as number).toSorted((a, b) => a - b)]
  }
  expect(await of(one)).toEqual([one.userId, [10, 20, 40]])
  expect(await of(two)).toEqual([two.userId, [30]])
  expect(await openOf(one)).toBe(first)
})

test('OPS-210 OPS-275 a closed batch is taken over once, by another user who records money, mode by mode', async () => {
  const [cashier, taker] = [await aCashier(), accounts]
  await takes(cashier, 100)
  await takes(cashier, 50, upi)
  const id = await openOf(cashier)
  expect((await take(taker, id)).status).toBe(422)
  await close(cashier, id, { Counted: [{ PaymentModeId: cash, Amount: 95 }], Remarks: 'Torn note' })
  expect((await take(cashier, id)).status).toBe(422)
  const auditor = await signedIn(app, 'auditor', 11, 1)
  expect((await take(auditor, id)).status).toBe(422)
  const ledger = (await readRows(app, 'ledger_entries', { account: 'party' }, 'count(*)'))[0]
  const before = await read(await openOf(taker)).catch(() => undefined)
  const answer = await take(taker, id)
  expect([answer.status, answer.body['message']]).toEqual([200, expect.stringContaining(`Batch ${id} is taken over`)])
  const mine = await read(answer.body['BatchId'] as number)
  expect(mine['OwnerId']).toBe(taker.userId)
  expect(Number(mine['TotalAmount']) - Number(before?.['TotalAmount'] ?? 0)).toBe(145)
  expect(mine['Transfers']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ BatchId: id, PaymentModeId: cash, Amount: 95 }),
      expect.objectContaining({ BatchId: id, PaymentModeId: upi, Amount: 50 }),
    ]),
  )
  const left = await read(id)
  expect(left).toMatchObject({ OwnerId: cashier.userId, TakenOverBy: { UserId: taker.userId }, TotalAmount: 150 })
  expect((await take(taker, id)).status).toBe(422)
  // custody does not concern the parties' ledger
  expect((await readRows(app, 'ledger_entries', { account: 'party' }, 'count(*)'))[0]).toEqual(ledger)
  await expectInvariants(app.db)
})

test('of two users who take over at once, one does', async () => {
  const [cashier, one, two] = [await aCashier(), await aCashier(), await aCashier()]
  await takes(cashier, 100)
  const id = await openOf(cashier)
  await close(cashier, id)
  const answers = await Promise.all([take(one, id), take(two, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a receipt and the closing of its batch: the receipt is in it or in the next', async () => {
  const cashier = await aCashier()
  await takes(cashier, 1)
  const id = await openOf(cashier)
  const [, , ...rest] = await Promise.all([close(cashier, id), takes(cashier, 10), takes(cashier, 100)])
  expect(rest).toHaveLength(1)
  const totals = await Promise.all((await batchesOf(cashier)).map(async (row) => read(row['BatchId'] as number)))
  expect(totals.reduce((sum, batch) => sum + Number(batch['TotalAmount']), 0)).toBe(111)
  const [closed] = totals.filter((batch) => batch['CloseDate'])
  expect((closed?.['Counted'] as Json[])[0]?.['Expected']).toBe(closed?.['TotalAmount'])
  await expectInvariants(app.db)
})

test('OPS-033 OPS-034 OPS-035 FND-146 batches are narrowed by days, money handler, status and whether their money is still with the handler', async () => {
  const [cashier, taker] = [await aCashier(), await aCashier()]
  await takes(cashier, 1)
  const [gone] = [await openOf(cashier)]
  await close(cashier, gone)
  await take(taker, gone)
  await takes(cashier, 1)
  const closed = await openOf(cashier)
  await close(cashier, closed)
  await takes(cashier, 1)
  const open = await openOf(cashier)
  const left = async (filter: Json) =>
    (await batchesOf(cashier, filter)).map((row) => row['BatchId'] as number).sort((a, b) => a - b)
  expect(await left({})).toEqual([gone, closed, open])
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
    (await readRows<{ n: number }>(app, 'notifications', { user_id: cashier.userId }, 'count(*)::int as n'))[0]?.n
  const run = (hours: number) =>
    at(new Date(Date.now() + hours * 3_600_000), () =>
      openLong.run({ db: app.db, actor: systemAuthor('open-long'), send: undefined }),
    )
  await run(23)
  expect(await notices()).toBe(0)
  await run(25)
  await run(26)
  expect(await notices()).toBe(1)
  await close(cashier, id)
  await run(60)
  expect(await notices()).toBe(1)
})

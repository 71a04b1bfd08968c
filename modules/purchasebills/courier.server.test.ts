// The bill of a courier: an expense of the place, owed, late, taxed and paid as the bill of an outside laboratory is.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { clientType } from '../lists/items.model.ts'
import { keptClient } from '../clients/clients.fixture.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'
import { aBill, aSentTest, enter, entered, ours } from './purchasebills.fixture.ts'

const { app, admin, labAdmin, front, accounts } = networkForTests('admin', 'labAdmin', 'front', 'accounts')
afterEach(() => expectInvariants(app.db))

const aCourier = (more: Json = {}): Promise<number> =>
  keptClient(admin, {
    ClientTypeId: clientType.Courier,
    Name: 'Swift Couriers',
    RegistrationKey: 'ABCDE1234F',
    ...more,
  })
const charged = (SupplierId: number, more: Json = {}): Promise<number> =>
  entered(
    labAdmin,
    aBill([{ Description: 'Boxes of October', Amount: 400 }], { SupplierId, Reason: 'By weight', ...more }),
  )
const read = async (id: number): Promise<Read<'purchasebills'>> => (await accounts.get(`/api/purchasebills/${id}`)).body
const payables = async (SupplierId: number) => (await listed(accounts, 1080, { SupplierId })).rows

test('a courier charges by a bill: an expense with its GST apart, owed by its day, paid in part and in full', async () => {
  const courier = await aCourier()
  const day = addDays(dayOf(new Date()), -40)
  const id = await charged(courier, { BillDate: day, GstAmount: 72, TotalAmount: 472 })
  expect(await read(id)).toMatchObject({
    State: 'Open',
    DueDate: addDays(day, 30),
    Supplier: { Name: 'Swift Couriers' },
  })
  const posted = await readRows<{ Account: string; Debit: number }>(
    app,
    'ledger_entries',
    { PurchaseBillId: id },
    'account, debit::float8 as debit',
  )
  expect(posted.filter((row) => row.Debit > 0)).toEqual([
    { Account: 'expenses', Debit: 400 },
    { Account: 'gst paid', Debit: 72 },
  ])
  expect(await payables(courier)).toEqual([expect.objectContaining({ UpToThirtyDays: 472, Total: 472 })])
  const pay = (Amount: number) => accounts.put(`/api/pay/purchasebills/${id}`, { ...byBank(), Amount })
  expect((await pay(100)).status).toBe(200)
  expect((await pay(373)).body.errors).toEqual({ Amount: [expect.stringContaining('372.00')] })
  expect((await pay(372)).status).toBe(200)
  expect([(await read(id)).State, await payables(courier)]).toEqual(['Paid', []])
})

test('of contract work tax is withheld; a bill that is cancelled is no expense', async () => {
  const courier = await aCourier({ TdsOn: 'contract', TdsRate: 1 })
  const id = await charged(courier)
  // below the threshold of the year
  expect((await accounts.put(`/api/pay/purchasebills/${id}`, { ...byBank(), Amount: 400 })).body.Tds).toBe(0)
  const wrong = await charged(courier)
  expect((await accounts.put(`/api/cancel/purchasebills/${wrong}`, { reason: 'Of another place' })).status).toBe(200)
  const posted = await readRows<{ Sum: number }>(
    app,
    'ledger_entries',
    { PurchaseBillId: wrong, Account: 'expenses' },
    'sum(debit - credit)::float8 as sum',
  )
  expect(posted).toEqual([{ Sum: 0 }])
})

test('a courier does no work that was sent, and one who is no supplier charges nothing', async () => {
  const courier = await aCourier()
  const work = await aSentTest(app, front)
  const refused = await enter(accounts, aBill([work], { SupplierId: courier }))
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { 'Lines.0.SaleProductId': ['The place that is charged did not send this work to this supplier'] },
  ])
  const institution = await enter(
    accounts,
    aBill([{ Description: 'Rent', Amount: 5 }], { SupplierId: 21, Reason: 'Rent' }),
  )
  expect(institution.status).toBe(400)
})

test('a payment to a courier is one, also where an administrator of its legal entity records it', async () => {
  const courier = await aCourier()
  const ahead = { ...byBank(), GiverId: ours, ReceiverId: courier, Amount: 150, Date: new Date().toISOString() }
  const paid = await admin.post('/api/transactions/', ahead)
  expect(paid.status).toBe(201)
  expect((await admin.get(`/api/transactions/${String(paid.body.TransactionId)}`)).body.Kind).toBe('Refund')
  expect(await read(await charged(courier))).toMatchObject({ State: 'Partly paid', Paid: 150 })
})

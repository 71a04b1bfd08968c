// What an insurer settles is no money: accounts staff record it with a reason, and beyond a limit of the day by two.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setNetwork } from '../../core/network.ts'
import { role } from '../../core/user.ts'
import { readNetwork } from '../../server/db/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient, booked, saleOf } from '../sales/sales.fixture.ts'
import { aCashier } from '../tranbatches/tranbatches.fixture.ts'
import { approve, askedFor, refuse } from './requests.fixture.ts'

const { app, admin, manager } = networkForTests('admin', 'manager')
let desk: Person
let PatientId: number
beforeAll(async () => {
  desk = await aCashier(app)
  PatientId = await aPatient(manager)
  // as a network may let its accounts staff
  const { Permissions } = (await admin.get(`/api/roles/${role.Accounts}`)).body
  const given = [...Permissions, { ModuleId: 'sales', Permit: 'update' }]
  expect((await admin.put(`/api/roles/${role.Accounts}`, { Permissions: given })).status).toBe(200)
})
afterEach(() => expectInvariants(app.db))
const limitOf = async (AccountsInsurerLimit: number | null): Promise<void> => {
  expect((await admin.put('/api/settings/1', { AccountsInsurerLimit })).status).toBe(200)
  setNetwork(await readNetwork(app.db.read))
}
afterAll(() => limitOf(20_000))

type Settled = { readonly sale: Read<'sales'>; readonly body: Json }
/** A bill of 350 rupees, and what records that an insurer settles some of it. */
const settled = async (Amount: number, Remarks: string | null = 'Claim 4711'): Promise<Settled> => {
  const sale = await booked(desk, { PatientId })
  const parties = { GiverId: PatientId, ReceiverId: 2, InvoiceId: sale.InvoiceId }
  const body = { Date: new Date().toISOString(), ...parties, PaymentModeId: paymentMode.Insurer, Amount, Remarks }
  return { sale, body }
}
const record = (person: Person, { body }: Settled) => person.post('/api/transactions/', body)
const paidOf = async ({ sale }: Settled): Promise<unknown> => (await saleOf(desk, sale.SaleId)).Paid
const inSale = (person: Person, { sale, body }: Settled) => {
  const { PaymentModeId, Amount, Remarks } = body
  const Transactions = [{ PaymentModeId, Amount, Remarks }]
  return person.put(`/api/sales/${sale.SaleId}`, { Invoice: { Transactions } })
}

test('accounts staff say which claim it is, on the invoice and in the sale', async () => {
  const clerk = await aCashier(app, role.Accounts)
  const unsaid = await settled(100, null)
  expect((await record(clerk, unsaid)).body).toMatchObject({
    errors: { PaymentModeId: ['Enter in the remarks which claim the insurer settles'] },
  })
  expect((await inSale(clerk, unsaid)).body).toMatchObject({
    errors: { 'Invoice.Transactions.0': ['Enter in the remarks which claim the insurer settles'] },
  })
  expect(await paidOf(unsaid)).toBe(0)
  const said = await settled(100)
  expect([(await record(clerk, said)).status, await paidOf(said)]).toEqual([201, 100])
})

test('up to the limit of the day alone, beyond it once a manager agrees, who has it in the worklist', async () => {
  await limitOf(500)
  const clerk = await aCashier(app, role.Accounts)
  expect((await record(clerk, await settled(300))).status).toBe(201)
  const more = await settled(201)
  const why = 'You may record as settled by insurers ₹500.00 a day, and this makes it ₹501.00. A manager can do it'
  const [alone, sold] = [await record(clerk, more), await inSale(clerk, more)]
  expect(alone).toMatchObject({ status: 400, body: { errors: { PaymentModeId: [why] }, needs: { kind: 'insurer' } } })
  expect(sold).toMatchObject({ status: 400, body: { errors: { 'Invoice.Transactions.0': [why] } } })
  const id = await askedFor(clerk, 'transactions', more.body)
  const waiting = async (person: Person) => (await person.get('/api/getdata/2139')).body.map((row) => row.RequestId)
  expect([(await waiting(manager)).includes(id), (await waiting(desk)).includes(id)]).toEqual([true, false])
  // never who asked, nor another of accounts
  const other = await aCashier(app, role.Accounts)
  expect([(await approve(clerk, id)).status, (await approve(other, id)).status]).not.toContain(200)
  expect(await paidOf(more)).toBe(0)
  expect([(await approve(manager, id)).status, await paidOf(more)]).toEqual([200, 201])
  // to the rupee below, the limit is one's own
  const last = await settled(201)
  expect((await record(other, last)).status).toBe(201)
})

test('what is corrected or cancelled counts towards the day no more, in the sale and in a closed batch', async () => {
  await limitOf(500)
  const clerk = await aCashier(app, role.Accounts)
  const one = await settled(300)
  expect((await inSale(clerk, one)).status).toBe(200)
  const path = `/api/sales/${one.sale.SaleId}` as const
  const [{ TransactionId }] = (await clerk.get(path)).body.Invoice.Transactions
  const save = (person: Person, ...Transactions: Json[]) =>
    person.put(path, { ReceiptReason: 'The claim was cut', Invoice: { Transactions } })
  // 300 again, in place of 300
  const claim = { PaymentModeId: paymentMode.Insurer, Remarks: 'Claim 4712' }
  const corrected = await save(clerk, { TransactionId, Amount: 320 })
  expect([corrected.status, corrected.body.errors, await paidOf(one)]).toEqual([200, undefined, 320])
  const [live] = (await clerk.get(path)).body.Invoice.Transactions
  const anew = await save(clerk, { TransactionId: live.TransactionId, Cancelled: true }, { ...claim, Amount: 310 })
  expect([anew.status, anew.body.errors, await paidOf(one)]).toEqual([200, undefined, 310])
  // what is recorded beside it still counts
  const beside = await settled(191)
  expect([(await record(clerk, beside)).status, await paidOf(beside)]).toEqual([400, 0])
  const last = await settled(190)
  const kept = await record(clerk, last)
  expect(kept.status).toBe(201)
  // its batch is closed: the opposite one takes it back
  await setRows(app, 'tran_batches', { OwnerId: clerk.userId }, { CloseDate: new Date().toISOString() })
  const wrong = { formId: kept.body.TransactionId, reason: 'Another claim' }
  expect((await manager.put('/api/cancel/transactions', wrong)).status).toBe(200)
  expect([await paidOf(last), (await record(clerk, beside)).status]).toEqual([0, 400])
  expect([(await record(clerk, await settled(190))).status]).toEqual([201])
})

test('a refused request settles nothing', async () => {
  await limitOf(0)
  const clerk = await aCashier(app, role.Accounts)
  const asked = await settled(50)
  const id = await askedFor(clerk, 'transactions', asked.body)
  expect((await refuse(manager, id)).status).toBe(200)
  expect([await paidOf(asked), (await approve(manager, id)).status]).toEqual([0, 422])
})

test('of two at once the second sees what the first recorded', async () => {
  await limitOf(500)
  const clerk = await aCashier(app, role.Accounts)
  const both = [await settled(300), await settled(300)]
  const answers = await Promise.all(both.map((one) => record(clerk, one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  const paid = await Promise.all(both.map(paidOf))
  expect(paid.sort()).toEqual([0, 300])
})

test('without a limit, and by a manager, any sum; a desk records none', async () => {
  await limitOf(null)
  expect((await record(await aCashier(app, role.Accounts), await settled(350))).status).toBe(201)
  await limitOf(0)
  expect((await record(manager, await settled(350))).status).toBe(201)
  const denied = await inSale(desk, await settled(10))
  expect([denied.status, JSON.stringify(denied.body.errors)]).toEqual([
    400,
    expect.stringContaining('Only accounts staff or a manager can record what an insurer settles'),
  ])
})

test.each([
  ['insurer', paymentMode.Insurer, 'record as settled by insurers'],
  ['write-off', paymentMode.WriteOff, 'write off'],
])('a manager alone, too, has a limit, and another one agrees beyond it: %s', async (kind, PaymentModeId, words) => {
  const limit = kind === 'insurer' ? 'ManagerInsurerLimit' : 'ManagerWriteOffLimit'
  const limited = async (most: number): Promise<void> => {
    expect((await admin.put('/api/settings/1', { [limit]: most })).status).toBe(200)
    setNetwork(await readNetwork(app.db.read))
  }
  const other = await aCashier(app, role.BusinessManager)
  const third = await aCashier(app, role.BusinessManager)
  const of = async (Amount: number): Promise<Settled> => {
    const { sale, body } = await settled(Amount)
    return { sale, body: { ...body, PaymentModeId } }
  }
  expect((await record(other, await of(350))).status).toBe(201)
  await limited(500)
  const [within, more] = [await of(150), await of(151)]
  const why = `You may ${words} ₹500.00 a day, and this makes it ₹501.00. Another manager can do it`
  expect(await record(other, more)).toMatchObject({
    status: 400,
    body: { errors: { PaymentModeId: [why] }, needs: { kind, by: [1, 2] } },
  })
  const id = await askedFor(other, 'transactions', more.body)
  expect([(await approve(other, id)).body.code, await paidOf(more)]).toEqual(['own-request', 0])
  const both = await Promise.all([approve(third, id), approve(admin, id)])
  expect([both.map(({ status }) => status).sort(), await paidOf(more)]).toEqual([[200, 422], 151])
  await limited(650)
  expect([(await record(other, within)).status, (await record(third, within)).status]).toEqual([400, 201])
  await limited(200_000)
})

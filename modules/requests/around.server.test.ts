// Ways around what needs two persons: with another buyer, item by item, by a request that grew, or that expired.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setNetwork } from '../../core/network.ts'
import { readNetwork } from '../../server/db/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { aBankAccount } from '../bankaccounts/bankaccounts.fixture.ts'
import { imported } from '../banklines/banklines.fixture.ts'
import { paymentMode } from '../lists/items.model.ts'
import { accessioned, aPatient, aSale, booked, capped, daysAgo, product, saleOf } from '../sales/sales.fixture.ts'
import { aCashier, openOf, takes } from '../tranbatches/tranbatches.fixture.ts'
import { approve, askedFor, askFor } from './requests.fixture.ts'

const { app, admin, manager, accounts } = networkForTests('admin', 'manager', 'accounts')
let desk: Person
let PatientId: number
beforeAll(async () => {
  desk = await aCashier(app)
  PatientId = await aPatient(manager)
  for (const ClientId of [21, 22]) await setRows(app, 'clients', { ClientId }, { CreditLimit: null })
})
afterEach(() => expectInvariants(app.db))
const limits = async (columns: Json): Promise<void> => {
  await setRows(app, 'network_settings', { SettingsId: 1 }, columns)
  setNetwork(await readNetwork(app.db.read))
}
const cash = (Amount: number) => ({ PaymentModeId: paymentMode.Cash, Amount })

test('with another buyer a desk gives no additional discount, and one that is more than the new prices is refused', async () => {
  const sale = await accessioned(desk, { PatientId, BuyerId: 21 })
  const both = await desk.put(`/api/sales/${sale.SaleId}`, { BuyerId: 22, AddlDiscount: 100 })
  expect([both.status, both.body.message]).toEqual([403, 'You may not change Additional Discount'])
  expect(await saleOf(manager, sale.SaleId)).toMatchObject({ BuyerId: 21, AddlDiscount: 0 })
  const dear = await accessioned(manager, { PatientId, AddlDiscount: 300 })
  const answer = await desk.put(`/api/sales/${dear.SaleId}`, { BuyerId: 21 })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['AddlDiscount']])
})

test('what was received on an earlier day and is written off today is of today', async () => {
  await limits({ DeskWriteOffLimit: 400 })
  const answers: unknown[] = []
  for (const _sale of [1, 2]) {
    const sale = await booked(desk, { PatientId, receipts: [cash(350)] })
    const { TransactionId } = sale.Invoice.Transactions[0]
    await setRows(app, 'sales', { SaleId: sale.SaleId }, { SaleDate: daysAgo(2) })
    const moved = await manager.put(`/api/transactions/${TransactionId}`, { Date: daysAgo(1) })
    expect([moved.status, moved.body.errors]).toEqual([200, undefined])
    const writtenOff = { TransactionId, PaymentModeId: paymentMode.WriteOff, Remarks: 'Never paid' }
    const { status, body } = await desk.put(`/api/sales/${sale.SaleId}`, {
      ReceiptReason: 'Never paid',
      Invoice: { Transactions: [writtenOff] },
    })
    answers.push([status, body.code])
  }
  await limits({ DeskWriteOffLimit: 0 })
  expect(answers).toEqual([
    [200, undefined],
    [400, 'beyond-limit'],
  ])
})

test('a paid sale is not cancelled item by item beyond the limit', async () => {
  await limits({ DeskCancelLimit: 100 })
  const sale = await booked(desk, { PatientId, products: [product.cbc, product.lipids], receipts: [cash(350)] })
  const answers: unknown[] = []
  for (const { SaleProductId } of sale.SaleProducts) {
    const { status, body } = await desk.put('/api/cancel/saleProduct', { SaleProductId: SaleProductId })
    answers.push([status, body.code])
  }
  await limits({ DeskCancelLimit: 5000 })
  expect(answers).toEqual([
    [422, 'beyond-limit'],
    [422, 'beyond-limit'],
  ])
})

test('who agreed to an amount agreed to no more', async () => {
  const { Owed } = await readRow<{ Owed: number }>(
    app,
    'party_dues',
    { PartyId: 22 },
    'coalesce(sum(owed), 0)::float8 as owed',
  )
  await setRows(app, 'clients', { ClientId: 22 }, { CreditLimit: Owed + 100 })
  const request = await askedFor(desk, 'sales', aSale({ PatientId, BuyerId: 22 }))
  const shown = (await manager.get(`/api/requests/${request}`)).body.Amount
  // its list has 230 for it
  expect(shown).toBe(130)
  for (const remark of ['first', 'second'])
    await manager.post('/api/sales/', aSale({ PatientId, BuyerId: 22, OverrideRemarks: `agreed, ${remark}` }))
  const more = await approve(manager, request)
  await setRows(app, 'clients', { ClientId: 22 }, { CreditLimit: null })
  expect([more.status, more.body.needs]).toMatchObject([422, { kind: 'credit' }])
  expect((await manager.get(`/api/requests/${request}`)).body.State).toBe('waiting')
})

test('a request about two kinds shows the amount of each, and who agreed to both agreed to no more of either', async () => {
  await setRows(app, 'clients', { ClientId: 22 }, { CreditLimit: 0 })
  await capped(app, 114, 5)
  const discounted = { ProductId: product.cbc, DiscountPercent: 10, Remarks: 'Staff of it' }
  const request = await askedFor(desk, 'sales', aSale({ PatientId, BuyerId: 22, products: [discounted] }))
  const { Amounts, Amount } = (await manager.get(`/api/requests/${request}`)).body
  // five of a hundred of 230, its list, beyond the five of the doctor
  expect(Amounts).toEqual({ discount: 11.5, credit: Amount })
  expect(Amount).toBeGreaterThan(23)
  const notes = (await manager.get('/api/getdata/9')).body.map((note) => String(note.Content))
  expect(notes).toContainEqual(expect.stringMatching(/Discount ₹11\.50, Credit ₹|Credit ₹.*, Discount ₹11\.50/))
  // 23 beyond the doctor's now: more than was agreed to, and less than the credit
  await capped(app, 114, 0)
  const more = await approve(manager, request)
  expect([more.status, more.body.needs]).toMatchObject([expect.any(Number), { kind: 'discount', amount: 23 }])
  expect((await manager.get(`/api/requests/${request}`)).body.State).toBe('waiting')
  await capped(app, 114, 5)
  expect((await approve(manager, request)).status).toBe(200)
  await setRows(app, 'clients', { ClientId: 22 }, { CreditLimit: null })
})

test('what nobody decided in time can be asked for again', async () => {
  await limits({ DeskRefundLimit: 0 })
  const sale = await booked(desk, { PatientId, receipts: [cash(350)] })
  const formId = sale.SaleId
  expect((await desk.put('/api/cancel/sales', { formId, reason: 'Went away' })).status).toBe(200)
  const body = { formId, PaymentModeId: paymentMode.Cash }
  const RequestId = await askedFor(desk, 'refund/sales', body)
  expect((await askFor(desk, 'refund/sales', body)).status).toBe(409)
  await setRows(app, 'requests', { RequestId }, { ExpiresOn: new Date(Date.now() - 1000).toISOString() })
  const again = await askFor(desk, 'refund/sales', body)
  await limits({ DeskRefundLimit: 5000 })
  expect(again.status).toBe(201)
})

test('a withdrawal is no bank charge that accounts book alone', async () => {
  const account = await aBankAccount(accounts)
  const [withdrawal, charge] = await imported(accounts, account, [
    ['SELF CHEQUE', 'W1', -50_000],
    ['CHARGES', 'C1', -118],
  ])
  const match = (line: number | undefined, Fee: number) =>
    accounts.put(`/api/match/banklines/${line}`, { Items: [], Fee })
  const refused = await match(withdrawal, 50_000)
  expect([refused.status, refused.body.code]).toEqual([422, 'fee'])
  expect((await match(charge, 118)).status).toBe(200)
})

test('the discount limit of a sale is not climbed save by save', async () => {
  await limits({ DeskDiscountLimit: 20 })
  await capped(app, 114, 0)
  const line = (DiscountPercent: number, more: Json = {}) => ({
    ProductId: product.cbc,
    DiscountPercent,
    Remarks: 'Staff of it',
    ...more,
  })
  const sale = await booked(desk, { PatientId, products: [line(5)] })
  const SaleProductId = sale.SaleProducts[0]?.SaleProductId
  const more = await desk.put(`/api/sales/${sale.SaleId}`, { SaleProducts: [line(10, { SaleProductId })] })
  await limits({ DeskDiscountLimit: 0 })
  expect([more.status, more.body.needs]).toEqual([400, expect.objectContaining({ kind: 'discount', amount: 35 })])
})

test('a receipt that was cancelled by its opposite no longer holds the buyer, and who cancelled it needs another person', async () => {
  const cashier = await aCashier(app)
  const sale = await accessioned(cashier, { PatientId, receipts: [cash(350)] })
  const closed = await cashier.put(`/api/closebatch/${await openOf(cashier, manager)}`, { Counted: [cash(350)] })
  expect(closed.status).toBe(200)
  const [receipt] = sale.Invoice.Transactions
  const formId = receipt?.TransactionId
  await takes(manager, PatientId, 1000)
  expect((await manager.put('/api/cancel/transactions', { formId, reason: 'His office pays' })).status).toBe(200)
  const path = `/api/sales/${sale.SaleId}` as const
  const alone = await manager.put(path, { BuyerId: 21 })
  expect([alone.status, alone.body.code]).toEqual([422, 'second-person'])
  const other = await admin.put(path, { BuyerId: 21 })
  expect([other.status, other.body.errors]).toEqual([200, undefined])
  expect(await saleOf(manager, sale.SaleId)).toMatchObject({ BuyerId: 21, Paid: 0 })
})

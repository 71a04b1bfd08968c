// Each act that needs a second person: refused to one alone, asked for, and done when a manager agrees.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setNetwork } from '../../core/network.ts'
import { role } from '../../core/user.ts'
import { readNetwork } from '../../server/db/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import type { Answered, Json, Person } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { accessioned, aPatient, aSale, booked, capped, product, saleOf } from '../sales/sales.fixture.ts'
import { aCashier } from '../tranbatches/tranbatches.fixture.ts'
import { approve, askedFor } from './requests.fixture.ts'

const { app, admin, manager } = networkForTests('admin', 'manager')
let desk: Person
let PatientId: number
beforeAll(async () => {
  desk = await aCashier(app)
  PatientId = await aPatient(manager)
})
afterEach(() => expectInvariants(app.db))

const cash = (Amount: number) => ({ PaymentModeId: paymentMode.Cash, Amount })
const needOf = ({ status, body }: Answered): unknown[] => [status, body.needs?.kind]
/** Refused to one alone with the need, and done once a manager agrees. */
const throughTwo = async (person: Person, path: string, body: Json, refusal: readonly unknown[], decider = manager) => {
  const isNew = path === 'sales' || path === 'transactions'
  const alone = await (isNew ? person.post(`/api/${path}/`, body) : person.put(`/api/${path}`, body))
  expect(needOf(alone)).toEqual(refusal)
  const id = await askedFor(person, path, body)
  const done = await approve(decider, id)
  expect([done.status, done.text]).toEqual([200, expect.any(String)])
  return (await decider.get(`/api/requests/${id}`)).body
}
const limits = async (columns: Json): Promise<void> => {
  await setRows(app, 'network_settings', { SettingsId: 1 }, columns)
  setNetwork(await readNetwork(app.db.read))
}

test('a write-off is asked for, and up to a limit of the day done alone with a reason', async () => {
  const writeOff = (Amount: number, Remarks: string | null = null) =>
    aSale({ PatientId, receipts: [{ PaymentModeId: paymentMode.WriteOff, Amount, Remarks }] })
  const asked = await throughTwo(desk, 'sales', writeOff(350), [400, 'write-off'])
  expect(asked).toMatchObject({ State: 'done', What: 'New sale', Amount: 350, Changes: { NetAmount: [null, 350] } })
  await limits({ DeskWriteOffLimit: 500 })
  expect((await desk.post('/api/sales/', writeOff(100))).body.errors).toEqual({
    'Invoice.Transactions.0': ['Enter in the remarks why it is written off'],
  })
  expect((await desk.post('/api/sales/', writeOff(100, 'Rounded off'))).status).toBe(201)
  expect(needOf(await desk.post('/api/sales/', writeOff(51, 'Rounded off')))).toEqual([400, 'write-off'])
  await limits({ DeskWriteOffLimit: 0 })
})

test('a discount beyond that of the doctor, whose empty one is none for a desk', async () => {
  await setRows(app, 'clients', { ClientId: 114 }, { MaxDiscountForReferral: null })
  const discounted = (DiscountPercent: number) =>
    aSale({
      PatientId,
      products: [{ ProductId: product.cbc, DiscountPercent, Remarks: 'Staff of the hospital' }],
      receipts: [cash(Math.round(350 * (100 - DiscountPercent)) / 100)],
    })
  const asked = await throughTwo(desk, 'sales', discounted(100), [400, 'discount'])
  expect(asked.Amount).toBe(350)
  await capped(app, 114, 10)
  expect((await desk.post('/api/sales/', discounted(10))).status).toBe(201)
  expect(needOf(await desk.post('/api/sales/', discounted(20)))).toEqual([400, 'discount'])
  expect((await manager.post('/api/sales/', discounted(20))).status).toBe(201)
})

test('a paid sale beyond the limit is cancelled by two', async () => {
  await limits({ DeskCancelLimit: 100 })
  const sale = await booked(desk, { PatientId, receipts: [cash(350)] })
  const body = { formId: sale.SaleId, reason: 'Went away' }
  await throughTwo(desk, 'cancel/sales', body, [422, 'cancel'])
  expect((await saleOf(desk, body.formId)).StatusId).toBe(90)
  await limits({ DeskCancelLimit: 5000 })
})

test('credit beyond the limit of the buyer', async () => {
  await setRows(app, 'clients', { ClientId: 21 }, { CreditLimit: 0 })
  const asked = await throughTwo(desk, 'sales', aSale({ PatientId, BuyerId: 21 }), [422, 'credit'])
  expect(asked.Why).toBe('The buyer has no credit')
})

test('a refund in another mode, never with one who took the money', async () => {
  const taker = await aCashier(app)
  const sale = await booked(taker, {
    PatientId,
    receipts: [{ PaymentModeId: paymentMode.Upi, Amount: 350, PaymentRef: 'UPI-MODE-1' }],
  })
  const SaleId = sale.SaleId
  expect((await taker.put('/api/cancel/sales', { formId: SaleId, reason: 'Went away' })).status).toBe(200)
  await booked(taker, { PatientId, receipts: [cash(350)] })
  await setRows(app, 'transactions', { PaymentRef: 'UPI-MODE-1' }, { CreatedBy: manager.userId })
  const body = { formId: SaleId, PaymentModeId: paymentMode.Cash, Remarks: 'Her account is closed' }
  expect(needOf(await taker.put('/api/refund/sales', body))).toEqual([422, 'refund'])
  const id = await askedFor(taker, 'refund/sales', body)
  expect((await approve(manager, id)).status).toBe(422)
  expect((await approve(admin, id)).status).toBe(200)
})

test('a reference that pays twice', async () => {
  const upi = () => ({ PaymentModeId: paymentMode.Upi, Amount: 350, PaymentRef: 'UPI-TWICE-1' })
  await booked(desk, { PatientId, receipts: [upi()] })
  await throughTwo(desk, 'sales', aSale({ PatientId, receipts: [upi()] }), [422, 'reference'])
})

test('receipts beyond the limit of the day are taken back by two', async () => {
  await limits({ DeskTakeBackLimit: 0 })
  const sale = await booked(desk, { PatientId, receipts: [cash(350)] })
  const body: Json = {
    ReceiptReason: 'Typed twice',
    Invoice: {
      Transactions: [{ TransactionId: sale.Invoice.Transactions[0].TransactionId, Cancelled: true }],
    },
  }
  await throughTwo(desk, `sales/${sale.SaleId}`, body, [422, 'take-back'])
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(0)
  await limits({ DeskTakeBackLimit: 5000 })
})

test('money taken back and another buyer on the same day, priced for that buyer', async () => {
  const sale = await accessioned(desk, { PatientId, receipts: [cash(350)] })
  const path = `sales/${sale.SaleId}`
  const TransactionId = sale.Invoice.Transactions[0].TransactionId
  const back = { ReceiptReason: 'He pays there', Invoice: { Transactions: [{ TransactionId, Cancelled: true }] } }
  expect((await desk.put(`/api/${path}`, back)).status).toBe(200)
  await setRows(app, 'clients', { ClientId: 21 }, { CreditLimit: null })
  const asked = await throughTwo(desk, path, { BuyerId: 21 }, [422, 'buyer'])
  expect(asked.Amount).toBe(350)
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ BuyerId: 21, NetAmount: 195 })
})

test('what accounts may not do in a day they ask a manager for, who sees it where they work', async () => {
  const accounts = await aCashier(app, role.Accounts)
  await limits({ AccountsTakeBackLimit: 0 })
  const paid = await accounts.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 21,
    ReceiverId: 2,
    ...cash(75),
  })
  const formId = paid.body.TransactionId
  await throughTwo(accounts, 'cancel/transactions', { formId, reason: 'Typed wrongly' }, [422, 'take-back'])
  expect(await valueOf<boolean>(app, 'transactions', { TransactionId: formId }, 'is_cancelled')).toBe(true)
  await limits({ AccountsTakeBackLimit: 50_000 })
})

test('who agrees covers what was shown to them: an act that needs more by then is refused, and waits', async () => {
  const upi = () => ({ PaymentModeId: paymentMode.Upi, Amount: 315, PaymentRef: 'UPI-MORE-1' })
  const lines = [{ ProductId: product.cbc, DiscountPercent: 10, Remarks: 'Staff of the hospital' }]
  await capped(app, 114, 10)
  await booked(desk, { PatientId, products: lines, receipts: [upi()] })
  const id = await askedFor(desk, 'sales', aSale({ PatientId, products: lines, receipts: [upi()] }))
  await capped(app, 114, 0)
  expect(needOf(await approve(manager, id))).toEqual([400, 'discount'])
  expect((await manager.get(`/api/requests/${id}`)).body.State).toBe('waiting')
  await capped(app, 114, 10)
  expect((await approve(manager, id)).status).toBe(200)
})

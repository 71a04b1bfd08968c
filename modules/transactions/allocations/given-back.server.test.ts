// Money that was given back and never came: the bank returns a cheque after its refund. It is owed again wherever dues
// are read, and the next money pays it.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient, aSale, booked, saleOf } from '../../sales/sales.fixture.ts'
import { allocating, rowsOf } from './allocations.fixture.ts'

const { app, desk, accounts, manager } = networkForTests('desk', 'accounts', 'manager')
afterEach(() => expectInvariants(app.db))
const { aBuyer, paidIn, payment, closing } = allocating(app, desk, accounts)
const { BankTransfer, Cheque } = paymentMode
const cheque = (PaymentRef: string) => ({ PaymentModeId: Cheque, PaymentRef })
const clear = (formId: number) => accounts.put('/api/cleared/transactions', { formId })
const bounce = (formId: number) =>
  accounts.put('/api/bounced/transactions', { formId, reason: 'no funds', Returned: true })

test('a refund whose cheque bounces is owed again: the limit counts it, and the next money pays it', async () => {
  const buyer = await aBuyer(300)
  const paid = await paidIn(buyer, 100, cheque('000771'))
  expect((await clear(paid)).status).toBe(200)
  const back = await manager.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 2,
    ReceiverId: buyer,
    Amount: 100,
    PaymentModeId: Cheque,
    PaymentRef: '000001',
  })
  expect([back.status, back.body.errors]).toEqual([201, undefined])
  expect(await closing(buyer)).toBe(0)
  expect((await bounce(paid)).status).toBe(200)
  expect(await closing(buyer)).toBe(100)
  const sale = aSale({ PatientId: await aPatient(desk), BuyerId: buyer })
  expect((await desk.post('/api/sales/', sale)).body.message).toBe(
    'The buyer would owe ₹330.00, more than the credit limit of ₹300.00',
  )
  const next = await paidIn(buyer, 130, { PaymentModeId: BankTransfer, PaymentRef: 'UTR 9' })
  expect([await closing(buyer), (await payment(next)).Unallocated]).toEqual([-30, 30])
  expect(rowsOf(await payment(next))).toMatchObject([{ Document: `Refund ${back.body.TransactionId}`, Amount: 100 }])
  expect((await desk.post('/api/sales/', sale)).status).toBe(201)
})

test('a cheque of a bill bounces although its excess was refunded: the refund is due again with the bill', async () => {
  const PatientId = await aPatient(desk)
  const receipts = [{ PaymentModeId: Cheque, Amount: 650, PaymentRef: '000772' }]
  const sale = await booked(desk, { PatientId, receipts, Overpaid: 'Advance' })
  const [receipt] = sale.Invoice.Transactions
  const id = Number(receipt?.TransactionId)
  expect((await clear(id)).status).toBe(200)
  const given = await manager.put('/api/refund/sales', {
    formId: sale.SaleId,
    PaymentModeId: Cheque,
    PaymentRef: '000002',
    Remarks: 'asked for it',
  })
  expect([given.status, given.body.errors]).toEqual([200, undefined])
  expect((await saleOf(desk, Number(sale.SaleId))).Paid).toBe(350)
  expect((await bounce(id)).status).toBe(200)
  expect(await saleOf(desk, Number(sale.SaleId))).toMatchObject({ Paid: -300, Outstanding: 650 })
  expect(await closing(PatientId)).toBe(650)
})

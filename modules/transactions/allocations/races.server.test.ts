// Money of one buyer that many use at once: it is used once, and no request fails for waiting on another.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient, aSale, booked } from '../../sales/sales.fixture.ts'
import { cash } from '../../sales/receipts/receipts.fixture.ts'
import { allocating, rowsOf } from './allocations.fixture.ts'

const { app, desk, accounts, manager, admin } = networkForTests('desk', 'accounts', 'manager', 'admin')
afterEach(() => expectInvariants(app.db))
const { aBuyer, sold, issued, money, paidIn, payment, put, undo, closing } = allocating(app, desk, accounts)
const { BankTransfer, Cash, Cheque, Deposit } = paymentMode

const aCheque = async (buyer: number, amount: number): Promise<number> => {
  const id = await paidIn(buyer, amount, { PaymentModeId: Cheque, PaymentRef: '000123' })
  expect((await accounts.put('/api/cleared/transactions', { formId: id })).status).toBe(200)
  return id
}
const bounce = (formId: number) =>
  accounts.put('/api/bounced/transactions', { formId, reason: 'returned', Returned: true })
const refund = (ReceiverId: number, Amount: number) =>
  manager.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 2,
    ReceiverId,
    Amount,
    PaymentModeId: BankTransfer,
    PaymentRef: 'NEFT 4713',
  })

test('a cheque that bounces while an invoice is issued pays none of it, and the invoice is issued', async () => {
  for (let round = 0; round < 4; round += 1) {
    const buyer = await aBuyer()
    const cheque = await aCheque(buyer, 500)
    const sale = await sold(buyer)
    const asked = { SellerId: 2, BuyerId: buyer, Sales: [{ SaleId: sale.SaleId }] }
    const both = await Promise.all([bounce(cheque), accounts.post('/api/invoices/', asked)])
    expect(both.map(({ status }) => status)).toEqual([200, 201])
    expect(await closing(buyer)).toBe(230)
  }
})

test('allocated, undone, bounced, cancelled, given back and merged at once: each is done or refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [buyer, other] = [await aBuyer(), await aBuyer()]
    const [first, second] = [await issued(buyer, await sold(buyer)), await issued(buyer, await sold(buyer))]
    const cheque = await aCheque(buyer, 300)
    const receipt = await paidIn(buyer, 400)
    const [row] = rowsOf(await payment(cheque))
    const all = await Promise.all([
      undo(cheque, row?.AllocationId, 'another'),
      put(receipt),
      put(receipt, undefined, manager),
      bounce(cheque),
      refund(buyer, 100),
      accounts.put('/api/cancel/invoices', { formId: second, reason: 'wrong month' }),
      admin.put('/api/merge/clients', { sourceId: buyer, targetId: other }),
      money(buyer, 30),
      put(receipt, [{ InvoiceId: first, Amount: 10 }]),
    ])
    expect(all.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
    expect(all[6]?.status).toBe(200)
    // what came too late is not left with the merged client
    expect(await closing(buyer)).toBe(0)
  }
})

test('an advance is given back, adjusted, allocated and its sale cancelled at once: it is used once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const PatientId = await aPatient(desk)
    const first = await booked(desk, { PatientId, receipts: [cash(650)], Overpaid: 'Advance' })
    const second = await booked(desk, { PatientId })
    const drawn = (Amount: number) => [{ PaymentModeId: Deposit, Amount }]
    const formId = first.SaleId
    const all = await Promise.all([
      desk.put('/api/refund/sales', { formId, PaymentModeId: Cash }),
      desk.put('/api/refund/sales', { formId, PaymentModeId: Cash, Amount: 100 }),
      desk.post('/api/sales/', aSale({ PatientId, receipts: drawn(300) })),
      accounts.put('/api/allocate/invoices', { formId: first.InvoiceId }),
      manager.put('/api/cancel/sales', { formId, reason: 'not done' }),
      desk.put(`/api/sales/${String(second.SaleId)}`, { Invoice: { Transactions: drawn(50) } }),
      money(PatientId, 40),
      refund(PatientId, 100),
    ])
    expect(all.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
    expect(all[4]?.status).toBe(200)
  }
})

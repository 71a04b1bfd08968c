// A deposit pays with advance money that is not used yet; settlements without money are never refunded as money.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient, aSale, booked, product, saleOf } from '../../sales/sales.fixture.ts'
import { cash, change } from '../../sales/receipts/receipts.fixture.ts'

const { app, desk, front, accounts, manager } = networkForTests('desk', 'front', 'accounts', 'manager')
afterEach(() => expectInvariants(app.db))

const { Deposit, Insurer, Cash } = paymentMode
const today = () => ({ Date: new Date().toISOString(), ReceiverId: 2 })
const by = (PaymentModeId: number, Amount: number) => ({ PaymentModeId, Amount })
const bill = (PatientId: number, receipts: readonly Json[], more: Json = {}) =>
  desk.post('/api/sales/', aSale({ PatientId, receipts, ...more }))
/** Records an advance for no bill in particular. */
const payIn = async (GiverId: number, Amount: number): Promise<void> => {
  const paid = await accounts.post('/api/transactions/', { ...today(), GiverId, ...cash(Amount) })
  if (paid.status !== 201) throw new Error(`Not paid in: ${paid.text}`)
}
const refund = (sale: Read<'sales'>, PaymentModeId: number = Cash) =>
  desk.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId })
const held = async (): Promise<number> =>
  Number(
    (
      await readRow<{ Total: string }>(
        app,
        '(select sum(a.amount) as total, b.owner_id from batch_amounts a join tran_batches b using (batch_id) group by b.owner_id) held',
        { OwnerId: desk.userId },
        'total',
      ).catch(() => ({ Total: '0' }))
    ).Total,
  )

test('a buyer without an advance has no deposit: neither for the price nor for more, nor without a bill', async () => {
  const PatientId = await aPatient(desk)
  const none = 'The buyer has an unused deposit of ₹0.00 here'
  const more = await bill(PatientId, [by(Deposit, 90_000)], { Overpaid: 'Advance' })
  const exact = await bill(PatientId, [by(Deposit, 350)])
  expect([more.status, exact.status]).toEqual([422, 422])
  expect(exact.body.message).toContain(none)
  const sale = await booked(desk, { PatientId })
  expect((await change(desk, sale, [by(Deposit, 1)])).status).toBe(422)
  const alone = await desk.post('/api/transactions/', { ...today(), GiverId: PatientId, ...by(Deposit, 999) })
  expect([alone.status, Object.keys(alone.body.errors)]).toEqual([400, ['InvoiceId']])
  const paid = await desk.post('/api/transactions/', {
    ...today(),
    GiverId: PatientId,
    InvoiceId: sale.InvoiceId,
    ...by(Deposit, 350),
  })
  expect([paid.status, String(paid.body.message).includes(none)]).toEqual([422, true])
})

test('a deposit pays bills once, counts in no batch, and two bills at once do not draw it twice', async () => {
  const PatientId = await aPatient(desk)
  await payIn(PatientId, 500)
  const before = await held()
  expect((await bill(PatientId, [by(Deposit, 300)])).status).toBe(201)
  expect(await held()).toBe(before)
  const both = await Promise.all([bill(PatientId, [by(Deposit, 150)]), bill(PatientId, [by(Deposit, 150)])])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  expect((await bill(PatientId, [by(Deposit, 51)])).body.message).toContain('an unused deposit of ₹50.00')
})

test('an advance that paid another bill is neither refunded nor cancelled', async () => {
  const PatientId = await aPatient(desk)
  const first = await booked(desk, { PatientId, receipts: [cash(550)], Overpaid: 'Advance' })
  const second = await bill(PatientId, [by(Deposit, 200)])
  expect(second.status).toBe(201)
  expect((await refund(first)).status).toBe(422)
  const [receipt] = first.Invoice.Transactions
  const back = await change(desk, first, [{ TransactionId: receipt?.TransactionId, Cancelled: true }])
  expect([back.status, String(back.body.message).includes('pays other invoices')]).toEqual([422, true])
  // a larger bill does not draw what another one has used: it is due
  const larger = await desk.put(`/api/sales/${String(first.SaleId)}`, {
    SaleProducts: [
      ...first.SaleProducts.map(({ SaleProductId, ProductId }) => ({ SaleProductId, ProductId })),
      { ProductId: product.bilirubin },
    ],
  })
  expect(larger.status).toBe(200)
  const due = await saleOf(desk, Number(first.SaleId))
  expect([due.NetAmount, due.Paid]).toEqual([600, 350])
  const other = await saleOf(desk, Number(second.body.SaleId))
  const [drawn] = other.Invoice.Transactions
  expect((await change(desk, other, [{ TransactionId: drawn?.TransactionId, Cancelled: true }])).status).toBe(200)
  // free again, it pays the larger bill
  expect((await saleOf(desk, Number(first.SaleId))).Paid).toBe(550)
})

test('what a bill brings beyond its own net is no deposit for itself', async () => {
  const PatientId = await aPatient(desk)
  const self = await bill(PatientId, [cash(350), by(Deposit, 100)], { Overpaid: 'Advance' })
  expect([self.status, String(self.body.message).includes('deposit of ₹0.00')]).toEqual([422, true])
  const more = await booked(desk, { PatientId, receipts: [cash(550)], Overpaid: 'Advance' })
  const again = await desk.put(`/api/sales/${String(more.SaleId)}`, {
    Overpaid: 'Advance',
    Invoice: { Transactions: [by(Deposit, 200)] },
  })
  expect([again.status, String(again.body.message).includes('deposit of ₹0.00')]).toEqual([422, true])
})

test('a cheque on account that bounces takes back what was adjusted from it, in closed batches too', async () => {
  const PatientId = await aPatient(desk)
  await payIn(PatientId, 100)
  const PaymentModeId = paymentMode.Cheque
  const given = { ...today(), GiverId: PatientId, Amount: 500, PaymentModeId, PaymentRef: '000123' }
  const cheque = Number((await accounts.post('/api/transactions/', given)).body.TransactionId)
  expect((await accounts.put('/api/cleared/transactions', { formId: cheque })).status).toBe(200)
  const sold = Number((await bill(PatientId, [by(Deposit, 350)])).body.SaleId)
  await setRows(app, 'tran_batches', { OwnerId: desk.userId }, { CloseDate: new Date().toISOString() })
  const bounced = { formId: cheque, reason: 'returned', Returned: true }
  const answer = await accounts.put('/api/bounced/transactions', bounced)
  expect([answer.status, String(answer.body.message).includes('What was adjusted from it is due')]).toEqual([200, true])
  const sale = await saleOf(desk, sold)
  expect([sale.Paid, sale.Invoice.Transactions.length]).toEqual([0, 0])
  // the cash that the same bill had drawn on is free again
  expect((await bill(PatientId, [by(Deposit, 100)])).status).toBe(201)
  expect((await bill(PatientId, [by(Deposit, 1)])).status).toBe(422)
})

test('a deposit that was adjusted or refunded is neither cancelled nor to clear again', async () => {
  const PatientId = await aPatient(desk)
  const given = { ...today(), GiverId: PatientId, Amount: 500, PaymentModeId: paymentMode.Cheque, PaymentRef: '000125' }
  const formId = (await accounts.post('/api/transactions/', given)).body.TransactionId
  expect((await accounts.put('/api/cleared/transactions', { formId })).status).toBe(200)
  expect((await bill(PatientId, [by(Deposit, 350)])).status).toBe(201)
  const waits = await accounts.put('/api/notcleared/transactions', { formId, reason: 'another cheque' })
  expect([waits.status, String(waits.body.message).includes('Cancel that first')]).toEqual([422, true])
  const other = await aPatient(desk)
  const paid = await accounts.post('/api/transactions/', { ...today(), GiverId: other, ...cash(400) })
  expect((await bill(other, [by(Deposit, 350)])).status).toBe(201)
  const wrong = { formId: paid.body.TransactionId, reason: 'another patient' }
  const cancelled = await accounts.put('/api/cancel/transactions', wrong)
  expect([cancelled.status, String(cancelled.body.message).includes('Cancel that first')]).toEqual([422, true])
})

test('a cheque of a bill that bounces takes back what others had of it, the last first, and no more than is lacking', async () => {
  const PatientId = await aPatient(desk)
  const receipts = [{ PaymentModeId: paymentMode.Cheque, Amount: 450, PaymentRef: '000124' }, cash(400)]
  const first = await booked(desk, { PatientId, receipts, Overpaid: 'Advance' })
  const cheque = first.Invoice.Transactions.find((row) => row.Amount === 450)
  const formId = cheque?.TransactionId
  expect((await accounts.put('/api/cleared/transactions', { formId })).status).toBe(200)
  // 850 came: 500 of it beyond the bill
  const [one, two] = [await bill(PatientId, [by(Deposit, 300)]), await bill(PatientId, [by(Deposit, 200)])]
  expect([one.status, two.status]).toEqual([201, 201])
  expect((await accounts.put('/api/bounced/transactions', { formId, reason: 'returned', Returned: true })).status).toBe(
    200,
  )
  const paid = async (id: unknown) => (await saleOf(desk, Number(id))).Paid
  expect([await paid(one.body.SaleId), await paid(two.body.SaleId)]).toEqual([300, 0])
  expect(await paid(first.SaleId)).toBe(100)
})

test('accounts staff record what an insurer settles, and it is not refunded as cash', async () => {
  const PatientId = await aPatient(desk)
  expect((await bill(PatientId, [by(Insurer, 350)])).body.message).toContain('Only accounts staff or a manager')
  const sale = await booked(desk, { PatientId })
  const settle = { ...today(), GiverId: PatientId, InvoiceId: sale.InvoiceId, ...by(Insurer, 350) }
  expect((await desk.post('/api/transactions/', settle)).status).toBe(400)
  expect((await accounts.post('/api/transactions/', { ...settle, Remarks: 'Claim 2611-7' })).status).toBe(201)
  expect((await manager.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })).status).toBe(200)
  const given = await refund(sale)
  expect([given.status, given.body.message]).toEqual([422, 'Enter in a few words why it is refunded in another mode'])
  // a manager may change the mode, and does not pay out what no money came for
  await booked(manager, { receipts: [cash(350)] })
  const other = await manager.put('/api/refund/sales', {
    formId: sale.SaleId,
    PaymentModeId: Cash,
    Remarks: 'Insurer pays later',
  })
  expect([other.status, String(other.body.message).includes('Only ₹0.00 of it is money')]).toEqual([422, true])
  expect((await refund(sale, Deposit)).status).toBe(400)
})

test('paid money is refunded as money', async () => {
  const sale = await booked(desk, { receipts: [cash(350)] })
  expect((await desk.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })).status).toBe(200)
  expect((await refund(sale)).status).toBe(200)
  expect((await saleOf(desk, Number(sale.SaleId))).Paid).toBe(0)
})

test('a centre records no receipt of money from the laboratory or the legal entity above it', async () => {
  for (const GiverId of [2, 1]) {
    const paid = await front.post('/api/transactions/', {
      Date: new Date().toISOString(),
      ReceiverId: 12,
      GiverId,
      ...cash(100),
    })
    expect([paid.status, Object.keys(paid.body.errors)]).toEqual([400, ['GiverId']])
  }
})

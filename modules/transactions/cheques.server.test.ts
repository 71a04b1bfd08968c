// Cheques count when the bank has paid them: of a sale, of an invoice, on account; they clear or bounce once.
import { afterEach, expect, test } from 'vitest'
import { daysAgo, aPatient, booked, saleOf } from '../sales/sales.fixture.ts'
import { change, receiptsOf } from '../sales/receipts/receipts.fixture.ts'
import { BuyerId, invoicing } from '../invoices/invoices.fixture.ts'
import { paymentMode } from '../lists/items.model.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, readRows, setRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'

const { app, desk, accounts, labAdmin } = networkForTests('desk', 'accounts', 'labAdmin')
const { sold, issued, read, cancel } = invoicing(app, labAdmin)
afterEach(() => expectInvariants(app.db))

const cheque = (Amount: number) => ({ PaymentModeId: paymentMode.Cheque, PaymentRef: '000417', Amount })
const clear = (TransactionId: unknown, more: Json = {}, person = accounts) =>
  person.put('/api/cleared/transactions', { formId: TransactionId, ...more })
const bounce = (TransactionId: unknown, reason = 'Funds insufficient', person = accounts) =>
  person.put('/api/bounced/transactions', { formId: TransactionId, reason })
const byCheque = async (amount: number): Promise<Read<'sales'>> =>
  booked(desk, { PatientId: await aPatient(desk), receipts: [cheque(amount)] })
const again = (sale: Read<'sales'>) => saleOf(desk, sale.SaleId)
const only = (sale: Read<'sales'>) => receiptsOf(sale)[0]?.TransactionId

test('a cheque at the counter is a receipt and pays only once it has cleared; then it pays on that day', async () => {
  const sale = await byCheque(350)
  expect(sale).toMatchObject({ Paid: 0, Outstanding: 350 })
  expect(receiptsOf(sale)).toMatchObject([{ Amount: 350, Clearing: 'Waiting' }])
  expect(await readRows(app, 'ledger_entries', { TransactionId: only(sale) }, 'debit')).toEqual([])
  const answer = await clear(only(sale))
  expect([answer.status, answer.body.message]).toEqual([
    200,
    expect.stringMatching(/^Cheque 000417 of .*, ₹350.00, has cleared$/),
  ])
  expect(await again(sale)).toMatchObject({ Paid: 350, Outstanding: 0 })
  const seen = await accounts.get(`/api/transactions/${only(sale)}`)
  expect(seen.body).toMatchObject({
    Clearing: 'Cleared',
    ClearedOn: expect.stringContaining(new Date().toISOString().slice(0, 10)),
  })
  for (const answered of [await clear(only(sale)), await bounce(only(sale))])
    expect([answered.status, answered.body.message]).toEqual([422, 'The cheque has cleared already'])
})

test('a bounced cheque never pays: its amount is due, and the user who took it is notified', async () => {
  const sale = await byCheque(350)
  expect((await bounce(only(sale), ' ')).status).toBe(400)
  expect((await bounce(only(sale))).status).toBe(200)
  expect(await again(sale)).toMatchObject({ Paid: 0, Outstanding: 350 })
  expect((await clear(only(sale))).body.message).toBe('The cheque has bounced already')
  const [notice] = await readRows(app, 'notifications', { UserId: desk.userId }, 'subject', 'notification_id desc')
  expect(notice).toEqual({ Subject: expect.stringMatching(/^Cheque 000417 of .*, ₹350.00, has bounced$/) })
  // cash instead, without a question about overpayment
  const paid = await change(desk, sale, [{ PaymentModeId: paymentMode.Cash, Amount: 350 }])
  expect(paid.status).toBe(200)
  expect(await again(sale)).toMatchObject({ Paid: 350, Outstanding: 0 })
})

test('the amount of a waiting cheque is not due a second time: more than the rest raises the question', async () => {
  const sale = await byCheque(300)
  const more = await change(desk, sale, [{ PaymentModeId: paymentMode.Cash, Amount: 51 }])
  expect([more.status, more.body.message]).toEqual([422, expect.stringContaining('₹1.00 more than is due')])
  expect((await change(desk, sale, [{ PaymentModeId: paymentMode.Cash, Amount: 50 }])).status).toBe(200)
  expect(await again(sale)).toMatchObject({ Paid: 50, Outstanding: 300 })
  const over = await accounts.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: sale.BuyerId,
    ReceiverId: 2,
    InvoiceId: sale.InvoiceId,
    Amount: 1,
    PaymentModeId: paymentMode.Cash,
  })
  expect([over.status, over.body.message]).toEqual([422, expect.stringContaining('₹1.00 more than is due')])
})

test('a cheque is cancelled, or corrected to cash, while its batch is open; neither is in the ledger', async () => {
  const [back, other] = [await byCheque(350), await byCheque(350)]
  expect((await change(desk, back, [{ TransactionId: only(back), Cancelled: true }])).status).toBe(200)
  expect((await clear(only(back))).body.message).toBe('The transaction is cancelled')
  expect(await readRows(app, 'ledger_entries', { TransactionId: only(back) }, 'debit')).toEqual([])
  expect((await change(desk, other, [{ TransactionId: only(other), PaymentModeId: paymentMode.Cash }])).status).toBe(
    200,
  )
  expect(await again(other)).toMatchObject({ Paid: 350, Outstanding: 0 })
})

test('the batch holds the cheque from the start, and it may clear after the batch was closed and transferred', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const sale = await booked(front, { SellerId: 12, PatientId: await aPatient(front), receipts: [cheque(200)] })
  const batch = await valueOf<number>(app, 'transactions', { TransactionId: only(sale) }, 'batch_id')
  const handler = await signedIn(app, 'accounts', 7, 12)
  expect((await handler.get(`/api/tranbatches/${batch}`)).body).toMatchObject({ TotalAmount: 200 })
  const Counted = [{ PaymentModeId: paymentMode.Cheque, Amount: 200 }]
  expect((await front.post(`/api/closebatch/${batch}`, { Counted })).status).toBe(200)
  expect((await clear(only(sale), {}, handler)).status).toBe(200)
  expect((await front.get(`/api/tranbatches/${batch}`)).body).toMatchObject({ TotalAmount: 200 })
  expect(await saleOf(front, sale.SaleId)).toMatchObject({ Paid: 200 })
})

test('an invoice that waits for a cheque cannot be cancelled; a cheque clears neither before its receipt nor in the future', async () => {
  const invoice = await issued(await sold(), await sold())
  const saved = await accounts.post('/api/transactions/', {
    Date: daysAgo(3),
    GiverId: BuyerId,
    ReceiverId: 2,
    InvoiceId: invoice.InvoiceId,
    ...cheque(100),
  })
  expect(saved.status).toBe(201)
  const id = saved.body.TransactionId
  const { Date: received } = await readRow<{ Date: string }>(app, 'transactions', { TransactionId: id }, 'date')
  expect(await read(invoice)).toMatchObject({ Paid: 0, Transactions: [{ Clearing: 'Waiting' }] })
  expect((await cancel(invoice)).body.code).toBe('cheque')
  const before = new Date(Date.parse(received) - 86_400_000).toISOString()
  expect((await clear(id, { ClearedOn: before })).body.errors).toEqual({
    ClearedOn: ['Date cannot be before the cheque was received'],
  })
  expect((await clear(id, { ClearedOn: new Date(Date.now() + 86_400_000).toISOString() })).body.errors).toEqual({
    ClearedOn: ['Date cannot be in the future'],
  })
  expect((await clear(id)).status).toBe(200)
  expect(await read(invoice)).toMatchObject({ Paid: 100 })
})

test('the giver of a cheque cannot mark it cleared or bounced', async () => {
  const saved = await accounts.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 12,
    ReceiverId: 2,
    ...cheque(100),
  })
  expect(saved.status).toBe(201)
  const payer = await signedIn(app, 'accounts', 7, 12)
  for (const answer of [
    await clear(saved.body.TransactionId, {}, payer),
    await bounce(saved.body.TransactionId, 'x', payer),
  ])
    expect([answer.status, answer.body.code]).toEqual([422, 'not-received'])
  expect((await clear(saved.body.TransactionId)).status).toBe(200)
})

test('a cleared one cannot be changed on its sale; a bounced one takes remarks, and cash instead counts today', async () => {
  const sale = await byCheque(350)
  expect((await clear(only(sale))).status).toBe(200)
  const less = await change(desk, sale, [{ TransactionId: only(sale), Amount: 340 }])
  expect([less.status, less.body.message]).toEqual([422, expect.stringContaining('has cleared cannot be changed')])
  const bounced = await booked(desk, { PatientId: await aPatient(desk), receipts: [cheque(350)] })
  expect((await bounce(only(bounced))).status).toBe(200)
  expect((await change(desk, bounced, [{ PaymentModeId: paymentMode.Cash, Amount: 350 }])).status).toBe(200)
  // remarks alone do not make it money
  const words = await change(desk, bounced, [{ TransactionId: only(bounced), Remarks: 'Sent back to him' }])
  expect([words.status, words.body.message]).toEqual([200, expect.anything()])
  expect(await again(bounced)).toMatchObject({ Paid: 350, Outstanding: 0 })

  const old = await byCheque(350)
  await setRows(app, 'transactions', { TransactionId: only(old) }, { Date: daysAgo(9) })
  const cash = await change(desk, old, [{ TransactionId: only(old), PaymentModeId: paymentMode.Cash }])
  expect(cash.status).toBe(200)
  const counted = receiptsOf(await again(old)).map((one) => String(one.Date).slice(0, 10))
  expect(counted).toEqual([new Date().toISOString().slice(0, 10)])
})

test('a bounced cheque is no payment of a sale, and does not block a change of its buyer', async () => {
  const sale = await byCheque(350)
  const paidBy = async (): Promise<number> =>
    (await labAdmin.get(`/api/getdata/2140?${new URLSearchParams({ GiverId: String(sale.BuyerId) }).toString()}`))
      .body[0]?.Sales
  expect(await paidBy()).toBe(0)
  expect((await clear(only(sale))).status).toBe(200)
  expect(await paidBy()).toBe(1)

  const other = await byCheque(350)
  expect((await bounce(only(other))).status).toBe(200)
  const bought = await desk.put(`/api/sales/${other.SaleId}`, { BuyerId })
  expect([bought.status, bought.body.message]).toEqual([200, expect.anything()])
  expect(await again(other)).toMatchObject({ BuyerId, Paid: 0 })
})

test('only accounts staff or a manager mark a cheque, only a cheque, and only of their own place', async () => {
  const sale = await byCheque(100)
  for (const answer of [await clear(only(sale), {}, desk), await bounce(only(sale), 'x', desk)])
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'Only accounts staff or a manager can mark a cheque cleared',
    ])
  const nashik = await signedIn(app, 'nashik', 5, 3)
  expect((await clear(only(sale), {}, nashik)).status).toBe(404)
  const cash = await booked(desk, { receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 10 }] })
  expect((await clear(only(cash))).body.message).toBe('This is not a received cheque')
  const both = await Promise.all([clear(only(sale)), bounce(only(sale))])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
})

test('no user cancels a cleared cheque on its sale; accounts staff record that the bank returned it, and why', async () => {
  const sale = await byCheque(350)
  const takeBack = (person = desk) => change(person, sale, [{ TransactionId: only(sale), Cancelled: true }])
  expect((await clear(only(sale))).status).toBe(200)
  const manager = await signedIn(app, 'manager', 2, 2)
  for (const person of [desk, manager]) {
    const refused = await takeBack(person)
    expect([refused.status, String(refused.body.message)]).toEqual([
      422,
      expect.stringContaining('A cleared cheque cannot be cancelled'),
    ])
  }
  const returned = (body: Json, person = accounts) =>
    person.put('/api/bounced/transactions', { formId: only(sale), ...body })
  expect((await returned({ reason: 'Account closed', Returned: true }, desk)).status).toBe(422)
  expect((await returned({ reason: ' ', Returned: true })).status).toBe(400)
  expect((await returned({ reason: 'Account closed', Returned: true })).status).toBe(200)
  expect(await again(sale)).toMatchObject({ Paid: 0, Outstanding: 350 })
})

test('a cheque that clears while it is being cancelled is either paid by the bank or cancelled', async () => {
  for (let round = 0; round < 6; round += 1) {
    const sale = await byCheque(350)
    const both = await Promise.all([
      clear(only(sale)),
      change(desk, sale, [{ TransactionId: only(sale), Cancelled: true }]),
    ])
    expect(both.filter((answer) => answer.status === 200).length).toBe(1)
    const { Clearing, IsCancelled } = await readRow<{ Clearing: string; IsCancelled: boolean }>(
      app,
      'transactions',
      { TransactionId: only(sale) },
      'clearing, is_cancelled',
    )
    expect(Clearing === 'Cleared').toBe(!IsCancelled)
  }
})

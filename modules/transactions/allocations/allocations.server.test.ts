// Money on account is put on what its payer owes: the oldest first, or by hand; undone with a reason.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { paymentMode, paymentType } from '../../lists/items.model.ts'
import { aPatient, aSale, booked } from '../../sales/sales.fixture.ts'
import { allocating, rowsOf } from './allocations.fixture.ts'

const { app, desk, accounts, manager } = networkForTests('desk', 'accounts', 'manager')
afterEach(() => expectInvariants(app.db))
const { aBuyer, sold, issued, paidIn, invoice, payment, put, undo, closing } = allocating(app, desk, accounts)
const { BankTransfer, Cheque } = paymentMode

test('money on account pays the oldest invoice of its payer, the rest stays free, and the limit counts it', async () => {
  const buyer = await aBuyer(1000)
  const one = await issued(buyer, await sold(buyer), await sold(buyer))
  const two = await issued(buyer, await sold(buyer))
  expect(await closing(buyer)).toBe(690)
  const receipt = await paidIn(buyer, 500)
  expect(await invoice(one)).toMatchObject({ Paid: 460, Outstanding: 0 })
  expect(await invoice(two)).toMatchObject({ Paid: 40, Outstanding: 190 })
  expect(await payment(receipt)).toMatchObject({ Unallocated: 0 })
  expect(rowsOf(await payment(receipt)).map((row) => row.Amount)).toEqual([460, 40])
  expect(await closing(buyer)).toBe(190)
  const more = await paidIn(buyer, 1000)
  expect([(await invoice(two)).Outstanding, (await payment(more)).Unallocated]).toEqual([0, 810])
  expect(await closing(buyer)).toBe(-810)
  // 810 in hand and 1,000 of credit carry seven sales of 230, not an eighth
  for (let at = 0; at < 7; at += 1) await sold(buyer)
  const eighth = await desk.post('/api/sales/', aSale({ PatientId: await aPatient(desk), BuyerId: buyer }))
  expect(eighth.body.message).toBe('The buyer would owe ₹1,030.00, more than the credit limit of ₹1,000.00')
})

test('an invoice that is issued later is paid by money that came before it, and posted on its own day', async () => {
  const buyer = await aBuyer()
  await paidIn(buyer, 300)
  const earlier = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const sale = await booked(manager, {
    PatientId: await aPatient(desk),
    BuyerId: buyer,
    SaleDate: earlier,
    CollectionDate: earlier,
  })
  const made = await manager.post('/api/invoices/', {
    SellerId: 2,
    BuyerId: buyer,
    InvoiceDate: earlier,
    Sales: [{ SaleId: Number(sale.SaleId) }],
  })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  expect(await invoice(Number(made.body.InvoiceId))).toMatchObject({ Paid: 230, Outstanding: 0 })
  const asked = { StartDate: '2020-01-01', EndDate: '2199-12-31', ClientIdList: String(buyer) }
  const ledger = await accounts.get(`/api/getdata/1032?${new URLSearchParams(asked).toString()}`)
  const posted = ledger.body.filter((row) => row.VoucherType === 'Invoice')
  expect(posted.map((row) => Date.parse(String(row.Date)))).toEqual([Date.parse(earlier)])
})

test('by hand it goes where the payer says, and what does not fit is refused with its row', async () => {
  const buyer = await aBuyer()
  const receipt = await paidIn(buyer, 300)
  const [one, two] = [await issued(buyer, await sold(buyer)), await issued(buyer, await sold(buyer))]
  // the first took its 230 when it was issued
  for (const { AllocationId } of rowsOf(await payment(receipt)))
    expect((await undo(receipt, AllocationId, 'the payer names the second')).status).toBe(200)
  expect([(await invoice(one)).Paid, (await invoice(two)).Paid]).toEqual([0, 0])
  const stranger = await aBuyer()
  const other = await issued(stranger, await sold(stranger))
  for (const [rows, at] of [
    [[{ InvoiceId: two, Amount: 231 }], 'Allocations.0'],
    [[{ InvoiceId: two, Amount: 10.005 }], 'Allocations.0'],
    [[{ InvoiceId: two, Amount: 0 }], 'Allocations.0'],
    [[{ InvoiceId: two, Amount: -5 }], 'Allocations.0'],
    [
      [
        { InvoiceId: two, Amount: 5 },
        { InvoiceId: two, Amount: 5 },
      ],
      'Allocations.1',
    ],
    [
      [
        { InvoiceId: one, Amount: 230 },
        { InvoiceId: two, Amount: 230 },
      ],
      'Allocations',
    ],
    [[{ InvoiceId: other, Amount: 5 }], 'Allocations.0'],
    [[{ InvoiceId: null, Amount: 5 }], 'Allocations.0'],
  ] as const) {
    const answer = await put(receipt, [...rows])
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [at]])
  }
  expect((await put(receipt, [{ InvoiceId: two, Amount: 230, Sale: 1 }])).status).toBe(400)
  expect((await payment(receipt)).Unallocated).toBe(300)
  expect((await put(receipt, [{ InvoiceId: two, Amount: 230 }])).body).toMatchObject({ Allocated: 230 })
  expect([(await invoice(one)).Paid, (await invoice(two)).Paid]).toEqual([0, 230])
  expect((await put(receipt)).body).toMatchObject({ Allocated: 70 })
  expect((await invoice(one)).Paid).toBe(70)
  expect((await put(receipt)).status).toBe(422)
})

test('an allocation is undone with a reason, once, and only by its receiver', async () => {
  const buyer = await aBuyer()
  const due = await issued(buyer, await sold(buyer))
  const receipt = await paidIn(buyer, 100)
  const [row] = rowsOf(await payment(receipt))
  expect((await undo(receipt, row?.AllocationId)).status).toBe(400)
  expect((await undo(receipt, row?.AllocationId, '  ')).status).toBe(400)
  expect((await undo(receipt + 1, row?.AllocationId, 'of another')).status).toBe(404)
  const nashik = await signedIn(app, 'admin', 1, 3)
  const theirs = { formId: receipt, AllocationId: row?.AllocationId, reason: 'as tried' }
  expect((await nashik.put('/api/unallocate/transactions', theirs)).status).toBe(404)
  expect((await desk.put('/api/unallocate/transactions', theirs)).body.code).toBe('accounts-only')
  const both = await Promise.all([1, 2].map(() => undo(receipt, row?.AllocationId, 'the payer meant another')))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(rowsOf(await invoice(due))).toEqual([
    expect.objectContaining({ UndoReason: 'the payer meant another', UndoneAt: expect.any(String) }),
  ])
  expect([(await invoice(due)).Paid, (await payment(receipt)).Unallocated]).toEqual([0, 100])
})

test('two allocate the same money at once: it is put once', async () => {
  const buyer = await aBuyer()
  const receipt = await paidIn(buyer, 200)
  const due = await issued(buyer, await sold(buyer))
  const [row] = rowsOf(await payment(receipt))
  await undo(receipt, row?.AllocationId, 'again')
  const asked = [{ InvoiceId: due, Amount: 150 }]
  const both = await Promise.all([put(receipt, asked), put(receipt, asked, manager)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await invoice(due)).Paid).toBe(150)
})

test('what is paid beyond an invoice pays another one, or is given back on account', async () => {
  const buyer = await aBuyer()
  const [first, second] = [await sold(buyer), await sold(buyer)]
  const one = await issued(buyer, first, second)
  await paidIn(buyer, 460, { InvoiceId: one })
  const credited = await accounts.put('/api/creditnote/invoices', {
    formId: one,
    SaleIds: [second.SaleId],
    reason: 'not done',
  })
  expect(credited.status).toBe(200)
  expect(await invoice(one)).toMatchObject({ NetAmount: 230, Paid: 460, Outstanding: -230 })
  // the credited sale is invoiced again, and takes its money
  const two = await issued(buyer, second)
  expect([(await invoice(one)).Outstanding, (await invoice(two)).Outstanding]).toEqual([0, 0])
  const [row] = rowsOf(await invoice(two))
  expect((await undo(two, row?.AllocationId, 'to be given back', 'invoices')).status).toBe(200)
  const back = await manager.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 2,
    ReceiverId: buyer,
    Amount: 231,
    PaymentModeId: BankTransfer,
    PaymentRef: 'NEFT back',
  })
  expect([back.status, String(back.body.message).includes('₹230.00')]).toEqual([422, true])
  const given = await manager.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 2,
    ReceiverId: buyer,
    Amount: 230,
    PaymentModeId: BankTransfer,
    PaymentRef: 'NEFT back',
    Remarks: 'The payer is in another city',
  })
  expect(given.status).toBe(201)
  expect([(await invoice(one)).Outstanding, await closing(buyer)]).toEqual([0, 230])
})

test('a cancelled invoice gives back what was allocated to it; one that a receipt names is not cancelled', async () => {
  const buyer = await aBuyer()
  const receipt = await paidIn(buyer, 100)
  const sale = await sold(buyer)
  const due = await issued(buyer, sale)
  const cancelled = await accounts.put('/api/cancel/invoices', { formId: due, reason: 'wrong month' })
  expect(cancelled.status).toBe(200)
  expect((await payment(receipt)).Unallocated).toBe(100)
  const again = await issued(buyer, sale)
  await paidIn(buyer, 10, { InvoiceId: again })
  expect((await accounts.put('/api/cancel/invoices', { formId: again, reason: 'no' })).status).toBe(422)
})

test('a cheque on account pays when it clears, and when it bounces it pays none of it', async () => {
  const buyer = await aBuyer()
  const due = await issued(buyer, await sold(buyer))
  const cheque = await paidIn(buyer, 230, { PaymentModeId: Cheque, PaymentRef: '000123' })
  expect((await invoice(due)).Paid).toBe(0)
  expect((await accounts.put('/api/cleared/transactions', { formId: cheque })).status).toBe(200)
  expect((await invoice(due)).Paid).toBe(230)
  const bounced = { formId: cheque, reason: 'returned', Returned: true }
  expect((await accounts.put('/api/bounced/transactions', bounced)).status).toBe(200)
  expect([(await invoice(due)).Paid, await closing(buyer)]).toEqual([0, 230])
})

test('a prepaid buyer is given back what is left after all that is sold, invoiced or not', async () => {
  const buyer = await aBuyer()
  await setRows(app, 'clients', { ClientId: buyer }, { PaymentTypeId: paymentType.Prepaid, CreditLimit: 0 })
  await paidIn(buyer, 500)
  await sold(buyer)
  const back = (Amount: number) =>
    manager.post('/api/transactions/', {
      Date: new Date().toISOString(),
      GiverId: 2,
      ReceiverId: buyer,
      Amount,
      PaymentModeId: paymentMode.BankTransfer,
      PaymentRef: 'NEFT 4712',
    })
  const all = await back(500)
  expect([all.status, String(all.body.message).includes('The prepaid balance is ₹270.00')]).toEqual([422, true])
  const patient = await aPatient(desk)
  // the rest is booked, or given back
  const both = await Promise.all([back(270), desk.post('/api/sales/', aSale({ PatientId: patient, BuyerId: buyer }))])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
})

// Receipts that a save does not change, and those that it corrects or cancels: batch, author, day and version.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import { aPatient, aSale, booked, daysAgo, mode, owed, product } from '../sales.fixture.ts'
import { again, cash, change, put, receiptsOf, record } from './receipts.fixture.ts'

const { app, desk, manager, accounts } = networkForTests('desk', 'manager', 'accounts')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

const stored = (id: unknown) =>
  readRow<{
    BatchId: number
    CreatedBy: number
    Date: string
    IsCancelled: boolean
    PaymentRef: string | null
    Remarks: string | null
  }>(app, 'transactions', { TransactionId: id }, 'batch_id, created_by, date, is_cancelled, payment_ref, remarks')
test('a receipt that a save does not name does not change', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(50)] })
  expect((await record(accounts, sale, 300)).status).toBe(201)
  // as a screen sends it that was opened before the receipt of 300
  const answer = await put(desk, sale, { Remarks: 'fasting', Invoice: sale.Invoice })
  expect([answer.status, (await again(desk, sale)).Paid]).toEqual([200, 350])
})

test('a receipt that one save names twice becomes neither two receipts nor two postings', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(100)] })
  const { TransactionId } = receiptsOf(sale)[0]
  for (const twice of [
    [
      { TransactionId, Amount: 90 },
      { TransactionId, Amount: 80 },
    ],
    [
      { TransactionId, Amount: 90 },
      { TransactionId, Cancelled: true },
    ],
  ])
    expect((await change(desk, sale, twice)).status).toBe(400)
  const after = await again(desk, sale)
  expect([after.Paid, receiptsOf(after).length]).toEqual([100, 1])
})

test('an invoice that is no object is refused, not ignored', async () => {
  const sale = await booked(desk, { PatientId: patient })
  for (const Invoice of [[], 'paid', 5, true])
    expect([Invoice, (await put(desk, sale, { Invoice })).status]).toEqual([Invoice, 400])
})

test('correcting the remarks of a receipt keeps its batch, its author and its day, and makes no posting', async () => {
  const sale = await booked(desk, {
    PatientId: patient,
    receipts: [{ PaymentModeId: 42, Amount: 100, PaymentRef: 'UPI 12' }],
  })
  const [receipt] = receiptsOf(sale)
  const was = await stored(receipt?.TransactionId)
  const postings = () => readRow(app, 'ledger_entries', { InvoiceId: sale.InvoiceId }, 'count(*)::int as n')
  const posted = await postings()
  for (const person of [accounts, manager]) {
    const url = `/api/transactions/${receipt?.TransactionId}` as const
    expect((await person.put(url, { Remarks: 'typed wrongly' })).status).toBe(200)
  }
  expect((await change(manager, sale, [{ ...receipt, PaymentRef: 'UPI 21', Remarks: null }])).status).toBe(200)
  expect(await stored(receipt?.TransactionId)).toEqual({ ...was, PaymentRef: 'UPI 21', Remarks: null })
  expect(await postings()).toEqual(posted)
  expect(receiptsOf(await again(desk, sale))).toHaveLength(1)
})

test('a receipt that a manager corrects is kept in the batch that holds the notes', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(100)] })
  const [receipt] = receiptsOf(sale)
  const was = await stored(receipt?.TransactionId)
  expect((await change(manager, sale, [{ ...receipt, Amount: 120 }])).status).toBe(200)
  const [corrected] = receiptsOf(await again(desk, sale))
  expect(await stored(corrected?.TransactionId)).toMatchObject({ BatchId: was.BatchId, Date: was.Date })
})

test("only its holder or a manager cancels money in another user's open batch", async () => {
  const sale = await booked(desk, { PatientId: patient })
  const recorded = await record(accounts, sale, 100)
  const [receipt] = receiptsOf(await again(desk, sale))
  for (const row of [
    { ...receipt, Cancelled: true },
    { ...receipt, Amount: 90 },
  ]) {
    const answer = await change(desk, sale, [row])
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'The money is in another user’s batch. Only that user or a manager can change it',
    ])
  }
  expect((await change(manager, sale, [{ TransactionId: recorded.body.TransactionId, Cancelled: true }])).status).toBe(
    200,
  )
  expect((await again(desk, sale)).Paid).toBe(0)
})

test('a stored refund does not become a receipt', async () => {
  const sale = await booked(desk, {
    PatientId: patient,
    products: [product.cbc, product.lipids],
    receipts: [cash(1050)],
  })
  await desk.put('/api/cancel/saleProduct', { SaleProductId: sale.SaleProducts[1].SaleProductId })
  await desk.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: mode.cash, Amount: 700 })
  const refund = receiptsOf(await again(desk, sale)).find((row) => Number(row.Amount) < 0)
  expect((await change(desk, sale, [{ ...refund, Amount: 700 }])).status).toBe(422)
  expect((await again(desk, sale)).Paid).toBe(350)
})

test('a cancellation or correction is posted today, not on the day of the original', async () => {
  const own = await aPatient(desk, { Name: 'Closed Month' })
  const [sold, paid] = [daysAgo(40), daysAgo(39)]
  const sale = await booked(manager, {
    PatientId: own,
    SaleDate: sold,
    CollectionDate: sold,
    receipts: [{ ...cash(100), Date: paid }],
  })
  await setRows(app, 'invoices', { InvoiceId: sale.InvoiceId }, { InvoiceDate: sold })
  const month = () =>
    app.db.read.one(sql`
      select
        coalesce(sum(debit - credit), 0)::float8 as owed
      from
        ledger_entries
      where
        account = 'party'
        and party_id = ${own}
        and entry_date < ${daysAgo(1)}
    `)
  const closed = await month()
  expect(closed).toEqual({ Owed: -100 })
  const [receipt] = receiptsOf(sale)
  expect((await change(manager, sale, [{ ...receipt, Amount: 120 }])).status).toBe(200)
  expect((await put(manager, sale, { AddlDiscount: 20 })).status).toBe(200)
  expect((await manager.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })).status).toBe(200)
  expect([await month(), await owed(desk, own)]).toEqual([closed, -120])
})

test('a manager dates a receipt neither into the future nor before the sale', async () => {
  const at = (Date: string) =>
    manager.post('/api/sales/', aSale({ PatientId: patient, receipts: [{ ...cash(10), Date }] }))
  expect((await at(daysAgo(-2))).body.errors).toEqual({
    'Invoice.Transactions.0': ['Date cannot be in the future'],
  })
  expect((await at('1950-01-01T00:00:00.000Z')).body.errors).toEqual({
    'Invoice.Transactions.0': ['Date cannot be before the sale'],
  })
  const fine = await at(new Date().toISOString())
  expect([fine.status, dayOf(new Date())]).toEqual([201, dayOf(new Date())])
})

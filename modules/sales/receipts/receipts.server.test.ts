// Money of a sale: receipts, the invoice that follows it, its ledger entries, and numbers without a gap.
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import { aPatient, aSale, booked, mode, owed, product, saleOf } from '../sales.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))
const cash = (Amount: number) => ({ PaymentModeId: mode.cash, Amount })
const receiptsOf = (sale: Read<'sales'>) => sale.Invoice.Transactions
const change = (sale: Read<'sales'>, receipts: readonly Json[], person = desk) =>
  person.put(`/api/sales/${sale.SaleId}`, {
    ReceiptReason: 'Typed wrongly',
    Invoice: { Transactions: receipts },
  })

test('OPS-004 OPS-316 receipts are recorded against the sale: paid is their sum, the ledger has the rest', async () => {
  const own = await aPatient(desk, { Name: 'Own Ledger' })
  const sale = await booked(desk, {
    PatientId: own,
    receipts: [cash(100), { PaymentModeId: mode.card, Amount: 50.25, PaymentRef: 'AUTH 1' }],
  })
  expect(sale).toMatchObject({ NetAmount: 350, Paid: 150.25, Outstanding: 199.75 })
  expect(receiptsOf(sale)).toMatchObject([
    {
      PaymentModeId: 40,
      Amount: 100,
      PaymentMode: { ItemLabel: expect.stringMatching(/cash/i) },
      Batch: { CloseDate: null },
    },
    { Amount: 50.25, PaymentRef: 'AUTH 1' },
  ])
  expect(await owed(desk, own)).toBe(199.75)
})

test('OPS-172 OPS-173 rows without a mode, and with a zero or empty amount, are not saved', async () => {
  const sale = await booked(desk, {
    PatientId: patient,
    receipts: [
      { PaymentModeId: null, Amount: 50 },
      cash(0),
      { PaymentModeId: mode.cash, Amount: null },
      { PaymentModeId: mode.cash, Amount: '' },
      { ...cash(20), Date: ' ', PaymentRef: ' ' },
    ],
  })
  expect(receiptsOf(sale)).toMatchObject([{ Amount: 20 }])
  expect(sale.Paid).toBe(20)
})

test('a receipt below zero, by card without reference, or written off by the desk is refused and no sale is made', async () => {
  const count = async () =>
    (
      await app.db.read.one<{ N: number }>(sql`
        select
          count(*)::int as n
        from
          sales
      `)
    ).N
  const before = await count()
  const refuse = async (row: Json, message: string) =>
    expect((await desk.post('/api/sales/', aSale({ PatientId: patient, receipts: [row] }))).body).toMatchObject({
      errors: { 'Invoice.Transactions.0': [message] },
    })
  await refuse(cash(-5), 'Amount must be greater than 0')
  await refuse({ PaymentModeId: mode.card, Amount: 5 }, 'Payment reference is required')
  await refuse({ PaymentModeId: mode.writeOff, Amount: 5 }, 'Only a manager can write off an amount')
  expect(await count()).toBe(before)
  expect(
    (
      await manager.post(
        '/api/sales/',
        aSale({ PatientId: patient, receipts: [{ PaymentModeId: mode.writeOff, Amount: 5 }] }),
      )
    ).status,
  ).toBe(201)
})

test('a changed receipt is cancelled and recorded again, one cancelled by name is cancelled; none is deleted', async () => {
  const own = await aPatient(desk, { Name: 'Changed Receipt' })
  const sale = await booked(desk, { PatientId: own, receipts: [cash(100), cash(50)] })
  const [first, second] = receiptsOf(sale)
  expect((await change(sale, [{ ...first, Amount: 120 }, second])).status).toBe(200)
  const changed = await saleOf(desk, sale.SaleId)
  expect([changed.Paid, await owed(desk, own)]).toEqual([170, 180])
  expect(
    receiptsOf(changed)
      .map((row) => row.Amount)
      .sort(),
  ).toEqual([120, 50])
  const corrected = receiptsOf(changed).find((row) => row.Amount === 120)
  expect((await change(sale, [{ TransactionId: corrected?.TransactionId, Cancelled: true }])).status).toBe(200)
  expect([(await saleOf(desk, sale.SaleId)).Paid, await owed(desk, own)]).toEqual([50, 300])
  expect(
    await readRow(
      app,
      'transactions',
      { InvoiceId: sale.InvoiceId },
      'count(*)::int as n, count(*) filter (where is_cancelled)::int as c',
    ),
  ).toEqual({ N: 3, C: 2 })
})

test('a receipt sent unchanged remains the same transaction', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(100)] })
  await desk.put(`/api/sales/${sale.SaleId}`, { Remarks: 'only this', Invoice: sale.Invoice })
  expect(receiptsOf(await saleOf(desk, sale.SaleId))).toEqual(receiptsOf(sale))
})

test('a save without a list of receipts leaves them, and so does an empty list; an invalid list of receipts is refused', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(100)] })
  for (const Invoice of [null, {}, undefined])
    expect((await desk.put(`/api/sales/${sale.SaleId}`, { Remarks: 'x', Invoice })).status).toBe(200)
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(100)
  for (const Transactions of [
    5,
    'x',
    [null],
    [1],
    [{ PaymentModeId: 'x', Amount: 5 }],
    [{ ...cash(5), Date: '1e3' }],
    [{ PaymentModeId: 40, Amount: [] }],
    [{ ...cash(5), Surprise: 1 }],
    ...[' 5', '5 ', '+5', '0x10', '1e3'].map((Amount) => [{ PaymentModeId: 40, Amount }]),
  ])
    expect([Transactions, (await change(sale, Transactions as Json[])).status]).toEqual([Transactions, 400])
  expect((await change(sale, [])).status).toBe(200)
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(100)
  expect(
    (await desk.put(`/api/sales/${sale.SaleId}`, { Invoice: { Transactions: [], BuyerId: 7 } })).body.message,
  ).toBe('Unknown field "Invoice.BuyerId"')
})

test('no receipt in a closed batch changes', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(100)] })
  await app.db.transaction((tx) =>
    tx.run(sql`
      update tran_batches
      set
        close_date = now()
      where
        owner_id = ${desk.userId}
        and close_date is null
    `),
  )
  for (const rows of [[{ ...receiptsOf(sale)[0], Cancelled: true }], [{ ...receiptsOf(sale)[0], Amount: 90 }]]) {
    const answer = await change(sale, rows)
    expect([answer.status, answer.body.message]).toEqual([422, 'A transaction in a closed batch cannot be changed'])
  }
  expect((await change(sale, [...receiptsOf(sale), cash(30)])).status).toBe(200)
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(130)
})

test('OPS-228 a walk-in sale has its invoice at once, numbered by seller and financial year; a credit buyer has none yet', async () => {
  const walkIn = await booked(desk, { PatientId: patient })
  expect(walkIn.Invoice).toMatchObject({
    InvoiceNo: expect.stringMatching(/^NCL\/\d\d-\d\d\/\d{6}$/),
    IsSingleSale: true,
  })
  expect((await booked(desk, { PatientId: patient, BuyerId: 21 })).InvoiceId).toBeNull()
  const paid = { PatientId: patient, BuyerId: 11, receipts: [cash(175)] }
  expect((await booked(desk, paid)).Invoice).toMatchObject({ InvoiceNo: expect.stringMatching(/^NCL/) })
})

test('a centre or institution that pays at booking leaves nothing unpaid: a manager goes on with remarks', async () => {
  const sale = (more: Json) => aSale({ PatientId: patient, BuyerId: 11, ...more })
  for (const receipts of [[], [cash(174.99)]]) {
    const answer = await desk.post('/api/sales/', sale({ receipts }))
    expect([answer.status, answer.body.code]).toEqual([422, 'pays-at-booking'])
  }
  const asked = await manager.post('/api/sales/', sale({}))
  expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ['OverrideRemarks']])
  expect((await manager.post('/api/sales/', sale({ OverrideRemarks: 'agreed by phone' }))).status).toBe(201)
  // what was paid is not taken back afterwards, nor is a line added for nothing
  const paid = await booked(desk, { PatientId: patient, BuyerId: 11, receipts: [cash(175)] })
  const [receipt] = paid.Invoice.Transactions
  const back = { Invoice: { Transactions: [{ TransactionId: receipt?.TransactionId, Cancelled: true }] } }
  expect((await desk.put(`/api/sales/${paid.SaleId}`, back)).status).toBe(422)
  // up to a limit of its own it may leave something
  await setRows(app, 'clients', { ClientId: 11 }, { CreditLimit: 75 })
  expect((await desk.post('/api/sales/', sale({ receipts: [cash(100)] }))).status).toBe(201)
  await setRows(app, 'clients', { ClientId: 11 }, { CreditLimit: 0 })
})

test('invoice numbers have no gap: under parallel saves, and after saves that fail at the end', async () => {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await owner.query(
    `create function refuse_at_commit() returns trigger language plpgsql as $$ begin raise sqlstate '22003'; end $$`,
  )
  await owner.query(`create constraint trigger refuse_at_commit after insert on sales deferrable initially deferred for each row
    when (new.lrn like '9999%') execute function refuse_at_commit()`)
  await owner.end()
  const saves = Array.from({ length: 24 }, (_, i) =>
    desk.post(
      '/api/sales/',
      aSale({ PatientId: patient, receipts: [cash(10)], ...(i % 4 === 3 ? { LRN: `9999${i}` } : {}) }),
    ),
  )
  const answers = await Promise.all(saves)
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(18)
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(6)
  expect(
    (await desk.post('/api/sales/', aSale({ PatientId: patient, receipts: [{ ...cash(10), TransactionId: 999_999 }] })))
      .status,
  ).toBe(422)
  const numbers = (
    await readRows<{ N: number }>(app, 'invoices', { SellerId: 2 }, "split_part(invoice_no, '/', 3)::int as n", '1')
  ).map((row) => row.N)
  expect(numbers).toEqual(numbers.map((_, i) => i + 1))
})

test('a sale of another seller has its own series of numbers', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const sale = await booked(front, { PatientId: patient, SellerId: 12 })
  expect(sale.Invoice.InvoiceNo).toMatch(/^HAD\/\d\d-\d\d\/000001$/)
})

test('the buyer cannot be changed while there are receipts; before that, invoice and ledger follow', async () => {
  const own = await aPatient(desk, { Name: 'Buyer Changes' })
  const sale = await booked(desk, { PatientId: own, receipts: [cash(10)] })
  const lines = [{ SaleProductId: sale.SaleProducts[0].SaleProductId, ProductId: product.cbc }]
  expect((await desk.put(`/api/sales/${sale.SaleId}`, { BuyerId: 11, SaleProducts: lines })).status).toBe(422)
  const free = await booked(desk, { PatientId: own })
  const moved = await manager.put(`/api/sales/${free.SaleId}`, {
    BuyerId: 11,
    OverrideRemarks: 'agreed',
    SaleProducts: [{ SaleProductId: free.SaleProducts[0].SaleProductId, ProductId: product.cbc, Price: 175 }],
  })
  expect([moved.status, moved.body.message]).toEqual([200, expect.stringContaining('is saved')])
  const after = await saleOf(desk, free.SaleId)
  expect([after.BuyerId, after.NetAmount, after.InvoiceId]).toEqual([11, 175, free.InvoiceId])
  expect(await owed(desk, own)).toBe(340)
})

test('an overpayment after an item was cancelled is refunded, at most that', async () => {
  const own = await aPatient(desk, { Name: 'Paid Too Much' })
  const sale = await booked(desk, { PatientId: own, products: [product.cbc, product.lipids], receipts: [cash(1050)] })
  expect(
    (await desk.put('/api/cancel/saleProduct', { SaleProductId: sale.SaleProducts[1].SaleProductId })).status,
  ).toBe(200)
  const refund = (Amount: number) =>
    desk.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: mode.cash, Amount })
  expect((await refund(701)).status).toBe(422)
  expect((await refund(700)).status).toBe(200)
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ NetAmount: 350, Paid: 350, Outstanding: 0 })
  expect(await owed(desk, own)).toBe(0)
  expect((await refund(1)).body.message).toBe('There is no overpayment to refund')
})

test('the bill names the receiver of the money', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(120)] })
  const templates = (await desk.get('/api/getdata/41?Module=sales')).body
  const bill = await desk.post('/api/print/sales/', {
    templateId: templates.find((one) => one.Layout === 'bill')?.TemplateId,
    formId: sale.SaleId,
    device: 'screen',
  })
  expect(bill.text.replace(/<[^>]+>/g, ' ')).toMatch(/Cash\s+–\s+Kavita Joshi\s+120\.00/)
})

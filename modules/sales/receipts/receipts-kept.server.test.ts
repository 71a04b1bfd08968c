// Receipts that a save does not touch, and those that it corrects or takes back: batch, author, day and version.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { sql } from '../../../server/db/db.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { aPatient, aSale, booked, mode, owed, product, saleOf } from '../sales.fixture.ts'

let app: TestApp
let desk: Person
let manager: Person
let accounts: Person
let patient: number
beforeAll(async () => {
  app = await testApp()
  desk = await signedIn(app, 'labdesk', 5, 2)
  manager = await signedIn(app, 'manager', 2, 2)
  accounts = await signedIn(app, 'accounts', 7, 2)
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
const cash = (Amount: number): Json => ({ PaymentModeId: mode.cash, Amount })
const receiptsOf = (sale: Json): Json[] => sale['Invoice'].Transactions as Json[]
const again = (sale: Json) => saleOf(desk, sale['SaleId'] as number)
const put = (sale: Json, changes: Json, person = desk) => person.put(`/api/sales/${sale['SaleId']}`, changes)
const change = (sale: Json, receipts: readonly Json[], person = desk) =>
  put(sale, { Invoice: { Transactions: receipts } }, person)
const stored = (id: unknown) =>
  app.db.read.one<{
    batch_id: number
    created_by: number
    date: string
    is_cancelled: boolean
    payment_ref: string | null
    remarks: string | null
  }>(sql`
    select
      batch_id,
      created_by,
      date,
      is_cancelled,
      payment_ref,
      remarks
    from
      transactions
    where
      transaction_id = ${id}
  `)
const record = (sale: Json, Amount: number) =>
  accounts.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: sale['BuyerId'] as unknown,
    InvoiceId: sale['InvoiceId'] as unknown,
    PaymentModeId: mode.cash,
    Amount,
  })

test('a receipt that a save does not name stays as it is', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(50)] })
  expect((await record(sale, 300)).status).toBe(201)
  // as a screen sends it that was opened before the 300 came in
  const answer = await put(sale, { Remarks: 'fasting', Invoice: sale['Invoice'] as Json })
  expect([answer.status, (await again(sale))['Paid']]).toEqual([200, 350])
})

test('a receipt that one save names twice becomes neither two receipts nor two postings', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(100)] })
  const { TransactionId } = receiptsOf(sale)[0] as Json
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
    expect((await change(sale, twice)).status).toBe(400)
  const after = await again(sale)
  expect([after['Paid'], receiptsOf(after).length]).toEqual([100, 1])
})

test('an invoice that is no object is refused, not passed over', async () => {
  const sale = await booked(desk, { PatientId: patient })
  for (const Invoice of [[], 'paid', 5, true])
    expect([Invoice, (await put(sale, { Invoice })).status]).toEqual([Invoice, 400])
})

test('money that comes in on its own makes another version of the sale', async () => {
  const sale = await booked(desk, { PatientId: patient })
  await record(sale, 300)
  const answer = await put(sale, { Remarks: 'late', RowVersion: sale['RowVersion'] as unknown })
  expect([answer.status, (await again(sale))['Paid']]).toEqual([409, 300])
})

test('of the sales of one invoice each that is paid by it is another version', async () => {
  const [first, second] = [
    await booked(desk, { PatientId: patient, BuyerId: 21 }),
    await booked(desk, { PatientId: patient, BuyerId: 21 }),
  ]
  await app.db.transaction((tx) =>
    tx.run(sql`
      with
        s as (
          select
            sum(net_amount) as net
          from
            sales
          where
            sale_id in (${first['SaleId']}, ${second['SaleId']})
        ),
        i as (
          insert into
            invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
          select
            'TSV/26-27/000001',
            now(),
            2,
            21,
            net
          from
            s
          returning
            invoice_id,
            net_amount
        ),
        l as (
          insert into
            ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
          select
            -7,
            now(),
            x.a,
            'Invoice',
            i.invoice_id,
            2,
            21,
            case x.a
              when 'party' then i.net_amount
              else 0
            end,
            case x.a
              when 'sales' then i.net_amount
              else 0
            end
          from
            i,
            (
              values
                ('party'),
                ('sales')
            ) x (a)
        )
      update sales
      set
        invoice_id = i.invoice_id
      from
        i
      where
        sale_id in (${first['SaleId']}, ${second['SaleId']})
    `),
  )
  const before = [await again(first), await again(second)]
  expect((await change(before[0] as Json, [cash(300)])).status).toBe(200)
  const after = [await again(first), await again(second)]
  expect(after.map((sale) => sale['Paid'])).toEqual([195, 105])
  expect(
    (await put(before[1] as Json, { Remarks: 'x', RowVersion: before[1]?.['RowVersion'] as unknown })).status,
  ).toBe(409)
})

test('what is paid of an invoice goes to its oldest sale first, and takes nothing from the others', async () => {
  const sales = [
    await booked(desk, { PatientId: patient, BuyerId: 21 }),
    await booked(desk, { PatientId: patient, BuyerId: 21 }),
  ]
  const ids = sales.map((sale) => sale['SaleId'] as number)
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update sales
      set
        sale_date = sale_date - interval '1 day'
      where
        sale_id = ${ids[1]}
    `)
    await tx.run(sql`
      with
        i as (
          insert into
            invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
          values
            ('TSV/26-27/000002', now(), 2, 21, 390)
          returning
            invoice_id
        ),
        posted as (
          insert into
            ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
          select
            -8,
            now(),
            x.account,
            'Invoice',
            i.invoice_id,
            2,
            21,
            x.debit,
            x.credit
          from
            i,
            (
              values
                ('party', 390, 0),
                ('sales', 0, 390)
            ) x (account, debit, credit)
        )
      update sales
      set
        invoice_id = i.invoice_id
      from
        i
      where
        sale_id = any (${ids})
    `)
  })
  const paid = async () => Promise.all(sales.map(async (sale) => (await again(sale))['Paid'] as number))
  for (const [amount, first, second] of [
    [100, 0, 100],
    [95, 0, 195],
    [195, 195, 195],
  ] as const) {
    expect((await record(await again(sales[0] as Json), amount)).status).toBe(201)
    expect(await paid()).toEqual([first, second])
  }
  // an advance is the invoice's, of none of its sales
  const more = {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: 21,
    PaymentModeId: mode.cash,
    Amount: 10,
    KeepsAdvance: true,
  }
  expect(
    (
      await accounts.post('/api/transactions/', {
        ...more,
        InvoiceId: (await again(sales[0] as Json))['InvoiceId'] as unknown,
      })
    ).status,
  ).toBe(201)
  for (const sale of sales) expect(await again(sale)).toMatchObject({ Paid: 195, KeepsAdvance: false })
})

test('correcting the words of a receipt keeps its batch, its author and its day, and posts nothing', async () => {
  const sale = await booked(desk, {
    PatientId: patient,
    receipts: [{ PaymentModeId: 42, Amount: 100, PaymentRef: 'UPI 12' }],
  })
  const [receipt] = receiptsOf(sale)
  const was = await stored(receipt?.['TransactionId'])
  const postings = () =>
    app.db.read.one(sql`
      select
        count(*)::int as n
      from
        ledger_entries
      where
        invoice_id = ${sale['InvoiceId']}
    `)
  const posted = await postings()
  for (const person of [accounts, manager]) {
    const url = `/api/transactions/${receipt?.['TransactionId']}`
    expect((await person.put(url, { Remarks: 'typed wrongly' })).status).toBe(200)
  }
  expect((await change(sale, [{ ...receipt, PaymentRef: 'UPI 21', Remarks: null }], manager)).status).toBe(200)
  expect(await stored(receipt?.['TransactionId'])).toEqual({ ...was, payment_ref: 'UPI 21', remarks: null })
  expect(await postings()).toEqual(posted)
  expect(receiptsOf(await again(sale))).toHaveLength(1)
})

test('a receipt that a manager corrects stays in the batch that holds the notes', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [cash(100)] })
  const [receipt] = receiptsOf(sale)
  const was = await stored(receipt?.['TransactionId'])
  expect((await change(sale, [{ ...receipt, Amount: 120 }], manager)).status).toBe(200)
  const [corrected] = receiptsOf(await again(sale))
  expect(await stored(corrected?.['TransactionId'])).toMatchObject({ batch_id: was.batch_id, date: was.date })
})

test("money in somebody else's open batch is not taken back by a stranger, but by them or a manager", async () => {
  const sale = await booked(desk, { PatientId: patient })
  const recorded = await record(sale, 100)
  const [receipt] = receiptsOf(await again(sale))
  for (const row of [
    { ...receipt, Cancelled: true },
    { ...receipt, Amount: 90 },
  ]) {
    const answer = await change(sale, [row])
    expect([answer.status, answer.body['message']]).toEqual([
      422,
      'The money is in the batch of somebody else: only they or a manager may change it',
    ])
  }
  expect(
    (await change(sale, [{ TransactionId: recorded.body['TransactionId'] as unknown, Cancelled: true }], manager))
      .status,
  ).toBe(200)
  expect((await again(sale))['Paid']).toBe(0)
})

test('a stored refund does not become a receipt', async () => {
  const sale = await booked(desk, {
    PatientId: patient,
    products: [product.cbc, product.lipids],
    receipts: [cash(1050)],
  })
  await desk.put('/api/cancel/saleProduct', { SaleProductId: sale['SaleProducts'][1].SaleProductId })
  await desk.put('/api/refund/sales', { formId: sale['SaleId'] as unknown, PaymentModeId: mode.cash, Amount: 700 })
  const refund = receiptsOf(await again(sale)).find((row) => Number(row['Amount']) < 0)
  expect((await change(sale, [{ ...refund, Amount: 700 }])).status).toBe(422)
  expect((await again(sale))['Paid']).toBe(350)
})

test('what is taken back or corrected is posted today, not on the day of what it undoes', async () => {
  const own = await aPatient(desk, { Name: 'Closed Month' })
  const [sold, paid] = [daysAgo(40), daysAgo(39)]
  const sale = await booked(manager, {
    PatientId: own,
    SaleDate: sold,
    CollectionDate: sold,
    receipts: [{ ...cash(100), Date: paid }],
  })
  await app.db.transaction((tx) =>
    tx.run(sql`
      update invoices
      set
        invoice_date = ${sold}
      where
        invoice_id = ${sale['InvoiceId']}
    `),
  )
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
  expect(closed).toEqual({ owed: -100 })
  const [receipt] = receiptsOf(sale)
  expect((await change(sale, [{ ...receipt, Amount: 120 }], manager)).status).toBe(200)
  expect((await put(sale, { AddlDiscount: 20 }, manager)).status).toBe(200)
  expect((await manager.put('/api/cancel/sales', { formId: sale['SaleId'] as unknown })).status).toBe(200)
  expect([await month(), await owed(desk, own)]).toEqual([closed, -120])
})

test('overpaying is asked about: the answer is change, an advance, or another receipt', async () => {
  const body = (more: Json) => aSale({ PatientId: patient, receipts: [cash(5000)], ...more })
  const asked = await desk.post('/api/sales/', body({}))
  const question = '₹4,650.00 more than is due: give change, keep as advance, or correct the receipt'
  expect([asked.status, asked.body['message'], asked.body['errors']]).toEqual([422, question, { Overpaid: [question] }])
  const change = await desk.post('/api/sales/', body({ Overpaid: 'Change' }))
  expect(await saleOf(desk, change.body['SaleId'] as number)).toMatchObject({
    Paid: 350,
    Outstanding: 0,
    Invoice: { Transactions: [{ Amount: 350 }] },
  })
  const kept = await desk.post('/api/sales/', body({ Overpaid: 'Advance' }))
  const sale = await saleOf(desk, kept.body['SaleId'] as number)
  expect(sale).toMatchObject({ Paid: 5000, Outstanding: -4650, KeepsAdvance: true })
  // it is not asked again while no further money comes in
  expect((await put(sale, { Remarks: 'later', Invoice: sale['Invoice'] as Json })).status).toBe(200)
  expect((await put(sale, { Invoice: { Transactions: [cash(10)] } })).status).toBe(422)
  const card = await desk.post(
    '/api/sales/',
    body({ Overpaid: 'Change', Invoice: { Transactions: [{ PaymentModeId: 41, Amount: 500, PaymentRef: 'A1' }] } }),
  )
  expect([card.status, card.body['errors']]).toEqual([422, { Overpaid: ['Only cash can be given back as change'] }])
  expect((await desk.post('/api/sales/', body({ Overpaid: 'Later' }))).status).toBe(400)
})

test('an absurd receipt is refused whatever is answered', async () => {
  const absurd = aSale({ PatientId: patient, receipts: [cash(100_000_000_000)], Overpaid: 'Advance' })
  const answer = await desk.post('/api/sales/', absurd)
  expect([answer.status, answer.body['message']]).toEqual([400, 'Amount must be ₹1,00,00,000.00 at most'])
})

const printed = async (sale: Json): Promise<string> => {
  const templates = (await desk.get('/api/getdata/41?Module=sales')).body as unknown as {
    TemplateId: number
    Layout: string
  }[]
  const templateId = templates.find((one) => one.Layout === 'bill')?.TemplateId
  const bill = await manager.post('/api/print/sales/', {
    templateId,
    formId: sale['SaleId'] as unknown,
    device: 'screen',
  })
  return bill.text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('the bill says what is kept as an advance and what is to be returned, never a balance below zero', async () => {
  const receipts = [cash(1100)]
  const products = [product.cbc, product.lipids]
  const sale = await booked(desk, { PatientId: patient, products, receipts, Overpaid: 'Advance' })
  expect(await printed(sale)).toMatch(/Advance ₹ 50\.00/)
  await desk.put('/api/cancel/saleProduct', { SaleProductId: sale['SaleProducts'][1].SaleProductId })
  const text = await printed(sale)
  expect(text).toMatch(/To be returned ₹ 750\.00/)
  expect(text).not.toMatch(/-\s*750/)
})

test('a manager dates a receipt neither into the future nor before the sale', async () => {
  const at = (Date: string) =>
    manager.post('/api/sales/', aSale({ PatientId: patient, receipts: [{ ...cash(10), Date }] }))
  expect((await at(daysAgo(-2))).body['errors']).toEqual({
    'Invoice.Transactions.0': ['Date can not be in the future'],
  })
  expect((await at('1950-01-01T00:00:00.000Z')).body['errors']).toEqual({
    'Invoice.Transactions.0': ['Date can not be before the sale'],
  })
  const fine = await at(new Date().toISOString())
  expect([fine.status, dayOf(new Date())]).toEqual([201, dayOf(new Date())])
})

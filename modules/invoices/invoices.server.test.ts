// Invoices of several sales: pending sales, contents, and who sees them.
import { expect, test } from 'vitest'
import { booked } from '../sales/sales.fixture.ts'
import { sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed, narrowed, rowsAt } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { role } from '../../core/user.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { BuyerId, SellerId, invoicing } from './invoices.fixture.ts'

const { app, labAdmin: admin, accounts } = networkForTests('labAdmin', 'accounts')
const { PatientId, sold, pending, issue, issued, read, pay, owed, cancel } = invoicing(app, admin)

test('OPS-136 OPS-259 FND-221 FND-363 a pending sale of a seller and a buyer has five fields, and is gone once invoiced', async () => {
  const sale = await sold()
  const row = (await pending()).find((one) => one.SaleId === sale.SaleId)
  expect(row).toEqual({
    SaleId: sale.SaleId,
    SaleDate: expect.any(String),
    Patient: expect.any(String),
    Doctor: expect.any(String),
    NetAmount: sale.NetAmount,
  })
  expect((await pending(admin, { BuyerId: '22' })).map((one) => one.SaleId)).not.toContain(sale.SaleId)
  expect((await pending(admin, { InvoiceDate: '2001-01-01' })).map((one) => one.SaleId)).toEqual([])
  await issued(sale)
  expect((await pending()).map((one) => one.SaleId)).not.toContain(sale.SaleId)
  const nashik = await signedIn(app, 'admin', 1, 3)
  await sold()
  expect(await pending(nashik)).toEqual([])
})

test('the buyers of a new invoice are those with sales to invoice, by kind, of one seller', async () => {
  const of = async (query: Record<string, string>, person = admin) =>
    (await person.get(`/api/getdata/114?${new URLSearchParams(query).toString()}`)).body
  const named = (rows: Awaited<ReturnType<typeof of>>) => rows.find((row) => row.ClientId === BuyerId)
  const seller = { SellerId: String(SellerId) }
  const [first, second] = [await sold(), await sold({ products: [3002] })]
  const open = (await pending()).reduce((sum, row) => sum + Number(row.NetAmount), 0)
  expect(named(await of(seller))).toEqual({
    ClientId: BuyerId,
    Name: expect.any(String),
    Code: expect.any(String),
    ClientTypeId: 16,
    Sales: (await pending()).length,
    NetAmount: open,
  })
  expect(named(await of({ ...seller, ClientTypeId: '16' }))).toBeDefined()
  expect(named(await of({ ...seller, ClientTypeId: '13' }))).toBeUndefined()
  expect(named(await of({ SellerId: '3' }))).toBeUndefined()
  expect(named(await of({}, await signedIn(app, 'admin', 1, 3)))).toBeUndefined()
  const invoice = await issued(first, second)
  expect(invoice.Actions.print).toBe(true)
  expect(named(await of(seller))?.Sales ?? 0).toBe((await pending()).length)
})

test('OPS-005 OPS-125 an invoice of two sales is read with its parties, number, totals, sales and transactions', async () => {
  const [one, two] = [await sold(), await sold({ products: [3002] })]
  const before = await owed()
  const invoice = await issued(one, two)
  const NetAmount = Number(one.NetAmount) + Number(two.NetAmount)
  expect(invoice).toMatchObject({
    InvoiceId: expect.any(Number),
    InvoiceNo: expect.stringMatching(/^NCL\/\d\d-\d\d\/\d{6}$/),
    InvoiceDate: expect.any(String),
    SellerId,
    BuyerId,
    NetAmount,
    Paid: 0,
    Outstanding: NetAmount,
    Transactions: [],
  })
  expect(invoice.Sales).toEqual(
    [one, two].map((sale) => ({
      SaleId: sale.SaleId,
      SaleDate: expect.any(String),
      Patient: expect.any(String),
      Doctor: expect.any(String),
      NetAmount: sale.NetAmount,
      StatusId: 92,
    })),
  )
  expect((await owed()) - before).toBeCloseTo(NetAmount, 2)
  const id = await pay(invoice, 100)
  expect(await read(invoice)).toMatchObject({
    Paid: 100,
    Outstanding: NetAmount - 100,
    Transactions: [{ TransactionId: id, Amount: 100 }],
  })
  await expectInvariants(app.db)
})

test('OPS-233 OPS-234 an invoice has at least one sale, each once, pending of this seller and buyer', async () => {
  const sale = await sold()
  const said = async (...args: Parameters<typeof issue>) => {
    const answer = await issue(...args)
    return [answer.status, answer.body.errors]
  }
  expect(await said([])).toEqual([400, { Sales: ['Invoice must have at least 1 sale'] }])
  expect(await said([], { Sales: [{ SaleId: null }] })).toEqual([400, { Sales: ['Invoice must have at least 1 sale'] }])
  expect(await said([sale, sale])).toEqual([400, { 'Sales.1.SaleId': ['Sale is already selected'] }])
  expect(await said([sale], { SellerId: null, BuyerId: null })).toEqual([
    400,
    { SellerId: ['Seller is required'], BuyerId: ['Buyer is required'] },
  ])
  const walkIn = await booked(admin, { PatientId: await PatientId(), products: [3001] })
  const notHere = (id: unknown) => [400, { 'Sales.0.SaleId': [`Sale ${String(id)} cannot be invoiced here`] }]
  expect(await said([walkIn])).toEqual(notHere(walkIn.SaleId))
  expect(await said([sale], { BuyerId: 22 })).toEqual(notHere(sale.SaleId))
  await issued(sale)
  expect(await said([sale])).toEqual(notHere(sale.SaleId))
})

test('a user who may not set the day is refused it and invoices today; a manager sets an earlier one, never a later', async () => {
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  const sales = [await sold({ SaleDate: earlier, CollectionDate: earlier })]
  const dated = await issue(sales, { InvoiceDate: '2026-04-01T06:00:00Z' }, accounts)
  expect([dated.status, dated.body.message]).toEqual([
    403,
    'Only a manager can date an invoice on another day than today',
  ])
  const answer = await issue(sales, {}, accounts)
  expect(answer.status).toBe(201)
  const { InvoiceDate } = (await admin.get(`/api/invoices/${answer.body.InvoiceId}`)).body
  expect(Math.abs(Date.parse(InvoiceDate) - Date.now())).toBeLessThan(60_000)
  expect((await issue([await sold()], { InvoiceDate: '2199-01-01T00:00:00Z' })).status).toBe(400)
  // not before the day of the sale
  expect((await issue([await sold()], { InvoiceDate: '2026-04-01T06:00:00Z' })).status).toBe(400)
})

test('OPS-260 FND-220 FND-362 pending invoices have a balance, and are filtered by receiver and day', async () => {
  const invoice = await issued(await sold())
  const find = async (query = '') =>
    (await rowsAt(admin, 110, query)).find((row) => row.InvoiceId === invoice.InvoiceId)
  expect(await find()).toEqual({
    InvoiceId: invoice.InvoiceId,
    InvoiceDate: expect.any(String),
    InvoiceNo: invoice.InvoiceNo,
    BuyerId,
    Code: expect.toSatisfy((code) => code === null || typeof code === 'string'),
    Name: expect.any(String),
    Phone: expect.toSatisfy((phone) => phone === null || typeof phone === 'string'),
    NetAmount: invoice.NetAmount,
    Paid: 0,
    Balance: invoice.NetAmount,
  })
  expect(await find('?ReceiverId=2')).toBeDefined()
  expect(await find('?ReceiverId=12')).toBeUndefined()
  expect(await find('?Date=2001-01-01T00:00:00Z')).toBeUndefined()
  await pay(invoice, Number(invoice.NetAmount))
  expect(await find()).toBeUndefined()
})

test('an old invoice is found by its number or buyer, however many newer ones are not paid', async () => {
  const old = await issued(await sold())
  const key = { InvoiceId: old.InvoiceId }
  await setRows(app, 'invoices', key, { InvoiceDate: '2025-04-01T06:00:00Z' })
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
      select
        'TEST/' || at,
        now(),
        2,
        22,
        1
      from
        generate_series(1, 501) at
    `),
  )
  const found = async (query: Record<string, string>) =>
    (await admin.get(`/api/getdata/110?${new URLSearchParams(query).toString()}`)).body.map((row) => row.InvoiceId)
  const [all, byNumber, byBuyer, other] = [
    await found({}),
    await found({ Name: String(old.InvoiceNo).slice(3) }),
    await found({ GiverId: String(BuyerId) }),
    await found({ Name: 'no such number' }),
  ]
  await app.db.transaction((tx) =>
    tx.run(sql`
      delete from invoices
      where
        invoice_no like 'TEST/%'
    `),
  )
  await setRows(app, 'invoices', key, { InvoiceDate: String(old.InvoiceDate) })
  expect(all).not.toContain(old.InvoiceId)
  expect([byNumber, other]).toEqual([[old.InvoiceId], []])
  expect(byBuyer).toContain(old.InvoiceId)
})

test('pending invoices name who owes what: only who sees transactions reads them', async () => {
  for (const [name, roleId] of [
    ['logistics', role.Logistics],
    ['technologist', role.Technologist],
  ] as const)
    expect((await (await signedIn(app, name, roleId, 2)).get('/api/getdata/110')).status).toBe(403)
})

test('FND-133 OPS-029 invoices are narrowed by day, giver, referrer and a part of the number', async () => {
  const referred = await booked(admin, { PatientId: await PatientId(), ReferrerId: 141, products: [3001] })
  const invoice = await issued(await sold())
  const left = async (filter: Json) => (await narrowed(admin, 1029, filter)).map((row) => row.InvoiceId)
  expect(await left({ GiverId: BuyerId })).toContain(invoice.InvoiceId)
  expect(await left({ GiverId: BuyerId })).not.toContain(referred.InvoiceId)
  expect(await left({ ReferrerId: 141 })).toEqual([referred.InvoiceId])
  expect(await left({ InvoiceNo: String(invoice.InvoiceNo).slice(-8) })).toEqual([invoice.InvoiceId])
  await app.db.transaction((tx) =>
    tx.run(sql`
      update invoices
      set
        invoice_date = '2026-04-01T18:29:00Z'
      where
        invoice_id = ${invoice.InvoiceId}
    `),
  )
  expect(await left({ FromDate: '2026-04-01', ToDate: '2026-04-01' })).toEqual([invoice.InvoiceId])
  expect((await listed(admin, 1029, { ToDate: '2026-03-31' })).rows).toEqual([])
})

test('an outside buyer cannot ask which of their invoices a referrer is on', async () => {
  const institution = await signedIn(app, 'institution', 13, 21)
  const asked = (filter: Json) =>
    institution.get(`/api/getdata/1029?filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`)
  expect([(await asked({ GiverId: 21 })).status, (await asked({ ReferrerId: 141 })).status]).toEqual([200, 400])
})

test('an invoice exists for its seller and its buyer; the buyer reads it and cannot change it', async () => {
  const invoice = await issued(await sold())
  const status = async (person: Person) => (await person.get(`/api/invoices/${invoice.InvoiceId}`)).status
  const institution = await signedIn(app, 'institution', 13, 21)
  expect(await status(institution)).toBe(200)
  expect((await cancel(invoice, 'mine', institution)).status).toBe(403)
  expect(await status(await signedIn(app, 'admin', 1, 3))).toBe(404)
  expect(await status(await signedIn(app, 'frontdesk2', 5, 11))).toBe(404)
  expect(await status(await signedIn(app, 'technologist', 4, 2))).toBe(403)
})

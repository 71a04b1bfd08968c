// Closed books: no entry may be dated into a period that its legal entity has closed, and it cannot be reopened.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { aPatient, aSale, booked, daysAgo } from '../sales/sales.fixture.ts'
import { paymentMode } from '../lists/items.model.ts'
import { BuyerId, invoicing } from '../invoices/invoices.fixture.ts'
import { sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'

const { app, labAdmin: manager, accounts } = networkForTests('labAdmin', 'accounts')
const { issue } = invoicing(app, manager)
afterEach(() => expectInvariants(app.db))

const today = (): string => dayOf(new Date())
const close = (till: string | null, person = manager) => person.put('/api/clients/1', { BooksClosedTill: till })
const noon = (day: string): string => `${day}T06:30:00.000Z`
const receipt = (Date: string) => ({
  Date,
  GiverId: BuyerId,
  ReceiverId: 2,
  Amount: 10,
  PaymentModeId: paymentMode.Cash,
})

const [closed, open] = [addDays(today(), -5), addDays(today(), -4)]
const said = /^The books are closed up to .*\. Use a later day$/

test('closed up to a past day; an entry dated into it is refused with the day, one on the day after is saved', async () => {
  const saleBefore = await booked(manager, { SaleDate: noon(closed), CollectionDate: noon(closed) })
  expect((await close(today())).body.errors).toEqual({ BooksClosedTill: ['Only past days can be closed'] })
  expect((await close(closed)).status).toBe(200)

  const money = await manager.post('/api/transactions/', receipt(noon(closed)))
  expect([money.status, money.body.message, Object.keys(money.body.errors)]).toEqual([
    422,
    expect.stringMatching(said),
    ['Date'],
  ])
  const taken = await manager.post('/api/transactions/', receipt(noon(open)))
  expect(taken.status).toBe(201)
  // a transaction is not moved into it afterwards, nor out of it
  const id = taken.body.TransactionId
  const moved = await manager.put(`/api/transactions/${id}`, { Date: noon(closed) })
  expect([moved.status, moved.body.message]).toEqual([422, expect.stringMatching(said)])

  const PatientId = await aPatient(manager)
  const into = (SaleDate: string, receipts?: Json[]) =>
    manager.post('/api/sales/', aSale({ PatientId, SaleDate, CollectionDate: SaleDate, ...(receipts && { receipts }) }))
  const sale = await into(noon(closed))
  expect([sale.status, Object.keys(sale.body.errors)]).toEqual([422, ['SaleDate']])
  expect((await into(noon(open))).status).toBe(201)
  const outOf = await manager.put(`/api/sales/${saleBefore.SaleId}`, {
    SaleDate: noon(open),
    CollectionDate: noon(open),
  })
  expect([outOf.status, outOf.body.message]).toEqual([422, expect.stringMatching(said)])
  const paid = await manager.put(`/api/sales/${saleBefore.SaleId}`, {
    Invoice: { Transactions: [{ Date: noon(closed), Amount: 1, PaymentModeId: paymentMode.Cash }] },
  })
  expect([paid.status, paid.body.message]).toEqual([422, expect.stringMatching(said)])

  const before = await booked(manager, {
    BuyerId,
    SaleDate: noon(open),
    CollectionDate: noon(open),
    products: [3001],
  })
  const invoiced = await issue([before], { InvoiceDate: noon(closed) })
  expect([invoiced.status, invoiced.body.message]).toEqual([422, expect.stringMatching(said)])
  expect((await issue([before], { InvoiceDate: noon(open) })).status).toBe(201)

  // another legal entity has its own books
  await setRows(app, 'clients', { ClientId: 2 }, { LegalEntityId: 2 })
  expect((await manager.post('/api/transactions/', receipt(noon(closed)))).status).toBe(201)
  await setRows(app, 'clients', { ClientId: 2 }, { LegalEntityId: 1 })
})

test('a cheque clears on a day whose books are open, and is refused with the day where they are closed', async () => {
  const cheque = { ...receipt(noon(open)), PaymentModeId: paymentMode.Cheque, PaymentRef: '000417' }
  const id = (await manager.post('/api/transactions/', cheque)).body.TransactionId
  // it was received while that day was open
  await setRows(app, 'transactions', { TransactionId: id }, { Date: noon(addDays(today(), -9)) })
  const clear = (ClearedOn: string) => accounts.put('/api/cleared/transactions', { formId: id, ClearedOn })
  const late = await clear(noon(closed))
  expect([late.status, late.body.message, Object.keys(late.body.errors)]).toEqual([
    422,
    expect.stringMatching(said),
    ['ClearedOn'],
  ])
  expect((await clear(noon(open))).status).toBe(200)
})

test('staff of the legal entity close its books; payments out are checked like receipts', async () => {
  const closed = addDays(today(), -6)
  const below = await signedIn(app, 'manager', 2, 2)
  const answer = await close(closed, below)
  expect([answer.status, answer.body.message]).toEqual([403, 'Only staff of the legal entity can close its books'])
  expect((await close(addDays(today(), -5))).status).toBe(200)
  const payout = (Date: string) => ({ ...receipt(Date), GiverId: 2, ReceiverId: 4 })
  const said = expect.stringMatching(/^The books are closed up to .*\. Use a later day$/)
  const into = await manager.post('/api/transactions/', payout(noon(closed)))
  expect([into.status, into.body.message]).toEqual([422, said])
  const paid = await manager.post('/api/transactions/', payout(noon(addDays(today(), -4))))
  expect(paid.status).toBe(201)
  const moved = await manager.put(`/api/transactions/${paid.body.TransactionId}`, { Date: noon(closed) })
  expect([moved.status, moved.body.message]).toEqual([422, said])
})

test('moving a lab to another legal entity does not reopen its closed books', async () => {
  const entity = await manager.post('/api/clients/', { ClientTypeId: 9, Name: 'Open Books Ltd', Code: 'OPN' })
  expect([entity.status, entity.text]).toEqual([201, expect.any(String)])
  const answer = await manager.put('/api/clients/2', { LegalEntityId: entity.body.ClientId })
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'The books of that legal entity are closed less far than those of the present one',
  ])
})

test('no user reopens a closed period; a sale in it is undone today', async () => {
  const closed = addDays(today(), -3)
  const sale = await booked(manager, {
    SaleDate: daysAgo(4),
    CollectionDate: daysAgo(4),
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 100 }],
  })
  expect((await close(closed)).status).toBe(200)
  for (const till of [addDays(closed, -1), null])
    expect((await close(till)).body.errors).toEqual({
      BooksClosedTill: [expect.stringMatching(/^The books are already closed up to/)],
    })
  expect((await close(closed)).status).toBe(200)
  // a receipt of it is cancelled today as well
  const [receipt] = sale.Invoice.Transactions
  const back = await manager.put(`/api/sales/${sale.SaleId}`, {
    ReceiptReason: 'Typed wrongly',
    Invoice: { Transactions: [{ TransactionId: receipt?.TransactionId, Cancelled: true }] },
  })
  expect([back.status, back.body.message]).toEqual([200, expect.any(String)])
  expect((await manager.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not drawn' })).status).toBe(200)
  const days = await app.db.read.rows<{ Day: string }>(sql`
    select distinct
      network_day (entry_date)::text as day
    from
      ledger_entries
    where
      invoice_id = ${sale.InvoiceId}
  `)
  expect(days).toEqual([{ Day: today() }])
})

test('the database enforces it too: it refuses a posting into the period and an earlier closing day', async () => {
  await close(addDays(today(), -2))
  const post = (day: string) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        insert into
          ledger_entries (posting_id, entry_date, account, voucher_type, seller_id, party_id, debit)
        select
          nextval('ledger_postings'),
          ${noon(day)}::timestamptz,
          'party',
          'Receipt',
          2,
          21,
          0
      `),
    )
  await expect(post(addDays(today(), -2))).rejects.toThrow(/the books are closed till/)
  await expect(setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: addDays(today(), -9) })).rejects.toThrow(
    /closed books stay closed/,
  )
})

test('only role id 2 or lower closes books', async () => {
  expect((await close(addDays(today(), -1), accounts)).status).toBe(403)
  const front = await signedIn(app, 'frontdesk', 5, 12)
  expect((await close(addDays(today(), -1), front)).status).toBe(422)
  expect((await accounts.get('/api/clients/1')).body).not.toHaveProperty('BooksClosedTill')
})

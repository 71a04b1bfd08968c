// Closed books: an invoice of the period is credited and never rewritten; two persons reopen a period.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf, financialYear } from '../../../core/dates.ts'
import { role } from '../../../core/user.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { cash } from '../../sales/receipts/receipts.fixture.ts'
import { aPatient, booked, owed, product, saleOf } from '../../sales/sales.fixture.ts'

const { app, labAdmin: admin, manager, accounts } = networkForTests('labAdmin', 'manager', 'accounts')
afterEach(() => expectInvariants(app.db))
const day = (back: number): string => addDays(dayOf(new Date()), -back)
const till = async (): Promise<unknown> => (await admin.get('/api/clients/1')).body.BooksClosedTill
const close = (BooksClosedTill: string) => admin.put('/api/clients/1', { BooksClosedTill })
const ask = (BooksClosedTill: string | null, reason?: string, person: Person = admin) =>
  person.put('/api/reopen/clients', { formId: 1, BooksClosedTill, reason })
const confirm = (person: Person) => person.put('/api/confirmreopening/clients', { formId: 1 })

test('an administrator asks with a reason, accounts staff confirm, and both are notified and kept', async () => {
  expect((await close(day(3))).status).toBe(200)
  await app.db.transaction((tx) =>
    addUser(tx, { user: 'entityaccounts', name: 'Accounts of the entity', role: role.Accounts, entity: 1 }),
  )
  const entityAccounts = await signedIn(app, 'entityaccounts', 7, 1)
  expect((await ask(day(9))).status).toBe(400)
  expect((await ask(day(9), '  .')).status).toBe(400)
  expect(Object.keys((await ask(day(3), 'wrong closing')).body.errors)).toEqual(['BooksClosedTill'])
  expect((await ask(day(9), 'wrong closing', manager)).body.code).toBe('administrator-only')
  // accounts staff change no client
  expect((await ask(day(9), 'wrong closing', entityAccounts)).status).toBe(403)
  // nothing to confirm yet
  expect((await confirm(entityAccounts)).status).toBe(422)
  expect((await ask(day(9), 'closed a month too early')).status).toBe(200)
  expect(await till()).toBe(day(3))
  // those of a laboratory of the legal entity too
  for (const person of [entityAccounts, accounts]) {
    const told = (await person.get('/api/getdata/9')).body.map((note) => String(note.Content))
    expect(told.filter((text) => text.includes('closed a month too early'))).toHaveLength(1)
  }
  expect((await confirm(admin)).body.code).toBe('accounts-only')
  const both = await Promise.all([confirm(entityAccounts), confirm(entityAccounts)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await till()).toBe(day(9))
  const kept = await readRow(app, 'books_reopenings', { ClientId: 1 }, 'reason, asked_by, confirmed_by, applied')
  expect(kept).toEqual({
    Reason: 'closed a month too early',
    AskedBy: admin.userId,
    ConfirmedBy: entityAccounts.userId,
    Applied: true,
  })
  // asked once, reopened once
  await expect(setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: day(12) })).rejects.toThrow(
    /closed books stay closed/,
  )
  expect((await ask(null, 'all of the year')).status).toBe(200)
  expect((await confirm(accounts)).status).toBe(200)
  expect(await till()).toBeNull()
})

test('a sale of a closed period is credited today: its invoice keeps its number, day and buyer', async () => {
  const sale = await booked(admin, { products: [product.cbc, product.lipids] })
  const key = { InvoiceId: sale.InvoiceId }
  // issued five days ago
  await setRows(app, 'invoices', key, { InvoiceDate: `${day(5)}T06:30:00.000Z` })
  expect((await close(day(4))).status).toBe(200)
  const lines = sale.SaleProducts
  const less = await admin.put('/api/cancel/saleProduct', { SaleProductId: lines[1]?.SaleProductId })
  expect([less.status, less.body.errors]).toEqual([200, undefined])
  const invoice = (await accounts.get(`/api/invoices/${String(sale.InvoiceId)}`)).body
  const off = Number(lines[1]?.Amount)
  expect(invoice).toMatchObject({
    NetAmount: Number(sale.NetAmount) - off,
    CreditNotes: [{ CreditNoteNo: expect.stringMatching(/\/C\d{5}$/), Amount: off }],
  })
  const more = await admin.put(`/api/sales/${String(sale.SaleId)}`, {
    SaleProducts: [
      { SaleProductId: lines[0]?.SaleProductId, ProductId: lines[0]?.ProductId },
      { ProductId: product.bilirubin },
    ],
  })
  expect([more.status, String(more.body.message).includes('it can only be credited')]).toEqual([422, true])
  expect((await admin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'not drawn' })).status).toBe(200)
  const after = (await accounts.get(`/api/invoices/${String(sale.InvoiceId)}`)).body
  expect([after.NetAmount, after.CreditNotes.length]).toEqual([0, 2])
  expect((await saleOf(admin, Number(sale.SaleId))).StatusId).toBe(90)
  // the ledger has the invoice whole, and the credit notes of today
  const posted = await readRow<{ Whole: number; Credited: number }>(
    app,
    `(select invoice_id, sum(debit) filter (where voucher_type = 'Invoice') as whole,
        sum(credit) filter (where voucher_type = 'Credit note' and network_day(entry_date) = network_day(now())) as credited
      from ledger_entries where account = 'party' group by invoice_id) posted`,
    key,
    'whole, credited',
  )
  expect(posted).toEqual({ Whole: sale.NetAmount, Credited: sale.NetAmount })
})

test('a wrong patient is corrected whatever is closed: the other one owes the invoice from today', async () => {
  const [wrong, right] = [await aPatient(admin), await aPatient(admin)]
  const sale = await booked(admin, { PatientId: wrong, receipts: [cash(100)] })
  const key = { InvoiceId: sale.InvoiceId }
  await setRows(app, 'invoices', key, { InvoiceDate: `${day(5)}T06:30:00.000Z` })
  const put = (changes: Json) => admin.put(`/api/sales/${String(sale.SaleId)}`, changes)
  expect((await put({ PatientId: right })).body.errors).toBeUndefined()
  expect([await owed(admin, wrong), await owed(admin, right)]).toEqual([0, 250])
  // another buyer is a new sale
  const moved = await put({ BuyerId: 22 })
  expect([moved.status, moved.body.errors]).toEqual([422, undefined])
})

test('past 99,999 credit notes of a year a second series begins', async () => {
  const year = financialYear(new Date().toISOString()).label
  const numbers: string[] = []
  for (let at = 0; at < 4; at += 1) {
    // the first one began the series
    if (at === 1) await setRows(app, 'counters', { Name: `credit:NCL/${year}` }, { Value: 99_998 })
    const sale = await booked(admin)
    await setRows(app, 'invoices', { InvoiceId: sale.InvoiceId }, { InvoiceDate: `${day(5)}T06:30:00.000Z` })
    await admin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'not drawn' })
    const { body } = await accounts.get(`/api/invoices/${String(sale.InvoiceId)}`)
    numbers.push(...body.CreditNotes.map((note) => String(note.CreditNoteNo).split('/')[2] ?? ''))
  }
  expect(numbers).toEqual([expect.stringMatching(/^C0000\d$/), 'C99999', 'CA0000', 'CA0001'])
})

// The trial balance and the day book: each entry once, by account, of the places that the user works for.
import { beforeAll, expect, test } from 'vitest'
import { booked } from '../sales/sales.fixture.ts'
import { invoicing } from '../invoices/invoices.fixture.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed, sumsAt } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { sumLedger } from './sums.server.ts'

const { app, admin, labAdmin, accounts } = networkForTests('admin', 'labAdmin', 'accounts')
const { sold, issued, pay, credit } = invoicing(app, labAdmin)
const today = new Date().toISOString()
let invoice: Read<'invoices'>, paid: number, walkIn: Read<'sales'>, centres: Read<'sales'>
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 21 }, { PaymentTypeId: 22 })
  const [one, two] = [await sold(), await sold({ products: [3002] })]
  invoice = await issued(one, two)
  paid = await pay(invoice, 100)
  await credit(invoice, [one])
  walkIn = await booked(labAdmin, { products: [3001], receipts: [{ PaymentModeId: 40, Amount: 50 }] })
  centres = await booked(admin, { SellerId: 12, products: [3002] })
})
const balance = async (person: Person, filter: Json = {}) =>
  new Map((await listed(person, 1070, filter)).rows.map((row) => [String(row.Account), row]))
const cents = (value: unknown): number => Math.round(Number(value) * 100)

test('each account has what it began with, took and ended with, and all of them add up to zero', async () => {
  const rows = await balance(labAdmin, { EntityId: 2 })
  expect([...rows.keys()]).toEqual(expect.arrayContaining(['Parties', 'Sales', 'Money']))
  expect(rows.get('Money')).toMatchObject({ OpeningBalance: 0, Debit: 150, Credit: 0, ClosingBalance: 150 })
  expect(rows.get('Sales')).toMatchObject({
    Credit: [invoice, walkIn, centres].reduce((sum, one) => sum + Number(one.NetAmount), 0),
  })
  for (const row of rows.values())
    expect(cents(row.OpeningBalance) + cents(row.Debit) - cents(row.Credit)).toBe(cents(row.ClosingBalance))
  const sums = await sumsAt(labAdmin, 2150, { EntityId: 2 })
  expect(sums).toMatchObject({ Rows: rows.size, OpeningBalance: 0, ClosingBalance: 0 })
  expect(sums.Debit).toBe(sums.Credit)
  // what came before the period is its opening
  const later = await balance(labAdmin, { EntityId: 2, FromDate: '2199-01-01', ToDate: '2199-01-31' })
  expect(later.get('Money')).toMatchObject({ OpeningBalance: 150, Debit: 0, Credit: 0, ClosingBalance: 150 })
  expect(await balance(labAdmin, { EntityId: 2, ToDate: '2001-01-31' })).toEqual(new Map())
})

test('the balance of the legal entity is that of its places, and another place has none', async () => {
  const money = async (person: Person, filter: Json) => cents((await balance(person, filter)).get('Sales')?.Credit)
  const [all, lab, centre] = [
    await money(admin, {}),
    await money(admin, { EntityId: 2 }),
    await money(admin, { EntityId: 12 }),
  ]
  expect(centre).toBeGreaterThan(0)
  // the centre is below the laboratory
  expect([all, await money(admin, { EntityId: 1 })]).toEqual([lab, lab])
  const nashik = await signedIn(app, 'admin', 1, 3)
  expect([...(await balance(nashik)).keys()]).toEqual([])
  expect([...(await balance(nashik, { EntityId: 2 })).keys()]).toEqual([])
  expect((await listed(nashik, 1071)).total).toBe(0)
  for (const id of [1070, 2150, 1071, 2151])
    expect((await (await signedIn(app, 'labdesk', 5, 2)).get(`/api/getdata/${id}`)).status).toBe(403)
})

test('the day book has every entry with its document, party, account and sides, page by page', async () => {
  const { rows, total } = await listed(accounts, 1071, { FromDate: today.slice(0, 10), EntityId: 2 })
  expect(total).toBe(rows.length)
  expect(rows.find((row) => row.TransactionId === paid && row.Account === 'Money')).toMatchObject({
    EntryId: expect.any(Number),
    Voucher: 'Receipt',
    VoucherNo: `T${paid}`,
    Party: expect.any(String),
    Seller: expect.any(String),
    Debit: 100,
    Credit: 0,
  })
  const ofInvoice = { VoucherNo: String(invoice.InvoiceNo) }
  expect((await listed(accounts, 1071, ofInvoice)).rows.map((row) => row.Account).sort()).toEqual(
    expect.arrayContaining(['Parties', 'Sales']),
  )
  expect((await listed(accounts, 1071, { Account: 'money' })).rows.every((row) => row.Account === 'Money')).toBe(true)
  expect((await listed(accounts, 1071, { PartyId: 21 })).total).toBeLessThan(total)
  const sums = await sumsAt(accounts, 2151, { EntityId: 2 })
  expect(sums.Debit).toBe(sums.Credit)
  expect(cents(sums.Debit)).toBe(rows.reduce((sum, row) => sum + cents(row.Debit), 0))
  const pages = [1, 2].map(async (page) => (await listed(accounts, 1071, {}, { limit: '3', page: String(page) })).rows)
  const keys = (await Promise.all(pages)).flat().map((row) => row.EntryId)
  expect(new Set(keys).size).toBe(6)
  // the last row of a page leads to the next one
  const [first = []] = await Promise.all(pages)
  const { EntryId, Date: at } = first.at(-1) ?? {}
  const next = await listed(accounts, 1071, {}, { limit: '3', after: JSON.stringify([at, EntryId]) })
  expect(next.rows.map((row) => row.EntryId)).toEqual(keys.slice(3))
})

test('sums of earlier months change no balance, whatever is summed, and later entries are added to them', async () => {
  const asked: Json[] = [
    { EntityId: 2 },
    { EntityId: 2, FromDate: '2199-01-01', ToDate: '2199-01-31' },
    { EntityId: 2, FromDate: today.slice(0, 10) },
    { EntityId: 2, FromDate: '2001-01-31', ToDate: '2199-01-01' },
    { EntityId: 2, FromDate: '2001-01-31' },
    { EntityId: 2, ToDate: '2001-01-31' },
    { EntityId: 2, FromDate: '2199-01-31', ToDate: '2199-01-01' },
  ]
  const all = async (): Promise<Json[][]> =>
    Promise.all(asked.map(async (filter) => (await listed(labAdmin, 1070, filter)).rows))
  const before = await all()
  const soon = new Date(Date.now() + 60_000).toISOString()
  expect(await app.db.transaction((tx) => sumLedger(tx, soon))).toBe(1)
  const { N } = await readRow<{ N: number }>(app, 'ledger_sums', { Account: 'money' }, 'count(*)::int as n')
  expect(N).toBeGreaterThan(0)
  expect(await all()).toEqual(before)
  // a second run sums no entry again
  expect(await app.db.transaction((tx) => sumLedger(tx, soon))).toBe(0)
  await pay(await issued(await sold()), 30)
  const money = async () => (await balance(labAdmin, { FromDate: '2199-01-01' })).get('Money')?.OpeningBalance
  expect(await money()).toBe(180)
  await app.db.transaction((tx) => sumLedger(tx, soon))
  expect(await money()).toBe(180)
  await expectInvariants(app.db)
})

test('a manager exports both as CSV, and the books add up', async () => {
  for (const id of [1070, 1071]) {
    const file = await labAdmin.get(`/api/getdata/${id}?format=csv`)
    expect([file.status, file.text.split('\r\n').length > 3]).toEqual([200, true])
    expect(file.text).toContain('Account')
  }
  await expectInvariants(app.db)
})

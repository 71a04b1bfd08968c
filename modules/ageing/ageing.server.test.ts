// Ageing: what each buyer owes by how late it is, as of a day, to the paisa what the ledger says.
import { beforeAll, expect, test } from 'vitest'
import { BuyerId, SellerId, invoicing } from '../invoices/invoices.fixture.ts'
import { booked } from '../sales/sales.fixture.ts'
import { addDays, dayOf } from '../../core/dates.ts'
import { lessAmounts } from '../../core/money.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'

const { app, labAdmin, accounts } = networkForTests('labAdmin', 'accounts')
const { sold, issue, pay, owed, credit } = invoicing(app, labAdmin)
const today = dayOf(new Date())
const issuedOn = async (days: number, products: number[]): Promise<Read<'invoices'>> => {
  const sale = await sold({ products })
  const InvoiceDate = days === 0 ? new Date().toISOString() : `${addDays(today, -days)}T06:00:00Z`
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { SaleDate: InvoiceDate })
  const answer = await issue([sale], { InvoiceDate })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return (await labAdmin.get(`/api/invoices/${answer.body.InvoiceId}`)).body
}
const invoices: Read<'invoices'>[] = []
const net = (at: number): number => Number(invoices[at]?.NetAmount)
const rowOf = async (filter: Json = {}) => (await listed(accounts, 1072, { BuyerId, ...filter })).rows[0]

beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: BuyerId }, { PaymentTypeId: 22 })
  // thirty days of credit
  for (const [days, product] of [
    [0, 3001],
    [40, 3002],
    [70, 3003],
    [100, 3001],
    [130, 3002],
  ] as const)
    invoices.push(await issuedOn(days, [product]))
})

test('what a buyer owes is shown by how late it is, from the day on which it is due', async () => {
  expect(await rowOf()).toMatchObject({
    ClientId: BuyerId,
    NotDue: net(0),
    UpToThirtyDays: net(1),
    UpToSixtyDays: net(2),
    UpToNinetyDays: net(3),
    OverNinetyDays: net(4),
    OnAccount: 0,
    Total: await owed(),
  })
  // thirty days ago the first was not there, the second not due yet
  expect(await rowOf({ ToDate: addDays(today, -30) })).toMatchObject({
    NotDue: net(1),
    UpToThirtyDays: net(2),
    UpToSixtyDays: net(3),
    UpToNinetyDays: net(4),
    OverNinetyDays: 0,
    Total: net(1) + net(2) + net(3) + net(4),
  })
  expect(await rowOf({ ToDate: addDays(today, -140) })).toBeUndefined()
})

test('what is paid today lowers today, not yesterday; money on account is apart', async () => {
  const before = await rowOf({ ToDate: addDays(today, -1) })
  const [, , , , last] = invoices
  if (last) await pay(last, 50)
  const answer = await accounts.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: SellerId,
    GiverId: BuyerId,
    Amount: 10_000,
    PaymentModeId: 43,
    PaymentRef: 'NEFT-AGE-1',
  })
  expect(answer.status).toBe(201)
  const total = await owed()
  expect(total).toBeLessThan(0)
  expect(await rowOf()).toMatchObject({ NotDue: 0, OverNinetyDays: 0, OnAccount: total, Total: total })
  expect(await rowOf({ ToDate: addDays(today, -1) })).toEqual(before)
  const [, second] = invoices
  if (second) await credit(second, second.Sales)
  expect(await rowOf()).toMatchObject({ Total: await owed() })
  await expectInvariants(app.db)
})

test('its totals are those of all buyers, late ones are found, and other places see none', async () => {
  const walkIn = await booked(labAdmin, { products: [3001] })
  const { rows } = await listed(accounts, 1072)
  expect(rows.find((row) => row.ClientId === walkIn.BuyerId)).toMatchObject({
    // to be paid today, and not late before tomorrow
    NotDue: walkIn.NetAmount,
    UpToThirtyDays: 0,
    Total: walkIn.NetAmount,
  })
  const [sums] = (await accounts.get('/api/getdata/2152')).body
  const cents = (value: unknown): number => Math.round(Number(value) * 100)
  expect([sums?.Rows, cents(sums?.Total)]).toEqual([rows.length, rows.reduce((sum, row) => sum + cents(row.Total), 0)])
  expect((await listed(accounts, 1072, { IsLate: 'true' })).rows).toEqual([])
  const late = await listed(accounts, 1072, { IsLate: 'true', ToDate: `${addDays(today, 1)}T18:00:00Z` })
  expect(late.rows.map((row) => row.ClientId)).toEqual([walkIn.BuyerId])
  expect((await listed(await signedIn(app, 'admin', 1, 3), 1072)).total).toBe(0)
  expect((await (await signedIn(app, 'labdesk', 5, 2)).get('/api/getdata/1072')).status).toBe(403)
  expect((await labAdmin.get('/api/getdata/1072?format=csv')).text).toContain('Over Ninety Days')
})

test('what is open now is what was open a moment ago: the opening balance, late since its day, and by each filter', async () => {
  expect((await labAdmin.put(`/api/clients/${BuyerId}`, { OpeningBalance: 12_345.67 })).status).toBe(200)
  const [row, later] = [await rowOf(), await rowOf({ ToDate: addDays(today, 40) })]
  expect([row?.Total, later?.Total]).toEqual([await owed(), await owed()])
  // of its day: not late today, and late by forty days then
  const opening = lessAmounts(Number(row?.Total), Number(row?.OnAccount))
  expect([row?.NotDue, later?.NotDue, later?.UpToSixtyDays]).toEqual([opening, 0, opening])
  const totals = async (filter: Record<string, string>): Promise<unknown> =>
    (await accounts.get(`/api/getdata/2152?${new URLSearchParams(filter).toString()}`)).body
  // before the end of the day it is read as of an earlier one
  const ToDate = new Date(Date.now() + 60_000).toISOString()
  const filters: readonly Record<string, string>[] = [
    {},
    { BuyerId: String(BuyerId) },
    { IsLate: 'true' },
    { IsLate: 'false' },
  ]
  for (const filter of filters) {
    const [now, then] = await Promise.all([
      listed(accounts, 1072, filter),
      listed(accounts, 1072, { ...filter, ToDate }),
    ])
    expect([filter, now.total, now.rows]).toEqual([filter, then.total, then.rows])
    expect([filter, await totals(filter)]).toEqual([filter, await totals({ ...filter, ToDate })])
  }
})

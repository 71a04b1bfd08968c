// Payables: what outside laboratories are owed by due day, less what was paid ahead, as the ledger has it.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf, endOfDay } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow } from '../../server/testing/rows.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { at } from '../../server/clock.ts'
import { keptClient } from '../clients/clients.fixture.ts'
import { clientType, paymentMode } from '../lists/items.model.ts'
import { aBill, entered, ours, outside } from '../purchasebills/purchasebills.fixture.ts'

const { app, accounts, desk, admin } = networkForTests('accounts', 'desk', 'admin')
afterEach(() => expectInvariants(app.db))
const today = dayOf(new Date())
const rows = async (filter: Json = {}) => (await listed(accounts, 1080, filter)).rows
const charged = (amount: number, more: Json = {}): Promise<number> =>
  entered(accounts, aBill([{ Description: 'Courier', Amount: amount }], { Reason: 'As agreed', ...more }))
const ledger = async (): Promise<number> =>
  Number(
    (
      await readRow<{ Owed: number }>(
        app,
        'ledger_entries',
        { SellerId: ours, PartyId: outside, Account: 'party' },
        'coalesce(sum(credit - debit), 0)::float8 as owed',
      )
    ).Owed,
  )

test('bills are owed by their due day, payments lower them, and what is paid ahead is apart', async () => {
  const late = addDays(today, -45)
  const old = await charged(100, { BillDate: late, DueDate: addDays(today, -40) })
  await charged(50)
  const bank = { PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'NEFT 31' }
  expect((await accounts.put(`/api/pay/purchasebills/${old}`, { ...bank, Amount: 30 })).status).toBe(200)
  expect(await rows()).toEqual([
    expect.objectContaining({ ClientId: outside, NotDue: 50, UpToSixtyDays: 70, PaidAhead: 0, Total: 120 }),
  ])
  expect(await ledger()).toBe(120)
  // a day before: the old bill alone, whole
  expect(await rows({ ToDate: `${addDays(today, -1)}T12:00:00Z` })).toEqual([
    expect.objectContaining({ UpToSixtyDays: 100, NotDue: 0, Total: 100 }),
  ])
  const cancelled = await accounts.put(`/api/cancel/purchasebills/${old}`, { reason: 'Entered for another' })
  expect(cancelled.status).toBe(200)
  expect(await rows()).toEqual([expect.objectContaining({ NotDue: 50, PaidAhead: -30, Total: 20 })])
  expect(await ledger()).toBe(20)
  expect(await rows({ IsLate: 'true' })).toEqual([])
  const [totals] = (await accounts.get('/api/getdata/2161')).body
  expect(totals).toMatchObject({ NotDue: 50, PaidAhead: -30, Total: 20 })
})

test('another laboratory does not read them, and a desk has no such list', async () => {
  const nashik = await signedIn(app, 'manager', 2, 3)
  expect((await listed(nashik, 1080)).rows).toEqual([])
  expect((await desk.get('/api/getdata/1080')).status).toBe(403)
})

const aSupplier = (Name: string, BillPrefix: string): Promise<number> => {
  const names = { ClientTypeId: clientType.ExternalLab, Name, Code: BillPrefix, BillPrefix }
  return keptClient(admin, { ...names, ParentId: 1, Area: 'Thane' })
}

test('a payment is paid ahead while it is on no bill, and each day is as it was then', async () => {
  const SupplierId = await aSupplier('Outside then', 'OUT')
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
  const seen = async (filter: Json = {}): Promise<unknown[]> =>
    (await rows({ SupplierId, ...filter })).map((row) => [row.UpToThirtyDays, row.PaidAhead, row.Total])
  const days = { BillDate: addDays(today, -5), DueDate: addDays(today, -4) }
  const bill = await at(daysAgo(4), () => charged(80, { ...days, SupplierId }))
  expect(await seen()).toEqual([[80, 0, 80]])
  const pay = { PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'NEFT 32', Amount: 60 }
  expect((await at(daysAgo(3), () => accounts.put(`/api/pay/purchasebills/${bill}`, pay))).status).toBe(200)
  expect(await seen()).toEqual([[20, 0, 20]])
  const [paid] = (await accounts.get(`/api/purchasebills/${bill}`)).body.Payments
  const off = { AllocationId: paid?.AllocationId, reason: 'Meant for another bill' }
  expect((await at(daysAgo(2), () => accounts.put(`/api/unallocate/purchasebills/${bill}`, off))).status).toBe(200)
  expect(await seen()).toEqual([[80, -60, 20]])
  expect((await at(daysAgo(1), () => accounts.put(`/api/allocate/purchasebills/${bill}`))).status).toBe(200)
  expect(await seen()).toEqual([[20, 0, 20]])
  expect((await accounts.put(`/api/cancel/purchasebills/${bill}`, { reason: 'Entered twice' })).status).toBe(200)
  expect(await seen()).toEqual([[0, -60, -60]])
  const asOf = (days: number): Promise<unknown[]> => seen({ ToDate: endOfDay(daysAgo(days)) })
  expect(await Promise.all([1, 2, 3, 4, 6].map(asOf))).toEqual([
    [[20, 0, 20]],
    [[80, -60, 20]],
    [[20, 0, 20]],
    // not due yet
    [[0, 0, 80]],
    [],
  ])
})

test('of suppliers that are merged the kept one is owed what both were, once, and before as well', async () => {
  const [kept, gone] = [await aSupplier('Outside one', 'OUA'), await aSupplier('Outside two', 'OUB')]
  const yesterday = addDays(today, -1)
  await charged(7, { SupplierId: kept, BillNo: 'S/1', BillDate: yesterday })
  await charged(11, { SupplierId: gone, BillNo: 'S/2', BillDate: yesterday })
  expect((await admin.put('/api/merge/clients', { sourceId: gone, targetId: kept })).status).toBe(200)
  const ofBoth = async (filter: Json = {}): Promise<unknown[]> =>
    (await rows(filter))
      .filter((row) => row.ClientId === kept || row.ClientId === gone)
      .map((row) => [row.ClientId, row.PaidAhead, row.Total])
  expect(await ofBoth()).toEqual([[kept, 0, 18]])
  expect(await ofBoth({ ToDate: endOfDay(yesterday) })).toEqual([[kept, 0, 18]])
})

// Payables: what outside laboratories are owed by due day, less what was paid ahead, as the ledger has it.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow } from '../../server/testing/rows.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aBill, entered, ours, outside } from '../purchasebills/purchasebills.fixture.ts'

const { app, accounts, desk } = networkForTests('accounts', 'desk')
afterEach(() => expectInvariants(app.db))
const today = dayOf(new Date())
const rows = async (filter: Json = {}): Promise<Json[]> => (await listed(accounts, 1080, filter)).rows
const charged = (amount: number, more: Json = {}): Promise<number> =>
  entered(accounts, aBill([{ Description: 'Courier', Amount: amount }], { Reason: 'As agreed', ...more }))
const ledger = async (): Promise<number> =>
  Number(
    (
      await readRow<{ owed: number }>(
        app,
        'ledger_entries',
        { seller_id: ours, party_id: outside, account: 'party' },
        'coalesce(sum(credit - debit), 0)::float8 as owed',
      )
    ).owed,
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
  const [totals] = (await accounts.get<Json[]>('/api/getdata/2161')).body
  expect(totals).toMatchObject({ NotDue: 50, PaidAhead: -30, Total: 20 })
})

test('another laboratory does not read them, and a desk has no such list', async () => {
  const nashik = await signedIn(app, 'manager', 2, 3)
  expect((await listed(nashik, 1080)).rows).toEqual([])
  expect((await desk.get('/api/getdata/1080')).status).toBe(403)
})

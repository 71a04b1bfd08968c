// Purchase bills and tax where the books, a batch or a client changed: closed periods, closed batches, merged clients.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { keptClient } from '../clients/clients.fixture.ts'
import { clientType, paymentMode } from '../lists/items.model.ts'
import { openOf } from '../tranbatches/tranbatches.fixture.ts'
import { aBill, entered } from './purchasebills.fixture.ts'

const { app, admin, labAdmin, accounts } = networkForTests('admin', 'labAdmin', 'accounts')
afterEach(() => expectInvariants(app.db))

const today = dayOf(new Date())
const charged = (amount: number, more: Json = {}, person: Person = accounts): Promise<number> =>
  entered(person, aBill([{ Description: 'Courier', Amount: amount }], { Reason: 'As agreed', ...more }))
const read = async (id: number): Promise<Read<'purchasebills'>> => (await accounts.get(`/api/purchasebills/${id}`)).body
const bank = { PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'NEFT 12' }
const pay = (id: number, Amount: number) => accounts.put(`/api/pay/purchasebills/${id}`, { ...bank, Amount })
const closeBatch = async (): Promise<void> =>
  expect((await accounts.put(`/api/closebatch/${await openOf(accounts, labAdmin)}`)).status).toBe(200)

test('a bill of a closed period is in the books today, with its own day beside it', async () => {
  await setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: addDays(today, -10) })
  const late = await charged(5, { BillDate: addDays(today, -20) })
  expect(await read(late)).toMatchObject({ BillDate: addDays(today, -20), PostedOn: today })
  const days = await readRows<{ Day: string }>(
    app,
    'ledger_entries',
    { PurchaseBillId: late },
    'network_day(entry_date)::text as day',
  )
  expect(new Set(days.map((row) => row.Day))).toEqual(new Set([today]))
  expect((await read(await charged(5, { BillDate: addDays(today, -9) }))).PostedOn).toBe(addDays(today, -9))
})

test('a payment of a closed batch is cancelled by its opposite, and the bill is owed again', async () => {
  const id = await charged(40)
  const paid = await pay(id, 40)
  await closeBatch()
  const cancel = { formId: paid.body.TransactionId, reason: 'Returned by the bank' }
  const cancelled = await accounts.put('/api/cancel/transactions', cancel)
  expect([cancelled.status, cancelled.body.TransactionId]).toEqual([200, expect.any(Number)])
  expect(await read(id)).toMatchObject({ State: 'Open', Outstanding: 40 })
  expect((await pay(id, 40)).status).toBe(200)
  expect((await read(id)).State).toBe('Paid')
})

test('two outside laboratories with a bill of one number are merged once one is cancelled, with what they are owed', async () => {
  const lab = (Name: string): Promise<number> =>
    keptClient(admin, {
      ClientTypeId: clientType.ExternalLab,
      Name,
      Code: Name.slice(-4),
      BillPrefix: `OU${Name.endsWith('1') ? 'A' : 'B'}`,
      ParentId: 1,
      Area: 'Thane',
    })
  const [kept, gone] = [await lab('Outside 8801'), await lab('Outside 8802')]
  await charged(7, { SupplierId: kept, BillNo: 'S/1' })
  const other = await charged(9, { SupplierId: gone, BillNo: 'S/1' })
  const merge = () => admin.put('/api/merge/clients', { sourceId: gone, targetId: kept })
  const apart = await merge()
  expect([apart.status, apart.body.message]).toEqual([422, expect.stringContaining('Both have purchase bill S/1')])
  expect((await accounts.put(`/api/cancel/purchasebills/${other}`, { reason: 'The same bill' })).status).toBe(200)
  const more = await charged(11, { SupplierId: gone, BillNo: 'S/2' })
  expect((await merge()).status).toBe(200)
  expect((await read(more)).SupplierId).toBe(kept)
})

test('day book, trial balance and party ledger have the bill by its number, and add up to the same', async () => {
  const account = async (name: string): Promise<number> =>
    Number((await listed(accounts, 1070)).rows.find((row) => row.Account === name)?.ClosingBalance ?? 0)
  const before = [await account('Outside laboratories'), await account('GST paid')]
  const lines = [{ Description: 'Courier', Amount: 100 }]
  const bill = aBill(lines, { BillNo: 'DAY/1', GstAmount: 18, TotalAmount: 118, Reason: 'As agreed' })
  const id = await entered(accounts, bill)
  const entries = (await listed(accounts, 1071, { VoucherNo: 'DAY/1' })).rows
  expect(entries.map((row) => [row.Account, row.Debit, row.Credit, row.PurchaseBillId])).toEqual(
    expect.arrayContaining([
      ['Outside laboratories', 100, 0, id],
      ['GST paid', 18, 0, id],
      ['Parties', 0, 100, id],
      ['Parties', 0, 18, id],
    ]),
  )
  expect(await account('Outside laboratories')).toBe((before[0] ?? 0) + 100)
  expect(await account('GST paid')).toBe((before[1] ?? 0) + 18)
  const asked = { StartDate: '2020-01-01', EndDate: '2199-12-31', ClientIdList: '4' }
  const ledger = await accounts.get(`/api/getdata/1032?${new URLSearchParams(asked).toString()}`)
  const own = ledger.body.filter((row) => row.VoucherNo === 'DAY/1')
  expect(own.map((row) => row.Credit).sort()).toEqual([100, 18])
})

test('rates of TDS: two of one day, and what is no percentage, are refused at their row', async () => {
  const row = {
    PaidFor: 'rent',
    EffectiveFromDate: '2026-04-01',
    Section: '393',
    Rate: 2,
    RateWithoutPan: 20,
    Threshold: 0,
  }
  const save = async (TdsRates: Json[]) => {
    const { status } = await admin.put('/api/settings/1', { TdsRates })
    return status
  }
  expect(await save([row, row])).toBe(400)
  expect(await save([{ ...row, Rate: 101 }])).toBe(400)
  expect(await save([{ ...row, Threshold: 0.001 }])).toBe(400)
  expect(await save([{ ...row, PaidFor: null }])).toBe(400)
  expect(await save([row, { ...row, PaidFor: 'contract' }])).toBe(200)
  expect(await save([row])).toBe(200)
})

// TDS on purchase bills: withheld from what is paid beyond the threshold of the year, beside the payment, taken back
// with it.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, atTime, dayOf, financialYear } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { keptClient } from '../clients/clients.fixture.ts'
import { clientType, paymentMode } from '../lists/items.model.ts'
import { openOf } from '../tranbatches/tranbatches.fixture.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'
import { aBill, entered, ours } from './purchasebills.fixture.ts'

const { app, admin, labAdmin, accounts } = networkForTests('admin', 'labAdmin', 'accounts')
afterEach(() => expectInvariants(app.db))
beforeEach(() => setRows(app, 'tds_rates', { PaidFor: 'professional' }, { Threshold: 1000 }))

const pan = 'ABCDE1234F'
let labs = 0
/** An outside laboratory from whose bills tax is withheld. */
const aTaxedLab = (more: Json = {}): Promise<number> => {
  labs += 1
  return keptClient(admin, {
    ClientTypeId: clientType.ExternalLab,
    Name: `Taxed ${labs}`,
    Code: `TX${labs}`,
    BillPrefix: `TX${String.fromCharCode(64 + labs)}`,
    RegistrationKey: pan,
    TdsOn: 'professional',
    ...more,
  })
}
const charged = (SupplierId: number, amount: number, gst = 0): Promise<number> =>
  entered(
    labAdmin,
    aBill([{ Description: 'Consultation', Amount: amount }], {
      SupplierId,
      GstAmount: gst,
      TotalAmount: amount + gst,
      Reason: 'As agreed',
    }),
  )
const pay = (id: number, Amount: number, person: Person = accounts) =>
  person.put(`/api/pay/purchasebills/${id}`, { ...byBank(), Amount })
const read = async (id: number): Promise<Read<'purchasebills'>> => (await accounts.get(`/api/purchasebills/${id}`)).body
const register = async (PartyId: number) => (await listed(accounts, 1078, { PartyId })).rows
const cancel = (formId: unknown) => accounts.put('/api/cancel/transactions', { formId, reason: 'Wrong account' })
const balance = async (where: Json): Promise<number> =>
  Number(
    (
      await readRow<{ Owed: number }>(
        app,
        'ledger_entries',
        { SellerId: ours, ...where },
        'coalesce(sum(credit - debit), 0)::float8 as owed',
      )
    ).Owed,
  )
const owed = (lab: number): Promise<number> => balance({ account: 'party', PartyId: lab })
/** The tax that is the payment without money of a bill. */
const taxOn = (bill: Read<'purchasebills'>) =>
  bill.Payments.find((row) => row.UndoneAt === null && String(row.Document).startsWith('TDS')) ?? {}

test('beyond the threshold of the year all of it is taxed without its GST; payment and tax together pay the bill', async () => {
  const lab = await aTaxedLab()
  const payable = await balance({ account: 'tds payable' })
  const [one, two] = [await charged(lab, 1000, 180), await charged(lab, 500)]
  // GST is no part of the threshold
  expect((await pay(one, 1180)).body).toMatchObject({ Tds: 0, Net: 1180 })
  const paid = await pay(two, 500)
  expect([paid.status, paid.body.Tds, paid.body.Net]).toEqual([200, 150, 350])
  expect(paid.body.message).toContain('₹350.00 paid, ₹150.00 TDS withheld')
  const bill = await read(two)
  expect(bill).toMatchObject({ State: 'Paid', Paid: 500, Outstanding: 0 })
  expect(taxOn(bill)).toMatchObject({ Amount: 150 })
  expect((await accounts.get(`/api/transactions/${String(paid.body.TransactionId)}`)).body.Amount).toBe(350)
  expect([await owed(lab), (await balance({ account: 'tds payable' })) - payable]).toEqual([0, 150])
  expect(await register(lab)).toEqual([
    expect.objectContaining({
      Kind: 'withheld',
      State: 'To be paid',
      BaseAmount: 1500,
      Amount: 150,
      Rate: 10,
      Pan: pan,
      TransactionId: paid.body.TransactionId,
    }),
  ])
  // what was taxed is not taxed again, and half of a bill with GST is half of its work
  const three = await charged(lab, 200, 36)
  expect((await pay(three, 118)).body).toMatchObject({ Tds: 10, Net: 108 })
  const both = await Promise.all([pay(three, 118), pay(three, 118, labAdmin)])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
  expect(await read(three)).toMatchObject({ State: 'Paid', Outstanding: 0 })
})

test('the rate is that of the certificate with a PAN, the higher one without; a party without a kind is not taxed', async () => {
  const tax = async (more: Json): Promise<unknown> => {
    const paid = await pay(await charged(await aTaxedLab(more), 2000), 2000)
    return paid.body.Tds
  }
  expect([
    await tax({ TdsRate: 1.5 }),
    await tax({ TdsRate: 1.5, RegistrationKey: null }),
    await tax({ TdsRate: 0 }),
    await tax({ TdsOn: null }),
  ]).toEqual([30, 400, 0, 0])
  const lab = await aTaxedLab()
  const refused = await admin.put(`/api/clients/${lab}`, { TdsRate: 101 })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['TdsRate']])
  expect((await admin.put(`/api/clients/${lab}`, { TdsOn: 'commission' })).status).toBe(400)
  expect((await admin.put(`/api/clients/${lab}`, { TdsOn: 'rent' })).status).toBe(200)
  // rent has a section and a threshold of its own
  expect((await pay(await charged(lab, 100), 100)).body.Tds).toBe(10)
  const today = dayOf(new Date())
  const sections = today < '2026-04-01' ? '194I' : '393(1) 2(ii)'
  expect(await register(lab)).toEqual([expect.objectContaining({ Section: sections, Amount: 10 })])
})

test('a payment without a bill on which tax is due is refused with the way out; below the threshold it is paid ahead', async () => {
  const lab = await aTaxedLab()
  const free = (Amount: number) =>
    labAdmin.post('/api/transactions/', {
      ...byBank(),
      Date: new Date().toISOString(),
      GiverId: ours,
      ReceiverId: lab,
      Amount,
    })
  expect((await free(900)).status).toBe(201)
  const refused = await free(101)
  expect([refused.status, refused.body.message, Object.keys(refused.body.errors)]).toEqual([
    422,
    expect.stringContaining('Pay the purchase bill instead: that withholds it'),
    ['Amount'],
  ])
  expect(await owed(lab)).toBe(-900)
  const id = await charged(lab, 1100)
  expect(await read(id)).toMatchObject({ Paid: 900 })
  expect((await pay(id, 200)).body).toMatchObject({ Tds: 110, Net: 90 })
})

test('a payment that is cancelled takes its tax back, in an open batch and in a closed one, until that is paid', async () => {
  const lab = await aTaxedLab()
  const id = await charged(lab, 3000)
  const payable = await balance({ account: 'tds payable' })
  for (const isClosed of [false, true]) {
    const paid = await pay(id, 3000)
    const tax = taxOn(await read(id)).TransactionId
    const alone = await cancel(tax)
    expect([alone.status, alone.body.message]).toEqual([
      422,
      `It is the TDS of payment ${String(paid.body.TransactionId)}. Cancel that payment: its tax is taken back with it`,
    ])
    const day = { Date: new Date(Date.now() - 86_400_000).toISOString() }
    expect((await admin.put(`/api/transactions/${String(tax)}`, day)).status).toBe(400)
    if (isClosed) expect((await accounts.put(`/api/closebatch/${await openOf(accounts, labAdmin)}`)).status).toBe(200)
    expect((await cancel(paid.body.TransactionId)).status).toBe(200)
    expect(await read(id)).toMatchObject({ State: 'Open', Outstanding: 3000 })
    expect((await register(lab)).map((row) => row.State)).not.toContain('To be paid')
    expect([await owed(lab), await balance({ account: 'tds payable' })]).toEqual([3000, payable])
  }
  const paid = await pay(id, 3000)
  const due = (await register(lab)).find((row) => row.State === 'To be paid')
  const challan = { ...byBank(), ChallanNo: '0510308 00042' }
  const toGovernment = await accounts.put(`/api/pay/tds/${String(due?.TdsDeductionId)}`, challan)
  expect([toGovernment.status, toGovernment.body.Amount]).toEqual([200, expect.any(Number)])
  const early = await cancel(paid.body.TransactionId)
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('paid to the government')])
  expect(await read(id)).toMatchObject({ State: 'Paid' })
  expect((await cancel(toGovernment.body.TransactionId)).status).toBe(200)
  expect((await cancel(paid.body.TransactionId)).status).toBe(200)
})

test('a tax that takes all of a payment is no payment of money, and is cancelled by itself', async () => {
  const lab = await aTaxedLab({ RegistrationKey: null })
  const one = await charged(lab, 1000)
  expect((await pay(one, 1000)).body).toMatchObject({ Tds: 0 })
  const two = await charged(lab, 50)
  const paid = await pay(two, 50)
  expect(paid.body).toMatchObject({ TransactionId: null, Tds: 50, Net: 0 })
  expect(await read(two)).toMatchObject({ State: 'Paid' })
  expect((await cancel(taxOn(await read(two)).TransactionId)).status).toBe(200)
  expect(await read(two)).toMatchObject({ State: 'Open', Outstanding: 50 })
  expect(await register(lab)).toEqual([expect.objectContaining({ State: 'Cancelled' })])
})

test('a bill that is cancelled leaves payment and tax paid ahead, and the next bill takes both', async () => {
  const lab = await aTaxedLab()
  const id = await charged(lab, 2000)
  expect((await pay(id, 2000)).body).toMatchObject({ Tds: 200 })
  expect((await accounts.put(`/api/cancel/purchasebills/${id}`, { reason: 'Of another place' })).status).toBe(200)
  const [row] = (await listed(accounts, 1080, { SupplierId: lab })).rows
  expect(row).toMatchObject({ PaidAhead: -2000, Total: -2000 })
  expect(await read(await charged(lab, 2000))).toMatchObject({ State: 'Paid', Paid: 2000 })
  expect((await listed(accounts, 1080, { SupplierId: lab })).rows).toEqual([])
  const cash = { PaymentModeId: paymentMode.Cash, Amount: 1 }
  expect((await accounts.put(`/api/pay/purchasebills/${id}`, cash)).status).toBe(422)
})

test('a payment of last year that was taken back this year counts in neither', async () => {
  const lab = await aTaxedLab()
  const id = await charged(lab, 900)
  const paid = await pay(id, 900)
  expect((await accounts.put(`/api/closebatch/${await openOf(accounts, labAdmin)}`)).status).toBe(200)
  const before = addDays(financialYear(new Date()).firstDay, -1)
  await setRows(app, 'transactions', { TransactionId: paid.body.TransactionId }, { Date: atTime(before, 12, 0) })
  expect((await cancel(paid.body.TransactionId)).status).toBe(200)
  expect((await pay(id, 900)).body).toMatchObject({ Tds: 0, Net: 900 })
  // 1,001 in this year, not 101 and what came back
  expect((await pay(await charged(lab, 101), 101)).body).toMatchObject({ Tds: 100.1 })
})

test('the tax of what was paid by cheque is taken back by itself', async () => {
  const lab = await aTaxedLab()
  const id = await charged(lab, 2000)
  const cheque = { PaymentModeId: paymentMode.Cheque, PaymentRef: '000123', Amount: 2000 }
  const paid = await accounts.put(`/api/pay/purchasebills/${id}`, cheque)
  expect(paid.body).toMatchObject({ Tds: 200, Net: 1800 })
  expect((await cancel(paid.body.TransactionId)).status).toBe(422)
  expect((await cancel(taxOn(await read(id)).TransactionId)).status).toBe(200)
  expect(await read(id)).toMatchObject({ State: 'Partly paid', Outstanding: 200 })
  expect(await register(lab)).toEqual([expect.objectContaining({ State: 'Cancelled' })])
})

// The cash book and the collections: what drawers held, took and gave by mode of money, and what came in on a day.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '../../core/user.ts'
import { dayOf } from '../../core/dates.ts'
import { aBankAccount } from '../bankaccounts/bankaccounts.fixture.ts'
import { paymentMode } from '../lists/items.model.ts'
import { booked } from '../sales/sales.fixture.ts'
import { aCashier, counted, openOf, takes } from '../tranbatches/tranbatches.fixture.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'

const { app, labAdmin, accounts } = networkForTests('labAdmin', 'accounts')
const buyer = 21
let cashier: Person, taker: Person
let batch: number, into: number
beforeAll(async () => {
  cashier = await aCashier(app)
  taker = await aCashier(app, role.Accounts)
  await takes(cashier, buyer, 500)
  await takes(cashier, buyer, 200, paymentMode.Upi)
  const sale = await booked(cashier, { products: [3001], receipts: [{ PaymentModeId: 40, Amount: 60 }] })
  expect((await cashier.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })).status).toBe(200)
  expect(
    (await cashier.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: 40, reason: 'Not wanted' })).status,
  ).toBe(200)
  batch = await openOf(cashier, labAdmin)
})
afterAll(() => expectInvariants(app.db))
const row = async (BatchId: number, mode: string, person: Person = accounts) =>
  (await listed(person, 1073, { BatchId })).rows.find((one) => one.PaymentMode === mode)

test('a drawer has what it took and gave of each mode, and what was counted of it goes into the next one', async () => {
  expect(await row(batch, 'Cash')).toMatchObject({
    BatchId: batch,
    OpeningBalance: 0,
    Received: 560,
    PaidBack: 60,
    ClosingBalance: 500,
  })
  expect(await row(batch, 'UPI')).toMatchObject({ Received: 200, ClosingBalance: 200 })
  // who counts a drawer does not read what it should hold
  const own = await aCashier(app, role.Accounts)
  await takes(own, buyer, 10)
  expect(await row(await openOf(own, labAdmin), 'Cash', own)).toBeUndefined()
  const close = await cashier.put(`/api/closebatch/${batch}`, {
    ...counted([paymentMode.Cash, 490], [paymentMode.Upi, 200]),
    Remarks: 'ten short, searched for',
  })
  expect([close.status, close.body.errors]).toEqual([200, undefined])
  expect(await row(batch, 'Cash')).toMatchObject({ OverShort: -10, ClosingBalance: 490 })
  const taken = await taker.put(`/api/transferbatch/${batch}`, counted([paymentMode.Cash, 490], [paymentMode.Upi, 200]))
  expect([taken.status, taken.body.errors]).toEqual([200, undefined])
  into = Number(taken.body.BatchId)
  expect(await row(batch, 'Cash')).toMatchObject({ HandedOver: 490, ClosingBalance: 0 })
  expect(await row(into, 'Cash')).toMatchObject({ TakenOver: 490, ClosingBalance: 490 })
  // a later period begins with what is in the drawer, and knows no drawer that was handed over before
  const later = { FromDate: '2199-01-01', ToDate: '2199-01-31' }
  expect((await listed(accounts, 1073, { ...later, BatchId: into, PaymentModeId: 40 })).rows).toEqual([
    expect.objectContaining({ OpeningBalance: 490, TakenOver: 0, ClosingBalance: 490 }),
  ])
  expect((await listed(accounts, 1073, { ...later, BatchId: batch })).rows).toEqual([])
  const [sums] = (await accounts.get(`/api/getdata/2153?BatchId=${batch}`)).body
  expect(sums).toMatchObject({ Received: 760, PaidBack: 60, OverShort: -10, HandedOver: 690, ClosingBalance: 0 })
})

test('collections are the money of the ledger by day and mode: what is settled without money is in none', async () => {
  const due = await booked(labAdmin, { products: [3002] })
  const settled = await labAdmin.post('/api/transactions/', {
    GiverId: due.BuyerId,
    ReceiverId: 2,
    InvoiceId: due.Invoice.InvoiceId,
    Amount: 40,
    PaymentModeId: paymentMode.WriteOff,
    Remarks: 'agreed by the owner',
    Date: new Date().toISOString(),
  })
  expect([settled.status, settled.body.errors]).toEqual([201, undefined])
  const { rows } = await listed(accounts, 1074, { FromDate: dayOf(new Date()) })
  expect(rows.find((one) => one.PaymentMode === 'Cash')).toMatchObject({ PaidBack: 60, Day: dayOf(new Date()) })
  expect(rows.some((one) => String(one.PaymentMode).startsWith('Write-off'))).toBe(false)
  const [sums] = (await accounts.get(`/api/getdata/2154?FromDate=${dayOf(new Date())}`)).body
  const money = (await listed(accounts, 1070)).rows.find((one) => one.Account === 'Money')
  // the drawer was ten short
  expect(Number(sums?.NetAmount) - 10).toBe(money?.ClosingBalance)
  const without = (await listed(accounts, 1076)).rows
  expect(without).toEqual([
    expect.objectContaining({
      Quarter: expect.stringMatching(/^FY \d{4}-\d\d Q[1-4]$/),
      Account: 'Written off',
      ClientId: due.BuyerId,
      Amount: 40,
    }),
  ])
  expect((await listed(accounts, 1076, { Account: 'insurer' })).rows).toEqual([])
})

test('collections ask from which day on, and do not add up all that ever came in', async () => {
  for (const asked of ['1074', '2154', '1074?filterCriteria={"FromDate":""}']) {
    const { status, body } = await accounts.get(`/api/getdata/${asked}`)
    expect([asked, status, body.errors]).toEqual([
      asked,
      400,
      { FromDate: ['From Date is required: money is added up from that day on'] },
    ])
  }
})

test('other places see none of it, and a desk reads no report of the books', async () => {
  const nashik = await signedIn(app, 'admin', 1, 3)
  for (const [id, filter] of [
    [1073, {}],
    [1074, { FromDate: '2001-01-01' }],
    [1075, {}],
    [1076, {}],
  ] as const)
    expect([id, (await listed(nashik, id, filter)).total]).toEqual([id, 0])
  const desk = await signedIn(app, 'labdesk', 5, 2)
  for (const id of [1073, 1074, 1075, 1076, 2153, 2154, 2155, 2156])
    expect((await desk.get(`/api/getdata/${id}`)).status).toBe(403)
})

test('what is brought to the bank and paid out as petty cash has left the drawer', async () => {
  const holder = await aCashier(app, role.Accounts)
  await takes(holder, buyer, 900)
  const own = await openOf(holder, labAdmin)
  const deposit = { BankAccountId: await aBankAccount(labAdmin), Amount: 500, SlipNo: '1', Day: dayOf(new Date()) }
  expect((await holder.put(`/api/depositbatch/${own}`, deposit)).status).toBe(200)
  const petty = { Amount: 20, CategoryId: 190, Remarks: 'Auto to the bank' }
  expect((await holder.put(`/api/payoutbatch/${own}`, petty)).status).toBe(200)
  expect(await row(own, 'Cash')).toMatchObject({ Received: 900, Deposited: 500, PaidOut: 20, ClosingBalance: 380 })
})

// Purchase bills: compared with what was sent, owed, paid, cancelled; what is wrong on them is refused at its field.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'
import { approve, askedFor } from '../requests/requests.fixture.ts'
import { aBill, aSentTest, enter, entered, ours, outside, type Sent } from './purchasebills.fixture.ts'

const { app, front, manager, accounts, desk } = networkForTests('front', 'manager', 'accounts', 'desk')
let nashik: Person
beforeAll(async () => {
  nashik = await signedIn(app, 'manager', 2, 3)
})
afterEach(() => expectInvariants(app.db))

const sent = (): Promise<Sent> => aSentTest(app, front)
const read = async (id: number): Promise<Read<'purchasebills'>> => (await accounts.get(`/api/purchasebills/${id}`)).body
const pay = (id: number, Amount: number, person = accounts) =>
  person.put(`/api/pay/purchasebills/${id}`, { ...byBank(), Amount })
/** What the laboratory owes the outside one by the ledger. */
const owed = async (): Promise<number> => {
  const [row] = await readRows<{ Owed: number }>(
    app,
    'ledger_entries',
    { SellerId: ours, PartyId: outside, Account: 'party' },
    'coalesce(sum(credit - debit), 0)::float8 as owed',
  )
  return Number(row?.Owed)
}
const refusal = async (bill: Json, person = accounts): Promise<unknown[]> => {
  const { status, body } = await enter(person, bill)
  return [status, Object.keys(body.errors ?? {})]
}

test('a bill over work that was sent is owed from its day, with GST as a cost of its own', async () => {
  const [one, two] = [await sent(), await sent()]
  const waiting = await accounts.get(`/api/getdata/144?SupplierId=${outside}&BuyerId=${ours}`)
  expect(waiting.body.map((row) => row.SaleProductId)).toEqual(
    expect.arrayContaining([one.SaleProductId, two.SaleProductId]),
  )
  const before = await owed()
  const net = one.Amount + two.Amount
  const id = await entered(accounts, aBill([one, two], { GstAmount: 18.5, TotalAmount: net + 18.5, BillNo: 'A/1' }))
  expect(await read(id)).toMatchObject({
    State: 'Open',
    Outstanding: net + 18.5,
    Paid: 0,
    DueDate: addDays(dayOf(new Date()), 30),
    Lines: [
      { Amount: one.Amount, Agreed: one.Amount, Difference: 0 },
      { Amount: two.Amount, Agreed: two.Amount, Difference: 0 },
    ],
  })
  expect(await owed()).toBe(before + net + 18.5)
  const posted = await readRows<{ Account: string; Debit: number }>(
    app,
    'ledger_entries',
    { PurchaseBillId: id },
    'account, debit::float8 as debit',
  )
  expect(posted.filter((row) => row.Debit > 0)).toEqual([
    { Account: 'purchases', Debit: net },
    { Account: 'gst paid', Debit: 18.5 },
  ])
  const after = await accounts.get(`/api/getdata/144?SupplierId=${outside}&BuyerId=${ours}`)
  expect(after.body.map((row) => row.SaleProductId)).not.toContain(one.SaleProductId)
  expect((await listed(accounts, 1077, { BillNo: 'A/1' })).rows).toEqual([
    expect.objectContaining({ PurchaseBillId: id, State: 'Open', Outstanding: net + 18.5 }),
  ])
})

test('another price, and what was never sent, need a reason, and show as differences', async () => {
  const work = await sent()
  const dearer = aBill([
    { ...work, Amount: work.Amount + 10 },
    { Description: 'Courier', Amount: 40 },
  ])
  const refused = await enter(accounts, dearer)
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { Reason: ['The bill charges ₹50.00 more than agreed. Enter why it is accepted'] },
  ])
  expect(await refusal({ ...dearer, Reason: '--' })).toEqual([400, ['Reason']])
  const id = await entered(accounts, { ...dearer, Reason: 'Rate of the new year' })
  expect((await read(id)).Lines).toMatchObject([
    { Agreed: work.Amount, Difference: 10 },
    { Agreed: 0, Difference: 40, Description: 'Courier', SaleProductId: null },
  ])
})

test('what is wrong on a bill is refused at its field', async () => {
  const [one, two] = [await sent(), await sent()]
  const good = aBill([one], { BillNo: 'W/1' })
  await entered(accounts, good)
  // the same number of one laboratory in a year, whatever its capitals
  expect(await refusal(aBill([two], { BillNo: 'w/1' }))).toEqual([400, ['BillNo']])
  expect(await refusal(aBill([one]))).toEqual([400, ['Lines.0.SaleProductId']])
  expect(await refusal(aBill([two, two]))).toEqual([400, ['Lines.1.SaleProductId']])
  expect(await refusal(aBill([two], { TotalAmount: two.Amount + 1 }))).toEqual([400, ['TotalAmount']])
  expect(await refusal(aBill([two], { TotalAmount: 1.234 }))).toEqual([400, ['TotalAmount']])
  expect(await refusal(aBill([{ ...two, Amount: 1.234 }]))).toEqual([400, ['Lines.0.Amount']])
  expect(await refusal(aBill([two], { GstAmount: 0.001 }))).toEqual([400, ['GstAmount']])
  expect(await refusal(aBill([]))).toEqual([400, ['TotalAmount']])
  expect(await refusal(aBill([], { TotalAmount: 5 }))).toEqual([400, ['Lines']])
  expect(await refusal(aBill([{ Amount: 5 }]))).toEqual([400, ['Lines.0.SaleProductId']])
  expect(await refusal(aBill([two], { BillDate: '2100-01-01' }))).toEqual([400, ['BillDate']])
  expect(await refusal(aBill([two], { BillDate: addDays(dayOf(new Date()), -20) }))).toEqual([
    400,
    ['Lines.0.SaleProductId'],
  ])
  expect(await refusal(aBill([two], { DueDate: addDays(dayOf(new Date()), -1) }))).toEqual([400, ['DueDate']])
  // who is charged, and the work, are of the user's own places
  expect((await enter(nashik, aBill([two]))).status).toBe(404)
  expect((await enter(nashik, aBill([two], { BuyerId: 3 }))).status).toBe(404)
  expect((await enter(accounts, aBill([{ SaleProductId: 99_999_999, Amount: 5 }]))).status).toBe(404)
  expect((await enter(accounts, aBill([two], { SupplierId: 12 }))).status).toBe(400)
  expect((await enter(desk, aBill([two]))).status).toBe(403)
})

test('work of long ago waits for no bill unless it is asked for: it was charged before bills were entered', async () => {
  const work = await sent()
  const [line] = await readRows<{ SaleId: number }>(
    app,
    'sale_products',
    { SaleProductId: work.SaleProductId },
    'sale_id',
  )
  const ago = (days: number): string => addDays(dayOf(new Date()), -days)
  const sentOn = (day: string) =>
    setRows(app, 'sales', { SaleId: Number(line?.SaleId) }, { SaleDate: `${day}T06:00:00Z` })
  const waits = async (more = ''): Promise<boolean> => {
    const { body } = await accounts.get(`/api/getdata/144?SupplierId=${outside}&BuyerId=${ours}${more}`)
    return body.some((row) => row.SaleProductId === work.SaleProductId)
  }
  await sentOn(ago(92))
  expect(await waits()).toBe(true)
  await sentOn(ago(93))
  expect(await waits()).toBe(false)
  expect(await waits(`&From=${ago(93)}`)).toBe(true)
  expect([await waits(`&Till=${ago(93)}`), await waits(`&Till=${ago(94)}`)]).toEqual([true, false])
})

test('two bills over one test at once: one is taken', async () => {
  const work = await sent()
  const both = await Promise.all([enter(accounts, aBill([work])), enter(manager, aBill([work]))])
  expect(both.map((one) => one.status).sort()).toEqual([201, 400])
})

test('a bill is paid in parts, never beyond what is left, and what a payment pays can be undone', async () => {
  const work = await sent()
  const id = await entered(accounts, aBill([work]))
  const before = await owed()
  expect((await pay(id, work.Amount + 0.01)).body.errors).toEqual({
    Amount: [expect.stringContaining('left to pay')],
  })
  expect((await pay(id, 1.005)).status).toBe(400)
  expect((await accounts.put(`/api/pay/purchasebills/${id}`, { Amount: 5, PaymentModeId: 43 })).body.errors).toEqual({
    PaymentRef: ['Payment reference is required'],
  })
  const part = await pay(id, 10)
  expect([part.status, part.body.Amount]).toEqual([200, 10])
  expect(await read(id)).toMatchObject({ State: 'Partly paid', Outstanding: work.Amount - 10 })
  const rest = work.Amount - 10
  const both = await Promise.all([pay(id, rest), pay(id, rest, manager)])
  expect(both.map((one) => one.status).sort()).toEqual([200, 422])
  const paid = await read(id)
  expect([paid.State, (await pay(id, 1)).status]).toEqual(['Paid', 422])
  expect(await owed()).toBe(before - work.Amount)
  const AllocationId = paid.Payments[0]?.AllocationId
  expect(
    (await accounts.put(`/api/unallocate/purchasebills/${id}`, { AllocationId, reason: 'Of another bill' })).status,
  ).toBe(200)
  expect(await read(id)).toMatchObject({ State: 'Partly paid', Outstanding: 10 })
  // it is not paid once more while that money is paid ahead
  expect((await pay(id, 10)).body.errors).toEqual({ Amount: [expect.stringContaining('paid ahead')] })
  expect((await accounts.put(`/api/allocate/purchasebills/${id}`)).body.Allocated).toBe(10)
  // a payment that is cancelled is owed again
  expect(
    (await accounts.put('/api/cancel/transactions', { formId: part.body.TransactionId, reason: 'Not sent' })).status,
  ).toBe(200)
  expect(await read(id)).toMatchObject({ State: 'Partly paid', Outstanding: 10 })
})

test('what is paid ahead is put on the bills as they come, the oldest first', async () => {
  for (const row of (await listed(accounts, 1077)).rows)
    if (Number(row.Outstanding) > 0)
      expect((await pay(Number(row.PurchaseBillId), Number(row.Outstanding))).status).toBe(200)
  const ahead = { GiverId: ours, ReceiverId: outside, Amount: 30, PaymentModeId: paymentMode.BankTransfer }
  const Date_ = new Date().toISOString()
  const advance = await manager.post('/api/transactions/', { ...ahead, PaymentRef: 'NEFT 78', Date: Date_ })
  expect(advance.status).toBe(201)
  const work = await sent()
  const id = await entered(accounts, aBill([work]))
  expect(await read(id)).toMatchObject({ Paid: 30, State: 'Partly paid' })
  const rest = { ...ahead, Amount: work.Amount, PaymentRef: 'NEFT 79', Date: Date_ }
  expect((await manager.post('/api/transactions/', rest)).status).toBe(201)
  expect((await read(id)).State).toBe('Paid')
})

test('a wrong bill is cancelled with a reason: posted back, its work billed again, its payment ahead', async () => {
  const work = await sent()
  const before = await owed()
  const bill = aBill([work])
  const id = await entered(accounts, bill)
  const paid = Number((await read(id)).Paid)
  expect((await accounts.put(`/api/cancel/purchasebills/${id}`, { reason: ' ' })).status).toBe(400)
  expect((await nashik.put(`/api/cancel/purchasebills/${id}`, { reason: 'Not ours' })).status).toBe(404)
  expect((await accounts.put(`/api/cancel/purchasebills/${id}`, { reason: 'Entered twice' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ State: 'Cancelled', Outstanding: 0, CancelReason: 'Entered twice' })
  expect(await owed()).toBe(before)
  expect((await accounts.put(`/api/cancel/purchasebills/${id}`, { reason: 'Again' })).status).toBe(422)
  expect((await pay(id, 1)).status).toBe(422)
  const again = await entered(accounts, bill)
  expect((await read(again)).Paid).toBe(paid)
  expect((await accounts.put(`/api/purchasebills/${again}`, { BillNo: 'X' })).status).toBe(403)
  expect((await accounts.put(`/api/purchasebills/${again}`, { Remarks: 'Checked' })).status).toBe(200)
})

test('a bill without a payment is corrected: the change is posted today and told in its history', async () => {
  const [one, two] = [await sent(), await sent()]
  const id = await entered(accounts, aBill([one]))
  if (Number((await read(id)).Paid) > 0) throw new Error('something was paid ahead')
  const before = await owed()
  const correct = (body: Json) => accounts.put(`/api/purchasebills/${id}`, body)
  expect((await correct({ Lines: [one, two] })).body.errors).toEqual({ TotalAmount: [expect.any(String)] })
  const sum = one.Amount + two.Amount + 5
  expect((await correct({ Lines: [one, two], GstAmount: 5, TotalAmount: sum })).status).toBe(200)
  expect(await owed()).toBe(before + two.Amount + 5)
  expect(await read(id)).toMatchObject({
    TotalAmount: sum,
    Outstanding: sum,
    Lines: [one, two].map(({ SaleProductId, Amount }) => ({ SaleProductId, Amount })),
  })
  const history = await accounts.get(`/api/actions?ModuleId=purchasebills&FormId=${id}`)
  expect(history.body[0]?.Changes).toMatchObject({ TotalAmount: [one.Amount, sum] })
  expect((await pay(id, 1)).status).toBe(200)
  const paid = await correct({ GstAmount: 0, TotalAmount: one.Amount + two.Amount })
  expect([paid.status, paid.body.code]).toEqual([422, 'paid'])
})

test('GST beyond the highest rate is a difference as well: money would leave as tax that the lines do not explain', async () => {
  const work = await sent()
  const gst = Math.round(work.Amount * 18) / 100
  const billed = (GstAmount: number, more: Json = {}) =>
    aBill([work], { GstAmount, TotalAmount: Math.round((work.Amount + GstAmount) * 100) / 100, ...more })
  expect(await refusal(billed(gst + 1))).toEqual([400, ['Reason']])
  expect(await refusal(billed(gst + 501, { Reason: 'As printed' }))).toEqual([400, ['TotalAmount']])
  const id = await entered(accounts, billed(gst))
  const more = { GstAmount: gst + 501, TotalAmount: work.Amount + gst + 501, Reason: 'As printed' }
  expect((await accounts.put(`/api/purchasebills/${id}`, more)).status).toBe(400)
})

test('beyond the limit of the network accounts staff ask a manager, who enters it in their name', async () => {
  const dear = aBill([{ Description: 'Courier of a year', Amount: 501 }], { Reason: 'Agreed by telephone' })
  const alone = await enter(accounts, dear)
  expect([alone.status, alone.body.needs.kind]).toEqual([400, 'purchase'])
  const request = await askedFor(accounts, 'purchasebills', dear)
  expect((await approve(manager, request)).status).toBe(200)
  const [row] = (await listed(accounts, 1077, { BillNo: String(dear.BillNo) })).rows
  expect(row).toMatchObject({ TotalAmount: 501, State: expect.stringMatching(/Open|paid/i) })
  // a manager accepts it alone
  await entered(manager, aBill([{ Description: 'Courier', Amount: 900 }], { Reason: 'As agreed' }))
})

// GST is paid to the government by challan: no more than a place owes up to the month, and taken back where it was wrong.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../../core/dates.ts'
import { lessAmounts } from '../../../core/money.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows, valueOf } from '../../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aBankAccount } from '../../bankaccounts/bankaccounts.fixture.ts'
import { booked } from '../../sales/sales.fixture.ts'
import { byBank } from '../../transactions/by-bank.fixture.ts'

const { app, labAdmin, accounts, desk, front } = networkForTests('labAdmin', 'accounts', 'desk', 'front')
afterEach(() => expectInvariants(app.db))

const taxed = 3002
const today = (): string => dayOf(new Date())
const month = (): string => today().slice(0, 7)
const owed = async (SellerId = 2): Promise<number> =>
  (
    await readRow<{ Owed: number }>(
      app,
      'ledger_entries',
      { Account: 'gst payable', SellerId },
      'coalesce(sum(credit - debit), 0)::float8 as owed',
    )
  ).Owed
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  expect((await labAdmin.put(`/api/products/${taxed}`, { GstRate: 18, Sac: '999799' })).status).toBe(200)
  await booked(labAdmin, { products: [taxed] })
})
let challans = 26_110_300_100_000
const newChallan = (): string => String((challans += 1))
const pay = (more: Json = {}, person: Person = accounts) =>
  person.post('/api/paygst/partyledger', {
    ...{ SellerId: 2, Month: month(), Amount: 1, Date: today(), ChallanNo: newChallan() },
    ...byBank(),
    ...more,
  })

const closeDrawerOf = async (TransactionId: unknown): Promise<void> => {
  const BatchId = await valueOf(app, 'transactions', { TransactionId }, 'batch_id')
  expect(await setRows(app, 'tran_batches', { BatchId }, { CloseDate: new Date().toISOString() })).toBe(1)
}

test('a challan pays what was charged up to its month, and the tax that is owed comes down', async () => {
  const before = await owed()
  expect(before).toBeGreaterThan(1)
  const answer = await pay({ Amount: 1, ChallanNo: '26110300012345' })
  expect([answer.status, answer.body.errors, answer.body.Amount]).toEqual([200, undefined, 1])
  expect(await owed()).toBe(lessAmounts(before, 1))
  const paid = (await accounts.get(`/api/transactions/${String(answer.body.TransactionId)}`)).body
  expect(paid).toMatchObject({ Kind: 'Refund', Purpose: 'gst', Amount: 1 })
  expect(paid.Remarks).toContain('26110300012345')
  const cancelled = await accounts.put('/api/cancel/transactions', {
    formId: answer.body.TransactionId,
    reason: 'Other month',
  })
  expect([cancelled.status, await owed()]).toEqual([200, before])
})

test('a challan that is sent again is paid once, and who paid it is in the history', async () => {
  const before = await owed()
  const body = { SellerId: 2, Month: month(), Amount: 1, Date: today(), ChallanNo: '26110300055555', ...byBank() }
  const send = () => accounts.post('/api/paygst/partyledger', body, { 'idempotency-key': 'paid once' })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.body]).toEqual([200, first.body])
  expect(await owed()).toBe(lessAmounts(before, 1))
  const TransactionId = String(first.body.TransactionId)
  const history = (await accounts.get(`/api/actions?ModuleId=transactions&FormId=${TransactionId}`)).body
  expect(history).toMatchObject([
    { Action: 'pay GST', Remarks: `Challan 26110300055555 of ${month()}`, Changes: { Amount: [null, 1] } },
  ])
  expect((await accounts.put('/api/cancel/transactions', { formId: TransactionId, reason: 'A test' })).status).toBe(200)
})

test('one transfer pays the parts of one challan for several places, and no other challan', async () => {
  await setRows(app, 'clients', { ClientId: 12 }, { LegalEntityId: 1 })
  const head = await signedIn(app, 'admin', 1, 1)
  await booked(front, { SellerId: 12, products: [taxed] })
  // both places pay from the account of their legal entity
  await aBankAccount(head, { OwnerId: 1 })
  const transfer = { ChallanNo: '26110300066666', ...byBank() }
  const paid = [await pay({ ...transfer, SellerId: 2 }, head), await pay({ ...transfer, SellerId: 12 }, head)]
  expect(paid.map((one) => [one.status, one.body.errors])).toEqual([
    [200, undefined],
    [200, undefined],
  ])
  const refused = async (more: Json) => (await pay({ ...transfer, ...more }, head)).body.code
  // a part of the same place twice, or another challan, is another payment
  expect([await refused({ SellerId: 12 }), await refused({ SellerId: 2, ChallanNo: '26110300077777' })]).toEqual([
    'challan-used',
    'reference-used',
  ])
  // a wrong one is corrected part by part, and not to that of another challan
  const other = { SellerId: 2, ChallanNo: '26110300088888', ...byBank() }
  const otherKey = (await pay(other, head)).body.TransactionId
  const correct = async (key: unknown, PaymentRef: unknown): Promise<unknown[]> => {
    const path = `/api/transactions/${String(key)}` as const
    const { RowVersion } = (await head.get(path)).body
    const answer = await head.put(path, { RowVersion, PaymentRef })
    return [answer.status, answer.body.code, (await head.get(path)).body.PaymentRef]
  }
  const { PaymentRef } = byBank()
  for (const { body } of paid)
    expect(await correct(body.TransactionId, PaymentRef)).toEqual([200, undefined, PaymentRef])
  expect(await correct(paid[1]?.body.TransactionId, other.PaymentRef)).toEqual([422, 'reference-used', PaymentRef])
  for (const { body } of [...paid, { body: { TransactionId: otherKey } }])
    expect((await head.put('/api/cancel/transactions', { formId: body.TransactionId, reason: 'A test' })).status).toBe(
      200,
    )
})

test('the payment of a challan keeps its day, which would come before its month', async () => {
  const TransactionId = (await pay({}, labAdmin)).body.TransactionId
  const path = `/api/transactions/${String(TransactionId)}` as const
  const stored = (await labAdmin.get(path)).body
  const moved = await labAdmin.put(path, {
    RowVersion: stored.RowVersion,
    Date: startOfDay(addDays(`${month()}-01`, -1)),
  })
  expect([moved.status, moved.body.errors]).toEqual([
    400,
    { Date: ['The challan has this GST on its day: cancel it and pay it again'] },
  ])
  expect((await labAdmin.get(path)).body.Date).toBe(stored.Date)
})

test('two challans at once do not pay the same tax, and what was cancelled can be paid again', async () => {
  const Amount = await owed()
  const both = await Promise.all([pay({ Amount }), pay({ Amount }, labAdmin)])
  expect(both.map((one) => one.status).sort()).toEqual([200, 400])
  expect(await owed()).toBe(0)
  const none = await pay({ Amount: 0.01 })
  expect([none.status, Object.keys(none.body.errors)]).toEqual([400, ['Amount']])
  const done = both.find((one) => one.status === 200)
  // the drawer that has it is closed: the opposite one is recorded
  await closeDrawerOf(done?.body.TransactionId)
  const cancelled = await accounts.put('/api/cancel/transactions', {
    formId: done?.body.TransactionId,
    reason: 'Other month',
  })
  expect([cancelled.status, await owed()]).toEqual([200, Amount])
  expect((await pay({ Amount })).status).toBe(200)
})

test('an earlier month owes nothing of a later one', async () => {
  await booked(labAdmin, { products: [taxed] })
  const Month = addDays(`${month()}-01`, -1).slice(0, 7)
  const answer = await pay({ Month, Amount: 0.01 })
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    { Amount: [expect.stringContaining('0.00 of GST is owed up to the end of this month')] },
  ])
})

test('a challan that was paid by cheque is taken back, also in a closed drawer, and is not marked as a received one', async () => {
  const before = await owed()
  const cheque = (PaymentRef: string) => pay({ Amount: 1, PaymentModeId: paymentMode.Cheque, PaymentRef })
  const act = async (name: 'notcleared' | 'bounced' | 'cancel', formId: unknown) =>
    accounts.put(`/api/${name}/transactions`, { formId, reason: 'Other month', Returned: true })
  const open = (await cheque('000417')).body.TransactionId
  expect(await owed()).toBe(lessAmounts(before, 1))
  expect([(await act('cancel', open)).status, await owed()]).toEqual([200, before])
  const closed = (await cheque('000418')).body.TransactionId
  await closeDrawerOf(closed)
  const cancelled = await act('cancel', closed)
  expect([cancelled.status, cancelled.body.message, await owed()]).toEqual([200, expect.anything(), before])
  for (const name of ['notcleared', 'bounced', 'cancel'] as const) {
    const answer = await act(name, cancelled.body.TransactionId)
    expect([answer.status, answer.body.code, await owed()]).toEqual([422, 'reversal', before])
  }
})

test('a place pays what one that is merged into it charged, less what that one paid, and no more', async () => {
  await setRows(app, 'clients', { ClientId: 12 }, { LegalEntityId: 1 })
  const head = await signedIn(app, 'admin', 1, 1)
  await booked(front, { SellerId: 12, products: [taxed] })
  const charged = await owed(12)
  expect(charged).toBeGreaterThan(2)
  // nearly all, so that less is left than the challan would take off again
  expect((await pay({ SellerId: 12, Amount: lessAmounts(charged, 1) }, head)).status).toBe(200)
  expect((await head.put('/api/merge/clients', { sourceId: 12, targetId: 13 })).status).toBe(200)
  expect([await owed(12), await owed(13)]).toEqual([0, 1])
  const more = await pay({ SellerId: 13, Amount: 1.01 }, head)
  expect([more.status, more.body.errors]).toEqual([400, { Amount: [expect.stringContaining('1.00 of GST is owed')] }])
  const rest = await pay({ SellerId: 13, Amount: 1 }, head)
  expect([rest.status, rest.body.errors, await owed(13)]).toEqual([200, undefined, 0])
})

test('a wrong field, a place elsewhere, a closed day and a role without the books are refused and pay nothing', async () => {
  const before = await owed()
  const errors = async (more: Json): Promise<unknown> => {
    const answer = await pay(more)
    return [answer.status, Object.keys(answer.body.errors)]
  }
  for (const [more, at] of [
    [{ Amount: 0 }, 'Amount'],
    [{ Amount: -1 }, 'Amount'],
    [{ Amount: 0.005 }, 'Amount'],
    [{ Month: '2026-13' }, 'Month'],
    [{ ChallanNo: null }, 'ChallanNo'],
    [{ Date: addDays(today(), 1) }, 'Date'],
    [{ Date: addDays(`${month()}-01`, -1) }, 'Date'],
    [{ PaymentModeId: 47 }, 'PaymentModeId'],
    [{ PaymentRef: null }, 'PaymentRef'],
  ] as const)
    expect(await errors(more)).toEqual([400, [at]])
  expect((await pay({ SellerId: 3 })).status).toBe(404)
  expect((await pay({}, desk)).status).toBe(403)
  expect((await pay({}, await signedIn(app, 'institution', 13, 21))).status).toBe(404)
  // the books are closed up to yesterday
  const [yesterday, monthBefore] = [addDays(today(), -1), addDays(`${month()}-01`, -1).slice(0, 7)]
  await setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: yesterday })
  const closed = await pay({ Month: monthBefore, Date: yesterday })
  expect([closed.status, Object.keys(closed.body.errors)]).toEqual([422, ['Date']])
  expect(await owed()).toBe(before)
})

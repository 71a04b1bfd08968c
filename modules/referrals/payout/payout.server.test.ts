// Paying a referrer: one transaction for all that is delivered, once, and never more than is owed.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '../../../core/money.ts'
import { role } from '../../../core/user.ts'
import { sql } from '../../../server/db/db.ts'
import { bumpVersion } from '../../../server/session/session.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { byBank } from '../../transactions/by-bank.fixture.ts'
import { booked } from '../../sales/sales.fixture.ts'
import { aCashier, openOf } from '../../tranbatches/tranbatches.fixture.ts'
import { referring } from '../referrals.fixture.ts'

const { app, labAdmin: admin, accounts, salesManager } = networkForTests('labAdmin', 'accounts', 'salesManager')
const {
  aReferrer,
  sold,
  referralsOf,
  read,
  put,
  pay: payBill,
  begin,
} = referring(
  () => app,
  () => admin,
)
beforeAll(() => begin())
afterEach(() => expectInvariants(app.db))

/** The open referral of a referrer with a paid sale on it, moved on to delivered. */
const delivered = async (ReferrerId: number): Promise<{ id: number; sale: Read<'sales'>; amount: number }> => {
  const sale = await sold(ReferrerId)
  await payBill(sale)
  const row = (await referralsOf(ReferrerId)).find((one) => one.StatusId === 110)
  const id = Number(row?.ReferralId)
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(id, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
  return { id, sale, amount: Number((await read(id)).TotalAmount) }
}
const pay = (id: number, more: Json = byBank(), person: Person = accounts) =>
  person.put(`/api/pay/referrals/${id}`, more)
const free = (ReceiverId: number, Amount: number) =>
  admin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 2,
    ReceiverId,
    Amount,
    PaymentModeId: paymentMode.Cash,
  })
const owed = async (referrer: number): Promise<number> =>
  Number(
    (
      await readRow<{ Owed: number }>(
        app,
        'ledger_entries',
        { PartyId: referrer, Account: 'party' },
        'coalesce(sum(credit - debit), 0)::float8 as owed',
      )
    ).Owed,
  )
/** What a referrer owes by its documents, below zero where money is on account. */
const exposure = async (referrer: number): Promise<number> =>
  Number(
    (
      await readRow<{ Owed: number }>(
        app,
        'party_dues',
        { PartyId: referrer },
        'coalesce(sum(owed), 0)::float8 as owed',
      )
    ).Owed,
  )

test('all delivered referrals of a referrer are paid by one transaction, which is named on each', async () => {
  const ReferrerId = await aReferrer()
  const [one, two] = [await delivered(ReferrerId), await delivered(ReferrerId)]
  const paid = await pay(one.id, { ...byBank(), PaymentRef: 'UTR 1' })
  expect([paid.status, paid.body.Amount]).toEqual([200, one.amount + two.amount])
  const TransactionId = paid.body.TransactionId
  for (const { id } of [one, two])
    expect(await read(id)).toMatchObject({ StatusId: 118, PaidBy: { TransactionId, PaymentRef: 'UTR 1' } })
  expect(await owed(ReferrerId)).toBe(0)
  const money = (await admin.get(`/api/transactions/${TransactionId}`)).body
  expect(money).toMatchObject({ GiverId: 2, ReceiverId: ReferrerId, Kind: 'Refund', Amount: one.amount + two.amount })
  expect(money.Remarks).toBe(`Referrals ${one.id}, ${two.id}`)
  const history = await admin.get(`/api/actions?ModuleId=referrals&FormId=${two.id}`)
  expect(history.body[0]).toMatchObject({ Action: 'pay', Remarks: `Paid with referral ${one.id}` })
})

test('a referral is paid once, also when two pay at the same moment; one that is not delivered is not paid', async () => {
  const ReferrerId = await aReferrer()
  const [one, two] = [await delivered(ReferrerId), await delivered(ReferrerId)]
  const both = await Promise.all([pay(one.id), pay(two.id, byBank(), admin)])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
  const again = await pay(one.id)
  expect([again.status, again.body.code]).toEqual([422, 'paid'])
  expect(await owed(ReferrerId)).toBe(0)
  await payBill(await sold(ReferrerId))
  const open = (await referralsOf(ReferrerId)).find((row) => row.StatusId === 110)
  const early = await pay(Number(open?.ReferralId))
  expect([early.status, early.body.code]).toEqual([422, 'not-delivered'])
})

test('what was taken back lowers the payment; alone it waits for the next referral', async () => {
  const ReferrerId = await aReferrer()
  const [first, kept] = [await delivered(ReferrerId), await delivered(ReferrerId)]
  expect((await pay(first.id)).body.Amount).toBe(first.amount + kept.amount)
  expect((await admin.put('/api/cancel/sales', { formId: first.sale.SaleId, reason: 'Not wanted' })).status).toBe(200)
  const next = (await referralsOf(ReferrerId)).find((row) => row.StatusId === 110)
  const id = Number(next?.ReferralId)
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(id, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
  expect(await owed(ReferrerId)).toBe(-first.amount)
  const alone = await pay(id)
  expect([alone.status, alone.body.message]).toEqual([
    422,
    `What is delivered comes to ${formatMoney(-first.amount, { symbol: true })}: it is settled with the next referral`,
  ])
  await delivered(ReferrerId)
  const more = await delivered(ReferrerId)
  const paid = await pay(more.id)
  expect([paid.status, paid.body.Amount]).toEqual([200, more.amount])
  expect(await owed(ReferrerId)).toBe(0)
  expect((await read(id)).StatusId).toBe(118)
})

test('a free payment to a referrer is no more than is owed, and what it paid is not paid again', async () => {
  const ReferrerId = await aReferrer()
  const nothing = await free(ReferrerId, 10)
  expect([nothing.status, nothing.body.errors]).toEqual([422, { Amount: ['No commission is owed to this referrer'] }])
  const { id, amount } = await delivered(ReferrerId)
  expect((await free(ReferrerId, amount + 0.01)).body.errors).toEqual({
    Amount: [`At most ${formatMoney(amount, { symbol: true })} are owed to this referrer`],
  })
  expect((await free(ReferrerId, 10)).status).toBe(201)
  expect((await free(ReferrerId, amount)).status).toBe(422)
  const paid = await pay(id)
  expect([paid.status, paid.body.Amount]).toEqual([200, amount - 10])
  expect((await free(ReferrerId, 1)).status).toBe(422)
})

test('a referrer who was paid is merged: the other one is owed no more than before', async () => {
  const [paid, other] = [await aReferrer(), await aReferrer()]
  const [{ id, sale, amount }, kept] = [await delivered(paid), await delivered(other)]
  expect((await pay(id)).status).toBe(200)
  const network = await signedIn(app, 'admin', 1, 1)
  expect((await network.put('/api/merge/clients', { sourceId: paid, targetId: other })).status).toBe(200)
  expect([await owed(paid), await owed(other)]).toEqual([0, kept.amount])
  const cancelled = await admin.put('/api/cancel/sales', { formId: Number(sale.SaleId), reason: 'not drawn' })
  expect(cancelled.status).toBe(200)
  const open = (await referralsOf(other)).find((row) => row.StatusId === 110)
  expect(open?.TotalAmount).toBe(-amount)
})

test('a payment needs a mode that pays and the reference of the bank, and a user who may pay', async () => {
  const { id } = await delivered(await aReferrer())
  expect((await pay(id, {})).body.errors).toEqual({ PaymentModeId: ['Payment Mode is required'] })
  expect((await pay(id, { PaymentModeId: paymentMode.Upi })).body.errors).toEqual({
    PaymentRef: ['Payment reference is required'],
  })
  expect((await pay(id, { PaymentModeId: paymentMode.Deposit })).status).toBe(422)
  // all that is delivered is paid, so no amount is sent
  const unknown = await pay(id, { ...byBank(), Amount: 5 })
  expect([unknown.status, unknown.body.errors]).toEqual([400, { Amount: ['This field is not known'] }])
  expect((await pay(id, byBank(), salesManager)).status).toBe(403)
  expect((await pay(id, byBank(), await signedIn(app, 'admin', 1, 3))).status).toBe(404)
  // the batch of who pays holds no cash
  expect((await pay(id, { PaymentModeId: paymentMode.Cash })).status).toBe(422)
  expect((await pay(id)).status).toBe(200)
})

test('a payment that is cancelled, in its open batch or by the opposite one, leaves its referrals delivered', async () => {
  const ReferrerId = await aReferrer()
  const { id, amount } = await delivered(ReferrerId)
  for (const isClosed of [false, true]) {
    const paid = (await pay(id)).body.TransactionId
    if (isClosed) {
      const batch = await openOf(accounts, admin)
      expect((await accounts.put(`/api/closebatch/${batch}`)).status).toBe(200)
    }
    const reason = 'Another account number'
    const cancelled = await accounts.put('/api/cancel/transactions', { formId: paid, reason })
    expect([isClosed, cancelled.status, cancelled.body.errors]).toEqual([isClosed, 200, undefined])
    expect(await read(id)).toMatchObject({ StatusId: 114, PaidBy: null })
    const [last] = (await admin.get(`/api/actions?ModuleId=referrals&FormId=${id}`)).body
    expect(last).toMatchObject({
      Action: 'payment cancelled',
      Remarks: `Transaction ${paid}: ${reason}`,
      Changes: { StatusId: [118, 114] },
    })
    expect([await owed(ReferrerId), await exposure(ReferrerId)]).toEqual([amount, 0])
  }
  expect((await pay(id)).body.Amount).toBe(amount)
  expect([await owed(ReferrerId), await exposure(ReferrerId)]).toEqual([0, 0])
})

test('a paid commission is no refund: it does not use up what accounts, permitted to refund, may refund in a day', async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        permissions (role_id, module_id, permit)
      values
        (${role.Accounts}, 'sales', 'cancel')
    `)
    await bumpVersion(tx, 'permissions')
  })
  const payer = await aCashier(app, role.Accounts)
  const sale = await booked(admin, { receipts: [{ ...byBank(), Amount: 350 }] })
  const formId = sale.SaleId
  expect((await admin.put('/api/cancel/sales', { formId, reason: 'Not wanted' })).status).toBe(200)
  const { id, amount } = await delivered(await aReferrer())
  const limit = (AccountsRefundLimit: number) =>
    setRows(app, 'network_settings', { SettingsId: 1 }, { AccountsRefundLimit })
  const refund = (Amount: number) => payer.put('/api/refund/sales', { formId, ...byBank(), Amount })
  await limit(amount)
  expect((await pay(id, byBank(), payer)).status).toBe(200)
  const answers = [await refund(amount), await refund(1)]
  await limit(50_000)
  expect(answers.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
    [200, []],
    [422, ['Amount']],
  ])
})

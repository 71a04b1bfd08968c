// Commission payable: what a referrer earned, was paid and is owed, as the ledger has it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentMode } from '../lists/items.model.ts'
import { referring } from '../referrals/referrals.fixture.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Json } from '../../server/testing/signed-in.ts'

const { app, labAdmin: admin, accounts, salesManager } = networkForTests('labAdmin', 'accounts', 'salesManager')
const { aReferrer, sold, read, put, pay, only, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(() => begin())
afterAll(() => expectInvariants(app.db))

const rowsOf = async (filter: Json) => (await listed(accounts, 1075, filter)).rows

test('a delivered referral is earned, its payment is paid, and what is left is owed', async () => {
  const [one, other] = [await aReferrer(), await aReferrer()]
  const amounts: number[] = []
  let last = 0
  for (const referrer of [one, other]) {
    await pay(await sold(referrer))
    last = Number((await only(referrer)).ReferralId)
    expect(await rowsOf({ ReferrerId: referrer })).toEqual([])
    for (const StatusId of [111, 112, 113, 114])
      expect((await put(last, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
    amounts.push(Number((await read(last)).TotalAmount))
  }
  const [first = 0, second = 0] = amounts
  expect(first).toBeGreaterThan(0)
  const paid = await accounts.put(`/api/pay/referrals/${last}`, {
    PaymentModeId: paymentMode.BankTransfer,
    PaymentRef: 'NEFT 1075',
  })
  expect([paid.status, paid.body.errors]).toEqual([200, undefined])
  expect(await rowsOf({ ReferrerId: one })).toEqual([
    expect.objectContaining({ ClientId: one, OpeningBalance: 0, Earned: first, PaidAmount: 0, ClosingBalance: first }),
  ])
  expect(await rowsOf({ ReferrerId: other })).toEqual([
    expect.objectContaining({ Earned: second, PaidAmount: second, ClosingBalance: 0 }),
  ])
  const later = { FromDate: '2199-01-01', ReferrerId: one }
  expect(await rowsOf(later)).toEqual([
    expect.objectContaining({ OpeningBalance: first, Earned: 0, ClosingBalance: first }),
  ])
  const [sums] = (await accounts.get('/api/getdata/2155')).body
  expect(sums).toMatchObject({ Earned: first + second, PaidAmount: second, ClosingBalance: first })
  // what was earned is the commission account of the books
  const account = (await listed(accounts, 1070)).rows.find((row) => row.Account === 'Commission')
  expect(account?.ClosingBalance).toBe(first + second)
})

// A bill and the payments on it, at once: each act takes the money of the supplier first, so none waits for the other for
// ever.
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Answered } from '../../server/testing/signed-in.ts'
import { deadlocksOf, waitersOf } from '../../server/testing/waits.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'
import { aBill, entered, outside } from './purchasebills.fixture.ts'

const { app, accounts } = networkForTests('accounts')
const wait = { timeout: 20_000, interval: 20 }

/** Both wait for the money of the supplier, `first` before `second`, and then go on. */
const meeting = async (first: () => Promise<Answered>, second: () => Promise<Answered>): Promise<unknown[]> => {
  const holder = new pg.Client({ connectionString: app.ownerUrl })
  await holder.connect()
  try {
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('deposit'), ${outside})`)
    const one = first()
    await vi.waitUntil(async () => (await waitersOf(app)) === 1, wait)
    const two = second()
    await vi.waitUntil(async () => (await waitersOf(app)) === 2, wait)
    await holder.query('commit')
    return (await Promise.all([one, two])).map(({ status }) => status)
  } finally {
    await holder.end()
  }
}

const aCourier = () => aBill([{ Description: 'Courier', Amount: 100 }], { Reason: 'As agreed' })
type Act = (bill: number) => Promise<Answered>
const acts: readonly (readonly [string, Act])[] = [
  ['it is paid', (bill) => accounts.put(`/api/pay/purchasebills/${bill}`, { ...byBank(), Amount: 50 })],
  ['it is cancelled', (bill) => accounts.put(`/api/cancel/purchasebills/${bill}`, { reason: 'Entered twice' })],
]
test.each(acts)('a payment of a bill is cancelled while %s', async (_, act) => {
  const bill = await entered(accounts, aCourier())
  const paid = await accounts.put(`/api/pay/purchasebills/${bill}`, { ...byBank(), Amount: 40 })
  expect([paid.status, paid.body.errors]).toEqual([200, undefined])
  const wrong = { formId: paid.body.TransactionId, reason: 'Wrong account' }
  const before = await deadlocksOf(app)
  const cancel = () => accounts.put('/api/cancel/transactions', wrong)
  expect(await meeting(cancel, () => act(bill))).toEqual([200, 200])
  expect(await deadlocksOf(app)).toBe(before)
  await expectInvariants(app.db)
})

test('a bill is corrected while another one of its supplier is entered', async () => {
  const bill = await entered(accounts, aCourier())
  const before = await deadlocksOf(app)
  const correct = () =>
    accounts.put(`/api/purchasebills/${bill}`, {
      ...{ Lines: [{ Description: 'Courier', Amount: 90 }], TotalAmount: 90, Reason: 'As agreed' },
    })
  expect(await meeting(correct, () => accounts.post('/api/purchasebills/', aCourier()))).toEqual([200, 201])
  expect(await deadlocksOf(app)).toBe(before)
  await expectInvariants(app.db)
})

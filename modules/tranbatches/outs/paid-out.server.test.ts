// Petty cash leaves a batch with a reason and a category, as far as a person may in a day.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { valueOf } from '../../../server/testing/rows.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { aCashier, counted, openOf, takes } from '../tranbatches.fixture.ts'

const { app, manager, admin } = networkForTests('manager', 'admin')
const conveyance = 190
let PatientId = 0
beforeAll(async () => {
  PatientId = await aPatient(manager)
})
const holds = async (amount: number, roleId: number = role.FrontDesk): Promise<[Person, number]> => {
  const person = await aCashier(app, roleId)
  await takes(person, PatientId, amount)
  return [person, await openOf(person, manager)]
}
const pay = (person: Person, id: number, Amount: number, more: Json = {}) =>
  person.put(`/api/payoutbatch/${id}`, { Amount, CategoryId: conveyance, Remarks: 'Auto to the bank', ...more })

test('petty cash is an expense, and the batch is counted without it', async () => {
  const [person, id] = await holds(1000)
  expect((await pay(person, id, 150)).body.message).toBe(`₹150.00 is paid out of batch ${id}: Conveyance`)
  expect(
    await valueOf<number>(app, 'ledger_entries', { Account: 'expenses' }, 'coalesce(sum(debit - credit), 0)'),
  ).toBe(150)
  await expectInvariants(app.db)
  const body = { ...counted([paymentMode.Cash, 850]) }
  expect((await person.put(`/api/closebatch/${id}`, body)).status).toBe(200)
  await expectInvariants(app.db)
})

test('without words or category, more than there is, three decimals, in another’s batch: refused at the field', async () => {
  const [person, id] = await holds(100)
  const errors = async (Amount: number, more: Json = {}) => {
    const answer = await pay(person, id, Amount, more)
    return [answer.status, Object.keys(answer.body.errors ?? {})]
  }
  expect(await errors(10, { Remarks: '--' })).toEqual([422, ['Remarks']])
  expect(await errors(10, { CategoryId: 40 })).toEqual([400, ['CategoryId']])
  expect(await errors(10, { CategoryId: null })).toEqual([400, ['CategoryId']])
  expect(await errors(100.01)).toEqual([422, ['Amount']])
  expect(await errors(1.005)).toEqual([400, ['Amount']])
  expect((await pay(manager, id, 10)).body.code).toBe('not-owner')
})

test('beyond the day’s limit of the role it is refused with who may, two at once too; a manager is not limited', async () => {
  await admin.put('/api/settings/1', { DeskPaidOutLimit: 300 })
  const [person, id] = await holds(5000)
  expect((await pay(person, id, 100)).status).toBe(200)
  const over = await pay(person, id, 200.01)
  expect([over.status, over.body.message]).toEqual([
    422,
    'You may pay out ₹300.00 a day, and this makes it ₹300.01. A manager can do it',
  ])
  const both = await Promise.all([pay(person, id, 150), pay(person, id, 150)])
  expect(both.map((one) => one.status).sort()).toEqual([200, 422])
  const [boss, own] = await holds(5000, role.BusinessManager)
  expect((await pay(boss, own, 4000)).status).toBe(200)
  // what is cancelled does not count
  const paid = (await manager.get(`/api/tranbatches/${id}`)).body.CashOuts
  for (const { BatchOutId } of paid)
    expect((await manager.put(`/api/cancelout/${id}`, { BatchOutId, reason: 'Paid by card' })).status).toBe(200)
  expect((await pay(person, id, 300)).status).toBe(200)
  await expectInvariants(app.db)
})

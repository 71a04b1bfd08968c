// Cash of a batch is deposited: never more than it holds, once a slip, and cancelled with a reason.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { dayOf } from '../../../core/dates.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { aBankAccount } from '../../bankaccounts/bankaccounts.fixture.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { aCashier, counted, openOf, takes } from '../tranbatches.fixture.ts'

const { app, manager } = networkForTests('manager')
const [cash, upi] = [paymentMode.Cash, paymentMode.Upi]
let [PatientId, bank, slips] = [0, 0, 0]
beforeAll(async () => {
  PatientId = await aPatient(manager)
  bank = await aBankAccount(manager, { Name: 'Current' })
})
const read = async (id: number): Promise<Read<'tranbatches'>> => (await manager.get(`/api/tranbatches/${id}`)).body
const balance = async (): Promise<number> => Number((await manager.get(`/api/bankaccounts/${bank}`)).body.Balance)
const deposit = (person: Person, id: number, Amount: number, more: Json = {}) =>
  person.put(`/api/depositbatch/${id}`, {
    BankAccountId: bank,
    Amount,
    SlipNo: `S${(slips += 1)}`,
    Day: dayOf(new Date()),
    ...more,
  })
const holds = async (amount: number, roleId: number = role.Accounts): Promise<[Person, number]> => {
  const person = await aCashier(app, roleId)
  await takes(person, PatientId, amount)
  return [person, await openOf(person, manager)]
}

test('a deposit takes cash out of the batch into the bank account, and is in its totals and its count', async () => {
  const [person, id] = await holds(1000)
  await takes(person, PatientId, 300, upi)
  const before = await balance()
  const done = await deposit(person, id, 600)
  expect([done.status, done.body.message]).toEqual([200, `₹600.00 of batch ${id} is deposited into Current`])
  expect(await balance()).toBe(before + 600)
  expect(await read(id)).toMatchObject({ TotalAmount: 700, CashOuts: [{ Kind: 'Deposit', Amount: -600 }] })
  await expectInvariants(app.db)
  // 400 in cash are left to be counted
  expect((await person.put(`/api/closebatch/${id}`, counted([cash, 1000], [upi, 300]))).status).toBe(422)
  expect((await person.put(`/api/closebatch/${id}`, counted([cash, 400], [upi, 300]))).status).toBe(200)
  expect((await deposit(person, id, 1)).body.code).toBe('closed')
  await expectInvariants(app.db)
})

test('more than the drawer holds, three decimals, a slip twice, a day to come or before the batch: refused at the field', async () => {
  const [person, id] = await holds(500)
  const errors = async (Amount: number, more: Json = {}) => {
    const answer = await deposit(person, id, Amount, more)
    return [answer.status, Object.keys(answer.body.errors ?? {})]
  }
  expect(await errors(500.01)).toEqual([422, ['Amount']])
  expect(await errors(1.234)).toEqual([400, ['Amount']])
  expect(await errors(0)).toEqual([400, ['Amount']])
  expect(await errors(1, { Day: '2100-01-01' })).toEqual([400, ['Day']])
  expect(await errors(1, { Day: '2026-04-02' })).toEqual([400, ['Day']])
  expect(await errors(1, { SlipNo: '' })).toEqual([400, ['SlipNo']])
  expect(await errors(100, { SlipNo: 'twice' })).toEqual([200, []])
  expect(await errors(100, { SlipNo: 'TWICE' })).toEqual([422, ['SlipNo']])
  // only 400 are left: of two at once one goes
  const both = await Promise.all([deposit(person, id, 300), deposit(person, id, 300)])
  expect(both.map((one) => one.status).sort()).toEqual([200, 422])
  await expectInvariants(app.db)
})

test('only who holds the batch, as accounts or a manager, into an active account of their own', async () => {
  const [deskPerson, deskBatch] = await holds(100, role.FrontDesk)
  expect((await deposit(deskPerson, deskBatch, 50)).body.code).toBe('no-supervisor')
  const [person, id] = await holds(100)
  expect((await deposit(manager, id, 50)).body.code).toBe('not-owner')
  const nashik = await aBankAccount(await signedIn(app, 'manager', 2, 3), { OwnerId: 3 })
  expect((await deposit(person, id, 50, { BankAccountId: nashik })).status).toBe(404)
  expect((await deposit(person, id, 50, { BankAccountId: 999_999 })).status).toBe(404)
  const closed = await aBankAccount(manager, { IsActive: false })
  const answer = await deposit(person, id, 50, { BankAccountId: closed })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['BankAccountId']])
})

test('a wrong deposit is cancelled with a reason: in an open batch marked, in a closed one by its opposite', async () => {
  const [person, id] = await holds(900)
  const before = await balance()
  const first = (await deposit(person, id, 400)).body.BatchOutId
  const cancel = (who: Person, BatchOutId: unknown, reason: string, batch = id) =>
    who.put(`/api/cancelout/${batch}`, { BatchOutId, reason })
  expect((await cancel(person, first, '..')).status).toBe(422)
  expect((await cancel(person, first, 'Wrong amount')).status).toBe(200)
  expect((await cancel(person, first, 'Wrong amount')).body.code).toBe('taken-back')
  expect([await balance(), (await read(id)).TotalAmount]).toEqual([before, 900])
  const second = (await deposit(person, id, 700)).body.BatchOutId
  expect((await person.put(`/api/closebatch/${id}`, counted([cash, 200]))).status).toBe(200)
  const [other, mine] = await holds(50)
  expect((await cancel(other, second, 'The bank gave it back', mine)).status).toBe(404)
  const both = await Promise.all([1, 2].map(() => cancel(other, second, 'The bank gave it back')))
  expect(both.map((one) => one.status).sort()).toEqual([200, 422])
  expect([await balance(), (await read(id)).TotalAmount, (await read(mine)).TotalAmount]).toEqual([before, 200, 750])
  await expectInvariants(app.db)
})

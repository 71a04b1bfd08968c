// A float leaves a batch when its taker has counted and accepted it: never more than there is, and by them alone.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { aCashier, counted, openOf, takes } from '../tranbatches.fixture.ts'

const { app, manager } = networkForTests('manager')
let PatientId = 0
beforeAll(async () => {
  PatientId = await aPatient(manager)
})
const read = async (id: number): Promise<Read<'tranbatches'>> => (await manager.get(`/api/tranbatches/${id}`)).body
const offer = (giver: Person, id: number, taker: Person, Amount: number) =>
  giver.put(`/api/floatbatch/${id}`, { TakerId: taker.userId, Amount })
const accept = (taker: Person, id: number, FloatOfferId: unknown, Amount: number) =>
  taker.put(`/api/acceptfloat/${id}`, { FloatOfferId, Amount })
const giverOf = async (amount: number): Promise<[Person, number]> => {
  const giver = await aCashier(app, role.Accounts)
  await takes(giver, PatientId, amount)
  return [giver, await openOf(giver, manager)]
}

test('what the taker has accepted opens their batch, and is counted there; until then it is in the other', async () => {
  const [giver, id] = await giverOf(1000)
  const taker = await aCashier(app)
  const offered = await offer(giver, id, taker, 300)
  expect([offered.status, (await read(id)).TotalAmount]).toEqual([200, 1000])
  expect((await read(id)).FloatOffers).toMatchObject([{ State: 'Offered', Amount: 300, TakerId: taker.userId }])
  const { FloatOfferId } = offered.body
  expect((await accept(taker, id, FloatOfferId, 200)).body.errors).toMatchObject({
    Amount: ['This is not what is offered. Count again, or refuse it with the reason'],
  })
  expect((await accept(await aCashier(app), id, FloatOfferId, 300)).body.code).toBe('not-taker')
  const both = await Promise.all([1, 2].map(() => accept(taker, id, FloatOfferId, 300)))
  expect(both.map((one) => one.status).sort()).toEqual([200, 422])
  const into = await openOf(taker, manager)
  expect([(await read(id)).TotalAmount, (await read(into)).TotalAmount]).toEqual([700, 300])
  // who gave it learns it, once
  const told = (await giver.get('/api/getdata/9')).body.filter((note) => note.Subject === 'A float is accepted')
  expect(told.map((note) => note.Content)).toEqual([`₹300.00 left batch ${id} for batch ${into}.`])
  await expectInvariants(app.db)
  const [moved] = (await read(id)).CashOuts
  const cancelled = await manager.put(`/api/cancelout/${id}`, { BatchOutId: moved?.BatchOutId, reason: 'No more' })
  expect(cancelled.body.code).toBe('float')
  expect((await taker.put(`/api/closebatch/${into}`, counted([paymentMode.Cash, 300]))).status).toBe(200)
  await expectInvariants(app.db)
})

test('more than there is, to oneself, refused, withdrawn, out of a batch that closed: nothing moves', async () => {
  const [giver, id] = await giverOf(100)
  const taker = await aCashier(app)
  const over = await offer(giver, id, taker, 100.01)
  expect([over.status, Object.keys(over.body.errors)]).toEqual([422, ['Amount']])
  expect((await offer(giver, id, giver, 10)).status).toBe(400)
  expect((await giver.put(`/api/floatbatch/${id}`, { TakerId: 999_999, Amount: 10 })).status).toBe(404)
  const first = (await offer(giver, id, taker, 80)).body.FloatOfferId
  const second = (await offer(giver, id, taker, 80)).body.FloatOfferId
  const end = (person: Person, FloatOfferId: unknown, reason: string) =>
    person.put(`/api/endfloat/${id}`, { FloatOfferId, reason })
  expect((await end(taker, first, '-')).status).toBe(422)
  expect((await end(taker, first, 'Two notes are missing')).status).toBe(200)
  expect((await accept(taker, id, first, 80)).body.code).toBe('not-offered')
  const third = (await offer(giver, id, taker, 80)).body.FloatOfferId
  expect((await accept(taker, id, second, 80)).status).toBe(200)
  // only 20 are left
  expect((await accept(taker, id, third, 80)).status).toBe(422)
  expect((await giver.put(`/api/closebatch/${id}`, counted([paymentMode.Cash, 20]))).status).toBe(200)
  expect((await accept(taker, id, third, 80)).body.code).toBe('closed')
  expect((await end(giver, third, 'The day is over')).status).toBe(200)
  await expectInvariants(app.db)
})

test('a taker at a centre below does not see the batch, and is refused at the field', async () => {
  const [giver, id] = await giverOf(500)
  const answer = await offer(giver, id, await signedIn(app, 'frontdesk', role.FrontDesk, 12), 100)
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    { TakerId: ['Choose a money handler who works here or in an organisation above'] },
  ])
})

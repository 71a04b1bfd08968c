// What a front desk sees in batches: its own and what a desk counted, row by row; never the payers of other places in
// the batch of a manager or accounts staff who work at its place, too.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../core/user.ts'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Person } from '../../server/testing/signed-in.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { aCashier, counted, openOf, takes } from './tranbatches.fixture.ts'

const { app, manager } = networkForTests('manager')
/** Somebody who works at the laboratory and at the centre of the desk. */
const ofBoth = async (user: string, roleId: number): Promise<Person> => {
  await app.db.transaction(async (tx) => {
    await addUser(tx, { user, name: user, role: roleId, entity: 2 })
    await tx.run(sql`
      insert into
        user_entities (user_id, client_id)
      select
        user_id,
        12
      from
        users
      where
        user_name = ${user}
    `)
  })
  return signedIn(app, user, roleId, 2)
}
let front: Person
beforeAll(async () => {
  front = await signedIn(app, 'frontdesk', role.FrontDesk, 12)
})
const rowsOf = async (person: Person, batch: number): Promise<unknown[]> => {
  const { status, body } = await person.get(`/api/tranbatches/${batch}`)
  expect([status, body.BatchId]).toEqual([200, batch])
  return [body.Transactions, body.Transfers, body.CashOuts].map((rows) =>
    rows === undefined ? undefined : rows.length,
  )
}
const none = [undefined, undefined, undefined]

test('of a manager and accounts staff of several places the desk of one sees no payer', async () => {
  for (const roleId of [role.BusinessManager, role.Accounts]) {
    const holder = await ofBoth(`both${roleId}`, roleId)
    await takes(holder, await aPatient(manager), 700)
    const batch = await openOf(holder, manager)
    expect([await rowsOf(front, batch), await rowsOf(holder, batch)]).toEqual([none, [1, 0, 0]])
    const done = await holder.put(`/api/closebatch/${batch}`, counted([paymentMode.Cash, 700]))
    expect([done.status, done.body.errors]).toEqual([200, undefined])
    expect([await rowsOf(front, batch), await rowsOf(manager, batch)]).toEqual([none, [1, 0, 0]])
  }
})

test('what another desk counted is seen, to be taken over; what it holds before is not', async () => {
  const [one, other] = [await aCashier(app), await aCashier(app)]
  await takes(one, await aPatient(manager), 300)
  const batch = await openOf(one, manager)
  expect([await rowsOf(other, batch), await rowsOf(one, batch)]).toEqual([none, [1, 0, 0]])
  expect((await one.put(`/api/closebatch/${batch}`, counted([paymentMode.Cash, 300]))).status).toBe(200)
  expect(await rowsOf(other, batch)).toEqual([1, 0, 0])
  expect((await other.put(`/api/transferbatch/${batch}`, counted([paymentMode.Cash, 300]))).status).toBe(200)
})

test('who is offered a float out of the batch of a manager accepts it, and sees no other row in it', async () => {
  const [holder, desk] = [await aCashier(app, role.BusinessManager), await aCashier(app)]
  await takes(holder, await aPatient(manager), 400)
  const batch = await openOf(holder, manager)
  const offer = await holder.put(`/api/floatbatch/${batch}`, { TakerId: desk.userId, Amount: 100 })
  expect([offer.status, await rowsOf(desk, batch)]).toEqual([200, none])
  const FloatOfferId: unknown = offer.body.FloatOfferId
  expect((await desk.put(`/api/acceptfloat/${batch}`, { FloatOfferId, Amount: 100 })).status).toBe(200)
})

// Taking over: the taker counts, accepts or refuses; money goes upwards, and what goes missing on the way is posted.
import { beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { role } from '../../core/user.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { aCashier, counted, openOf, posted, takes } from './tranbatches.fixture.ts'

const { app, accounts, manager } = networkForTests('accounts', 'manager')
const [cash, upi] = [paymentMode.Cash, paymentMode.Upi]
let PatientId: number
beforeAll(async () => {
  PatientId = await aPatient(manager)
})
const read = async (id: number): Promise<Read<'tranbatches'>> => (await manager.get(`/api/tranbatches/${id}`)).body
const take = (person: Person, id: number, body: Json = {}) => person.put(`/api/transferbatch/${id}`, body)
/** A closed batch of a new person in this role, with this much cash. */
const closed = async (amount = 100, roleId: number = role.FrontDesk): Promise<[Person, number]> => {
  const cashier = await aCashier(app, roleId)
  await takes(cashier, PatientId, amount)
  const id = await openOf(cashier, manager)
  expect((await cashier.put(`/api/closebatch/${id}`, counted([cash, amount]))).status).toBe(200)
  return [cashier, id]
}

test('OPS-210 OPS-275 a closed batch is taken over once, by another user who records money, mode by mode as counted', async () => {
  const [cashier, taker] = [await aCashier(app), accounts]
  await takes(cashier, PatientId, 100)
  await takes(cashier, PatientId, 50, upi)
  const id = await openOf(cashier, manager)
  expect((await take(taker, id)).status).toBe(422)
  await cashier.put(`/api/closebatch/${id}`, { ...counted([cash, 95], [upi, 50]), Remarks: 'Torn note' })
  const all = counted([cash, 95], [upi, 50])
  expect((await take(cashier, id, all)).status).toBe(422)
  const auditor = await signedIn(app, 'auditor', 11, 1)
  expect((await take(auditor, id, all)).status).toBe(422)
  expect((await take(taker, id, counted([cash, 95]))).body).toMatchObject({
    errors: { Counted: ['Count UPI, and type 0 where there is none'] },
  })
  const parties = (await readRows(app, 'ledger_entries', { Account: 'party' }, 'count(*)'))[0]
  const before = Number((await read(await openOf(taker, manager)).catch(() => undefined))?.TotalAmount ?? 0)
  const answer = await take(taker, id, all)
  expect([answer.status, answer.body.message]).toEqual([
    200,
    `Batch ${id} is taken over into batch ${await openOf(taker, manager)}`,
  ])
  const mine = await read(answer.body.BatchId)
  expect([mine.OwnerId, Number(mine.TotalAmount) - before]).toEqual([taker.userId, 145])
  expect(mine.Transfers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ BatchId: id, PaymentModeId: cash, Amount: 95 }),
      expect.objectContaining({ BatchId: id, PaymentModeId: upi, Amount: 50 }),
    ]),
  )
  expect(await read(id)).toMatchObject({
    OwnerId: cashier.userId,
    Status: 'TakenOver',
    TakenOverBy: { UserId: taker.userId },
    TotalAmount: 145,
  })
  expect((await take(taker, id, all)).status).toBe(422)
  // custody does not concern the parties' ledger
  expect((await readRows(app, 'ledger_entries', { Account: 'party' }, 'count(*)'))[0]).toEqual(parties)
  await expectInvariants(app.db)
})

test('OPS-275 without a body what was handed over is taken over, and the batch says that its money was not counted', async () => {
  const cashier = await aCashier(app)
  await takes(cashier, PatientId, 100)
  const id = await openOf(cashier, manager)
  expect((await take(accounts, id)).status).toBe(422)
  const closed = await cashier.put(`/api/closebatch/${id}`)
  expect([closed.status, closed.body.message]).toEqual([
    200,
    `Batch ${id} is closed with ₹100.00. Closed without a count`,
  ])
  expect(await read(id)).toMatchObject({ Remarks: 'Closed without a count', TotalAmount: 100 })
  expect((await take(cashier, id)).status).toBe(422)
  const taken = await take(accounts, id)
  expect([taken.status, taken.body.message]).toEqual([
    200,
    `Batch ${id} is taken over into batch ${await openOf(accounts, manager)}`,
  ])
  expect((await read(id)).Status).toBe('TakenOver')
  // words do not make it a count
  const other = await aCashier(app)
  await takes(other, PatientId, 100)
  const said = await openOf(other, manager)
  expect((await other.put(`/api/closebatch/${said}`, { Remarks: 'The drawer is locked' })).status).toBe(200)
  expect((await read(said)).Remarks).toBe('Closed without a count. The drawer is locked')
  await expectInvariants(app.db)
})

test('what the taker counts less is explained and posted; the taker holds what was counted', async () => {
  const [, id] = await closed(100)
  const refused = await take(accounts, id, counted([cash, 90]))
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['Remarks']])
  const answer = await take(accounts, id, { ...counted([cash, 90]), Remarks: 'One note was torn' })
  expect([answer.status, answer.body.message]).toEqual([
    200,
    expect.stringContaining('₹10.00 short of what was handed over'),
  ])
  expect(await read(id)).toMatchObject({
    Difference: -10,
    ReceivedWhy: 'One note was torn',
    Counted: [{ PaymentModeId: cash, Expected: 100, Amount: 100, Received: 90 }],
  })
  expect([await posted(app, id, 'money'), await posted(app, id, 'over and short')]).toEqual([-10, 10])
  await expectInvariants(app.db)
})

test('a big difference is not taken over: the batch is refused with the reason and counted again', async () => {
  const [cashier, id] = await closed(1000)
  const taker = await aCashier(app, role.Accounts)
  const refused = await take(taker, id, { ...counted([cash, 100]), Remarks: 'Most of it is missing' })
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'above-limit',
      errors: {
        Counted: [
          'This differs by more than ₹500.00 from what is handed over. Press Count again and enter the reason, ' +
            'so that its money handler counts it again',
        ],
      },
    },
  })
  const back = await taker.put(`/api/refusebatch/${id}`, { reason: 'Nine hundred is missing' })
  expect(back.status).toBe(200)
  const again = await cashier.put(`/api/closebatch/${id}`, { ...counted([cash, 100]), Remarks: 'It is missing indeed' })
  expect(again.body.message).toBe(
    `Batch ${id} is counted with ₹100.00, ₹900.00 short. It waits for a second person to confirm it`,
  )
  expect((await taker.put(`/api/confirmbatch/${id}`)).status).toBe(200)
  expect((await take(taker, id, counted([cash, 100]))).status).toBe(200)
  expect([await posted(app, id, 'money'), await posted(app, id, 'over and short')]).toEqual([-900, 900])
  await expectInvariants(app.db)
})

test('a desk takes over desks, accounts take over all, and a manager hands over to accounts only', async () => {
  const desk = await aCashier(app)
  const [, ofDesk] = await closed(10)
  const [, ofManager] = await closed(10, role.BusinessManager)
  const [, ofAccounts] = await closed(10, role.Accounts)
  const all = counted([cash, 10])
  const says = async (person: Person, id: number) => (await take(person, id, all)).body.code
  expect([await says(desk, ofManager), await says(desk, ofAccounts), await says(manager, ofManager)]).toEqual([
    'accounts-only',
    'desk-only',
    'accounts-only',
  ])
  expect((await desk.put(`/api/refusebatch/${ofManager}`, { reason: 'Not mine' })).status).toBe(422)
  expect((await take(desk, ofDesk, all)).status).toBe(200)
  expect((await take(accounts, ofManager, all)).status).toBe(200)
  expect((await take(accounts, ofAccounts, all)).status).toBe(200)
})

test('of two users who take over at once, one does', async () => {
  const [one, two] = [await aCashier(app), await aCashier(app)]
  const [, id] = await closed(100)
  const answers = await Promise.all([take(one, id, counted([cash, 100])), take(two, id, counted([cash, 100]))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

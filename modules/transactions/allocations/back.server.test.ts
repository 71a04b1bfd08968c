// Money that is given back without an invoice goes by the mode it came; in another one a manager gives it who did not
// take it, as from a bill.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Answered, Json, Person } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { approve, askedFor } from '../../requests/requests.fixture.ts'
import { aPatient, booked } from '../../sales/sales.fixture.ts'
import { aCashier, takes } from '../../tranbatches/tranbatches.fixture.ts'
import { byBank } from '../by-bank.fixture.ts'

const { app, desk } = networkForTests('desk')
afterEach(() => expectInvariants(app.db))
const { Cash, Upi } = paymentMode
const said = 'The phone of the patient is lost'
let one: Person
let two: Person
beforeAll(async () => {
  one = await aCashier(app, role.BusinessManager)
  two = await aCashier(app, role.BusinessManager)
  // their drawers hold enough
  for (const person of [one, two]) await takes(person, await aPatient(desk), 9000)
})
const refund = (ReceiverId: number, Amount: number, more: Json = {}) => ({
  ...{ Date: new Date().toISOString(), GiverId: 2, ReceiverId, Amount, PaymentModeId: Cash, Remarks: said },
  ...more,
})
const back = (person: Person, body: Json) => person.post('/api/transactions/', body)
const cameText = (sum: string) =>
  `${sum} of it came in this mode: refund it by the mode it came. ` +
  'In another mode a manager who did not take the money can refund it'
const refusedFor = ({ status, body }: Answered): unknown => [status, body.errors]

test('who took it by UPI does not give it back in cash; another manager does, with a reason, or agrees to it', async () => {
  const payer = await aPatient(desk)
  await takes(one, payer, 900, Upi)
  expect(refusedFor(await back(one, refund(payer, 900)))).toEqual([422, { PaymentModeId: [cameText('₹0.00')] }])
  expect(refusedFor(await back(two, refund(payer, 300, { Remarks: null })))).toEqual([
    422,
    { Remarks: ['Enter in a few words why it is refunded in another mode'] },
  ])
  expect((await back(two, refund(payer, 300))).status).toBe(201)
  const id = await askedFor(one, 'transactions', refund(payer, 200))
  expect((await approve(two, id)).status).toBe(200)
  // by the mode it came it goes back as ever
  expect((await back(one, refund(payer, 400, { PaymentModeId: Upi, PaymentRef: 'UPI back 1' }))).status).toBe(201)
})

test('what came in cash goes in cash once, whatever else is there, and first of what came so', async () => {
  const payer = await aPatient(desk)
  await takes(one, payer, 100, Upi)
  await takes(one, payer, 100, Cash)
  expect((await back(one, refund(payer, 100))).status).toBe(201)
  expect(refusedFor(await back(one, refund(payer, 100)))).toEqual([422, { PaymentModeId: [cameText('₹0.00')] }])
})

test('what is paid beyond a bill goes so, too, and once', async () => {
  const payer = await aPatient(desk)
  const receipts = [
    { PaymentModeId: Cash, Amount: 500 },
    { ...byBank(), Amount: 250 },
  ]
  await booked(one, { PatientId: payer, receipts, Overpaid: 'Advance' })
  expect((await back(one, refund(payer, 300))).status).toBe(201)
  // 200 of its cash are left, and 100 of it are free
  expect(refusedFor(await back(one, refund(payer, 101)))).toEqual([422, undefined])
  expect((await back(one, refund(payer, 100))).status).toBe(201)
  const card = await aPatient(desk)
  await booked(one, { PatientId: card, receipts: [{ ...byBank(), Amount: 750 }], Overpaid: 'Advance' })
  expect(refusedFor(await back(one, refund(card, 400)))).toEqual([422, { PaymentModeId: [cameText('₹0.00')] }])
})

test('tax that a customer deducted came in no mode: who recorded it does not give it back as cash', async () => {
  const payer = await aPatient(desk)
  await takes(one, payer, 800, Cash, { TdsAmount: 200 })
  expect(refusedFor(await back(one, refund(payer, 1000)))).toEqual([422, { PaymentModeId: [cameText('₹800.00')] }])
  expect((await back(one, refund(payer, 800))).status).toBe(201)
  expect((await back(two, refund(payer, 200))).status).toBe(201)
})

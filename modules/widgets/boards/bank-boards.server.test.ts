// Three figures follow the money from the drawer to the bank, and two tables have what the bank does not show.
import { expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { role } from '../../../core/user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { rowsAt, tileAt } from '../../../server/testing/listed.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { aBankAccount } from '../../bankaccounts/bankaccounts.fixture.ts'
import { imported } from '../../banklines/banklines.fixture.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { aCashier, counted, openOf, takes } from '../../tranbatches/tranbatches.fixture.ts'

const { app, manager, accounts, desk } = networkForTests('manager', 'accounts', 'desk')
const tile = (id: number, person: Person = manager): Promise<number> => tileAt(person, id)
const figures = async (): Promise<number[]> => [await tile(2025), await tile(2026), await tile(2027)]
const rows = <Id extends number>(id: Id) => rowsAt(manager, id)

test('money is in a drawer, on the way and at the bank, once each', async () => {
  const PatientId = await aPatient(manager)
  const account = await aBankAccount(manager, { OpeningBalance: 0 })
  const [drawers = 0, way = 0, bank = 0] = await figures()
  const moved = async () => {
    const now = await figures()
    return [drawers, way, bank].map((before, at) => Number(((now[at] ?? 0) - before).toFixed(2)))
  }
  const holder = await aCashier(app, role.Accounts)
  await takes(holder, PatientId, 1000)
  const upi = await takes(holder, PatientId, 300, paymentMode.Upi)
  // a cheque is no money before it has cleared
  await takes(holder, PatientId, 50, paymentMode.Cheque)
  expect(await moved()).toEqual([1000, 300, 0])
  expect((await rows(2137)).map((one) => [one.TransactionId, one.Amount, one.AgeDays])).toContainEqual([upi, 300, 0])
  const batch = await openOf(holder, manager)
  const deposit = { BankAccountId: account, Amount: 600, SlipNo: 'T1', Day: dayOf(new Date()) }
  const { BatchOutId } = (await holder.put(`/api/depositbatch/${batch}`, deposit)).body
  expect(await moved()).toEqual([400, 300, 600])
  const body = {
    ...counted([paymentMode.Cash, 390], [paymentMode.Upi, 305], [paymentMode.Cheque, 50]),
    Remarks: 'Lost',
  }
  expect((await holder.put(`/api/closebatch/${batch}`, body)).status).toBe(200)
  expect(await moved()).toEqual([0, 695, 600])
  const [line] = await imported(manager, account, [
    ['UPI', 'x', 295],
    ['Cash', 'T1', 600],
  ])
  expect((await rows(2138)).map((one) => one.BankLineId)).toContain(line)
  expect((await manager.put(`/api/match/banklines/${line}`, { Items: [{ TransactionId: upi }], Fee: 5 })).status).toBe(
    200,
  )
  expect(await moved()).toEqual([0, 395, 895])
  const deposited = () => rows(2137).then((all) => all.some((one) => one.Reference === 'T1'))
  expect(await deposited()).toBe(true)
  expect((await manager.put(`/api/match/banklines/${Number(line) + 1}`, { Items: [{ BatchOutId }] })).status).toBe(200)
  expect(await deposited()).toBe(false)
  await expectInvariants(app.db)
})

test('who counts an open batch does not read it here; the desk and another laboratory read no figure of it', async () => {
  const PatientId = await aPatient(manager)
  const before = await tile(2025, accounts)
  await takes(accounts, PatientId, 77)
  expect(await tile(2025, accounts)).toBe(before)
  expect((await desk.get('/api/getdata/2027')).status).toBe(403)
  expect(await tile(2027, await signedIn(app, 'manager', 2, 3))).toBe(0)
})

// Receipts of before its opening day are in the opening balance of the account that expects them, and not beside it.
import { expect, test } from 'vitest'
import { addDays, atTime, dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { takes } from '../tranbatches/tranbatches.fixture.ts'
import { aBankAccount } from './bankaccounts.fixture.ts'

const { app, manager } = networkForTests('manager')
const back = (days: number): string => addDays(dayOf(new Date()), -days)

test('only the first account of a holder takes them, by a match without a line', async () => {
  const PatientId = await aPatient(manager)
  const take = (amount: number, days: number) =>
    takes(manager, PatientId, amount, paymentMode.Upi, { Date: atTime(back(days), 10, 0) })
  const [earlier, later] = [await take(40, 3), await take(30, 1)]
  const open = async (account: number) =>
    (await manager.get<Json[]>(`/api/getdata/143?BankAccountId=${account}`)).body.map((one) => one['TransactionId'])
  const opening = { OpeningDate: back(2), OpeningBalance: 500, IsDefault: true }
  const first = await aBankAccount(manager, opening)
  expect((await manager.get(`/api/bankaccounts/${first}`)).body['Balance']).toBe(500)
  const waiting = await open(first)
  expect([waiting.includes(later), waiting.includes(earlier)]).toEqual([true, false])
  await expectInvariants(app.db)
  await manager.put(`/api/bankaccounts/${first}`, { IsDefault: false })
  const second = await aBankAccount(manager, { ...opening, OpeningDate: back(0) })
  expect(await open(second)).toContain(later)
  await expectInvariants(app.db)
})

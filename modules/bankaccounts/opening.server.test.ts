// Receipts of before its opening day are in the opening balance of the account that expects them, and not beside it.
import { expect, test } from 'vitest'
import { addDays, atTime, dayOf } from '../../core/dates.ts'
import { network } from '../../core/network.ts'
import { role } from '../../core/user.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { takes } from '../tranbatches/tranbatches.fixture.ts'
import { approve, askedFor } from '../requests/requests.fixture.ts'
import { aBankAccount } from './bankaccounts.fixture.ts'

const { app, admin, manager, accounts } = networkForTests('admin', 'manager', 'accounts')
const back = (days: number): string => addDays(dayOf(new Date()), -days)

test('only the first account of a holder takes them, by a match without a line', async () => {
  const PatientId = await aPatient(manager)
  const take = (amount: number, days: number) =>
    takes(manager, PatientId, amount, paymentMode.Upi, { Date: atTime(back(days), 10, 0) })
  const [earlier, later] = [await take(40, 3), await take(30, 1)]
  const open = async (account: number) =>
    (await manager.get(`/api/getdata/143?BankAccountId=${account}`)).body.map((one) => one.TransactionId)
  const opening = { OpeningDate: back(2), OpeningBalance: 500, IsDefault: true }
  const first = await aBankAccount(manager, opening, accounts)
  expect((await manager.get(`/api/bankaccounts/${first}`)).body.Balance).toBe(500)
  const waiting = await open(first)
  expect([waiting.includes(later), waiting.includes(earlier)]).toEqual([true, false])
  await expectInvariants(app.db)
  await manager.put(`/api/bankaccounts/${first}`, { IsDefault: false })
  const second = await aBankAccount(manager, { ...opening, OpeningDate: back(0) }, accounts)
  expect(await open(second)).toContain(later)
  await expectInvariants(app.db)
})

const account = (Number: string, more: Json = {}) => ({
  OwnerId: 2,
  Name: `Account ${Number}`,
  Number,
  OpeningDate: back(0),
  ...more,
})

test('no one person brings money into the books by an opening balance, whatever the role', async () => {
  const dear = account('7001', { OpeningBalance: 50_000 })
  for (const person of [accounts, manager, admin]) {
    const alone = await person.post('/api/bankaccounts/', dear)
    expect([alone.status, alone.body.code, alone.body.needs]).toMatchObject([
      422,
      'opening-balance',
      { kind: 'opening', amount: 50_000 },
    ])
    expect(Object.keys(alone.body.errors)).toEqual(['OpeningBalance'])
  }
  expect((await accounts.post('/api/bankaccounts/', account('7002', { OpeningBalance: -1 }))).status).toBe(422)
  const request = await askedFor(accounts, 'bankaccounts', dear)
  expect((await approve(accounts, request)).body.code).toBe('own-request')
  expect((await approve(manager, request)).status).toBe(200)
  // what it began with stays when other fields are saved, and empty is another one
  const { BankAccountId: id } = (await manager.get('/api/getdata/141')).body.find((one) => one.Name === 'Account 7001')
  expect((await accounts.put(`/api/bankaccounts/${String(id)}`, { Name: 'Savings' })).status).toBe(200)
  expect((await accounts.get(`/api/bankaccounts/${String(id)}`)).body).toMatchObject({ OpeningBalance: 50_000 })
  expect((await accounts.put(`/api/bankaccounts/${String(id)}`, { OpeningBalance: null })).status).toBe(422)
  await expectInvariants(app.db)
})

test('receipts that the opening balance would leave out need a second person, those that explain it do not', async () => {
  const nashik = await signedIn(app, 'manager', role.BusinessManager, 3)
  await takes(nashik, await aPatient(nashik), 40, paymentMode.Upi, { ReceiverId: 3, Date: atTime(back(3), 10, 0) })
  const first = account('7003', { OwnerId: 3, IsDefault: true })
  const without = await nashik.post('/api/bankaccounts/', first)
  expect([without.status, without.body.needs]).toMatchObject([422, { kind: 'opening', amount: 40 }])
  expect(without.body.message).toContain('₹40.00 less than what was received')
  expect((await nashik.post('/api/bankaccounts/', { ...first, OpeningBalance: 40 })).status).toBe(201)
  await expectInvariants(app.db)
})

test('up to the limit of the settings one person enters it', async () => {
  expect((await admin.put('/api/settings/1', { BankOpeningLimit: 100 })).status).toBe(200)
  await expect.poll(() => network.bankOpeningLimit).toBe(100)
  expect((await admin.post('/api/bankaccounts/', account('7004', { OpeningBalance: 100 }))).status).toBe(201)
  const more = await admin.post('/api/bankaccounts/', account('7005', { OpeningBalance: 100.01 }))
  expect([more.status, more.body.code]).toEqual([422, 'opening-balance'])
  await expectInvariants(app.db)
})

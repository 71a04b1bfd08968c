// Bank accounts: entered, refused, corrected, and what the ledger has of them.
import { expect, test } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { ask, signedIn, type Json } from '../../server/testing/signed-in.ts'
import { imported } from '../banklines/banklines.fixture.ts'
import { approve, askedFor, askFor } from '../requests/requests.fixture.ts'
import { aBankAccount } from './bankaccounts.fixture.ts'

const { app, manager, accounts, desk } = networkForTests('manager', 'accounts', 'desk')
const read = async (id: number): Promise<Read<'bankaccounts'>> => (await accounts.get(`/api/bankaccounts/${id}`)).body

test('an account has its opening balance in the ledger from its opening day on; two persons correct it, and it is posted today', async () => {
  const id = await aBankAccount(accounts, { Name: 'Current', Ifsc: 'HDFC0001234', OpeningBalance: 1000.5 }, manager)
  expect(await read(id)).toMatchObject({ Name: 'Current', Balance: 1000.5, IsActive: true, IsDefault: false })
  expect((await listed(accounts, 1061, { Name: 'Current' })).rows).toEqual([
    expect.objectContaining({ BankAccountId: id, Balance: 1000.5 }),
  ])
  for (const person of [accounts, manager]) {
    const alone = await person.put(`/api/bankaccounts/${id}`, { OpeningBalance: 800 })
    expect([alone.status, alone.body.needs]).toMatchObject([422, { kind: 'opening', amount: 200.5 }])
    expect(Object.keys(alone.body.errors)).toEqual(['OpeningBalance'])
  }
  const request = await askedFor(accounts, `bankaccounts/${id}`, { OpeningBalance: 800 })
  expect((await approve(accounts, request)).body.code).toBe('own-request')
  expect((await read(id)).Balance).toBe(1000.5)
  expect((await approve(manager, request)).status).toBe(200)
  const entries = await readRows(
    app,
    'ledger_entries',
    { BankAccountId: id },
    'debit - credit as moved, network_day(entry_date)::text as day',
  )
  expect(entries.map((one) => [one.Moved, one.Day])).toEqual([
    [1000.5, '2026-04-01'],
    [-200.5, dayOf(new Date())],
  ])
  expect((await read(id)).Balance).toBe(800)
  await expectInvariants(app.db)
})

test('once lines were imported the opening balance stays, also for two persons', async () => {
  const id = await aBankAccount(accounts, { OpeningBalance: 500 }, manager)
  const request = await askedFor(accounts, `bankaccounts/${id}`, { OpeningBalance: 400 })
  await imported(accounts, id, [['CASH', 'C1', 100]], 500)
  for (const answer of [
    await approve(manager, request),
    await askFor(manager, `bankaccounts/${id}`, { OpeningBalance: 600 }),
    await manager.put(`/api/bankaccounts/${id}`, { OpeningBalance: 600 }),
  ])
    expect([answer.status, answer.body.code]).toEqual([422, expect.stringMatching(/opening-followed|request-ended/)])
  // another field is saved as before
  expect((await accounts.put(`/api/bankaccounts/${id}`, { Name: 'Savings', OpeningBalance: 500 })).status).toBe(200)
  await expectInvariants(app.db)
})

test('the same number, three decimals, a malformed IFSC, a second account of the receipts: each is refused at its field', async () => {
  await aBankAccount(accounts, { Number: '1234567', IsDefault: true })
  const send = async (more: Json) => {
    const answer = await accounts.post('/api/bankaccounts/', {
      OwnerId: 2,
      Name: 'Other',
      Number: '7654321',
      OpeningDate: '2026-04-01',
      ...more,
    })
    return [answer.status, Object.keys(answer.body.errors ?? {})]
  }
  expect(await send({ Number: '1234567' })).toEqual([400, ['Number']])
  expect(await send({ OpeningBalance: 1.234 })).toEqual([400, ['OpeningBalance']])
  expect(await send({ Ifsc: 'HDFC1234' })).toEqual([400, ['Ifsc']])
  expect(await send({ IsDefault: true })).toEqual([400, ['IsDefault']])
  expect(await send({ OpeningDate: '2100-01-01' })).toEqual([400, ['OpeningDate']])
  // of two at once one is the account of the receipts
  const nashik = await signedIn(app, 'manager', 2, 3)
  const both = await Promise.all(
    ['31', '32'].map((end) =>
      nashik.post('/api/bankaccounts/', {
        OwnerId: 3,
        Name: end,
        Number: `88888${end}`,
        OpeningDate: '2026-04-01',
        IsDefault: true,
      }),
    ),
  )
  expect(both.map((one) => one.status).sort()).toEqual([201, 400])
})

test('its holder and opening day stay; another laboratory and the desk do not reach it', async () => {
  const id = await aBankAccount(manager)
  expect((await accounts.put(`/api/bankaccounts/${id}`, { OpeningDate: '2026-05-01' })).status).toBe(403)
  const nashik = await signedIn(app, 'manager', 2, 3)
  expect((await nashik.get(`/api/bankaccounts/${id}`)).status).toBe(404)
  expect(
    (await nashik.post('/api/bankaccounts/', { OwnerId: 2, Name: 'x', Number: '999', OpeningDate: '2026-04-01' }))
      .status,
  ).toBe(404)
  expect((await desk.get(`/api/bankaccounts/${id}`)).status).toBe(403)
  expect((await ask(app, 'GET', '/api/bankaccounts/1')).status).toBe(401)
})

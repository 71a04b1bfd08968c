// Statements are imported once, and their lines matched by a person: what is at the bank, what it kept, what is missing.
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { setNetwork } from '../../core/network.ts'
import { role } from '../../core/user.ts'
import { readNetwork } from '../../server/db/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { valueOf } from '../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { aBankAccount } from '../bankaccounts/bankaccounts.fixture.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { aCashier, openOf, takes } from '../tranbatches/tranbatches.fixture.ts'
import { imported, statementFile, type Line } from './banklines.fixture.ts'

const { app, admin: owner, manager, accounts } = networkForTests('admin', 'manager', 'accounts')
const upi = paymentMode.Upi
let PatientId = 0
let cashier: Person
beforeAll(async () => {
  PatientId = await aPatient(manager)
  cashier = await aCashier(app)
})
const send = (account: number, File: string, person = accounts) =>
  person.put(`/api/statement/bankaccounts/${account}`, { File })
const match = (line: number | undefined, items: readonly Json[], Fee?: number, person = accounts) =>
  person.put(`/api/match/banklines/${line}`, { Items: items, ...(Fee !== undefined && { Fee }) })
const unmatch = (line: number | undefined, reason = 'Matched with the wrong one') =>
  accounts.put(`/api/unmatch/banklines/${line}`, { reason })
const receipt = async (amount: number, mode: number = upi) => ({
  TransactionId: await takes(cashier, PatientId, amount, mode),
})
const balance = async (account: number): Promise<number> =>
  Number((await accounts.get(`/api/bankaccounts/${account}`)).body.Balance)
const errorsOf = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
]

test('a statement is imported once: a line that is there is left out, and new ones follow from the last', async () => {
  const account = await aBankAccount(accounts, { OpeningBalance: 1000 }, manager)
  const lines: Line[] = [
    ['UPI settlement', 'R1', 123456.5],
    ['Charges', '', -59],
  ]
  expect((await send(account, statementFile(lines, 1000))).body.message).toBe('2 lines imported')
  expect((await send(account, statementFile(lines, 1000))).body.message).toBe(
    '0 lines imported, 2 were imported before',
  )
  const more: Line[] = [...lines, ['NEFT', 'R2', 10]]
  expect((await send(account, statementFile(more, 1000))).body.message).toBe('1 line imported, 2 were imported before')
  const { rows } = await listed(accounts, 1062, { BankAccountId: account })
  expect(rows.map((one) => [one.Amount, one.IsMatched, one.AgeDays])).toHaveLength(3)
  expect((await accounts.get(`/api/bankaccounts/${account}`)).body).toMatchObject({ DateColumn: 'Date', Balance: 1000 })
  // two at once import a line once
  const both = await Promise.all([1, 2].map(() => send(account, statementFile([...more, ['IMPS', 'R3', 5]], 1000))))
  expect(both.map((one) => one.body.Imported).sort()).toEqual([0, 1])
  await expectInvariants(app.db)
})

test('a file of another account, a gap, three decimals, no columns: it is not imported, and the refusal has the way out', async () => {
  const account = await aBankAccount(accounts, { Number: '501009876', OpeningBalance: 500 }, manager)
  const line: Line[] = [['UPI', 'R1', 100]]
  const other = await send(account, statementFile(line, 500, 'Account No : 5010011111'))
  expect([other.status, other.body.code, other.body.message]).toEqual([
    422,
    'other-account',
    expect.stringContaining('Open that account and import it there'),
  ])
  expect((await send(account, statementFile(line, 400))).body.code).toBe('balance')
  expect((await send(account, statementFile(line, 500).replace('100.00', '100.005'))).body.code).toBe('unread')
  expect((await send(account, 'a,b\n1,2')).body.code).toBe('columns')
  expect((await send(account, '')).status).toBe(400)
  expect((await send(account, '"never closed')).status).toBe(422)
  expect((await listed(accounts, 1062, { BankAccountId: account })).total).toBe(0)
  const nashik = await signedIn(app, 'manager', 2, 3)
  expect((await send(account, statementFile(line, 500), nashik)).status).toBe(404)
})

test('several receipts are one settlement with its fee: they move to the bank, and what was kept is a charge', async () => {
  const account = await aBankAccount(accounts)
  const [line, fee] = await imported(accounts, account, [
    ['Settlement of cards', 'S1', 980],
    ['Charges', '', -59],
  ])
  const items = [await receipt(600), await receipt(400)]
  const proposed = await accounts.get(`/api/getdata/142?BankLineId=${line}`)
  expect(proposed.body.map((one) => one.TransactionId)).toEqual(
    expect.arrayContaining(items.map((one) => one.TransactionId)),
  )
  const wrong = await match(line, items)
  expect([errorsOf(wrong), wrong.body.message]).toEqual([
    [422, ['Items']],
    expect.stringContaining('If ₹20.00 was kept as a fee, enter that as the fee'),
  ])
  expect(errorsOf(await match(line, items, 20.005))).toEqual([400, ['Fee']])
  expect(errorsOf(await match(line, []))).toEqual([422, ['Items']])
  expect((await match(line, items, 20)).status).toBe(200)
  expect((await match(fee, [], 59)).status).toBe(200)
  expect(await balance(account)).toBe(921)
  expect(
    await valueOf<number>(app, 'ledger_entries', { Account: 'bank charges' }, 'coalesce(sum(debit - credit), 0)'),
  ).toBe(79)
  await expectInvariants(app.db)
  expect(errorsOf(await unmatch(line, '--'))).toEqual([422, ['reason']])
  expect((await unmatch(line)).status).toBe(200)
  expect((await unmatch(line)).body.code).toBe('not-matched')
  expect(await balance(account)).toBe(-59)
  await expectInvariants(app.db)
})

test('what accounts match alone, a percent of fee and a charge, is set by the network; more is matched by a manager', async () => {
  const account = await aBankAccount(accounts)
  const [settled, charge] = await imported(accounts, account, [
    ['Settlement of cards', 'S2', 970],
    ['Charges', 'C2', -59],
  ])
  const items = [await receipt(1000)]
  const set = async (MatchFeePercent: number, MatchChargeLimit: number) => {
    expect((await owner.put('/api/settings/1', { MatchFeePercent, MatchChargeLimit })).status).toBe(200)
    setNetwork(await readNetwork(app.db.read))
  }
  await set(2.5, 50)
  const tried = [await match(settled, items, 30), await match(charge, [], 59)]
  expect(tried.map(({ status, body }) => [status, body.message])).toEqual([
    [422, 'A fee of more than 2.5 % is matched by a manager'],
    [422, 'A charge of more than ₹50.00 is matched by a manager'],
  ])
  const { status, body } = await owner.put('/api/settings/1', { MatchFeePercent: 101, MatchChargeLimit: 1.234 })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['MatchFeePercent', 'MatchChargeLimit']])
  await set(3, 59)
  expect((await match(settled, items, 30)).status).toBe(200)
  expect((await match(charge, [], 59)).status).toBe(200)
  await set(5, 1000)
  await expectInvariants(app.db)
})

test('two people match one line, or one receipt with two lines: one does, and the other reads with what it is matched', async () => {
  const account = await aBankAccount(accounts)
  const [first, second] = await imported(accounts, account, [
    ['UPI one', 'U1', 250],
    ['UPI two', 'U2', 250],
  ])
  const [one, other] = [await receipt(250), await receipt(250)]
  const both = await Promise.all([match(first, [one]), match(first, [other], undefined, manager)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(both.find(({ status }) => status === 422)?.body.code).toBe('matched')
  const taken = both[0]?.status === 200 ? one : other
  const again = await match(second, [taken])
  expect([again.status, again.body.message]).toEqual([
    422,
    expect.stringMatching(/^It is matched with UPI one of .*Undo that match first/),
  ])
  const free = taken === one ? other : one
  const races = await Promise.all([match(second, [free]), match(second, [free], undefined, manager)])
  expect(races.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(errorsOf(await match(second, [free, free]))[0]).toBe(422)
  await expectInvariants(app.db)
})

test('a deposit is matched at its own account, and is not cancelled while the bank has it', async () => {
  const [account, elsewhere] = [await aBankAccount(accounts), await aBankAccount(accounts)]
  const holder = await aCashier(app, role.Accounts)
  await takes(holder, PatientId, 800)
  const batch = await openOf(holder, manager)
  const deposit = { BankAccountId: account, Amount: 800, SlipNo: 'D1', Day: dayOf(new Date()) }
  const { BatchOutId } = (await holder.put(`/api/depositbatch/${batch}`, deposit)).body
  const [there] = await imported(accounts, elsewhere, [['Cash', 'D1', 800]])
  expect((await match(there, [{ BatchOutId }])).status).toBe(404)
  const [line] = await imported(accounts, account, [['Cash deposit', 'D1', 800]])
  expect((await match(line, [{ BatchOutId }])).status).toBe(200)
  expect(await balance(account)).toBe(800)
  const refused = await holder.put(`/api/cancelout/${batch}`, { BatchOutId, reason: 'Not brought' })
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('Undo that match first')])
  expect((await unmatch(line)).status).toBe(200)
  expect((await holder.put(`/api/cancelout/${batch}`, { BatchOutId, reason: 'Not brought' })).status).toBe(200)
  await expectInvariants(app.db)
})

test('of a deposit accounts match no fee but what the network sets for cash, a manager more', async () => {
  const account = await aBankAccount(accounts)
  const holder = await aCashier(app, role.Accounts)
  await takes(holder, PatientId, 1000)
  const batch = await openOf(holder, manager)
  const deposit = { BankAccountId: account, Amount: 1000, SlipNo: 'D2', Day: dayOf(new Date()) }
  const { BatchOutId } = (await holder.put(`/api/depositbatch/${batch}`, deposit)).body
  const [line] = await imported(accounts, account, [['Cash deposit', 'D2', 980]])
  const refused = await match(line, [{ BatchOutId }], 20)
  expect([refused.body.code, errorsOf(refused)]).toEqual(['fee', [422, ['Fee']]])
  expect((await accounts.get(`/api/banklines/${line}`)).body).toMatchObject({ IsMatched: false })
  const set = async (MatchDepositFeePercent: number): Promise<void> => {
    expect((await owner.put('/api/settings/1', { MatchDepositFeePercent })).status).toBe(200)
  }
  await set(2)
  expect((await match(line, [{ BatchOutId }], 20)).status).toBe(200)
  expect(await balance(account)).toBe(980)
  expect((await unmatch(line)).status).toBe(200)
  await set(0)
  // what a bank keeps beyond that a manager matches
  expect((await match(line, [{ BatchOutId }], 20)).body.code).toBe('fee')
  expect((await match(line, [{ BatchOutId }], 20, manager)).status).toBe(200)
  await expectInvariants(app.db)
})

test('a receipt that is cancelled after its match is owed by the bank; cash and others’ money are matched with no line', async () => {
  const account = await aBankAccount(accounts)
  const [line, back] = await imported(accounts, account, [
    ['UPI', 'C1', 70],
    ['UPI returned', 'C1', -70],
  ])
  const [item, cash] = [await receipt(70), await receipt(70, paymentMode.Cash)]
  expect((await match(line, [cash])).status).toBe(404)
  expect((await match(line, [{ TransactionId: 999_999 }])).status).toBe(404)
  expect((await match(line, [{}])).status).toBe(400)
  expect((await match(line, [item])).status).toBe(200)
  const cancelled = await manager.put('/api/cancel/transactions', {
    formId: item.TransactionId,
    reason: 'Paid twice',
  })
  expect(cancelled.status).toBe(200)
  await expectInvariants(app.db)
  const open = await accounts.get(`/api/getdata/143?BankAccountId=${account}`)
  expect(open.body.find((one) => one.TransactionId === item.TransactionId)?.Amount).toBe(-70)
  expect((await match(back, [item])).status).toBe(200)
  expect(await balance(account)).toBe(0)
  await expectInvariants(app.db)
})

test('accounts staff post a fee of five percent at most, a manager more; a line of another laboratory does not exist', async () => {
  const account = await aBankAccount(accounts)
  const [line] = await imported(accounts, account, [['Gateway', 'G1', 900]])
  const item = await receipt(1000)
  const refused = await match(line, [item], 100)
  expect([refused.body.code, errorsOf(refused)]).toEqual(['fee', [422, ['Fee']]])
  expect((await match(line, [item], 100, await signedIn(app, 'manager', 2, 3))).status).toBe(404)
  expect((await match(line, [item], 100, manager)).status).toBe(200)
  const read = await accounts.get(`/api/banklines/${line}`)
  expect(read.body).toMatchObject({ IsMatched: true, Fee: 100, Items: [{ Amount: 1000 }] })
  await expectInvariants(app.db)
})

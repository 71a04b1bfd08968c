// Own accounts: entered, refused, and what a drawer and the bank post to them, in every book.
import { expect, test } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { aBankAccount } from '../bankaccounts/bankaccounts.fixture.ts'
import { imported } from '../banklines/banklines.fixture.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { aCashier, openOf, takes } from '../tranbatches/tranbatches.fixture.ts'
import { anOwnAccount } from './ledgeraccounts.fixture.ts'

const { app, admin, manager, accounts, desk } = networkForTests('admin', 'manager', 'accounts', 'desk')
const conveyance = 190
const today = dayOf(new Date())
const errorsOf = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
]
const read = async (id: number): Promise<Read<'ledgeraccounts'>> =>
  (await accounts.get(`/api/ledgeraccounts/${id}`)).body
/** A desk with cash in its batch. */
const drawer = async (amount: number): Promise<[Person, number]> => {
  const person = await aCashier(app)
  await takes(person, await aPatient(manager), amount, paymentMode.Cash)
  return [person, await openOf(person, manager)]
}
const payOut = (person: Person, batch: number, LedgerAccountId: number, Amount = 100) =>
  person.put(`/api/payoutbatch/${batch}`, { Amount, CategoryId: conveyance, LedgerAccountId, Remarks: 'As agreed' })
const toAccount = (line: number | undefined, LedgerAccountId: number | null, person = accounts) =>
  person.put(`/api/toaccount/banklines/${line}`, { LedgerAccountId })
/** The row of an account in the trial balance of a place. */
const balanceOf = async (Account: string, EntityId = 2) =>
  (await listed(accounts, 1070, { EntityId, FromDate: today, ToDate: today })).rows.find(
    (row) => row.Account === Account,
  )

test('an account is of the legal entity of the place, and its history shows what was changed', async () => {
  const id = await anOwnAccount(accounts, { Code: '5001', Name: 'Rent of premises' })
  expect(await read(id)).toMatchObject({ Code: '5001', Kind: 'expense', IsActive: true, EntityId: 1, Balance: 0 })
  expect((await listed(accounts, 1091, { Name: 'Rent of' })).rows).toEqual([
    expect.objectContaining({ LedgerAccountId: id, Code: '5001', Name: 'Rent of premises' }),
  ])
  expect((await accounts.put(`/api/ledgeraccounts/${id}`, { Kind: 'asset' })).status).toBe(200)
  const history = await accounts.get(`/api/actions?ModuleId=ledgeraccounts&FormId=${id}`)
  expect(history.body[0]?.Changes).toEqual({ Kind: ['expense', 'asset'] })
  expect((await desk.post('/api/ledgeraccounts/', { Code: '1', Name: 'Mine', Kind: 'asset' })).status).toBe(403)
})

test('the same code or name, a code of letters, no kind: refused at the field; of two at once one is entered', async () => {
  await anOwnAccount(accounts, { Code: '5002', Name: 'Electricity' })
  const other = await anOwnAccount(accounts, { Code: '5003', Name: 'Water' })
  const send = async (more: Json) =>
    errorsOf(await accounts.post('/api/ledgeraccounts/', { Code: '5004', Name: 'Other', Kind: 'expense', ...more }))
  expect(await send({ Code: '5002' })).toEqual([400, ['Code']])
  expect(await send({ Name: ' electricity ' })).toEqual([400, ['Name']])
  expect(await send({ Code: 'E-1' })).toEqual([400, ['Code']])
  expect(await send({ Kind: 'party' })).toEqual([400, ['Kind']])
  expect(await send({ Kind: null })).toEqual([400, ['Kind']])
  expect(errorsOf(await accounts.put(`/api/ledgeraccounts/${other}`, { Name: 'Electricity' }))).toEqual([400, ['Name']])
  const both = await Promise.all(
    [1, 2].map((n) => accounts.post('/api/ledgeraccounts/', { Code: '5005', Name: `Twice ${n}`, Kind: 'asset' })),
  )
  expect(both.map((one) => one.status).sort()).toEqual([201, 400])
  // another legal entity has its own chart
  await setRows(app, 'clients', { ClientId: 3 }, { LegalEntityId: 3 })
  const nashik = await signedIn(app, 'manager', 2, 3)
  const theirs = await anOwnAccount(nashik, { Code: '5002', Name: 'Electricity' })
  expect((await nashik.get(`/api/ledgeraccounts/${theirs}`)).body.EntityId).toBe(3)
  expect((await accounts.get(`/api/ledgeraccounts/${theirs}`)).status).toBe(404)
  await setRows(app, 'clients', { ClientId: 3 }, { LegalEntityId: 1 })
})

test('petty cash is posted to an own account, and is there in the trial balance, the day book and Tally', async () => {
  const [person, batch] = await drawer(1000)
  const stove = await anOwnAccount(accounts, { Code: '1101', Name: 'Deposit & gas', Kind: 'asset' })
  const income = await anOwnAccount(accounts, { Code: '4101', Name: 'Interest', Kind: 'income' })
  expect(errorsOf(await payOut(person, batch, income))).toEqual([422, ['LedgerAccountId']])
  expect((await payOut(person, batch, stove, 250.5)).status).toBe(200)
  expect(await balanceOf('1101 Deposit & gas')).toMatchObject({ Debit: 250.5, Credit: 0, ClosingBalance: 250.5 })
  const { rows } = await listed(accounts, 1071, { LedgerAccountId: stove, EntityId: 2 })
  expect(rows.map((row) => [row.Account, row.Debit, row.Voucher])).toEqual([['1101 Deposit & gas', 250.5, 'Paid out']])
  const file = await accounts.get(`/api/tally?FromDate=${today}&ToDate=${today}&EntityId=2`)
  expect(file.text).toContain('<NAME>1101 Deposit &amp; gas</NAME><PARENT>Current Assets</PARENT>')
  const shown = (await manager.get(`/api/tranbatches/${batch}`)).body.CashOuts
  expect(shown[0]).toMatchObject({ Category: 'Conveyance', OwnAccount: '1101 Deposit & gas' })
  await expectInvariants(app.db)
  const cancel = { BatchOutId: shown[0]?.BatchOutId, reason: 'Paid by card' }
  expect((await manager.put(`/api/cancelout/${batch}`, cancel)).status).toBe(200)
  expect((await read(stove)).Balance).toBe(0)
  await expectInvariants(app.db)
})

test('a line of the bank is posted whole, in or out, as far as accounts may alone; undone it is posted back', async () => {
  const bank = await aBankAccount(accounts)
  const rent = await anOwnAccount(accounts, { Code: '5101', Name: 'Rent' })
  const interest = await anOwnAccount(accounts, { Code: '4201', Name: 'Interest of the bank', Kind: 'income' })
  const [paid, earned, big] = await imported(accounts, bank, [
    ['CHQ RENT', 'R1', -400],
    ['INT PD', 'I1', 12.35],
    ['NEFT X', 'N1', 60_000],
  ])
  expect(errorsOf(await toAccount(paid, null))).toEqual([400, ['LedgerAccountId']])
  expect((await toAccount(paid, rent)).body.message).toBe('₹400.00 is posted to 5101 Rent')
  expect((await toAccount(paid, rent)).body.code).toBe('matched')
  expect((await toAccount(earned, interest)).status).toBe(200)
  expect([(await read(rent)).Balance, (await read(interest)).Balance]).toEqual([400, -12.35])
  expect((await accounts.get(`/api/banklines/${paid}`)).body).toMatchObject({
    IsMatched: true,
    OwnAccount: '5101 Rent',
    Fee: null,
  })
  const alone = await toAccount(big, interest)
  expect([errorsOf(alone), alone.body.code]).toEqual([[422, ['LedgerAccountId']], 'fee'])
  expect((await toAccount(big, interest, manager)).status).toBe(200)
  await expectInvariants(app.db)
  const reason = 'It is the receipt of a buyer'
  expect((await manager.put(`/api/unmatch/banklines/${big}`, { reason })).status).toBe(200)
  expect((await read(interest)).Balance).toBe(-12.35)
  expect((await accounts.get(`/api/bankaccounts/${bank}`)).body.Balance).toBe(-387.65)
  await expectInvariants(app.db)
})

test("another entity's account is refused in the books of a place, also to who works for both; so is an inactive one", async () => {
  const [person, batch] = await drawer(500)
  await setRows(app, 'clients', { ClientId: 3 }, { LegalEntityId: 3 })
  const nashik = await signedIn(app, 'manager', 2, 3)
  const theirs = await anOwnAccount(nashik)
  const old = await anOwnAccount(accounts, { IsActive: false })
  expect(errorsOf(await payOut(person, batch, theirs))).toEqual([404, ['LedgerAccountId']])
  expect(errorsOf(await payOut(person, batch, old))).toEqual([400, ['LedgerAccountId']])
  const [line] = await imported(accounts, await aBankAccount(accounts), [['CHQ', 'C1', -10]])
  const ofBoth = await toAccount(line, theirs, admin)
  expect([errorsOf(ofBoth), ofBoth.body.code]).toEqual([[422, ['LedgerAccountId']], 'other-entity'])
  expect((await accounts.get(`/api/banklines/${line}`)).body.IsMatched).toBe(false)
  await setRows(app, 'clients', { ClientId: 3 }, { LegalEntityId: 1 })
})

test('in books of several legal entities an own account has the name of its own', async () => {
  const [person, batch] = await drawer(500)
  const same = { Code: '5301', Name: 'Repairs' }
  const ours = await anOwnAccount(accounts, same)
  expect((await payOut(person, batch, ours)).status).toBe(200)
  // with the places below it
  await setRows(app, 'clients', { ParentId: 3, LegalEntityId: 1 }, { LegalEntityId: 3 })
  await setRows(app, 'clients', { ClientId: 3 }, { LegalEntityId: 3 })
  const nashik = await signedIn(app, 'manager', 2, 3)
  const bank = await aBankAccount(nashik, { OwnerId: 3 })
  const [line] = await imported(nashik, bank, [['CHQ', 'C2', -10]])
  expect((await toAccount(line, await anOwnAccount(nashik, same), nashik)).status).toBe(200)
  const booksOf = async (of: Person, EntityId: number): Promise<unknown> => {
    const { rows } = await listed(of, 1070, { EntityId, FromDate: today, ToDate: today })
    const balances = rows.filter((row) => String(row.Account).startsWith('5301'))
    const day = await listed(of, 1071, { EntityId, FromDate: today, ToDate: today })
    const inDayBook = day.rows.map((row) => String(row.Account)).filter((name) => name.startsWith('5301'))
    const file = await of.get(`/api/tally?FromDate=${today}&ToDate=${today}&EntityId=${EntityId}`)
    return [
      balances.map((row) => [row.Account, row.ClosingBalance]),
      [...new Set(inDayBook)].sort(),
      [...file.text.matchAll(/<NAME>(5301[^<]*)</g)].map(([, name]) => name),
    ]
  }
  const [one, other] = [1, 3].map((ClientId) => valueOf<string>(app, 'clients', { ClientId }, 'name'))
  const names = [`5301 Repairs (${await one})`, `5301 Repairs (${await other})`] as const
  expect(await booksOf(admin, 1)).toEqual([
    [
      [names[0], 100],
      [names[1], 10],
    ],
    [...names].sort(),
    [...names].sort(),
  ])
  // alone each has its plain name
  expect(await booksOf(accounts, 2)).toEqual([[['5301 Repairs', 100]], ['5301 Repairs'], ['5301 Repairs']])
  expect(await booksOf(nashik, 3)).toEqual([[['5301 Repairs', 10]], ['5301 Repairs'], ['5301 Repairs']])
  await setRows(app, 'clients', { LegalEntityId: 3 }, { LegalEntityId: 1 })
})

test('the kind of an account in use stays, its name and whether it is active may change; it is never removed', async () => {
  const [person, batch] = await drawer(500)
  const id = await anOwnAccount(accounts, { Code: '5201', Name: 'Tea' })
  expect((await payOut(person, batch, id)).status).toBe(200)
  const changed = await accounts.put(`/api/ledgeraccounts/${id}`, { Kind: 'asset' })
  expect([errorsOf(changed), changed.body.code]).toEqual([[422, ['Kind']], 'account-in-use'])
  expect((await accounts.call('DELETE', `/api/ledgeraccounts/${id}`)).status).toBe(404)
  expect((await accounts.put(`/api/ledgeraccounts/${id}`, { Name: 'Tea and water', IsActive: false })).status).toBe(200)
  expect(await balanceOf('5201 Tea and water')).toMatchObject({ ClosingBalance: 100 })
  const picked = (await person.get('/api/getdata/146')).body.map((row) => row.LedgerAccountId)
  expect(picked).not.toContain(id)
})

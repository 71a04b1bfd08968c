// Tax that is paid to the government: accounts staff pay it alone up to a limit of the day, and beyond it by two.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { lessAmounts } from '../../core/money.ts'
import { setNetwork } from '../../core/network.ts'
import { role } from '../../core/user.ts'
import { at } from '../../server/clock.ts'
import { readNetwork } from '../../server/db/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { countRows, readRow, setRows } from '../../server/testing/rows.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { booked } from '../sales/sales.fixture.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'
import { aCashier } from '../tranbatches/tranbatches.fixture.ts'
import { approve, askedFor, askFor, refuse } from './requests.fixture.ts'

const { app, admin, labAdmin, manager, desk } = networkForTests('admin', 'labAdmin', 'manager', 'desk')
const path = 'paygst/partyledger'
const month = dayOf(new Date()).slice(0, 7)
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  expect((await labAdmin.put('/api/products/3002', { GstRate: 18, Sac: '999799' })).status).toBe(200)
  for (const _sale of [1, 2, 3]) await booked(labAdmin, { products: [3002] })
})
afterEach(() => expectInvariants(app.db))
const limitOf = async (AccountsTaxLimit: number | null): Promise<void> => {
  expect((await admin.put('/api/settings/1', { AccountsTaxLimit })).status).toBe(200)
  setNetwork(await readNetwork(app.db.read))
}
afterAll(() => limitOf(20_000))

const owed = async (): Promise<number> =>
  (
    await readRow<{ Owed: number }>(
      app,
      'ledger_entries',
      { Account: 'gst payable', SellerId: 2 },
      'coalesce(sum(credit - debit), 0)::float8 as owed',
    )
  ).Owed
let challans = 26_112_700_000_000
const challan = (Amount: number, more: Json = {}) => ({
  ...{ SellerId: 2, Month: month, Amount, Date: dayOf(new Date()), ChallanNo: String((challans += 1)) },
  ...byBank(),
  ...more,
})
const pay = (person: Person, body: Json) => person.post(`/api/${path}`, body)
const stateOf = async (id: number): Promise<unknown> => (await manager.get(`/api/requests/${id}`)).body.State

test('up to the limit of the day alone, beyond it once a manager agrees, who sees the whole payment', async () => {
  await limitOf(10)
  const clerk = await aCashier(app, role.Accounts)
  expect((await pay(clerk, challan(6))).status).toBe(200)
  const before = await owed()
  const more = challan(5)
  const alone = await pay(clerk, more)
  const why = 'You may pay of taxes ₹10.00 a day, and this makes it ₹11.00. A manager can do it'
  expect(alone).toMatchObject({ status: 422, body: { errors: { Amount: [why] }, needs: { kind: 'tax', amount: 5 } } })
  const id = await askedFor(clerk, path, more)
  expect([(await askFor(clerk, path, more)).status, await owed()]).toEqual([409, before])
  const waits = async (person: Person) =>
    (await person.get('/api/getdata/2139')).body.some((row) => row.RequestId === id)
  expect([await waits(manager), await waits(desk), await waits(clerk)]).toEqual([true, false, false])
  const shown = (await manager.get(`/api/requests/${id}`)).body
  expect(shown).toMatchObject({ ModuleId: 'transactions', FormId: null, Amount: 5, Why: why })
  // the number that its trial was given may be another payment's by then
  expect(Object.keys(shown.Changes)).not.toContain('TransactionId')
  expect(shown.Changes).toMatchObject({
    Amount: [null, 5],
    PaymentRef: [null, more.PaymentRef],
    Remarks: [null, `GST of ${month} to the government, challan ${String(more.ChallanNo)}`],
  })
  // never who asked, nor another of accounts
  const other = await aCashier(app, role.Accounts)
  for (const person of [clerk, other, desk]) expect((await approve(person, id)).status).not.toBe(200)
  expect(await owed()).toBe(before)
  const done = await approve(manager, id)
  expect([done.status, done.body.message, await owed()]).toEqual([200, '₹5.00 GST paid', lessAmounts(before, 5)])
  const { TransactionId } = await readRow<{ TransactionId: number }>(
    app,
    'gst_challans',
    { ChallanNo: more.ChallanNo },
    'transaction_id',
  )
  const [entry] = (await labAdmin.get(`/api/actions?ModuleId=transactions&FormId=${TransactionId}`)).body
  expect(entry).toMatchObject({ Action: 'pay GST', User: { UserName: expect.stringMatching(/^cashier/) } })
  expect(entry?.Remarks).toContain(`request ${id}`)
  // what was agreed to counts towards the day, too
  expect((await pay(clerk, challan(1))).status).toBe(422)
})

test('of two who decide at once one wins; a refused request pays nothing', async () => {
  await limitOf(0)
  const clerk = await aCashier(app, role.Accounts)
  const before = await owed()
  const [one, two] = [await askedFor(clerk, path, challan(3)), await askedFor(clerk, path, challan(2))]
  const answers = await Promise.all([approve(manager, one), approve(admin, one)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await owed()).toBe(lessAmounts(before, 3))
  expect((await refuse(manager, two)).status).toBe(200)
  expect([(await approve(manager, two)).status, await owed()]).toEqual([422, lessAmounts(before, 3)])
})

test('what was paid, or numbered, meanwhile is refused at its field, and the request waits on', async () => {
  await limitOf(0)
  const clerk = await aCashier(app, role.Accounts)
  const [all, number] = [await owed(), challan(1)]
  const [whole, numbered] = [await askedFor(clerk, path, challan(all)), await askedFor(clerk, path, number)]
  const paid = await pay(labAdmin, { ...number, ...byBank() })
  expect(paid.status).toBe(200)
  const refused = await approve(manager, whole)
  const left = `₹${lessAmounts(all, 1).toFixed(2)} of GST is owed`
  expect([refused.status, refused.body.errors]).toEqual([400, { Amount: [expect.stringContaining(left)] }])
  const used = await approve(manager, numbered)
  expect([used.status, used.body.code]).toEqual([400, 'challan-used'])
  expect([await owed(), await stateOf(whole), await stateOf(numbered)]).toEqual([
    lessAmounts(all, 1),
    'waiting',
    'waiting',
  ])
  // the wrong payment is cancelled: it can be done
  const wrong = { formId: paid.body.TransactionId, reason: 'Other place' }
  expect((await labAdmin.put('/api/cancel/transactions', wrong)).status).toBe(200)
  expect([(await approve(manager, numbered)).status, await owed()]).toEqual([200, lessAmounts(all, 1)])
})

test('of two at once the second sees what the first paid', async () => {
  await limitOf(5)
  const clerk = await aCashier(app, role.Accounts)
  const before = await owed()
  const answers = await Promise.all([pay(clerk, challan(3)), pay(clerk, challan(3))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await owed()).toBe(lessAmounts(before, 3))
})

test('what is wrong is not asked for, nor what one may do alone, nor what creates no record', async () => {
  await limitOf(5)
  const clerk = await aCashier(app, role.Accounts)
  const count = await countRows(app, 'requests', { AskedById: clerk.userId })
  const fields = async (body: Json) => Object.keys((await askFor(clerk, path, body)).body.errors)
  expect(await fields(challan(6, { ChallanNo: null }))).toEqual(['ChallanNo'])
  expect(await fields(challan(9_000))).toEqual(['Amount'])
  expect(await fields(challan(6, { Another: 1 }))).toEqual(['Another'])
  expect((await askFor(clerk, path, challan(6, { SellerId: 3 }))).status).toBe(404)
  expect((await askFor(desk, path, challan(6))).status).toBe(403)
  const own = await askFor(clerk, path, challan(1))
  expect([own.status, own.body.message]).toEqual([422, 'You may do this yourself: no second person is needed'])
  expect((await askFor(clerk, 'selectedall/testresults', {})).status).toBe(400)
  expect(await countRows(app, 'requests', { AskedById: clerk.userId })).toBe(count)
})

test('without a limit, and by a manager, any sum', async () => {
  await limitOf(null)
  expect((await pay(await aCashier(app, role.Accounts), challan(7))).status).toBe(200)
  await limitOf(0)
  expect((await pay(labAdmin, challan(7))).status).toBe(200)
})

// last: closed books stay closed
test('books that were closed meanwhile keep their day: the request is refused there', async () => {
  await limitOf(0)
  const clerk = await aCashier(app, role.Accounts)
  const before = await owed()
  const id = await askedFor(clerk, path, challan(1))
  await setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: dayOf(new Date()) })
  // today never is in closed books
  const closed = await at(new Date(Date.now() + 86_400_000), () => approve(manager, id))
  expect([closed.status, Object.keys(closed.body.errors), await owed()]).toEqual([422, ['Date'], before])
  expect(await stateOf(id)).toBe('waiting')
})

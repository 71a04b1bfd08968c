// What one person accepts and pays of purchase bills alone: by the day, whatever way the money is put on the bills.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, atTime, dayOf } from '../../core/dates.ts'
import { role } from '../../core/user.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows, setRows } from '../../server/testing/rows.ts'
import { signedIn, type Answered, type Json, type Person } from '../../server/testing/signed-in.ts'
import { keptClient } from '../clients/clients.fixture.ts'
import { clientType, paymentMode } from '../lists/items.model.ts'
import { approve, askedFor } from '../requests/requests.fixture.ts'
import { aBill, enter, entered } from './purchasebills.fixture.ts'

const { app, admin, manager } = networkForTests('admin', 'manager')
/** Two of accounts, new for each test: what the day has of them is of that test. */
let accounts: Person
let colleague: Person
let people = 0
const another = async (): Promise<Person> => {
  people += 1
  const user = `accounts${people}`
  await app.db.transaction((tx) => addUser(tx, { user, name: user, role: role.Accounts, entity: 2 }))
  return signedIn(app, user, role.Accounts, 2)
}
const limits = (more: Json) => admin.put('/api/settings/1', more)
beforeEach(async () => {
  accounts = await another()
  colleague = await another()
  expect((await limits({ AccountsOwnBillLimit: 100, PurchaseDifferenceLimit: 1000 })).status).toBe(200)
})
afterEach(() => expectInvariants(app.db))

let labs = 0
/** An outside laboratory of its own, to which no money is paid ahead. */
const aLab = (): Promise<number> => {
  labs += 1
  const code = `OB${String.fromCharCode(64 + labs)}`
  return keptClient(admin, {
    ClientTypeId: clientType.ExternalLab,
    Name: `Own bills ${labs}`,
    Code: code,
    BillPrefix: code,
    ParentId: 1,
    Area: 'Thane',
  })
}
const courier = (Amount: number, more: Json = {}) =>
  aBill([{ Description: 'Courier', Amount }], { Reason: 'As agreed', ...more })
let payments = 0
const payment = (Amount: number) => {
  payments += 1
  return { Amount, PaymentModeId: paymentMode.BankTransfer, PaymentRef: `OWN ${payments}` }
}
const pay = (person: Person, id: number, Amount: number) => person.put(`/api/pay/purchasebills/${id}`, payment(Amount))
const refused = ({ status, body }: Answered): unknown[] => [status, Object.keys(body.errors ?? {}), body.needs?.kind]
const beyond = [400, ['Amount'], 'own-bill']
const outstanding = async (id: number): Promise<unknown> =>
  (await accounts.get(`/api/purchasebills/${id}`)).body.Outstanding

test('differences of several bills of a day count together, and a bill that is cancelled counts no more', async () => {
  const first = await entered(accounts, courier(600))
  expect(refused(await enter(accounts, courier(401)))).toEqual([400, ['TotalAmount'], 'purchase'])
  await entered(colleague, courier(1000))
  const second = await entered(accounts, courier(400))
  expect(refused(await enter(accounts, courier(0.01)))).toEqual([400, ['TotalAmount'], 'purchase'])
  // a correction counts as it is then
  const more = { Lines: [{ Description: 'Courier', Amount: 400.01 }], TotalAmount: 400.01 }
  expect(refused(await accounts.put(`/api/purchasebills/${second}`, more))).toEqual([400, ['TotalAmount'], 'purchase'])
  expect((await accounts.put(`/api/cancel/purchasebills/${first}`, { reason: 'Entered twice' })).status).toBe(200)
  await entered(accounts, courier(600))
})

test('two bills of one person at once do not both pass the limit', async () => {
  const both = await Promise.all([
    enter(accounts, courier(600, { SupplierId: await aLab() })),
    enter(accounts, courier(600, { SupplierId: await aLab() })),
  ])
  expect(both.map((one) => one.status).sort()).toEqual([201, 400])
})

test('who entered bills pays them up to the limit of a day; another person pays the rest, or agrees', async () => {
  const [one, two] = [await aLab(), await aLab()]
  const first = await entered(accounts, courier(90, { SupplierId: one }))
  const second = await entered(accounts, courier(80, { SupplierId: two }))
  expect((await pay(accounts, first, 90)).status).toBe(200)
  const over = await pay(accounts, second, 10.01)
  expect(refused(over)).toEqual(beyond)
  expect(over.body.message).toContain('that you entered, ₹100.00 a day, and this makes it ₹100.01')
  expect(await outstanding(second)).toBe(80)
  expect((await pay(accounts, second, 10)).status).toBe(200)
  expect((await pay(colleague, second, 20)).status).toBe(200)
  const request = await askedFor(accounts, `pay/purchasebills/${second}`, payment(50))
  expect((await approve(accounts, request)).status).toBe(422)
  expect((await approve(colleague, request)).status).toBe(200)
  expect(await outstanding(second)).toBe(0)
  // bills of others have been seen by two
  const theirs = await entered(colleague, courier(500, { SupplierId: one }))
  expect((await pay(accounts, theirs, 500)).status).toBe(200)
  // who corrects a bill has accepted it
  const corrected = await entered(colleague, courier(300, { SupplierId: two }))
  const more = { Lines: [{ Description: 'Courier', Amount: 310 }], TotalAmount: 310 }
  expect((await accounts.put(`/api/purchasebills/${corrected}`, more)).status).toBe(200)
  expect(refused(await pay(accounts, corrected, 1))).toEqual(beyond)
  expect((await pay(manager, corrected, 310)).status).toBe(200)
})

test('money that is taken off a bill, or put on another one, is paid all the same', async () => {
  const lab = await aLab()
  const theirs = await entered(colleague, courier(300, { SupplierId: lab }))
  const own = await entered(accounts, courier(200, { SupplierId: lab }))
  expect((await limits({ AccountsOwnBillLimit: 0 })).status).toBe(200)
  expect((await pay(accounts, theirs, 300)).status).toBe(200)
  const [put] = await readRows<{ Id: number }>(app, 'allocations', { ToBillId: theirs }, 'allocation_id as id')
  const undo = { AllocationId: put?.Id, reason: 'Of another bill' }
  expect((await accounts.put(`/api/unallocate/purchasebills/${theirs}`, undo)).status).toBe(200)
  expect((await accounts.put(`/api/allocate/purchasebills/${own}`)).status).toBe(422)
  // nor on another day
  await setRows(app, 'transactions', { ReceiverId: lab }, { Date: atTime(addDays(dayOf(new Date()), -1), 12, 0) })
  const next = await accounts.put(`/api/allocate/purchasebills/${own}`)
  expect([next.status, next.body.needs.kind]).toEqual([422, 'own-bill'])
  expect((await accounts.put(`/api/allocate/purchasebills/${theirs}`)).status).toBe(200)
})

test('a new bill that takes what was paid ahead is paid by it, within the limit of who enters it', async () => {
  const lab = await aLab()
  const theirs = await entered(colleague, courier(300, { SupplierId: lab }))
  expect((await pay(accounts, theirs, 300)).status).toBe(200)
  const [put] = await readRows<{ Id: number }>(app, 'allocations', { ToBillId: theirs }, 'allocation_id as id')
  const undo = { AllocationId: put?.Id, reason: 'Of another bill' }
  expect((await accounts.put(`/api/unallocate/purchasebills/${theirs}`, undo)).status).toBe(200)
  const own = await enter(accounts, courier(300, { SupplierId: lab }))
  expect(refused(own)).toEqual([400, ['TotalAmount'], 'own-bill'])
  expect((await accounts.put(`/api/allocate/purchasebills/${theirs}`)).status).toBe(200)
})

test('a difference that a second person agreed to is accepted by that person; a cancelled payment counts no more', async () => {
  const lab = await aLab()
  const dear = courier(1001, { SupplierId: lab })
  const request = await askedFor(accounts, 'purchasebills', dear)
  expect((await approve(manager, request)).status).toBe(200)
  const [bill] = await readRows<{ Id: number }>(app, 'purchase_bills', { SupplierId: lab }, 'purchase_bill_id as id')
  expect((await pay(accounts, Number(bill?.Id), 1001)).status).toBe(200)
  const own = await entered(accounts, courier(100, { SupplierId: lab }))
  const paid = await pay(accounts, own, 100)
  expect(paid.status).toBe(200)
  const cancel = { formId: paid.body.TransactionId, reason: 'Not sent' }
  expect((await accounts.put('/api/cancel/transactions', cancel)).status).toBe(200)
  expect((await pay(accounts, own, 100)).status).toBe(200)
})

test('each limit is of its role, and empty is none', async () => {
  expect((await limits({ AccountsOwnBillLimit: -1 })).body.errors).toHaveProperty('AccountsOwnBillLimit')
  expect((await limits({ AccountsOwnBillLimit: null, DeskOwnBillLimit: 0 })).status).toBe(200)
  const own = await entered(accounts, courier(900))
  expect((await pay(accounts, own, 900)).status).toBe(200)
})

test('the bills of a courier count to the same limit', async () => {
  expect((await limits({ AccountsOwnBillLimit: 0 })).status).toBe(200)
  const swift = await keptClient(admin, { ClientTypeId: clientType.Courier, Name: 'Swift Couriers' })
  const bill = await entered(accounts, courier(90, { SupplierId: swift }))
  expect(refused(await pay(accounts, bill, 1))).toEqual(beyond)
  expect((await pay(colleague, bill, 90)).status).toBe(200)
})

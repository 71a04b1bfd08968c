// Tax that a customer deducted settles a bill without money: by one person up to a limit of the day, and never by more
// than its receipt allows, also in the sale.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { role } from '../../core/user.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { approve, askedFor } from '../requests/requests.fixture.ts'
import { aPatient, booked, saleOf } from '../sales/sales.fixture.ts'
import { aCashier } from '../tranbatches/tranbatches.fixture.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'

const { app, admin, manager, desk } = networkForTests('admin', 'manager', 'desk')
let PatientId: number
beforeAll(async () => {
  PatientId = await aPatient(manager)
})
afterEach(() => expectInvariants(app.db))
const limits = async (AccountsDeductedLimit: number | null, ManagerDeductedLimit: number | null): Promise<void> => {
  expect((await admin.put('/api/settings/1', { AccountsDeductedLimit, ManagerDeductedLimit })).status).toBe(200)
}
afterAll(() => limits(20_000, 200_000))

type Bill = { readonly sale: Read<'sales'>; readonly body: Json }
/** A bill of 350 rupees, and what records that its customer deducted some of it. */
const bill = async (TdsAmount: number): Promise<Bill> => {
  const sale = await booked(desk, { PatientId })
  const parties = { GiverId: PatientId, ReceiverId: 2, InvoiceId: sale.InvoiceId }
  return { sale, body: { Date: new Date().toISOString(), ...parties, ...byBank(), Amount: 280, TdsAmount } }
}
const record = (person: Person, { body }: Bill) => person.post('/api/transactions/', body)
/** Cancels the tax that was recorded beside a receipt. */
const cancelTax = async ({ body }: Awaited<ReturnType<typeof record>>, person: Person) => {
  const TdsOfId = body.TransactionId
  const formId = await valueOf<number>(app, 'transactions', { TdsOfId }, 'transaction_id')
  return person.put('/api/cancel/transactions', { formId, reason: 'The customer deducted no tax' })
}
const paidOf = async ({ sale }: Bill): Promise<unknown> => (await saleOf(desk, sale.SaleId)).Paid

test('up to the limit of the day alone, beyond it once a manager agrees, and what is cancelled counts no more', async () => {
  await limits(100, null)
  const clerk = await aCashier(app, role.Accounts)
  const first = await record(clerk, await bill(60))
  expect([first.status, first.body.errors]).toEqual([201, undefined])
  const more = await bill(41)
  const why = 'You may record as TDS of customers ₹100.00 a day, and this makes it ₹101.00. A manager can do it'
  expect(await record(clerk, more)).toMatchObject({
    status: 400,
    body: { errors: { TdsAmount: [why] }, needs: { kind: 'deducted', by: [1, 2], amount: 41 } },
  })
  expect(await paidOf(more)).toBe(0)
  const id = await askedFor(clerk, 'transactions', more.body)
  expect([
    (await approve(clerk, id)).status,
    (await approve(await aCashier(app, role.Accounts), id)).status,
  ]).not.toContain(200)
  expect([(await approve(manager, id)).status, await paidOf(more)]).toEqual([200, 321])
  expect((await cancelTax(first, clerk)).status).toBe(200)
  // of two at once the second sees what the first recorded
  const both = [await bill(40), await bill(40)]
  const answers = await Promise.all(both.map((one) => record(clerk, one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
})

test('a manager, too, has a limit, and another one agrees beyond it', async () => {
  await limits(20_000, 100)
  const [one, other] = [await aCashier(app, role.BusinessManager), await aCashier(app, role.BusinessManager)]
  expect((await record(one, await bill(70))).status).toBe(201)
  const more = await bill(31)
  expect((await record(one, more)).body).toMatchObject({
    code: 'beyond-limit',
    needs: { kind: 'deducted', by: [1, 2] },
  })
  const id = await askedFor(one, 'transactions', more.body)
  expect([(await approve(one, id)).body.code, (await approve(other, id)).status]).toEqual(['own-request', 200])
})

test('in the sale neither the tax nor its receipt is cancelled or another one; the tax goes first', async () => {
  const made = await bill(60)
  const receipt = await record(manager, made)
  expect(receipt.status).toBe(201)
  const path = `/api/sales/${String(made.sale.SaleId)}` as const
  const rows = async () => (await manager.get(path)).body.Invoice.Transactions
  const before = await rows()
  const save = (Transaction: Json) =>
    manager.put(path, { ReceiptReason: 'Typed wrongly', Invoice: { Transactions: [Transaction] } })
  for (const { TransactionId } of before)
    for (const act of [{ Amount: 1 }, { Cancelled: true }]) {
      const answer = await save({ TransactionId, ...act })
      expect([answer.status, answer.body.code]).toEqual([422, 'tds'])
    }
  expect(await rows()).toEqual(before)
  expect((await cancelTax(receipt, manager)).status).toBe(200)
  expect((await save({ TransactionId: receipt.body.TransactionId, Amount: 1 })).status).toBe(200)
  expect(await paidOf(made)).toBe(1)
})

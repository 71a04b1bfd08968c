// A transaction that is wrong is cancelled with a reason: in its open batch, or by the opposite one today.
import { beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { addDays, dayOf } from '../../../core/dates.ts'
import { role } from '../../../core/user.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient, booked, owed, saleOf } from '../../sales/sales.fixture.ts'
import { aCashier, openOf, takes } from '../../tranbatches/tranbatches.fixture.ts'

const { app, desk, accounts, manager, admin } = networkForTests('desk', 'accounts', 'manager', 'admin')
let PatientId: number
beforeAll(async () => {
  PatientId = await aPatient(manager)
})
const cancel = (person: Person, formId: number, reason: string | undefined = 'One nought too many') =>
  person.put('/api/cancel/transactions', { formId, ...(reason !== '' && { reason }) })
const read = async (id: number): Promise<Read<'transactions'>> => (await manager.get(`/api/transactions/${id}`)).body
const close = async (person: Person, amount: number): Promise<number> => {
  const id = await openOf(person, manager)
  const Counted = [{ PaymentModeId: paymentMode.Cash, Amount: amount }]
  expect((await person.put(`/api/closebatch/${id}`, { Counted })).status).toBe(200)
  return id
}
const heldIn = (BatchId: number) => valueOf<number>(app, 'batch_sums', { BatchId }, 'expected')

test('money on account in an open batch is cancelled by accounts or a manager, with a reason that is kept', async () => {
  const cashier = await aCashier(app)
  const own = await aPatient(desk)
  const id = await takes(cashier, own, 9000)
  expect((await cancel(cashier, id)).body).toMatchObject({ code: 'accounts-only' })
  expect((await cancel(accounts, id, '')).body.errors).toEqual({ reason: ['Please enter why it is cancelled'] })
  expect((await cancel(accounts, id, '. 1')).status).toBe(422)
  expect((await cancel(accounts, id)).body.message).toBe(`Transaction ${id} is cancelled`)
  expect(await read(id)).toMatchObject({ IsCancelled: true, CancelReason: 'One nought too many', ReversedById: null })
  expect([await owed(desk, own), await heldIn(await openOf(cashier, manager))]).toEqual([0, 0])
  const batch = (await manager.get(`/api/tranbatches/${await openOf(cashier, manager)}`)).body
  expect(batch.Transactions).toMatchObject([{ TransactionId: id, IsCancelled: true }])
  expect((await cancel(accounts, id)).status).toBe(422)
  const history = (await manager.get(`/api/actions?ModuleId=transactions&FormId=${id}`)).body
  expect(history[0]).toMatchObject({ Action: 'cancel', Remarks: 'One nought too many' })
  const news = (await cashier.get('/api/getdata/9')).body
  expect(JSON.stringify(news)).toContain(`Transaction ${id} of your batch is cancelled`)
  await expectInvariants(app.db)
})

test('in a closed batch and a closed period the opposite is recorded today, in the batch of who cancels', async () => {
  const cashier = await aCashier(app)
  const own = await aPatient(desk)
  const id = await takes(cashier, own, 900)
  const batch = await close(cashier, 900)
  await setRows(app, 'transactions', { TransactionId: id }, { Date: new Date(Date.now() - 5 * 86_400_000) })
  await admin.put('/api/clients/1', { BooksClosedTill: addDays(dayOf(new Date()), -2) })
  const answer = await cancel(accounts, id)
  const reversal = answer.body.TransactionId
  expect([answer.status, answer.body.message]).toEqual([
    200,
    `Transaction ${id} is cancelled by transaction ${reversal}`,
  ])
  expect(await read(id)).toMatchObject({
    IsCancelled: false,
    ReversedById: reversal,
    CancelReason: 'One nought too many',
  })
  const made = await read(reversal)
  expect(made).toMatchObject({ ReversesId: id, Amount: 900, Kind: 'Refund', GiverId: 2, ReceiverId: own })
  expect([dayOf(String(made.Date)), made.Batch.BatchId]).toEqual([dayOf(new Date()), await openOf(accounts, manager)])
  expect([await owed(desk, own), await heldIn(batch)]).toEqual([0, 900])
  const refused = await cancel(manager, reversal)
  expect([refused.status, refused.body.code]).toEqual([422, 'reversal'])
  expect((await cancel(manager, id)).body.code).toBe('taken-back')
  await expectInvariants(app.db)
})

test('of two users who cancel at once, one does', async () => {
  const cashier = await aCashier(app)
  const id = await takes(cashier, PatientId, 50)
  await close(cashier, 50)
  const answers = await Promise.all([cancel(accounts, id), cancel(manager, id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('a receipt of a sale in a closed batch is cancelled: the sale is due again, and its reversal stays', async () => {
  const cashier = await aCashier(app)
  const sale = await booked(cashier, { PatientId, receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 350 }] })
  await close(cashier, 350)
  const id = sale.Invoice.Transactions[0]?.TransactionId
  const reversal = (await cancel(manager, id)).body.TransactionId
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ Paid: 0, Outstanding: 350 })
  const again = await manager.put(`/api/sales/${sale.SaleId}`, {
    ReceiptReason: 'Not wrong after all',
    Invoice: { Transactions: [{ TransactionId: reversal, Cancelled: true }] },
  })
  expect([again.status, again.body.message]).toEqual([422, 'A reversal cannot be cancelled. Record the money again'])
  await expectInvariants(app.db)
})

test('a refund that is wrong is cancelled too; money that was refunded is not cancelled before its refund', async () => {
  const cashier = await aCashier(app)
  const sale = await booked(cashier, { PatientId, receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 350 }] })
  const id = sale.Invoice.Transactions[0]?.TransactionId
  await cashier.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Booked twice' })
  const given = await cashier.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: paymentMode.Cash })
  const refund = given.body.TransactionId
  expect((await cancel(manager, id)).status).toBe(422)
  expect((await cancel(manager, refund)).status).toBe(200)
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(350)
  expect((await cancel(manager, id)).status).toBe(200)
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(0)
  await expectInvariants(app.db)
})

test('what an insurer settled is marked in a closed batch, too, and is no receipt that is limited', async () => {
  await setRows(app, 'network_settings', { SettingsId: 1 }, { AccountsTakeBackLimit: 0 })
  const clerk = await aCashier(app, role.Accounts)
  const sale = await booked(desk, { PatientId })
  const InvoiceId = sale.InvoiceId
  const cash = await takes(clerk, PatientId, 50, paymentMode.Cash, { InvoiceId })
  const settled = await takes(clerk, PatientId, 300, paymentMode.Insurer, { InvoiceId, Remarks: 'Claim 4711' })
  await close(clerk, 50)
  expect((await cancel(clerk, settled)).body.message).toBe(`Transaction ${settled} is cancelled`)
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(50)
  const refused = await cancel(clerk, cash)
  await setRows(app, 'network_settings', { SettingsId: 1 }, { AccountsTakeBackLimit: 50_000 })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { reason: ['You may cancel receipts of ₹0.00 a day, and this makes it ₹50.00. A manager can do it'] },
  ])
  await expectInvariants(app.db)
})

test('the other side of the money and another laboratory do not cancel it', async () => {
  const id = await takes(manager, 12, 100)
  const centre = await signedIn(app, 'accounts', 7, 12)
  expect((await cancel(centre, id)).body.code).toBe('not-recorder')
  expect((await cancel(await signedIn(app, 'nashik', 5, 3), id)).status).toBe(404)
})

test('a cheque that was cleared by mistake waits again, from today, also in a closed batch', async () => {
  const cashier = await aCashier(app)
  const cheque = { PaymentModeId: paymentMode.Cheque, PaymentRef: '000417', Amount: 350 }
  const sale = await booked(cashier, { PatientId, receipts: [cheque] })
  const batch = await openOf(cashier, manager)
  await cashier.put(`/api/closebatch/${batch}`, { Counted: [{ PaymentModeId: paymentMode.Cheque, Amount: 350 }] })
  const formId = sale.Invoice.Transactions[0]?.TransactionId
  const not = (person: Person, reason = 'Another cheque was meant') =>
    person.put('/api/notcleared/transactions', { formId, reason })
  expect((await not(accounts)).body.code).toBe('not-cleared')
  expect((await accounts.put('/api/cleared/transactions', { formId })).status).toBe(200)
  expect((await cancel(accounts, formId)).body.code).toBe('cheque')
  expect([(await not(cashier)).status, (await not(accounts, '')).status, (await not(accounts)).status]).toEqual([
    422, 400, 200,
  ])
  expect(await readRow(app, 'transactions', { TransactionId: formId }, 'clearing, cleared_on')).toEqual({
    Clearing: 'Waiting',
    ClearedOn: null,
  })
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(0)
  expect((await accounts.put('/api/cleared/transactions', { formId })).status).toBe(200)
  await expectInvariants(app.db)
})

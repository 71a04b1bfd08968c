// A reference by which money is paid out is of one payment from its bank account: each way out asks, at its field.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows, valueOf } from '../../../server/testing/rows.ts'
import { signedIn, type Answered, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { aBankAccount } from '../../bankaccounts/bankaccounts.fixture.ts'
import { keptClient } from '../../clients/clients.fixture.ts'
import { clientType, paymentMode } from '../../lists/items.model.ts'
import { aBill, entered } from '../../purchasebills/purchasebills.fixture.ts'
import { approve, askedFor } from '../../requests/requests.fixture.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { takes } from '../../tranbatches/tranbatches.fixture.ts'

const { app, admin, manager, accounts } = networkForTests('admin', 'manager', 'accounts')

afterEach(() => expectInvariants(app.db))

const aCourier = (more: Json = {}, person: Person = manager): Promise<number> =>
  entered(person, aBill([{ Description: 'Courier', Amount: 100 }], { Reason: 'As agreed', ...more }))
type Paying = { readonly mode?: number; readonly person?: Person }
const pay = (id: number, PaymentRef: string, { mode = paymentMode.BankTransfer, person = accounts }: Paying = {}) =>
  person.put(`/api/pay/purchasebills/${id}`, { Amount: 10, PaymentModeId: mode, PaymentRef })
const refused = ({ status, body }: Answered): unknown[] => [status, body.code, Object.keys(body.errors ?? {})]
const used = [422, 'reference-used', ['PaymentRef']]

test('a second use is refused where it is entered, with the payment that has it, for a manager as well', async () => {
  const id = await aCourier()
  const first = (await pay(id, 'UTR 0099')).body.TransactionId
  for (const written of ['UTR 0099', 'utr-0099', ' UTR0099'])
    for (const person of [accounts, manager]) {
      const again = await pay(id, written, { person })
      expect(refused(again)).toEqual(used)
      expect(again.body.message).toContain(`for transaction ${first}`)
    }
  expect(refused(await pay(await aCourier(), 'UTR 0099'))).toEqual(used)
  // by another mode it is another number
  expect((await pay(id, '000123', { mode: paymentMode.Cheque })).status).toBe(200)
  expect(refused(await pay(id, '123', { mode: paymentMode.Cheque }))).toEqual(used)
  expect((await pay(id, '123', { mode: paymentMode.Upi })).status).toBe(200)
  // once it is cancelled the number may be used
  expect((await accounts.put('/api/cancel/transactions', { formId: first, reason: 'Wrong bill' })).status).toBe(200)
  expect((await pay(id, 'UTR 0099')).status).toBe(200)
})

test('another person agrees to a second use', async () => {
  const id = await aCourier()
  const body = { Amount: 10, PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'TWICE 1' }
  expect((await pay(id, 'TWICE 1')).status).toBe(200)
  const request = await askedFor(manager, `pay/purchasebills/${id}`, body)
  expect((await approve(manager, request)).body.code).toBe('own-request')
  expect((await approve(admin, request)).status).toBe(200)
})

test('a refund, and a reference that is corrected, ask as well', async () => {
  const id = await aCourier()
  const paid = (await pay(id, 'WAY 1')).body.TransactionId
  const PatientId = await aPatient(manager)
  await takes(manager, PatientId, 500, paymentMode.BankTransfer)
  const back = (PaymentRef: string) =>
    manager.post('/api/transactions/', {
      GiverId: 2,
      ReceiverId: PatientId,
      Amount: 100,
      PaymentModeId: paymentMode.BankTransfer,
      PaymentRef,
      Date: new Date().toISOString(),
    })
  expect(refused(await back('WAY 1'))).toEqual(used)
  const refund = await back('WAY 2')
  expect(refund.status).toBe(201)
  const correct = (PaymentRef: string) => accounts.put(`/api/transactions/${paid}`, { PaymentRef })
  expect(refused(await correct('WAY-2'))).toEqual(used)
  expect(await valueOf(app, 'transactions', { TransactionId: paid }, 'payment_ref')).toBe('WAY 1')
  expect((await correct('way 1')).status).toBe(200)
  // of two that have one reference already, the remarks are corrected by one person
  await setRows(app, 'transactions', { TransactionId: paid }, { PaymentRef: 'WAY 2' })
  expect((await accounts.put(`/api/transactions/${paid}`, { Remarks: 'By courier' })).status).toBe(200)
  expect((await correct('WAY 3')).status).toBe(200)
  // what is received has numbers of other banks
  await takes(manager, PatientId, 500, paymentMode.BankTransfer, { PaymentRef: 'WAY 2' })
})

test('of two payments at once with one reference, one is recorded', async () => {
  const other = { ClientTypeId: clientType.ExternalLab, Name: 'Other outside', Code: 'OTHER', BillPrefix: 'OTH' }
  const SupplierId = await keptClient(admin, { ...other, ParentId: 1, Area: 'Thane' })
  const [one, two] = [await aCourier(), await aCourier({ SupplierId })]
  const both = await Promise.all([pay(one, 'RACE 00'), pay(two, 'race00', { person: manager })])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
})

test('places that pay from one account of their legal entity share its numbers, others do not', async () => {
  const nashik = await signedIn(app, 'manager', 2, 3)
  const [here, there] = [await aCourier(), await aCourier({ BuyerId: 3 }, nashik)]
  expect((await pay(here, 'SHARED 1')).status).toBe(200)
  expect((await pay(there, 'SHARED 1', { person: nashik })).status).toBe(200)
  await aBankAccount(admin, { OwnerId: 1 })
  expect((await pay(here, 'SHARED 2')).status).toBe(200)
  const elsewhere = await pay(there, 'SHARED 2', { person: nashik })
  expect(refused(elsewhere)).toEqual(used)
  // what they may not read is not told
  expect(elsewhere.body.message).toContain('was used before')
  await aBankAccount(nashik, { OwnerId: 3 })
  expect((await pay(there, 'SHARED 2', { person: nashik })).status).toBe(200)
})

// Who may owe how much: credit limit, warning at 80 %, override, prepaid, also when many save at once.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { bumpVersion } from '../../../server/session/session.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { insertOf, setRows } from '../../../server/testing/rows.ts'
import { aPatient, aSale, booked, saleOf } from '../sales.fixture.ts'

const { app, desk, manager, accounts } = networkForTests('desk', 'manager', 'accounts')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
const limit = (buyer: number, amount: number | null) =>
  setRows(app, 'clients', { ClientId: buyer }, { CreditLimit: amount })
const buy = (BuyerId: number, person = desk, more: Json = {}) =>
  person.post('/api/sales/', aSale({ PatientId: patient, BuyerId, ...more }))
const notices = async () =>
  (await accounts.get('/api/getdata/9')).body.filter((note) => String(note.Subject).startsWith('Credit of'))

// a blood count costs buyer 21 195.00, other institutions 230.00 and centres 175.00
test('a buyer may owe up to the limit; accounts are notified from 80 %; beyond it the desk is refused', async () => {
  await limit(21, 780)
  for (const notes of [0, 0, 0, 1]) {
    expect((await buy(21)).status).toBe(201)
    expect(await notices()).toHaveLength(notes)
  }
  const answer = await buy(21)
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'The buyer would owe ₹975.00, more than the credit limit of ₹780.00',
  ])
  await expectInvariants(app.db)
})

test('a manager goes past the limit with remarks only', async () => {
  const answer = await buy(21, manager)
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('enter remarks to go on')])
  expect((await buy(21, manager, { OverrideRemarks: 'Cheque is in the post' })).status).toBe(201)
  expect((await buy(21, desk, { OverrideRemarks: 'Please' })).status).toBe(422)
})

test('the desk corrects a sale past the limit, and accounts are not notified again', async () => {
  const past = await buy(21, manager, { OverrideRemarks: 'Agreed' })
  const notes = (await notices()).length
  const corrected = await desk.put(`/api/sales/${past.body.SaleId}`, { LRN: '778899', Remarks: 'paper form found' })
  expect([corrected.status, (await notices()).length]).toEqual([200, notes])
  const grown = await desk.put(`/api/sales/${past.body.SaleId}`, {
    SaleProducts: [...(await saleOf(desk, past.body.SaleId)).SaleProducts, { ProductId: 3002 }],
  })
  expect([grown.status, grown.body.message]).toEqual([422, expect.stringContaining('more than the credit limit')])
})

test('a limit of 0 is no credit, an empty one no limit', async () => {
  await limit(24, 0)
  expect((await buy(24)).body.message).toBe('The buyer has no credit')
  await limit(24, null)
  expect((await buy(24)).status).toBe(201)
})

test('an unpaid opening balance counts, and a changed sale does not count twice', async () => {
  await limit(22, 500)
  await setRows(app, 'clients', { ClientId: 22 }, { OpeningBalance: 100 })
  const first = await buy(22)
  expect(first.status).toBe(201)
  expect((await desk.put(`/api/sales/${first.body.SaleId}`, { Remarks: 'again' })).status).toBe(200)
  expect((await buy(22)).status).toBe(422)
})

test('a cancelled sale is no longer owed', async () => {
  await setRows(app, 'clients', { ClientId: 22 }, { OpeningBalance: 0 })
  await limit(22, 460)
  const second = await buy(22)
  expect([second.status, (await buy(22)).status]).toEqual([201, 422])
  await desk.put('/api/cancel/sales', { formId: second.body.SaleId })
  expect((await buy(22)).status).toBe(201)
})

test('of twenty saves at once with credit for ten, ten succeed', async () => {
  const price = 175
  await limit(13, 10 * price + price - 1)
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy(13)))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10)
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(10)
})

test('a walk-in patient needs no credit', async () => {
  expect((await desk.post('/api/sales/', aSale({ PatientId: patient }))).status).toBe(201)
})

test('a prepaid buyer buys up to the deposit', async () => {
  expect((await buy(14)).body.message).toBe('The prepaid balance of ₹0.00 does not cover this sale')
  const paid = await accounts.post('/api/transactions/', {
    GiverId: 14,
    Amount: 500,
    PaymentModeId: 40,
    Date: new Date().toISOString(),
    ReceiverId: 2,
  })
  expect([paid.status, paid.text]).toEqual([201, expect.stringContaining('TransactionId')])
  expect([(await buy(14)).status, (await buy(14)).status, (await buy(14)).status]).toEqual([201, 201, 422])
  await expectInvariants(app.db)
})

test('a prepaid buyer’s payment to another seller does not count, and a stranger cannot pay in', async () => {
  await setRows(app, 'clients', { ClientId: 15 }, { PaymentTypeId: 23, CreditLimit: null })
  const pay = (person: Person, ReceiverId: number) =>
    person.post('/api/transactions/', {
      GiverId: 15,
      Amount: 100_000,
      PaymentModeId: 40,
      Date: new Date().toISOString(),
      ReceiverId,
    })
  const stranger = await signedIn(app, 'frontdesk2', 5, 11)
  expect((await pay(stranger, 11)).status).toBe(404)
  const admin = await signedIn(app, 'admin', 1, 1)
  expect((await pay(admin, 3)).status).toBe(201)
  expect((await buy(15, admin)).body.message).toMatch(/^The prepaid balance of ₹0.00 does not cover this sale/)
  expect((await pay(admin, 2)).status).toBe(201)
  expect((await buy(15, admin)).status).toBe(201)
})

test('payments of patients to a centre are no deposit of the centre', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  await setRows(app, 'clients', { ClientId: 12 }, { PaymentTypeId: 23, CreditLimit: null })
  await booked(front, { SellerId: 12, receipts: [{ PaymentModeId: 40, Amount: 300 }] })
  expect((await buy(12)).body.message).toBe('The prepaid balance of ₹0.00 does not cover this sale')
})

/** An institution of the lab without dues; 21 is cash, 22 credit, 23 prepaid. */
const institution = (paymentType: number): Promise<number> =>
  app.db.transaction(async (tx) => {
    const { Id } = await tx.one<{ Id: number }>(
      insertOf(
        'clients',
        { ClientTypeId: 16, Name: 'New Hospital', ParentId: 2, PaymentTypeId: paymentType, IsActive: true },
        'client_id as id',
      ),
    )
    await bumpVersion(tx, 'clients')
    return Id
  })

test('a cancelled invoice and a quotation are not owed, an unpaid invoice is', async () => {
  const buyer = await institution(22)
  await limit(buyer, 1)
  const would = async () => /would owe ₹([\d,.]+),/.exec((await buy(buyer)).body.message)?.[1]
  const invoice = (no: string, isCancelled: boolean) =>
    app.db.transaction((tx) =>
      tx.run(
        insertOf('invoices', {
          InvoiceNo: no,
          InvoiceDate: sql`now()`,
          SellerId: 2,
          BuyerId: buyer,
          NetAmount: 1000,
          Paid: 400,
          IsCancelled: isCancelled,
        }),
      ),
    )
  expect(await would()).toBe('230.00')
  await invoice('TSC/26-27/000001', true)
  await limit(buyer, null)
  const quoted = await buy(buyer)
  await setRows(app, 'sales', { SaleId: quoted.body.SaleId }, { StatusId: 91 })
  await limit(buyer, 1)
  expect(await would()).toBe('230.00')
  await invoice('TSC/26-27/000002', false)
  expect(await would()).toBe('830.00')
})

test('a prepaid balance is deposits less refunds; cancelled ones of either do not count', async () => {
  const buyer = await institution(23)
  const money = async (GiverId: number, ReceiverId: number, Amount: number, isTakenBack = false): Promise<void> => {
    const paid = await manager.post('/api/transactions/', {
      Date: new Date().toISOString(),
      GiverId,
      ReceiverId,
      PaymentModeId: 40,
      Amount,
    })
    expect([paid.status, paid.body.message]).toEqual([201, expect.any(String)])
    if (isTakenBack)
      await setRows(app, 'transactions', { TransactionId: paid.body.TransactionId }, { IsCancelled: true })
  }
  await money(buyer, 2, 5000, true)
  await money(buyer, 2, 400)
  await money(2, buyer, 300)
  expect((await buy(buyer)).body.message).toBe('The prepaid balance of ₹100.00 does not cover this sale')
})

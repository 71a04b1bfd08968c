// What leaves a drawer: cash that is in it, by the mode it came, with a reason and up to a limit. References pay once.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient, aSale, booked } from '../../sales/sales.fixture.ts'
import { aCashier, counted, openOf, takes } from '../../tranbatches/tranbatches.fixture.ts'

const { app, manager } = networkForTests('manager')
let PatientId: number
beforeAll(async () => {
  PatientId = await aPatient(manager)
})
const by = (PaymentModeId: number, Amount: number, PaymentRef: string | null = null) => ({
  PaymentModeId,
  Amount,
  PaymentRef,
})
const cash = (Amount: number) => by(paymentMode.Cash, Amount)
/** A cancelled sale that was paid. */
const paidAndCancelled = async (person: Person, receipts: readonly Json[]): Promise<Read<'sales'>> => {
  const sale = await booked(person, { PatientId, receipts })
  const done = await person.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  expect(done.status).toBe(200)
  return sale
}
const refund = (person: Person, sale: Read<'sales'>, body: Json) =>
  person.put('/api/refund/sales', { formId: sale.SaleId, ...body })
const heldBy = async (person: Person): Promise<number> => {
  const batch = await valueOf<number>(app, 'tran_batches', { OwnerId: person.userId }, 'max(batch_id)')
  return valueOf<number>(app, 'batch_sums', { BatchId: batch }, 'expected')
}

test('cash is refunded out of the drawer that holds it, and not beyond', async () => {
  const [taker, other] = [await aCashier(app), await aCashier(app)]
  const sale = await paidAndCancelled(taker, [cash(350)])
  const refused = await refund(other, sale, cash(350))
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['PaymentModeId']])
  expect(refused.body.message).toContain('The drawer holds less in cash than this takes out')
  await takes(other, PatientId, 349)
  expect((await refund(other, sale, cash(350))).status).toBe(422)
  await takes(other, PatientId, 1)
  expect((await refund(other, sale, cash(350))).status).toBe(200)
  expect(await heldBy(other)).toBe(0)
  await expectInvariants(app.db)
})

test('of two refunds at once out of one drawer, the cash of one of them is paid out once', async () => {
  const cashier = await aCashier(app)
  const taker = await aCashier(app)
  const sales = await Promise.all([0, 1, 2, 3].map(() => paidAndCancelled(taker, [cash(300)])))
  await takes(cashier, PatientId, 650)
  const answers = await Promise.all(sales.map((sale) => refund(cashier, sale, cash(300))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422, 422])
  expect(await heldBy(cashier)).toBe(50)
})

test('of two receipts of a drawer that are cancelled at once, the cash of one is there to be taken out', async () => {
  const [cashier, other] = [await aCashier(app), await aCashier(app)]
  const [one, two] = [await takes(cashier, await aPatient(manager), 100), await takes(cashier, PatientId, 100)]
  const gone = await paidAndCancelled(other, [cash(100)])
  expect((await refund(cashier, gone, cash(100))).status).toBe(200)
  const cancel = (person: Person, formId: number) =>
    person.put('/api/cancel/transactions', { formId, reason: 'Typed wrongly' })
  const answers = await Promise.all([cancel(manager, one), cancel(await aCashier(app, role.Accounts), two)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual({
    reason: [
      'The drawer holds less in cash than this takes out. It was paid out since. Close the batch; then ' +
        'accounts staff or a manager can cancel the receipt',
    ],
  })
  expect(await heldBy(cashier)).toBe(0)
  await expectInvariants(app.db)
})

test('a receipt whose cash was refunded to another is not taken back', async () => {
  const [taker, other] = [await aCashier(app), await aCashier(app)]
  const gone = await paidAndCancelled(other, [cash(350)])
  const sale = await booked(taker, { PatientId, receipts: [cash(350)] })
  expect((await refund(taker, gone, cash(350))).status).toBe(200)
  const [receipt] = sale.Invoice.Transactions
  const change = (row: Json) =>
    taker.put(`/api/sales/${sale.SaleId}`, {
      ReceiptReason: 'Typed wrongly',
      Invoice: { Transactions: [{ TransactionId: receipt?.TransactionId, ...row }] },
    })
  for (const row of [{ Cancelled: true }, { Amount: 349 }]) {
    const refused = await change(row)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['Invoice.Transactions']])
  }
  expect((await change({ Remarks: 'as paid' })).status).toBe(200)
  expect(await heldBy(taker)).toBe(0)
})

test('money goes back by the mode it came; in another one by a second person with a reason', async () => {
  const cashier = await aCashier(app)
  await takes(cashier, PatientId, 1000)
  const sale = await paidAndCancelled(cashier, [by(paymentMode.Upi, 350, 'UPI back')])
  const refused = await refund(cashier, sale, { ...cash(350), Remarks: 'The phone is empty' })
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'other-mode',
      errors: {
        PaymentModeId: [
          '₹0.00 of it came in this mode: refund it by the mode it came. In another mode a manager who did not take ' +
            'the money can refund it',
        ],
      },
    },
  })
  await takes(manager, PatientId, 350)
  const without = await refund(manager, sale, cash(350))
  expect(without.body.errors).toEqual({ Remarks: ['Enter in a few words why it is refunded in another mode'] })
  expect((await refund(manager, sale, { ...cash(100), Remarks: 'The account is closed' })).status).toBe(200)
  expect((await refund(cashier, sale, by(paymentMode.Upi, 250, 'UPI given'))).status).toBe(200)
  // who took the money is no second person
  const own = await paidAndCancelled(manager, [by(paymentMode.Upi, 350, 'UPI own')])
  expect((await refund(manager, own, { ...cash(350), Remarks: 'The account is closed' })).body.code).toBe('other-mode')
  await expectInvariants(app.db)
})

test('a reference pays once within 400 days; a manager records it again', async () => {
  const cashier = await aCashier(app)
  const sale = await booked(cashier, { PatientId, receipts: [by(paymentMode.Upi, 100, 'AXIS 834')] })
  const book = (person: Person, ...receipts: Json[]) => person.post('/api/sales/', aSale({ PatientId, receipts }))
  const again = await book(cashier, by(paymentMode.Upi, 100, ' axis 834 '))
  expect([again.status, again.body.errors]).toEqual([
    422,
    {
      'Invoice.Transactions': [
        expect.stringContaining(`for invoice ${String(sale.Invoice.InvoiceNo)}. Check it, or ask a manager`),
      ],
    },
  ])
  const free = (person: Person, PaymentModeId: number, ReceiverId = 2) =>
    person.post('/api/transactions/', {
      ...by(PaymentModeId, 100, 'AXIS 834'),
      GiverId: PatientId,
      ReceiverId,
      Date: new Date().toISOString(),
    })
  const recorded = await free(cashier, paymentMode.Upi)
  expect([recorded.status, Object.keys(recorded.body.errors)]).toEqual([422, ['PaymentRef']])
  expect((await free(cashier, paymentMode.Card)).status).toBe(201)
  expect((await book(cashier, by(paymentMode.Upi, 50, 'TWICE'), by(paymentMode.Upi, 50, 'twice'))).status).toBe(422)
  // another payee has references of its own
  const front = await signedIn(app, 'frontdesk', 5, 12)
  expect((await free(front, paymentMode.Upi, 12)).status).toBe(201)
  // a corrected reference is asked for, too
  const id = await takes(cashier, PatientId, 10, paymentMode.Upi)
  expect((await cashier.put(`/api/transactions/${id}`, { PaymentRef: 'AXIS 834' })).status).toBe(422)
  expect((await cashier.put(`/api/transactions/${id}`, { PaymentRef: 'AXIS 835' })).status).toBe(200)
  expect((await free(manager, paymentMode.Upi)).status).toBe(201)
  await setRows(app, 'transactions', { PaymentRef: 'AXIS 834' }, { Date: new Date(Date.now() - 401 * 86_400_000) })
  expect((await free(cashier, paymentMode.Upi)).status).toBe(201)
})

test('a payment that was cancelled in a closed batch is recorded again with its reference', async () => {
  const cashier = await aCashier(app)
  const id = await takes(cashier, PatientId, 100, paymentMode.Upi, { PaymentRef: 'HDFC 12' })
  const again = async () =>
    (
      await cashier.post('/api/transactions/', {
        ...by(paymentMode.Upi, 10, 'HDFC 12'),
        GiverId: PatientId,
        ReceiverId: 2,
        Date: new Date().toISOString(),
      })
    ).status
  const closed = await cashier.put(`/api/closebatch/${await openOf(cashier, manager)}`, counted([paymentMode.Upi, 100]))
  expect([closed.status, await again()]).toEqual([200, 422])
  expect((await manager.put('/api/cancel/transactions', { formId: id, reason: 'Another patient' })).status).toBe(200)
  expect([await again(), await again()]).toEqual([201, 422])
})

test('of two payments at once with one reference, one is recorded', async () => {
  const cashier = await aCashier(app)
  const pay = () =>
    cashier.post('/api/transactions/', {
      ...by(paymentMode.BankTransfer, 100, 'NEFT at once'),
      GiverId: PatientId,
      ReceiverId: 2,
      Date: new Date().toISOString(),
    })
  const answers = await Promise.all([pay(), pay(), pay()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
})

test('receipts are cancelled and corrected with a reason that is kept, and in the history', async () => {
  const cashier = await aCashier(app)
  const sale = await booked(cashier, { PatientId, receipts: [cash(350)] })
  const TransactionId = sale.Invoice.Transactions[0]?.TransactionId
  const change = (row: Json, more: Json = {}) =>
    cashier.put(`/api/sales/${sale.SaleId}`, { ...more, Invoice: { Transactions: [{ TransactionId, ...row }] } })
  for (const row of [{ Cancelled: true }, { Amount: 300 }, { PaymentModeId: paymentMode.Cheque, PaymentRef: '000417' }])
    for (const more of [{}, { ReceiptReason: ' . ' }]) {
      const refused = await change(row, more)
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['ReceiptReason']])
    }
  expect((await change({ Remarks: 'in notes of fifty' })).status).toBe(200)
  expect((await change({ Cancelled: true }, { ReceiptReason: 'Booked twice' })).status).toBe(200)
  expect(await readRow(app, 'transactions', { TransactionId }, 'is_cancelled, cancel_reason, cancelled_by_id')).toEqual(
    { IsCancelled: true, CancelReason: 'Booked twice', CancelledById: cashier.userId },
  )
  const history = (await manager.get(`/api/actions?ModuleId=sales&FormId=${sale.SaleId}`)).body
  expect(history.map((entry) => entry.Remarks)).toContain('Booked twice')
})

test('a sale that was paid is cancelled with a reason, at any status', async () => {
  const cashier = await aCashier(app)
  const sale = await booked(cashier, { PatientId, receipts: [cash(350)] })
  const cancel = (more: Json = {}) => cashier.put('/api/cancel/sales', { formId: sale.SaleId, ...more })
  expect((await cancel()).body).toMatchObject({ errors: { reason: ['Please enter why the sale is cancelled'] } })
  expect((await cancel({ reason: '--' })).status).toBe(400)
  expect((await cancel({ reason: 'Patient went home' })).status).toBe(200)
  const unpaid = await booked(cashier, { PatientId })
  expect((await cashier.put('/api/cancel/sales', { formId: unpaid.SaleId })).status).toBe(200)
})

test('what one person refunds and takes back in a day is limited by role; a manager goes on', async () => {
  await setRows(app, 'network_settings', { SettingsId: 1 }, { DeskRefundLimit: 500, DeskTakeBackLimit: 250 })
  const cashier = await aCashier(app)
  const [one, two] = [await paidAndCancelled(cashier, [cash(350)]), await paidAndCancelled(cashier, [cash(350)])]
  expect((await refund(cashier, one, cash(350))).status).toBe(200)
  const refused = await refund(cashier, two, cash(350))
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { Amount: ['You may refund ₹500.00 a day, and this makes it ₹700.00. A manager can do it'] },
  ])
  expect((await refund(cashier, two, cash(150))).status).toBe(200)
  await setRows(app, 'network_settings', { SettingsId: 1 }, { DeskRefundLimit: null })
  expect((await refund(cashier, two, cash(200))).status).toBe(200)
  const sale = await booked(cashier, { PatientId, receipts: [cash(200), cash(50), cash(100)] })
  const back = (person: Person, place: number) =>
    person.put(`/api/sales/${sale.SaleId}`, {
      ReceiptReason: 'Booked twice',
      Invoice: {
        Transactions: [
          {
            TransactionId: sale.Invoice.Transactions[place]?.TransactionId,
            Cancelled: true,
          },
        ],
      },
    })
  expect((await back(cashier, 0)).status).toBe(200)
  const more = await back(cashier, 2)
  expect([more.status, more.body.message]).toEqual([
    422,
    'You may cancel receipts of ₹250.00 a day, and this makes it ₹300.00. A manager can do it',
  ])
  expect((await back(cashier, 1)).status).toBe(200)
  expect((await back(manager, 2)).status).toBe(200)
})

test('of two refunds of one person at once, what is within the limit of the day is paid', async () => {
  await setRows(app, 'network_settings', { SettingsId: 1 }, { DeskRefundLimit: 500 })
  const cashier = await aCashier(app)
  const receipts = ['ONE', 'TWO', 'THREE'].map((ref) => by(paymentMode.Upi, 350, `AT ONCE ${ref}`))
  // of different patients, who do not wait for one another
  const sales = await Promise.all(receipts.map((receipt) => booked(cashier, { receipts: [receipt] })))
  for (const sale of sales) await cashier.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  const answers = await Promise.all(sales.map((sale) => refund(cashier, sale, by(paymentMode.Upi, 350, 'BACK'))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
})

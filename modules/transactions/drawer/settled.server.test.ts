// What is settled without money is never more than the bill: nobody gets credit by it.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient, aSale, booked, owed, saleOf } from '../../sales/sales.fixture.ts'
import { aCashier } from '../../tranbatches/tranbatches.fixture.ts'

const { app, desk } = networkForTests('desk')
afterEach(() => expectInvariants(app.db))
let manager: Person
beforeAll(async () => {
  manager = await aCashier(app, role.BusinessManager)
})
const modes = [
  ['an insurer', paymentMode.Insurer],
  ['a write-off', paymentMode.WriteOff],
] as const
const row = (PaymentModeId: number, Amount: number) => ({ PaymentModeId, Amount, Remarks: 'Claim 4711' })
const on = ({ BuyerId, InvoiceId }: Read<'sales'>, settled: Json) =>
  manager.post('/api/transactions/', {
    ...{ Date: new Date().toISOString(), GiverId: BuyerId, ReceiverId: 2, InvoiceId, KeepsAdvance: true },
    ...settled,
  })
const said = (settled: string, net: string) => [
  `This makes ${settled} that is settled without money, and the bill is of ${net}. Enter less: what is ` +
    'no money cannot be kept as an advance',
]

test.each(modes)(
  '%s settles the bill and not a rupee more: on its invoice, in its sale, and with it',
  async (_, mode) => {
    const PatientId = await aPatient(desk)
    const sale = await booked(desk, { PatientId })
    const beyond = await on(sale, row(mode, 351))
    expect([beyond.status, beyond.body.errors]).toEqual([400, { Amount: said('₹351.00', '₹350.00') }])
    expect((await on(sale, row(mode, 200))).status).toBe(201)
    const path = `/api/sales/${String(sale.SaleId)}` as const
    const inSale = await manager.put(path, { Overpaid: 'Advance', Invoice: { Transactions: [row(mode, 151)] } })
    expect([inSale.status, inSale.body.errors]).toEqual([400, { 'Invoice.Transactions.0': said('₹351.00', '₹350.00') }])
    const anew = aSale({ PatientId, receipts: [row(mode, 350.01)], Overpaid: 'Advance' })
    expect((await manager.post('/api/sales/', anew)).body.errors).toEqual({
      'Invoice.Transactions.0': said('₹350.01', '₹350.00'),
    })
    expect(await owed(manager, PatientId)).toBe(150)
  },
)

test('who paid in cash before the insurer settles has it back: the excess is money', async () => {
  const PatientId = await aPatient(desk)
  const receipts = [{ PaymentModeId: paymentMode.Cash, Amount: 350 }]
  const sale = await booked(desk, { PatientId, receipts })
  expect((await on(sale, row(paymentMode.Insurer, 350))).status).toBe(201)
  expect(await saleOf(desk, Number(sale.SaleId))).toMatchObject({ Paid: 700, Outstanding: -350 })
  const back = await desk.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: paymentMode.Cash })
  expect([back.status, await owed(manager, PatientId)]).toEqual([200, 0])
})

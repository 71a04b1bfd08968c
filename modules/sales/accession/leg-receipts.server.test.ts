// A receipt on the part of a laboratory: where its buyer has a bill cycle it is refused with the way out.
import { expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { paymentMode, paymentType } from '../../lists/items.model.ts'
import { accessioned, product, saleOf } from '../sales.fixture.ts'
import { legsOf } from './legs.fixture.ts'

const { app, desk, front } = networkForTests('desk', 'front')

const aLeg = async (PaymentTypeId: number): Promise<{ SaleId: number; net: number }> => {
  await setRows(app, 'clients', { ClientId: 12 }, { PaymentTypeId, CreditLimit: null })
  const sale = await accessioned(front, { SellerId: 12, products: [product.cbc] })
  const [leg] = await legsOf(app, sale.SaleId)
  return { SaleId: leg?.SaleId ?? 0, net: leg?.NetAmount ?? 0 }
}
const pay = ({ SaleId, net }: { SaleId: number; net: number }) =>
  desk.put(`/api/sales/${SaleId}`, { Invoice: { Transactions: [{ PaymentModeId: paymentMode.Cash, Amount: net }] } })

test('a receipt on a leg makes no invoice outside the bill cycle; one whose buyer pays at booking takes it', async () => {
  const onCredit = await aLeg(paymentType.Credit)
  const refused = await pay(onCredit)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'The part of a laboratory is invoiced with its bill cycle. Record the money of its buyer without an invoice',
  ])
  expect((await saleOf(desk, onCredit.SaleId)).InvoiceId).toBe(null)
  const atBooking = await aLeg(paymentType.Cash)
  expect((await pay(atBooking)).status).toBe(200)
  expect(await saleOf(desk, atBooking.SaleId)).toMatchObject({ Paid: atBooking.net, Outstanding: 0 })
  await expectInvariants(app.db)
})

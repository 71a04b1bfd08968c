// What is due for the sale of a line: without an invoice, and on an invoice of several.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { referring } from './referrals.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { aReferrer, sold, only, pay, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(begin)

test('MDA-356 a sale without an invoice is due in full; on an invoice of several a payment goes to the oldest first', async () => {
  const ReferrerId = await aReferrer()
  const [first, second] = [await sold(ReferrerId), await sold(ReferrerId)]
  const [one, two] = [Number(first['NetAmount']), Number(second['NetAmount'])]
  const dues = async (): Promise<(number | undefined)[]> => {
    const lines = (await only(ReferrerId))['SaleProducts'] as Json[]
    return [first, second].map(
      (sale) => lines.find((line) => line['Sale'].SaleId === sale['SaleId'])?.['Sale'].Due as number | undefined,
    )
  }
  await pay(first)
  expect(await dues()).toEqual([0, two])
  // both are on the invoice of the second, as an invoice of a month has several
  const invoice_id = second['InvoiceId'] as number
  await setRows(app, 'sales', { sale_id: first['SaleId'] as number }, { invoice_id: null, paid: 0 })
  expect(await dues()).toEqual([one, two])
  await setRows(app, 'sales', { sale_id: first['SaleId'] as number }, { invoice_id })
  await setRows(app, 'invoices', { invoice_id }, { net_amount: one + two, is_single_sale: false })
  const receipt = async (Amount: number): Promise<void> => {
    const answer = await admin.post('/api/transactions/', {
      Date: new Date().toISOString(),
      ReceiverId: 2,
      GiverId: second['BuyerId'] as unknown,
      InvoiceId: invoice_id,
      PaymentModeId: 40,
      Amount,
    })
    expect([answer.status, answer.body['errors']]).toEqual([201, undefined])
  }
  await receipt(one - 0.5)
  expect(await dues()).toEqual([0.5, two])
  await receipt(10.5)
  expect(await dues()).toEqual([0, two - 10])
})

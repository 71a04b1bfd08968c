// A booked sale keeps its price, however the lists, the product and its parts change: at the sale, at each leg, on the
// bill and in the dues.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import { accessioned, booked, product, saleOf } from '../sales.fixture.ts'

const { app, desk, front, labAdmin } = networkForTests('desk', 'front', 'labAdmin')

const amounts = async (saleId: unknown) => {
  const sale = await saleOf(desk, saleId as number)
  const legs = await readRows(app, 'sales', { BaseSaleId: saleId }, 'seller_id, net_amount, status_id', 'sale_id')
  const lines = sale.SaleProducts.map((line) => [line.ProductId, line.Price, line.OriginalPrice])
  return { net: sale.NetAmount, lines, legs }
}
/** Changes every source of a price. */
const dearer = async (): Promise<void> => {
  await setRows(app, 'price_list_products', { ProductId: product.cbc }, { Price: 999, Discount: 0 })
  const { body } = await labAdmin.get(`/api/products/${product.cbc}`)
  expect((await labAdmin.put(`/api/products/${product.cbc}`, { Mrp: 1200, Name: 'Dearer count' })).status).toBe(200)
  expect(body.Mrp).toBe(350)
}

test('a sale that is booked, accessioned, saved again or accessioned again keeps its price and that of its legs', async () => {
  const walkIn = await booked(desk)
  const centre = await accessioned(front, { SellerId: 12 })
  const before = [await amounts(walkIn.SaleId), await amounts(centre.SaleId)]
  expect(before.map(({ net }) => net)).toEqual([350, expect.any(Number)])
  expect(before[1]?.legs).toHaveLength(1)
  await dearer()
  const check = async (step: string) =>
    expect([step, await amounts(walkIn.SaleId), await amounts(centre.SaleId)]).toEqual([step, ...before])
  await check('list changed')
  const shown = await saleOf(desk, walkIn.SaleId)
  const saved = await desk.put(`/api/sales/${String(walkIn.SaleId)}`, {
    Remarks: 'Read again',
    SaleProducts: shown.SaleProducts.map(({ SaleProductId, ProductId, Price, DiscountPercent }) => ({
      SaleProductId,
      ProductId,
      Price,
      DiscountPercent,
    })),
  })
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  await check('saved again')
  for (const [person, sale] of [
    [desk, walkIn],
    [front, centre],
  ] as const) {
    const done = await person.put('/api/accession/sales', { formId: sale.SaleId })
    expect([done.status, done.body.message]).toEqual([200, expect.any(String)])
  }
  await check('accessioned again')
  const bill = await desk.post('/api/print/sales/', {
    templateId: 1,
    formId: walkIn.SaleId,
    device: 'screen',
  })
  expect([bill.status, bill.text.includes('350.00'), bill.text.includes('999.00')]).toEqual([200, true, false])
})

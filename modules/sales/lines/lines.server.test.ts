// The stored lines of a sale.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { cancelItem } from '../cancel/cancel.fixture.ts'
import { booked, product, saleOf } from '../sales.fixture.ts'

const { app } = networkForTests()

test('OPS-141 the lines of a new sale are ordered: status 101', async () => {
  const sale = await booked(await signedIn(app, 'labdesk', 5, 2), { products: [product.cbc, product.homeVisit] })
  expect(sale.SaleProducts.map((line) => line.StatusId)).toEqual([101, 101])
})

test('a cancelled line that a save leaves out remains, although no tube was ever collected for it', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  const sale = await booked(desk, { products: [product.cbc, product.lipids] })
  expect((await cancelItem(desk, sale, 1)).status).toBe(200)
  const [line] = sale.SaleProducts
  const SaleProducts = [
    { SaleProductId: line?.SaleProductId, ProductId: product.cbc },
    { ProductId: product.creatinine },
  ]
  expect((await desk.put(`/api/sales/${sale.SaleId}`, { SaleProducts })).status).toBe(200)
  const after = (await saleOf(desk, sale.SaleId)).SaleProducts
  expect(after.map(({ ProductId, StatusId }) => [ProductId, StatusId])).toEqual([
    [product.cbc, 101],
    [product.lipids, 100],
    [product.creatinine, 101],
  ])
})

test('a stored line that is sent without its product keeps it, and is not removed', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  const sale = await booked(desk, { products: [product.cbc, product.homeVisit] })
  const [one, two] = sale.SaleProducts
  const lines = [{ SaleProductId: one.SaleProductId, Remarks: 'Call first' }, two]
  expect((await desk.put(`/api/sales/${sale.SaleId}`, { SaleProducts: lines })).status).toBe(200)
  const after = await saleOf(desk, sale.SaleId)
  expect(after.SaleProducts).toEqual([{ ...one, Remarks: 'Call first' }, two])
})

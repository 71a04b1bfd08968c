// The lab's derived sale: priced from its own list, and unchanged once it is on an invoice.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { readRows } from '../../../server/testing/rows.ts'
import { invoiced } from '../invoiced.fixture.ts'
import { accessioned, aPatient, product } from '../sales.fixture.ts'
import { legsOf, route } from './legs.fixture.ts'

const { app, front } = networkForTests('front')
let patient: number
beforeAll(async () => {
  patient = await aPatient(front)
})
afterEach(() => expectInvariants(app.db))

const sold = (products: readonly number[]): Promise<Read<'sales'>> =>
  accessioned(front, { PatientId: patient, SellerId: 12, products })
test('an item that the lab has invoiced remains on the sale of the lab', async () => {
  const sale = await sold([product.cbc, product.lipids])
  const [leg] = await legsOf(app, sale.SaleId)
  await invoiced(app, 'TSV/26-27/000001', leg?.SaleId)
  expect(
    (await front.put('/api/cancel/saleProduct', { SaleProductId: sale.SaleProducts[1].SaleProductId })).status,
  ).toBe(200)
  expect(await legsOf(app, sale.SaleId)).toEqual([{ ...leg, Products: [product.cbc, product.lipids] }])
})

test('a sale that is no longer on the route remains while it is on an invoice', async () => {
  const sale = await sold([product.antiCcp])
  const [lab, outside] = await legsOf(app, sale.SaleId)
  await invoiced(app, 'TSV/26-27/000002', outside?.SaleId)
  await route(app, product.antiCcp, 2)
  try {
    expect((await front.put('/api/accession/sales', { formId: sale.SaleId })).status).toBe(200)
    expect(await legsOf(app, sale.SaleId)).toEqual([lab, outside])
  } finally {
    await route(app, product.antiCcp, outside?.SellerId)
  }
})

test("the lab's discount for the centre is in the lab's sale to it", async () => {
  const discount = (percent: number) =>
    app.db.transaction((tx) =>
      tx.run(sql`
        update price_list_products
        set
          discount = ${percent}
        where
          product_id = ${product.cbc}
          and price_list_id in (
            select
              price_list_id
            from
              price_lists
            where
              seller_id = 2
          )
      `),
    )
  await discount(12.5)
  try {
    const sale = await sold([product.cbc])
    const [hop] = await legsOf(app, sale.SaleId)
    expect(hop?.NetAmount).toBe(153.13)
    expect(
      await readRows(
        app,
        'sale_products',
        { SaleId: hop?.SaleId },
        'price, discount_percent, amount, original_price, original_discount_percent',
      ),
    ).toEqual([
      { Price: 175, DiscountPercent: 12.5, Amount: 153.13, OriginalPrice: 175, OriginalDiscountPercent: 12.5 },
    ])
  } finally {
    await discount(0)
  }
})

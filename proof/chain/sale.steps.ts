// Steps at the counter: bills made, changed, accessioned, unlocked, cancelled and paid, while the catalogue changes.
import { setRows } from '../../server/testing/rows.ts'
import type { Answered, Json } from '../../server/testing/signed-in.ts'
import { aSale, product } from '../../modules/sales/sales.fixture.ts'
import { places } from './people.ts'
import { deskOf, one, type Step, type World } from './world.ts'

/** Products with a series of tubes, each due some time after the first: fasting, after the meal, a tolerance test. */
const timed = [3013, 3014, 3016]
const sold = [
  ...timed,
  product.cbc,
  product.haemoglobin,
  product.creatinine,
  product.electrolytes,
  product.lipids,
  product.bilirubin,
  product.antiCcp,
  product.haemoglobinVariants,
  product.homeVisit,
]
type SaleRow = { sale_id: number; seller_id: number }
const aBaseSale = (world: World) =>
  one<SaleRow>(world, 'sales', 'sale_id', 'base_sale_id is null', 'sale_id, seller_id')
export const book: Step = async ({ dice, people, patients }) => {
  const [at, SellerId] = dice.chance(0.5) ? [0, places.hadapsar] : [1, places.nashikRoad]
  const products = sold.filter(() => dice.chance(0.3))
  const PatientId = dice.pick(patients)
  return people.desks[at]?.post(
    '/api/sales/',
    aSale({ PatientId, SellerId, products: products.length > 0 ? products : [product.cbc] }),
  )
}
const onSale =
  (path: string, more: (world: World) => Json = () => ({})): Step =>
  async (world) => {
    const sale = await aBaseSale(world)
    return sale && deskOf(world, sale.seller_id).put(path, { formId: sale.sale_id, ...more(world) })
  }
/** An act that a desk may not do: the administrator does it at the seller. */
const asAdmin =
  (path: string, more: Json = {}): Step =>
  async (world) => {
    const sale = await aBaseSale(world)
    return sale && world.people.admin.put(path, { formId: sale.sale_id, ...more })
  }
export const accession = onSale('/api/accession/sales')
export const unlock = asAdmin('/api/unlock/sales')
export const cancelSale = asAdmin('/api/cancel/sales', { reason: 'Not wanted any more', Report: 'withdraw' })
export const cancelItem: Step = async (world) => {
  const line = await one<{ sale_product_id: number }>(
    world,
    'sale_products',
    'sale_product_id',
    'sale_id in (select sale_id from sales where base_sale_id is null)',
  )
  return line && world.people.admin.put('/api/cancel/saleProduct', { SaleProductId: line.sale_product_id })
}
const linesOf = async ({ people }: World, key: number) => {
  const { body } = await people.admin.get(`/api/sales/${key}`)
  return { lines: (body['SaleProducts'] ?? []) as Json[], RowVersion: body['RowVersion'] as unknown }
}
export const addedTo = async (world: World, key: number): Promise<Answered> => {
  const { lines, RowVersion } = await linesOf(world, key)
  const SaleProducts = [...lines, { ProductId: world.dice.pick(sold) }]
  return world.people.admin.put(`/api/sales/${key}`, { SaleProducts, RowVersion })
}
/** Adds a product to an open bill, or removes its last line. */
export const changeLines: Step = async (world) => {
  const sale = await aBaseSale(world)
  if (!sale) return undefined
  if (world.dice.chance(0.5)) return addedTo(world, sale.sale_id)
  const { lines, RowVersion } = await linesOf(world, sale.sale_id)
  return world.people.admin.put(`/api/sales/${sale.sale_id}`, { SaleProducts: lines.slice(0, -1), RowVersion })
}
export const pay: Step = async (world) => {
  const sale = await aBaseSale(world)
  if (!sale) return undefined
  const { admin } = world.people
  const { body } = await admin.get(`/api/sales/${sale.sale_id}`)
  const Amount = Number(body['Outstanding'] ?? 0)
  if (Amount <= 0) return undefined
  return admin.put(`/api/sales/${sale.sale_id}`, {
    RowVersion: body['RowVersion'] as unknown,
    Invoice: { Transactions: [{ PaymentModeId: 40, Amount: world.dice.chance(0.7) ? Amount : 1 }] },
  })
}
export const refund = asAdmin('/api/refund/sales', { PaymentModeId: 40 })

/** Changes the catalogue while work is under way: another lab performs a product from now on. */
export const reroute: Step = async ({ app, dice }) => {
  const product_id = dice.pick([product.antiCcp, product.haemoglobinVariants, product.creatinine])
  await setRows(
    app,
    'product_labs',
    { product_id, source_lab_id: places.central },
    {
      destination_lab_id: dice.pick([places.central, places.outside]),
    },
  )
  return undefined
}

// Steps at the counter: bills made, changed, accessioned, unlocked, cancelled and paid, while the catalogue changes.
import { setRows } from '../../server/testing/rows.ts'
import type { Answered, Json } from '../../server/testing/signed-in.ts'
import { aSale, product } from '../../modules/sales/sales.fixture.ts'
import { lineStatus, saleStatus, workItemStatus } from '../../modules/lists/items.model.ts'
import { places } from './people.ts'
import { deskOf, mostly, one, type Step, type World } from './world.ts'

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
  product.thyroid,
  product.antiCcp,
  product.haemoglobinVariants,
  product.homeVisit,
]
type SaleRow = { SaleId: number; SellerId: number }
/** `may`: for most tries. */
const aBaseSale = (world: World, may = 'true') =>
  one<SaleRow>(
    world,
    'sales',
    'sale_id',
    `base_sale_id is null and ${mostly(world, may, 'true')}`,
    'sale_id, seller_id',
  )
const notCancelled = `status_id <> ${saleStatus.Cancelled}`
const isBooked = `accession_date is null and ${notCancelled}`
const isUnlockable = `accession_date is not null and ${notCancelled}
  and sale_id not in (select sale_id from work_items where status_id <> ${workItemStatus.Pending})`
const isOverpaid = 'sale_id in (select sale_id from sale_facts where outstanding < 0)'
const isOwed = `${notCancelled} and sale_id in (select sale_id from sale_facts where outstanding > 0)`
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
  (path: string, may: string): Step =>
  async (world) => {
    const sale = await aBaseSale(world, may)
    return sale && deskOf(world, sale.SellerId).put(path, { formId: sale.SaleId })
  }
/** An act that a desk may not do: the administrator does it at the seller. */
const asAdmin =
  (path: string, may: string, more: Json = {}): Step =>
  async (world) => {
    const sale = await aBaseSale(world, may)
    return sale && world.people.admin.put(path, { formId: sale.SaleId, ...more })
  }
export const accession = onSale('/api/accession/sales', isBooked)
export const unlock = asAdmin('/api/unlock/sales', isUnlockable)
const cancelled = (Report: string) =>
  asAdmin('/api/cancel/sales', notCancelled, { reason: 'Not wanted any more', Report })
const [withReport, billAlone] = [cancelled('withdraw'), cancelled('keep')]
/** With its report, or only because the bill was wrong. */
export const cancelSale: Step = (world) => (world.dice.chance(0.7) ? withReport : billAlone)(world)
export const cancelItem: Step = async (world) => {
  const line = await one<{ SaleProductId: number }>(
    world,
    'sale_products',
    'sale_product_id',
    `sale_id in (select sale_id from sales where base_sale_id is null)
      and ${mostly(world, `status_id <> ${lineStatus.Cancelled}`, 'true')}`,
  )
  return line && world.people.admin.put('/api/cancel/saleProduct', { SaleProductId: line.SaleProductId })
}
const linesOf = async ({ people }: World, key: number) => {
  const { body } = await people.admin.get(`/api/sales/${key}`)
  return { lines: body.SaleProducts ?? [], RowVersion: body.RowVersion }
}
export const addedTo = async (world: World, key: number): Promise<Answered> => {
  const { lines, RowVersion } = await linesOf(world, key)
  const more = sold.filter((id) => !lines.some(({ ProductId }) => ProductId === id))
  const SaleProducts = [...lines, { ProductId: world.dice.pick(more.length > 0 ? more : sold) }]
  return world.people.admin.put(`/api/sales/${key}`, { SaleProducts, RowVersion })
}
/** Adds a product to an open bill, or removes its last line. */
export const changeLines: Step = async (world) => {
  const sale = await aBaseSale(world, isBooked)
  if (!sale) return undefined
  if (world.dice.chance(0.5)) return addedTo(world, sale.SaleId)
  const { lines, RowVersion } = await linesOf(world, sale.SaleId)
  return world.people.admin.put(`/api/sales/${sale.SaleId}`, { SaleProducts: lines.slice(0, -1), RowVersion })
}
/** Pays what is owed for a sale, or a part of it. */
export const payUp = async (
  { people: { admin } }: World,
  key: number,
  part = (owed: number) => owed,
): Promise<Answered | undefined> => {
  const { body } = await admin.get(`/api/sales/${key}`)
  const owed = Number(body.Outstanding ?? 0)
  if (owed <= 0) return undefined
  return admin.put(`/api/sales/${key}`, {
    RowVersion: body.RowVersion,
    Invoice: { Transactions: [{ PaymentModeId: 40, Amount: part(owed) }] },
  })
}
export const pay: Step = async (world) => {
  const sale = await aBaseSale(world, isOwed)
  return sale && payUp(world, sale.SaleId, (owed) => (world.dice.chance(0.7) ? owed : 1))
}
export const refund = asAdmin('/api/refund/sales', isOverpaid, { PaymentModeId: 40 })

/** Changes the catalogue while work is under way: another lab performs a product from now on. */
export const reroute: Step = async ({ app, dice }) => {
  const ProductId = dice.pick([product.antiCcp, product.haemoglobinVariants, product.creatinine])
  await setRows(
    app,
    'product_labs',
    { ProductId, SourceLabId: places.central },
    {
      DestinationLabId: dice.pick([places.central, places.outside, places.outside]),
    },
  )
  return { status: 200, text: 'Another lab performs it' }
}

// No leg between labs is made for nothing: accession asks for its price, a manager may go on, and a list mends it.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { aPatient, booked, product } from '../sales.fixture.ts'
import { stateOf } from './accession.fixture.ts'
import { legsOf } from './legs.fixture.ts'

const { app, front, manager } = networkForTests('front', 'manager')
let PatientId: number
/** The row of the laboratory's list for centres with the price of lipids. */
let listed: { PriceListProductId: number; PriceListId: number; Price: number }
beforeAll(async () => {
  PatientId = await aPatient(front)
  listed = await readRow<typeof listed>(
    app,
    'price_list_products join price_lists using (price_list_id)',
    { ProductId: product.lipids, SellerId: 2, BuyerTypeId: 13 },
    'price_list_product_id, price_list_id, price',
  )
})
const priceTo = (price: number | null): Promise<number> =>
  setRows(app, 'price_list_products', { PriceListProductId: listed.PriceListProductId }, { Price: price })
afterEach(async () => {
  await priceTo(listed.Price)
  await expectInvariants(app.db)
})

const sold = (): Promise<Read<'sales'>> =>
  booked(front, { PatientId, SellerId: 12, products: [product.cbc, product.lipids] })
const accession = (sale: Read<'sales'>, person: Person = front, more: Json = {}) =>
  person.put('/api/accession/sales', { formId: sale.SaleId, ...more })
const waitsFor = async (sale: Read<'sales'>): Promise<unknown> =>
  (await front.get(`/api/sales/${sale.SaleId}`)).body.WaitsBecause
const toBePriced = async (person: Person) => (await person.get('/api/getdata/2135')).body

test('a product that the list of the laboratory lacks is refused with product and list, and the sale waits as it was', async () => {
  await priceTo(null)
  const sale = await sold()
  const refused = await accession(sale)
  expect([refused.status, refused.body.code]).toEqual([422, 'no-leg-price'])
  expect(refused.body.errors).toEqual({ reason: [expect.any(String)] })
  const [said = ''] = Object.values(refused.body.errors).flat()
  expect(said).toMatch(
    /^\S+ .*: no price in price list \d+ of .+ for .+\. Add the price and accession again, or ask a manager/,
  )
  expect(said).toContain(`price list ${listed.PriceListId} of`)
  expect(await stateOf(app, sale.SaleId)).toEqual({ Samples: 0, Elements: 0, Work: 0, Derived: 0 })
  expect(await waitsFor(sale)).toBe(said)
  expect((await manager.get('/api/getdata/2136')).body).toMatchObject([{ SaleId: sale.SaleId, WaitsBecause: said }])
  expect((await accession(sale, front, { reason: 'Please' })).status).toBe(422)
  await priceTo(listed.Price)
  expect((await accession(sale)).status).toBe(200)
  expect(await waitsFor(sale)).toBe(null)
})

test('a manager goes on with a reason: the line is on the list of the seller until its price list has the price', async () => {
  await priceTo(null)
  const sale = await sold()
  expect((await accession(sale, manager)).status).toBe(422)
  const reason = 'The list comes on Monday'
  expect((await accession(sale, manager, { reason })).status).toBe(200)
  const [leg] = await legsOf(app, sale.SaleId)
  expect(leg?.Products).toEqual([product.cbc, product.lipids].sort((a, b) => a - b))
  const mine = async () => (await toBePriced(manager)).filter((row) => row.SaleId === leg?.SaleId)
  expect(await mine()).toMatchObject([{ Reason: reason }])
  expect(await toBePriced(front)).toEqual([])
  const again = await accession(sale)
  expect(again.status).toBe(200)
  expect(await mine()).toHaveLength(1)
  const list = (await manager.get(`/api/pricelists/${listed.PriceListId}`)).body
  const PriceListProducts = list.PriceListProducts.map((row) =>
    row.ProductId === product.lipids ? { ...row, Price: 260 } : row,
  )
  const saved = await manager.put(`/api/pricelists/${listed.PriceListId}`, { PriceListProducts })
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  expect(await mine()).toEqual([])
  const [priced] = await legsOf(app, sale.SaleId)
  expect(Number(priced?.NetAmount)).toBe(Number(leg?.NetAmount) + 260)
})

test('accessioned again, a line without a price takes the one that has come since', async () => {
  await priceTo(null)
  const sale = await sold()
  expect((await accession(sale, manager, { reason: 'Urgent' })).status).toBe(200)
  await priceTo(listed.Price)
  expect((await accession(sale)).status).toBe(200)
  const [leg] = await legsOf(app, sale.SaleId)
  expect(await readRows(app, 'sale_products', { SaleId: leg?.SaleId, ProductId: product.lipids }, 'price')).toEqual([
    { Price: listed.Price },
  ])
})

test('what an outside lab sells without a price is on the list of the laboratory that buys it', async () => {
  const row = await readRow<{ Id: number; Price: number }>(
    app,
    'price_list_products join price_lists using (price_list_id)',
    { ProductId: product.antiCcp, SellerId: 4 },
    'price_list_product_id as id, price',
  )
  const set = (price: number | null) =>
    setRows(app, 'price_list_products', { PriceListProductId: row.Id }, { Price: price })
  await set(null)
  try {
    const sale = await booked(front, { PatientId, SellerId: 12, products: [product.antiCcp] })
    const refused = await accession(sale)
    expect([refused.status, refused.body.code]).toEqual([422, 'no-leg-price'])
    expect((await accession(sale, manager, { reason: 'Their list is late' })).status).toBe(200)
    const [, outside] = await legsOf(app, sale.SaleId)
    expect((await toBePriced(manager)).map((one): unknown => one.SaleId)).toContain(outside?.SaleId)
    await set(row.Price)
    expect((await accession(sale)).status).toBe(200)
    expect((await toBePriced(manager)).map((one): unknown => one.SaleId)).not.toContain(outside?.SaleId)
  } finally {
    await set(row.Price)
  }
})

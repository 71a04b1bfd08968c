// Cancelling one item of a sale: its work, its lines between the parties, and what is left.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { readRow } from '../../../server/testing/rows.ts'
import { received } from '../../shipmentreceipt/shipmentreceipt.fixture.ts'
import { dispatched, party, tubesOf } from '../../shipments/shipments.fixture.ts'
import { legsOf } from '../accession/legs.fixture.ts'
import { accessioned, aPatient, booked, product, saleOf } from '../sales.fixture.ts'
import { cancelItem } from './cancel.fixture.ts'

const { app, desk, front, manager } = networkForTests('desk', 'front', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

test('FND-402 OPS-155 OPS-272 one item is cancelled, the other lines do not change', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  const answer = await cancelItem(desk, sale, 1)
  expect([answer.status, answer.body.message]).toEqual([200, 'PR03: Lipid Profile is cancelled'])
  const after = await saleOf(desk, sale.SaleId)
  expect(after.SaleProducts.map((line) => [line.StatusId, line.TestStatus.ItemValue])).toEqual([
    [104, '40'],
    [100, '-10'],
  ])
  expect(after).toMatchObject({ NetAmount: 350, StatusId: 95 })
  const work = await readRow(
    app,
    'work_items',
    { SaleId: sale.SaleId },
    'count(*) filter (where status_id = 157)::int as dropped, count(*) filter (where status_id = 150)::int as waiting',
  )
  expect(work).toMatchObject({ Waiting: 20 })
  expect((await cancelItem(desk, sale, 1)).body.message).toBe('The item is already cancelled')
})

test('work that another line also waits for is still performed', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.feverPanel, product.cbc] })
  await cancelItem(desk, sale, 1)
  expect(
    await readRow(app, 'work_items', { SaleId: sale.SaleId, ElementId: 1001, StatusId: 150 }, 'count(*)::int as n'),
  ).toEqual({ N: 1 })
})

test('an item cannot be cancelled once work on it has begun', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  const technologist = await signedIn(app, 'technologist', 4, 2)
  const rows = (await technologist.get(`/api/testresults?SaleId=${sale.SaleId}`)).body
  await technologist.put('/api/testresults/', {
    SaleId: sale.SaleId,
    WorkItems: [{ WorkItemId: rows.find((row) => row.Element === 'Haemoglobin')?.WorkItemId, Result: '14' }],
  })
  expect((await cancelItem(desk, sale, 0)).body).toMatchObject({
    message: 'Work on the item has started',
    code: 'work-begun',
  })
  expect((await cancelItem(desk, sale, 1)).status).toBe(200)
})

test('an item is cancelled on every sale between the parties while its tube is not in transit', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12, products: [product.cbc, product.antiCcp] })
  expect((await cancelItem(front, sale, 1)).status).toBe(200)
  const hops = await legsOf(app, sale.SaleId)
  expect(hops).toMatchObject([
    { SellerId: 2, NetAmount: 175, Products: [product.cbc] },
    { SellerId: 4, NetAmount: 0, Products: null },
  ])
})

test('while its tube is in transit the lab still sells the item; once the tube has arrived it is cancelled with the line', async () => {
  const sold = async () => {
    const sale = await accessioned(front, { SellerId: 12, products: [product.cbc, product.creatinine] })
    const away = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
    return { sale, away }
  }
  const sellsFor = async (sale: Read<'sales'>) => (await legsOf(app, sale.SaleId))[0]?.Products
  const sent = await sold()
  expect((await cancelItem(front, sent.sale, 1)).status).toBe(200)
  expect(await sellsFor(sent.sale)).toHaveLength(2)
  const there = await sold()
  await received(desk, there.away)
  expect((await cancelItem(front, there.sale, 1)).status).toBe(200)
  expect(await sellsFor(there.sale)).toEqual([product.cbc])
})

test('the last item cancelled cancels the sale', async () => {
  const sale = await booked(desk, { PatientId: patient })
  await cancelItem(desk, sale, 0)
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ StatusId: 90, NetAmount: 0 })
})

test('an item of a sale outside the entity is 404, and an unknown item too', async () => {
  const sale = await booked(desk, { PatientId: patient })
  expect((await cancelItem(front, sale, 0)).status).toBe(404)
  expect((await desk.put('/api/cancel/saleProduct', { SaleProductId: 9_999_999 })).status).toBe(404)
})

test('a cancelled line takes its share of the additional discount along: the rest does not become free', async () => {
  const sale = await booked(manager, { PatientId: patient, products: [product.cbc, product.lipids], AddlDiscount: 500 })
  expect(sale.NetAmount).toBe(Number(sale.GrossAmount) - 500)
  expect((await cancelItem(manager, sale, 1)).status).toBe(200)
  expect(await saleOf(manager, sale.SaleId)).toMatchObject({
    GrossAmount: 350,
    AddlDiscount: 166.67,
    NetAmount: 183.33,
  })
})

test('a cancelled line is not repriced: the buyer of the others changes, it does not', async () => {
  const sale = await booked(desk, { PatientId: patient, BuyerId: 21, products: [product.cbc, product.lipids] })
  const [gone, kept] = sale.SaleProducts
  expect((await cancelItem(desk, sale, 0)).status).toBe(200)
  const SaleProducts = [
    { SaleProductId: gone?.SaleProductId, ProductId: product.cbc, Price: 195, DiscountPercent: 0 },
    { SaleProductId: kept?.SaleProductId, ProductId: product.lipids },
  ]
  const changed = await desk.put(`/api/sales/${sale.SaleId}`, { BuyerId: patient, SaleProducts })
  expect([changed.status, changed.body.message]).toEqual([200, expect.stringContaining('is saved')])
  const after = await saleOf(desk, sale.SaleId)
  expect(after.SaleProducts).toMatchObject([
    { ProductId: product.cbc, Price: 195, StatusId: 100 },
    { ProductId: product.lipids, Price: 700 },
  ])
  expect(after).toMatchObject({ BuyerId: patient, GrossAmount: 700, NetAmount: 700 })
})

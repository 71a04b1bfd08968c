// The route of a tube: from the seller along the parties that sell it; a repeated accession changes it.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { route } from '../accession/legs.fixture.ts'
import { accessioned, product } from '../sales.fixture.ts'

const { app, front, manager } = networkForTests('front', 'manager')

type Way = { OwnerId: number; Route: number[]; NextHopId: number | null; PerformingLabId: number }
const wayOf = (sale: Read<'sales'>): Promise<Way[]> =>
  readRows<Way>(app, 'samples', { SaleId: sale.SaleId }, 'owner_id, route, next_hop_id, performing_lab_id', 'sample_id')

test('a tube keeps the parties from its seller to the lab that performs, and its next hop moves with its owner', async () => {
  const sale = await accessioned(front, { SellerId: 12, products: [product.antiCcp] })
  const [tube, ...others] = await wayOf(sale)
  expect([tube, others]).toEqual([{ OwnerId: 12, Route: [12, 2, 4], NextHopId: 2, PerformingLabId: 4 }, []])
  for (const [OwnerId, next] of [
    [2, 4],
    [4, null],
    [3, null],
  ] as const) {
    await setRows(app, 'samples', { SaleId: sale.SaleId }, { OwnerId })
    expect([OwnerId, (await wayOf(sale))[0]?.NextHopId]).toEqual([OwnerId, next])
  }
})

test('a tube of the lab that performs it goes nowhere', async () => {
  const [tube] = await wayOf(await accessioned(manager, { products: [product.cbc] }))
  expect(tube).toEqual({ OwnerId: 2, Route: [2], NextHopId: null, PerformingLabId: 2 })
})

test('after another accession a tube that has not moved takes the present route of its products; one that has moved keeps its own', async () => {
  // lab 3 has no price for it at lab 2
  const reason = 'the price is agreed by phone'
  const again = (sale: Read<'sales'>) => manager.put('/api/accession/sales', { formId: Number(sale.SaleId), reason })
  const still = await accessioned(front, { SellerId: 12, products: [product.cbc] })
  const moved = await accessioned(front, { SellerId: 12, products: [product.cbc] })
  await setRows(app, 'samples', { SaleId: moved.SaleId }, { OwnerId: 2, StatusId: 121 })
  await route(app, product.cbc, 3)
  for (const sale of [still, moved]) expect((await again(sale)).status).toBe(200)
  expect((await wayOf(still))[0]).toEqual({ OwnerId: 12, Route: [12, 2, 3], NextHopId: 2, PerformingLabId: 3 })
  expect((await wayOf(moved))[0]).toMatchObject({ OwnerId: 2, Route: [12, 2], NextHopId: null })
  await route(app, product.cbc, 2)
})

test('a sale with another seller before its next accession has its tubes there', async () => {
  const sale = await accessioned(manager, { SellerId: 12, BuyerId: 22, products: [product.antiCcp] })
  const unlocked = await manager.put('/api/unlock/sales', { formId: sale.SaleId })
  expect(unlocked.status).toBe(200)
  const changed = await manager.put(`/api/sales/${String(sale.SaleId)}`, { SellerId: 2, BuyerId: 21 })
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)])
  expect((await manager.put('/api/accession/sales', { formId: sale.SaleId })).status).toBe(200)
  expect((await wayOf(sale))[0]).toEqual({ OwnerId: 2, Route: [2, 4], NextHopId: 4, PerformingLabId: 4 })
})

// Price lists: listed by day and parties, and read by their sellers and buyers only.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'

const { app, admin } = networkForTests('admin')
beforeAll(async () => {
  await app.db.transaction((tx) =>
    tx.run(sql`
      update price_lists
      set
        effective_from_date = case price_list_id
          when 1 then date '2026-04-01'
          when 2 then date '2026-04-02'
          else date '2026-04-03'
        end,
        effective_till_date = case price_list_id
          when 1 then date '2026-04-02'
        end
    `),
  )
})

test('FND-143 MDA-029: price lists are narrowed to those in effect between two days, both ends included', async () => {
  const inEffect = async (filter: object) => (await narrowed(admin, 1018, filter)).map((row) => row.PriceListId)
  // 1 runs from the first to the second of April, 2 from the second on
  expect(await inEffect({ FromDate: '2026-04-02', ToDate: '2026-04-02' })).toEqual([2, 1])
  expect(await inEffect({ ToDate: '2026-04-01' })).toEqual([1])
  expect(await inEffect({ FromDate: '2026-04-03' })).not.toContain(1)
  expect(await inEffect({ FromDate: '2026-04-03', ToDate: '2026-04-03' })).not.toContain(1)
  expect(await inEffect({ FromDate: '2026-04-03', ToDate: '2026-04-03' })).toContain(2)
  // what the browser sends: the day's start and end in the network's time zone
  expect(await inEffect({ FromDate: '2026-04-01T18:30:00.000Z', ToDate: '2026-04-02T18:29:59.999Z' })).toEqual([2, 1])
  expect(await inEffect({ FromDate: '2026-03-30T18:30:00.000Z', ToDate: '2026-04-01T18:29:59.999Z' })).toEqual([1])
})

test('a price list is for a type of client that buys; another type is refused at its field', async () => {
  const types = (await admin.get<{ ClientTypeId: number }[]>('/api/buyertypes')).body.map((one) => one.ClientTypeId)
  expect(types).toEqual([10, 12, 13, 16])
  const save = (BuyerTypeId: number) =>
    admin.post('/api/pricelists/', { SellerId: 2, BuyerTypeId, EffectiveFromDate: '2026-04-01', PriceListProducts: [] })
  for (const BuyerTypeId of [9, 11, 14, 19, 20])
    expect(await save(BuyerTypeId)).toMatchObject({
      status: 400,
      body: { errors: { BuyerTypeId: ['Buyer Type is not one of its choices'] } },
    })
  for (const BuyerTypeId of types) expect((await save(BuyerTypeId)).status).toBe(201)
})

test('a list in effect since long ago shows when the lists are opened, with the last five days as their dates', async () => {
  const today = Date.now()
  const day = (back: number) => new Date(today - back * 86_400_000).toISOString()
  expect((await narrowed(admin, 1018, { FromDate: day(5), ToDate: day(0) })).map((row) => row.PriceListId)).toContain(2)
})

test('FND-143 MDA-029 MDA-034: price lists are narrowed by seller, by several buyers, and by the giver, who is the seller', async () => {
  for (const row of await narrowed(admin, 1018, { SellerId: 2 })) expect(row.SellerId).toBe(2)
  expect((await narrowed(admin, 1018, { BuyerIds: [21, 3] })).map((row) => Number(row.BuyerId)).sort()).toEqual([21, 3])
  expect((await narrowed(admin, 1018, { BuyerIds: [21] })).map((row) => row.PriceListId)).toEqual([4])
  expect(await narrowed(admin, 1018, { GiverId: 12 })).toEqual(await narrowed(admin, 1018, { SellerId: 12 }))
})

test('MDA-140 MDA-318: a price list is read with its products', async () => {
  const { status, body } = await admin.get('/api/pricelists/4')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    PriceListId: 4,
    EffectiveFromDate: '2026-04-03',
    EffectiveTillDate: null,
    SellerId: 2,
    Seller: { ClientId: 2, Name: 'Nivara Central Laboratory, Pune' },
    BuyerTypeId: 16,
    BuyerType: { ItemLabel: 'Institution (hospital, clinic, corporate)' },
    BuyerId: 21,
    Buyer: { ClientId: 21, Name: 'Sunrise Multispeciality Hospital (DEMO)' },
  })
  expect(body.PriceListProducts).toContainEqual({
    PriceListProductId: expect.any(Number),
    ProductId: 3001,
    Product: { ProductId: 3001, Code: 'P001', Name: 'Complete Blood Count (CBC)' },
    Price: expect.any(Number),
    Discount: expect.any(Number),
  })
  expect((await admin.get('/api/pricelists/99999')).status).toBe(404)
})

test('a row that is sent in part keeps the rest of it, and an emptied one is removed', async () => {
  const manager = await signedIn(app, 'manager', 2, 2)
  const rows = async () => (await manager.get('/api/pricelists/4')).body.PriceListProducts
  const save = (PriceListProducts: readonly Json[]) => manager.put('/api/pricelists/4', { PriceListProducts })
  const [first, ...others] = await rows()
  const { PriceListProductId } = first
  expect((await save([{ PriceListProductId, Discount: 3 }, ...others])).status).toBe(200)
  expect(await rows()).toContainEqual({ ...first, Discount: 3 })
  expect((await save([{ ...first, ProductId: null }, ...others])).status).toBe(200)
  expect(await rows()).toEqual(others)
})

test('a price list exists for its seller and its buyer only', async () => {
  const desk = await signedIn(app, 'frontdesk', 5, 12)
  for (const row of (await listed(desk, 1018)).rows) expect([row.SellerId, row.BuyerId]).toContain(12)
  expect((await desk.get('/api/pricelists/1')).status).toBe(404)
  const nashik = await signedIn(app, 'nashik', 5, 3)
  expect((await nashik.get('/api/pricelists/7')).body).toMatchObject({ SellerId: 2, BuyerId: 3 })
})

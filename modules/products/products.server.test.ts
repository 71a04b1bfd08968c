// Products: listed, read with their contents and prices, and looked up by code.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { signedIn } from '../../server/testing/signed-in.ts'

const { app, admin, front: desk } = networkForTests('admin', 'front')
beforeAll(async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        products (product_id, code, name, owner_id, is_local_product)
      values
        (9001, 'LOC1', 'Local of Kothrud', 11, true),
        (9002, 'LOC2', 'Local of Hadapsar', 12, true)
    `)
    await tx.run(sql`
      update products
      set
        is_active = false
      where
        product_id = 3002
    `)
  })
})

test('FND-142 MDA-027: products are narrowed by code, owner, local product and active', async () => {
  expect((await narrowed(admin, 1010, { Code: 'p001' })).map((row) => row.Code)).toEqual(['P001'])
  expect((await narrowed(admin, 1010, { OwnerId: 11 })).map((row) => row.ProductId)).toEqual([9001])
  expect((await narrowed(admin, 1010, { IsLocalProduct: 'true' })).map((row) => row.ProductId)).toEqual([9001, 9002])
  for (const row of await narrowed(admin, 1010, { IsLocalProduct: 'false' })) expect(row.IsLocalProduct).toBe(false)
  expect((await narrowed(admin, 1010, { IsActive: 'false' })).map((row) => row.ProductId)).toEqual([3002])
  for (const row of await narrowed(admin, 1010, { IsActive: 'true' })) expect(row.IsActive).toBe(true)
})

test('FND-142 FND-152 MDA-027: the name filter is a contains-match without case', async () => {
  const rows = await narrowed(admin, 1010, { Name: 'BLOOD' })
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) expect(String(row.Name).toLowerCase()).toContain('blood')
  expect(rows.some((row) => !String(row.Name).toLowerCase().startsWith('blood'))).toBe(true)
})

test('MDA-126 MDA-307: a product is read with groups, tests, labs and price lists', async () => {
  const { status, body } = await admin.get('/api/products/3001')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ProductId: 3001,
    Code: 'P001',
    Name: 'Complete Blood Count (CBC)',
    Description: null,
    OwnerId: 2,
    Owner: { ClientId: 2 },
    IsLocalProduct: false,
    IsActive: true,
    Mrp: 350,
    SubProducts: [],
  })
  expect(body.Groups).toEqual([{ ListItemId: 80, ItemLabel: expect.any(String) }])
  expect(body.Tests).toEqual([{ TestId: 2001, Name: 'Complete blood count', RecipieCost: 45 }])
  expect(body.ProductLabs[0]).toEqual({
    ProductLabId: expect.any(Number),
    ProductId: 3001,
    SourceLabId: 2,
    SourceLab: { ClientId: 2, Name: 'Nivara Central Laboratory, Pune' },
    DestinationLabId: 2,
    DestinationLab: { ClientId: 2, Name: 'Nivara Central Laboratory, Pune' },
    MandateLRN: 'Sale',
    SequenceNumber: 1,
  })
  expect(body.PriceLists).toContainEqual({
    Id: 1,
    Seller: { ClientId: 2, Name: 'Nivara Central Laboratory, Pune' },
    BuyerType: 'Patient',
    Buyer: null,
    Price: 350,
    Discount: 0,
    EffectiveFromDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    EffectiveTillDate: null,
  })
  expect((await admin.get('/api/products/99999')).status).toBe(404)
})
test('MDA-126: sub-products are read in their order, each with code and name', async () => {
  const subs = (await admin.get('/api/products/3100')).body.SubProducts
  expect(subs.map((row) => row.ProductId)).toEqual([3001, 3004, 3007, 3047, 3049])
  expect(subs[0]).toEqual({ ProductId: 3001, Code: 'P001', Name: 'Complete Blood Count (CBC)' })
  for (const row of subs) expect(Object.keys(row)).toEqual(['ProductId', 'Code', 'Name'])
})

test('FND-354 FND-360 MDA-323: the product look-up answers by code without case, by id and by a part of the name', async () => {
  const all = (await admin.get('/api/getdata/103')).body
  expect(all.length).toBeGreaterThan(100)
  for (const name of ['ProductId', 'Code', 'Name']) expect(all[0]).toHaveProperty(name)
  expect((await admin.get('/api/getdata/103?Code=p001')).body.map((row) => row.Code)).toEqual(['P001'])
  expect((await admin.get('/api/getdata/103?ProductId=3001')).body.map((row) => row.Code)).toEqual(['P001'])
  expect((await admin.get('/api/getdata/103?Code=NONE')).body).toEqual([])
})

test('FND-359 MDA-322: price lists of a product, of one seller when requested, without those of other organisations', async () => {
  const all = (await admin.get('/api/getdata/102?ProductId=3001')).body
  const one = (await admin.get('/api/getdata/102?ProductId=3001&SellerId=12')).body
  expect(one).toEqual(all.filter((row) => row.Seller.ClientId === 12))
  expect(one.length).toBeLessThan(all.length)
  expect((await desk.get('/api/getdata/102?ProductId=3001')).body).toEqual(one)
  expect((await admin.get('/api/getdata/102')).status).toBe(400)
})

test('only its owner and those above see a local product', async () => {
  expect((await desk.get('/api/products/9002')).status).toBe(200)
  expect((await desk.get('/api/products/9001')).status).toBe(404)
  expect((await listed(desk, 1010, { Code: 'LOC' })).rows.map((row) => row.Code)).toEqual(['LOC2'])
  expect((await desk.get('/api/getdata/103?Name=local%20of')).body.map((row) => row.Code)).toEqual(['LOC2'])
})

test('all products at their maximum price are for users who may list price lists', async () => {
  const ids = (await admin.get('/api/getdata/121')).body.map((row) => row.ProductId)
  expect(ids).toContain(3001)
  expect(ids).not.toContain(3002)
  expect((await (await signedIn(app, 'doctor', 12, 101)).get('/api/getdata/121')).status).toBe(403)
})

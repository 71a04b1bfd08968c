// Saving products, price lists and lists: owners, contents, and what cannot be changed.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'

const { app, labAdmin: lab } = networkForTests('labAdmin')
let centre: Person
beforeAll(async () => {
  centre = await signedIn(app, 'admin', 1, 11)
})

const product = (more: Json = {}) => ({
  Code: `P${Math.round(performance.now() * 1000)}`,
  Name: 'A product',
  OwnerId: 2,
  ...more,
})
const make = async (person: Person, body: Json): Promise<number> => {
  const made = await person.post('/api/products/', body)
  expect(made.status).toBe(201)
  return made.body.ProductId
}
const read = async (id: number): Promise<Read<'products'>> => (await lab.get(`/api/products/${id}`)).body

test('MDA-299 a product added by an entity that is no lab is local and its own, whatever it sends', async () => {
  const id = await make(centre, product({ OwnerId: 2, IsLocalProduct: false }))
  expect(await read(id)).toMatchObject({ OwnerId: 11, IsLocalProduct: true, IsActive: true })
  expect((await centre.put(`/api/products/${id}`, { IsLocalProduct: false })).status).toBe(403)
  expect((await centre.put(`/api/products/${id}`, { Name: 'Renamed' })).status).toBe(200)
  const network = await make(lab, product())
  expect(await read(network)).toMatchObject({ OwnerId: 2, IsLocalProduct: false })
  const refused = await centre.put(`/api/products/${network}`, { Name: 'Mine' })
  expect([refused.status, refused.body.message]).toEqual([422, 'Only its owner can change this product'])
})

test('product labs are numbered from 1 in the order that was sent; a row without one of its labs is no row', async () => {
  const rows = [
    { SourceLabId: 2, DestinationLabId: 4, MandateLRN: 'Sale' },
    { SourceLabId: 2, DestinationLabId: null },
    { SourceLabId: 2, DestinationLabId: 2, MandateLRN: null },
  ]
  const id = await make(lab, product({ ProductLabs: rows }))
  const stored = (await read(id)).ProductLabs
  expect(stored.map((row) => [row.SequenceNumber, row.DestinationLabId, row.MandateLRN])).toEqual([
    [1, 4, 'Sale'],
    [2, 2, null],
  ])
  await lab.put(`/api/products/${id}`, { ProductLabs: [...stored].reverse() })
  const turned = (await read(id)).ProductLabs
  expect(turned.map((row) => [row.ProductLabId, row.SequenceNumber])).toEqual([
    [stored[1]?.ProductLabId, 1],
    [stored[0]?.ProductLabId, 2],
  ])
})

test('the manager of one lab changes its own way of a product, and neither adds, changes nor removes that of another lab', async () => {
  const entity = await signedIn(app, 'admin', 1, 1)
  const manager = await signedIn(app, 'manager', 2, 2)
  const ownWay = { SourceLabId: 2, DestinationLabId: 2, MandateLRN: null }
  const otherWay = { SourceLabId: 3, DestinationLabId: 2, MandateLRN: 'Sale' }
  const id = await make(lab, product({ ProductLabs: [ownWay] }))
  expect((await entity.put(`/api/products/${id}`, { ProductLabs: [ownWay, otherWay] })).status).toBe(200)
  const ways = async () => (await read(id)).ProductLabs.map((row) => [row.SourceLabId, row.DestinationLabId])
  const refused = 'Only the legal entity can change where another lab sends this product'
  const stored = (await read(id)).ProductLabs
  for (const [ProductLabs, at] of [
    [[ownWay, otherWay, { ...otherWay, DestinationLabId: 4 }], 'ProductLabs.2.SourceLabId'],
    [[ownWay, { ...stored[1], DestinationLabId: 4 }], 'ProductLabs.1.SourceLabId'],
    [[{ ...stored[0], SourceLabId: 3 }, stored[1]], 'ProductLabs.0.SourceLabId'],
    [[ownWay], 'ProductLabs'],
  ] as const) {
    const answer = await manager.put(`/api/products/${id}`, { ProductLabs })
    expect([answer.status, answer.body.errors]).toEqual([400, { [at]: [refused] }])
  }
  expect((await manager.post('/api/products/', product({ ProductLabs: [otherWay] }))).status).toBe(404)
  expect(await ways()).toEqual([
    [2, 2],
    [3, 2],
  ])
  const moved = await manager.put(`/api/products/${id}`, {
    ProductLabs: [{ ...stored[0], DestinationLabId: 4 }, stored[1]],
  })
  expect([moved.status, await ways()]).toEqual([
    200,
    [
      [2, 4],
      [3, 2],
    ],
  ])
})

test('a product cannot be part of itself at any depth; a code is used once', async () => {
  const inner = await make(lab, product())
  const outer = await make(lab, product({ SubProducts: [{ ProductId: inner }] }))
  const top = await make(lab, product({ SubProducts: [{ ProductId: outer }] }))
  for (const part of [inner, outer, top]) {
    const refused = await lab.put(`/api/products/${inner}`, { SubProducts: [{ ProductId: part }] })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { SubProducts: ['A product cannot be part of itself'] },
    ])
  }
  expect((await lab.post('/api/products/', product({ Code: (await read(inner)).Code }))).status).toBe(409)
})

test('a department cannot be part of itself at any depth', async () => {
  const make = async (ParentDepartmentId: number | null): Promise<number> =>
    (await lab.post('/api/departments/', { Name: 'Part', ParentDepartmentId })).body.DepartmentId
  const first = await make(null)
  const second = await make(first)
  const third = await make(second)
  for (const parent of [first, second, third])
    expect((await lab.put(`/api/departments/${first}`, { ParentDepartmentId: parent })).body.errors).toEqual({
      ParentDepartmentId: ['A department cannot be part of itself'],
    })
  expect((await lab.put(`/api/departments/${third}`, { ParentDepartmentId: first })).status).toBe(200)
})

test('items without a name are dropped; the items of a restricted list cannot be removed, and only an administrator changes it', async () => {
  const items = [
    { ItemName: 'Red', ItemLabel: 'Red' },
    { ItemName: '', ItemLabel: 'Nothing', ItemValue: 'x' },
    { ItemLabel: 'Nothing' },
  ]
  const made = await lab.post('/api/lists/', { ListName: 'Colours', Restricted: true, ListItems: items })
  const id = made.body.ListId
  const stored = (await lab.get(`/api/lists/${id}`)).body.ListItems
  expect(stored.map((item) => item.ItemName)).toEqual(['Red'])
  const gone = await lab.put(`/api/lists/${id}`, { ListItems: [{ ItemName: 'Blue', ItemLabel: 'Blue' }] })
  expect([gone.status, gone.body.message]).toEqual([
    422,
    'The items of a restricted list cannot be removed: Aliquot depends on them',
  ])
  const manager = await signedIn(app, 'manager', 2, 2)
  const refused = await manager.put(`/api/lists/${id}`, { ListName: 'Mine' })
  expect([refused.status, refused.body.message]).toEqual([422, 'Only an administrator can change a restricted list'])
  expect((await lab.put(`/api/lists/${id}`, { ListItems: [{ ...stored[0], ItemLabel: 'Rouge' }] })).status).toBe(200)
})

test('a price list is its seller’s; its days are in order, and each product has one price', async () => {
  const list = {
    EffectiveFromDate: '2031-04-01',
    SellerId: 2,
    PriceListProducts: [{ ProductId: 3001, Price: 10, Discount: 0 }],
  }
  expect((await lab.post('/api/pricelists/', { ...list, SellerId: 3 })).body.errors).toEqual({
    SellerId: ['Seller does not exist'],
  })
  expect((await lab.post('/api/pricelists/', { ...list, EffectiveTillDate: '2031-03-31' })).body.errors).toEqual({
    EffectiveTillDate: ['Effective Till cannot be before Effective From'],
  })
  expect((await lab.post('/api/pricelists/', { ...list, EffectiveTillDate: '2031-04-01' })).status).toBe(201)
  const twice = await lab.post('/api/pricelists/', {
    ...list,
    PriceListProducts: [...list.PriceListProducts, ...list.PriceListProducts],
  })
  expect(twice.body.errors).toEqual({ 'PriceListProducts.1.ProductId': ['This product has a price here already'] })
})

test('two rows of a price list swap their products', async () => {
  const rows = [3001, 3002].map((ProductId) => ({ ProductId, Price: ProductId, Discount: 0 }))
  const made = await lab.post('/api/pricelists/', {
    EffectiveFromDate: '2031-04-01',
    SellerId: 2,
    PriceListProducts: rows,
  })
  const at = `/api/pricelists/${made.body.PriceListId}` as const
  const [first, second] = (await lab.get(at)).body.PriceListProducts
  const swapped = [
    { ...first, ProductId: second?.ProductId },
    { ...second, ProductId: first?.ProductId },
  ]
  expect((await lab.put(at, { PriceListProducts: swapped })).status).toBe(200)
  expect((await lab.get(at)).body.PriceListProducts).toMatchObject([
    { PriceListProductId: first?.PriceListProductId, ProductId: 3002, Price: 3001 },
    { PriceListProductId: second?.PriceListProductId, ProductId: 3001, Price: 3002 },
  ])
})

test('a code that another product has is refused at its field', async () => {
  const first = product({ Code: 'TWICE' })
  await make(lab, first)
  const again = await lab.post('/api/products/', product({ Code: 'twice' }))
  expect([again.status, again.body.message, again.body.errors]).toEqual([
    409,
    'This already exists',
    { Code: ['Another record has this already'] },
  ])
})

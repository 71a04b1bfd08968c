// What editing a saved sale does not change: the referrer, a locked reference, untouched figures.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import type { Sale } from '../sales.model.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { legsOf } from '../accession/legs.fixture.ts'
import { invoiced } from '../invoiced.fixture.ts'
import { accessioned, aPatient, booked, daysAgo, product, saleOf } from '../sales.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
beforeAll(async () => {
  await write(sql`
    update clients
    set
      can_refer = true
    where
      client_id = 117
  `)
})
const write = (query: ReturnType<typeof sql>) => app.db.transaction((tx) => tx.run(query))
const put = (sale: Read<'sales'>, changes: Json, person = desk) => person.put(`/api/sales/${sale.SaleId}`, changes)
let invoices = 0
const onInvoice: typeof booked = async (person, changes) => {
  const sale = await booked(person, { ...changes, BuyerId: 21 })
  await invoiced(app, `TST/26-27/00000${(invoices += 1)}`, sale.SaleId)
  return saleOf(person, sale.SaleId)
}
const again = (sale: Read<'sales'>) => saleOf(desk, sale.SaleId)

test('a save by the desk keeps the referrer that a manager picked, and its commission', async () => {
  const sale = await booked(manager, { ReferrerId: 141 })
  const commission = (one: Read<'sales'>): unknown => one.SaleProducts[0]?.CommissionPercent
  expect([sale.ReferrerId, commission(sale)]).toEqual([141, 8])
  // as the screen sends it: all that it was given
  for (const changes of [
    { Remarks: 'by the desk' },
    { Remarks: 'all of it', ReferrerId: 141, BuyerId: sale.BuyerId },
  ]) {
    expect((await put(sale, changes)).status).toBe(200)
    const after = await again(sale)
    expect([after.ReferrerId, commission(after)]).toEqual([141, 8])
  }
  expect((await put(sale, { ReferrerId: 117 })).status).toBe(403)
  // a chosen referrer, not taken from the doctor, does not follow the doctor
  expect((await put(sale, { ReferringDoctorId: 117 })).status).toBe(200)
  expect((await again(sale)).ReferrerId).toBe(141)
})

test('a referrer who may no longer refer is kept on saved sales', async () => {
  const sale = await booked(desk, { ReferringDoctorId: 117 })
  await write(sql`
    update clients
    set
      can_refer = false
    where
      client_id = 117
  `)
  expect((await put(sale, { Remarks: 'later' })).status).toBe(200)
  expect((await again(sale)).ReferrerId).toBe(117)
  expect((await booked(desk, { ReferringDoctorId: 117 })).ReferrerId).toBeNull()
})

test('the LRN of a reported sale does not change by a digit', async () => {
  const sale = await booked(desk)
  await write(sql`
    update sales
    set
      status_id = 99
    where
      sale_id = ${sale.SaleId}
  `)
  const answer = await put(sale, { LRN: `00${String(sale.LRN)}` })
  expect([answer.status, answer.body.message]).toEqual([422, 'LRN cannot be changed: The sale is reported'])
  expect((await put(sale, { LRN: sale.LRN, Remarks: 'reported' })).status).toBe(200)
})

const others: readonly (readonly [keyof Sale, () => unknown])[] = [
  ['PatientId', () => aPatient(desk)],
  ['ReferringDoctorId', () => 102],
  ['BuyerId', () => 21],
  ['SaleDate', () => daysAgo(1)],
  ['CollectionDate', () => new Date(Date.now() - 60_000).toISOString()],
  ['ReportDate', () => daysAgo(-9)],
  ['LRN', () => '99887766'],
]
test.each(others)(
  'OPS-149 %s of a reported sale cannot be changed, not even by an administrator',
  async (name, other) => {
    const admin = await signedIn(app, 'admin', 1, 2)
    const sale = await booked(desk)
    await setRows(app, 'sales', { SaleId: sale.SaleId }, { StatusId: 99 })
    const answer = await admin.put(`/api/sales/${sale.SaleId}`, { [name]: await other() })
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringMatching(/ cannot be changed: The sale is reported$/),
    ])
    expect((await again(sale))[name]).toEqual(sale[name])
  },
)

test.each(others)(
  'OPS-150 %s of the sale of a lab to its centre changes only with the sale of the centre',
  async (name, other) => {
    const front = await signedIn(app, 'frontdesk', 5, 12)
    const sale = await accessioned(front, { SellerId: 12 })
    const [leg] = await legsOf(app, sale.SaleId)
    const admin = await signedIn(app, 'admin', 1, 2)
    const before = await saleOf(admin, leg?.SaleId ?? 0)
    const answer = await admin.put(`/api/sales/${leg?.SaleId}`, { [name]: await other() })
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringMatching(/ cannot be changed: /)])
    expect((await saleOf(admin, leg?.SaleId ?? 0))[name]).toEqual(before[name])
  },
)

test('OPS-146 the products of an accessioned sale cannot be changed: none added, removed, or repriced', async () => {
  const admin = await signedIn(app, 'admin', 1, 2)
  const sale = await accessioned(desk, { products: [product.cbc, product.lipids] })
  const [one, two] = sale.SaleProducts.map(({ SaleProductId, ProductId, Price }) => ({
    SaleProductId: SaleProductId,
    ProductId: ProductId,
    Price: Price,
  }))
  for (const SaleProducts of [
    [one],
    [one, two, { ProductId: product.haemoglobin }],
    [one, { ...two, Price: 1 }],
    // neither kept nor refused would be lost in silence
    [one, { ...two, Remarks: 'Call first' }],
    [one, { ...two, LRN: '77' }],
    // one of them twice, in place of the other
    [one, one],
    [{ ProductId: product.cbc }, { ProductId: product.cbc }],
  ]) {
    const answer = await put(sale, { SaleProducts }, admin)
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringMatching(/cannot be changed/)])
  }
  expect((await put(sale, { SaleProducts: [two, one] }, admin)).status).toBe(200)
  expect((await again(sale)).NetAmount).toBe(sale.NetAmount)
})

test.each([
  ['of an accessioned sale', accessioned],
  ['of a sale on an invoice of several', onInvoice],
])('a line %s that is sent without its figures keeps them, and the sale its amount', async (_what, make) => {
  const line = { ProductId: product.cbc, Price: 300, DiscountPercent: 10, Remarks: 'As agreed' }
  const sale = await make(manager, { products: [line, product.lipids] })
  const SaleProducts = sale.SaleProducts.map(({ SaleProductId, ProductId }) => ({
    SaleProductId: SaleProductId,
    ProductId: ProductId,
  }))
  expect((await put(sale, { SaleProducts }, manager)).status).toBe(200)
  const after = await again(sale)
  expect([after.NetAmount, after.SaleProducts]).toEqual([sale.NetAmount, sale.SaleProducts])
})

test('a list with another discount since then requires no remarks for unchanged figures', async () => {
  const PatientId = await aPatient(desk)
  const sale = await booked(desk, { PatientId })
  await write(sql`
    update price_list_products
    set
      discount = discount + 10
    where
      product_id = ${product.cbc}
  `)
  expect((await put(sale, { Remarks: 'only this' })).status).toBe(200)
  expect((await again(sale)).SaleProducts).toMatchObject([
    { Price: 350, DiscountPercent: 0, OriginalDiscountPercent: 0, Amount: 350 },
  ])
  const [line] = sale.SaleProducts
  const changed = await put(sale, { SaleProducts: [{ ...line, DiscountPercent: 5 }] })
  expect(changed.body.message).toBe('Please enter remarks for updating item price/discount')
  expect((await put(sale, { SaleProducts: [{ ...line, DiscountPercent: 10 }] })).status).toBe(200)
  await write(sql`
    update price_list_products
    set
      discount = discount - 10
    where
      product_id = ${product.cbc}
  `)
})

test('a sale cannot be dated into the future', async () => {
  const sale = await booked(manager)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const answer = await put(sale, { SaleDate: tomorrow }, manager)
  expect([answer.status, answer.body.errors]).toEqual([400, { SaleDate: ['Sale Date cannot be in the future'] }])
})

test('a product or line whose key is no whole number is refused: and no line is dropped', async () => {
  const sale = await booked(desk, { products: [product.cbc, product.haemoglobin] })
  const [first, second] = sale.SaleProducts.map(({ SaleProductId, ProductId }) => ({
    SaleProductId,
    ProductId,
  }))
  for (const odd of [
    { ...first, ProductId: `${product.cbc}.0` },
    { ...first, SaleProductId: `${first?.SaleProductId}.0` },
  ])
    expect((await put(sale, { SaleProducts: [odd, second] })).status).toBe(400)
  expect((await put(sale, { PatientId: `${sale.PatientId}.0` })).status).toBe(400)
  expect((await again(sale)).SaleProducts).toHaveLength(2)
})

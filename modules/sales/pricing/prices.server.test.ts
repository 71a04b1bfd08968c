// Prices of products: set by the server on a sale, requested line by line, and offered with the products.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { aPatient, booked, product } from '../sales.fixture.ts'

const { desk } = networkForTests('desk')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
const line = (sale: Read<'sales'>): Read<'sales'>['SaleProducts'][0] => sale.SaleProducts[0]

test('OPS-164 FND-357 OPS-258 the server prices each line from the list of the seller and says which', async () => {
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, product.homeVisit] })
  expect(line(sale)).toMatchObject({
    Price: 350,
    OriginalPrice: 350,
    DiscountPercent: 0,
    PriceSource: { PriceListId: 1 },
  })
  const asked = (more: string) =>
    desk.get(`/api/getdata/100?SellerId=2&ProductId=3001,3093&SaleDate=2026-11-21T05:00:00Z${more}`)
  expect((await asked(`&BuyerId=${patient}`)).body).toEqual([
    { ProductId: 3001, Price: 350, Discount: 0, Commission: 0 },
    { ProductId: 3093, Price: 700, Discount: 0, Commission: 0 },
  ])
  // the commission is the referrer's, and there is none where an organisation buys
  expect((await asked(`&BuyerId=${patient}&ReferrerId=141`)).body).toEqual([
    { ProductId: 3001, Price: 350, Discount: 0, Commission: 8 },
    { ProductId: 3093, Price: 700, Discount: 0, Commission: 8 },
  ])
  expect((await asked('&BuyerId=21&ReferrerId=141')).body.map((row) => row.Commission)).toEqual([0, 0])
  expect((await asked(`&BuyerId=${patient}&ReferrerId=141&Sources=true`)).body[0]).toMatchObject({
    PriceSource: { PriceListId: 1 },
    CommissionSource: { ReferralSchemeId: 1 },
  })
  expect((await asked('&BuyerId=21')).body[0]).toMatchObject({ Price: 195 })
  expect((await asked('&BuyerTypeId=16')).body[0]).toMatchObject({ Price: 230 })
  expect(
    (await desk.get('/api/getdata/100?SellerId=2&BuyerId=21&ProductId=3001&SaleDate=2026-03-31T18:29:00Z')).body[0],
  ).toMatchObject({ Price: null })
  expect(
    (await desk.get('/api/getdata/100?SellerId=2&BuyerId=21&ProductId=3001&SaleDate=2026-03-31T18:30:00Z')).body[0],
  ).toMatchObject({ Price: 195 })
  expect((await desk.get('/api/getdata/100?SellerId=3&ProductId=3001')).status).toBe(400)
})

test('FND-358 FND-215 OPS-261 OPS-262 the products that can be sold come with their prices', async () => {
  const rows = (await desk.get('/api/getdata/101?SellerId=2&BuyerTypeId=12&Name=profile')).body
  expect(rows.length).toBeGreaterThan(3)
  for (const name of ['ProductId', 'Code', 'Name', 'Price', 'Discount', 'Commission', 'IsLocalProduct'])
    expect(rows[0]).toHaveProperty(name)
  expect(rows.find((row) => row.Code === 'PR03')).toMatchObject({ Price: 700 })
  expect(rows[0]).not.toHaveProperty('PriceSource')
  // a user who puts one on a bill requests the sources of its figures, too
  const [offered] = (await desk.get('/api/getdata/101?SellerId=2&BuyerTypeId=12&Code=PR03&Sources=true')).body
  expect(offered).toMatchObject({ Price: 700, PriceSource: { PriceListId: 1 }, CommissionSource: null })
})

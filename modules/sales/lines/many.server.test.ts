// Two hundred lines are written like two, and the history names the one that changed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, statementCount } from '../../../server/db/db.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { aPatient, aSale, product } from '../sales.fixture.ts'

const first = 90_000
let app: TestApp
let manager: Person
beforeAll(async () => {
  app = await testApp({ env: { SESSION_SECONDS: '20' } })
  manager = await signedIn(app, 'manager', 2, 2)
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        products
      select
        (
          jsonb_populate_record(
            null::products,
            to_jsonb(one) || jsonb_build_object('product_id', ${first} + g, 'code', 'M' || g, 'name', 'Many ' || g)
          )
        ).*
      from
        products one
        cross join generate_series(1, 200) g
      where
        one.product_id = ${product.homeVisit}
    `),
  )
})
afterAll(() => app.close())

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ProductId: first + 1 + at, Price: 100, Remarks: 'agreed' }))
const counted = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const before = statementCount.value
  const answer = await work()
  return [answer, statementCount.value - before]
}
const book = async (count: number) => {
  const PatientId = await aPatient(manager)
  return counted(() => manager.post('/api/sales/', aSale({ PatientId, products: lines(count) })))
}

test('200 lines are booked and changed by as many statements as 2, and one that changed is one in the history', async () => {
  await book(2)
  const [[two, few], [other], [many, statements]] = [await book(2), await book(2), await book(200)]
  expect([two.status, many.status, statements]).toEqual([201, 201, few])

  const change = async ({ body: { SaleId } }: { body: { SaleId: number } }) => {
    const sale = (await manager.get(`/api/sales/${SaleId}`)).body
    const SaleProducts = sale.SaleProducts.map((line, at) => (at === 1 ? { ...line, DiscountPercent: 10 } : line))
    return counted(() => manager.put(`/api/sales/${String(sale.SaleId)}`, { SaleProducts }))
  }
  await change(two)
  const [[, fewer], [changed, again]] = [await change(other), await change(many)]
  expect([changed.status, again]).toEqual([200, fewer])

  const { body } = await manager.get(`/api/actions?ModuleId=sales&FormId=${String(many.body.SaleId)}`)
  const { SaleProducts: rows } = body[0].Changes
  expect(rows.map((side) => side.map((line) => [line.ProductId, line.DiscountPercent]))).toEqual([
    [[first + 2, 0]],
    [[first + 2, 10]],
  ])
}, 120_000)

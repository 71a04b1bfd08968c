// How often a request of the counter waits for the database: once to open a sale or its history, seven times to book
// one, eight to change it; and how often it writes a sale that it books.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, tripCount } from '../../server/db/db.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { signedIn, type Answered, type Person } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient, aSale, product } from './sales.fixture.ts'

let app: TestApp
let desk: Person
beforeAll(async () => {
  app = await testApp({ env: { SESSION_SECONDS: '20' } })
  desk = await signedIn(app, 'labdesk', 5, 2)
})
afterAll(() => app.close())

const trips = async (work: () => Promise<Answered>): Promise<[status: number, waited: number]> => {
  const before = tripCount.value
  const { status, text } = await work()
  if (status >= 400) throw new Error(text)
  return [status, tripCount.value - before]
}
let keys = 0
const once = () => ({ 'idempotency-key': `trip ${(keys += 1)}` })
const five = [product.cbc, product.lipids, product.lft, product.thyroid, product.homeVisit]
const book = async (PatientId: number) => desk.call('POST', '/api/sales/', aSale({ PatientId, products: five }), once())

test('a sale and its history are opened in one trip each, booked in seven at most and changed in eight', async () => {
  const PatientId = await aPatient(desk)
  await book(PatientId)
  const key = String((await book(PatientId)).body.SaleId)
  await desk.get(`/api/sales/${key}`)
  expect(await trips(() => desk.get(`/api/sales/${key}`))).toEqual([200, 1])
  expect(await trips(() => desk.get(`/api/actions?ModuleId=sales&FormId=${key}`))).toEqual([200, 1])
  const [booked, waited] = await trips(() => book(PatientId))
  expect([booked, waited <= 7, waited]).toEqual([201, true, waited])

  const { SaleProducts } = (await desk.get(`/api/sales/${key}`)).body
  const lines = SaleProducts.map((line, at) => (at === 1 ? { ...line, Remarks: 'fasting' } : line))
  const change = () => desk.call('PUT', `/api/sales/${key}`, { Remarks: 'by phone', SaleProducts: lines }, once())
  const [changed, again] = await trips(change)
  expect([changed, again <= 8, again]).toEqual([200, true, again])
})

test('a sale that is billed at once is written once, before its lines: it is not changed when its invoice is issued', async () => {
  const { body } = await book(await aPatient(desk))
  const written = await app.db.read.one(sql`
    select
      sale.invoice_id is not null as is_billed,
      -- of the statements of its transaction the one that wrote the row
      sale.cmin::text::int < min(line.cmin::text::int) as is_first,
      sale.xmin = any (array_agg(invoice.xmin)) as is_together
    from
      sales sale
      join sale_products line using (sale_id)
      join invoices invoice using (invoice_id)
    where
      sale.sale_id = ${body.SaleId}
    group by
      sale.sale_id
  `)
  expect(written).toEqual({ IsBilled: true, IsFirst: true, IsTogether: true })
})

test('an unknown product on a locked sale is refused at the product, and the server goes on', async () => {
  const sale = await accessioned(desk)
  const answer = await desk.put(`/api/sales/${String(sale.SaleId)}`, {
    SaleProducts: [{ ProductId: 2_147_483_000 }],
  })
  expect([answer.status, answer.body.errors]).toEqual([400, { 'SaleProducts.0.ProductId': ['Product does not exist'] }])
  expect((await desk.get(`/api/sales/${String(sale.SaleId)}`)).status).toBe(200)
})

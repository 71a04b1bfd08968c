// How often a request of the counter waits for the database: once to open a sale or its history, eight times to save
// one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tripCount } from '../../server/db/db.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { signedIn, type Answered, type Json, type Person } from '../../server/testing/signed-in.ts'
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
const book = async (PatientId: number): Promise<Answered> =>
  desk.call('POST', '/api/sales/', aSale({ PatientId, products: five }), once())

test('a sale and its history are opened in one trip each, booked and changed in eight at most', async () => {
  const PatientId = await aPatient(desk)
  await book(PatientId)
  const key = String((await book(PatientId)).body['SaleId'])
  await desk.get(`/api/sales/${key}`)
  expect(await trips(() => desk.get(`/api/sales/${key}`))).toEqual([200, 1])
  expect(await trips(() => desk.get(`/api/actions?ModuleId=sales&FormId=${key}`))).toEqual([200, 1])
  const [booked, waited] = await trips(() => book(PatientId))
  expect([booked, waited <= 8, waited]).toEqual([201, true, waited])

  const { SaleProducts } = (await desk.get(`/api/sales/${key}`)).body as { SaleProducts: Json[] }
  const lines = SaleProducts.map((line, at) => (at === 1 ? { ...line, Remarks: 'fasting' } : line))
  const change = () => desk.call('PUT', `/api/sales/${key}`, { Remarks: 'by phone', SaleProducts: lines }, once())
  const [changed, again] = await trips(change)
  expect([changed, again <= 8, again]).toEqual([200, true, again])
})

test('an unknown product on a locked sale is refused at the product, and the server goes on', async () => {
  const sale = await accessioned(desk)
  const answer = await desk.put(`/api/sales/${String(sale['SaleId'])}`, {
    SaleProducts: [{ ProductId: 2_147_483_000 }],
  })
  expect([answer.status, answer.body['errors']]).toEqual([
    400,
    { 'SaleProducts.0.ProductId': ['Product does not exist'] },
  ])
  expect((await desk.get(`/api/sales/${String(sale['SaleId'])}`)).status).toBe(200)
})

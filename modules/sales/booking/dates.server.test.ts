// Dates of a sale at its save: in order, and a question about an early collection.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { aPatient, daysAgo, nextLrn, product } from '../sales.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

test('dates are in order, and an early collection raises one question', async () => {
  const refused = async (changes: Json) =>
    (await manager.post('/api/sales/', { ...(await body()), ...changes })).body.errors
  const body = async () => ({
    PatientId: patient,
    BuyerId: patient,
    ReferringDoctorId: 114,
    SellerId: 2,
    LRN: nextLrn(),
    SaleDate: new Date().toISOString(),
    CollectionDate: daysAgo(0.1),
    ReportDate: daysAgo(-1),
    SaleProducts: [{ ProductId: product.cbc }],
  })
  expect(await refused({ ReportDate: '1950-01-01T00:00:00.000Z' })).toEqual({
    ReportDate: ['Report Date cannot be before Collection Date'],
  })
  expect(await refused({ CollectionDate: '2199-01-01T00:00:00.000Z', ReportDate: '2199-01-02T00:00:00.000Z' })).toEqual(
    {
      CollectionDate: ['Collection Date can be 90 days ahead at most'],
    },
  )
  const CollectionDate = daysAgo(10)
  const question = 'The collection date is more than three days before the sale. Is it right ?'
  expect(await refused({ CollectionDate })).toEqual({ EarlyCollection: [question] })
  const saved = await desk.post('/api/sales/', { ...(await body()), CollectionDate, EarlyCollection: true })
  expect(saved.status).toBe(201)
  expect((await desk.put(`/api/sales/${saved.body.SaleId}`, { Remarks: 'x', CollectionDate })).status).toBe(200)
})

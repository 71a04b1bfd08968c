// Unlocking reverses an accession, and when it is refused.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { invoiced } from '../invoiced.fixture.ts'
import { accessioned, aPatient, booked, product, saleOf } from '../sales.fixture.ts'
import { legsOf } from './legs.fixture.ts'

const { app, desk, front } = networkForTests('desk', 'front')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

test('FND-399 OPS-157 OPS-269 unlocking reverses the accession: booked again, products can be changed, number and tubes remain', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  expect((await front.put(`/api/sales/${sale.SaleId}`, { SaleProducts: [{ ProductId: product.lipids }] })).status).toBe(
    422,
  )
  const answer = await front.put('/api/unlock/sales', { formId: sale.SaleId })
  expect([answer.status, answer.body.message]).toEqual([200, 'The accession is unlocked'])
  const open = await saleOf(front, sale.SaleId)
  expect(open).toMatchObject({ AccessionNo: sale.AccessionNo, AccessionDate: null })
  expect(open.StatusId).toBeLessThan(95)
  expect((await legsOf(app, sale.SaleId)).map((hop) => [hop.StatusId, hop.NetAmount])).toEqual([[90, 0]])
  expect(
    (
      await front.put(`/api/sales/${sale.SaleId}`, {
        SaleProducts: [
          { SaleProductId: open.SaleProducts[0].SaleProductId, ProductId: product.cbc },
          { ProductId: product.lipids },
        ],
      })
    ).status,
  ).toBe(200)
  expect((await front.put('/api/accession/sales', { formId: sale.SaleId })).status).toBe(200)
  const again = await saleOf(front, sale.SaleId)
  expect([again.AccessionNo, again.Samples[0]?.Barcode, again.Samples.length]).toEqual([
    sale.AccessionNo,
    `${sale.AccessionNo}-01`,
    2,
  ])
  expect((await legsOf(app, sale.SaleId)).filter((hop) => hop.StatusId !== 90)).toMatchObject([
    { Products: [product.cbc, product.lipids], NetAmount: 525 },
  ])
})

test('unlocking is refused before accession, after a result, and when the lab has invoiced', async () => {
  const fresh = await booked(desk, { PatientId: patient })
  expect((await desk.put('/api/unlock/sales', { formId: fresh.SaleId })).body.message).toBe(
    'The sale is not accessioned',
  )
  const entered = await accessioned(desk, { PatientId: patient })
  const technologist = await signedIn(app, 'technologist', 4, 2)
  const rows = (await technologist.get(`/api/testresults?SaleId=${entered.SaleId}`)).body
  await technologist.put('/api/testresults/', {
    SaleId: entered.SaleId,
    WorkItems: [{ WorkItemId: rows.find((row) => row.Element === 'Haemoglobin')?.WorkItemId, Result: '14' }],
  })
  expect((await desk.put('/api/unlock/sales', { formId: entered.SaleId })).status).toBe(422)
  const centre = await accessioned(front, { PatientId: patient, SellerId: 12 })
  await invoiced(app, 'TST/26-27/000001', (await legsOf(app, centre.SaleId))[0]?.SaleId)
  expect((await front.put('/api/unlock/sales', { formId: centre.SaleId })).status).toBe(422)
})

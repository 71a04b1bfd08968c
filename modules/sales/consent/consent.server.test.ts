// A product that asks for consent is booked without it and accessioned with it; the line keeps who gave it and how.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Read, Rows } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { aPatient, aSale, booked, product, saleOf } from '../sales.fixture.ts'

const { app, admin, desk } = networkForTests('admin', 'desk')
const [hiv, antenatal] = [3045, 3102]
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk, { GenderId: 2 })
})
afterEach(() => expectInvariants(app.db))

const accession = (sale: Read<'sales'>) => desk.put('/api/accession/sales', { formId: sale.SaleId })
const linesOf = async (sale: Read<'sales'>): Promise<Rows<Read<'sales'>['SaleProducts'][0]>> =>
  (await saleOf(desk, sale.SaleId)).SaleProducts
const given = { ConsentBy: 'guardian', ConsentName: 'Asha Patil', ConsentForm: 'written' }
const consent = async (sale: Read<'sales'>, ProductId: number, values: Json) => {
  const { SaleProducts, RowVersion } = await saleOf(desk, sale.SaleId)
  return desk.put(`/api/sales/${String(sale.SaleId)}`, {
    SaleProducts: SaleProducts.map((line) => (line.ProductId === ProductId ? { ...line, ...values } : line)),
    RowVersion,
  })
}

test('HIV is booked without consent, not accessioned, and accessioned once it is on the line', async () => {
  const sale = await booked(desk, { PatientId: patient, products: [product.cbc, hiv] })
  const refused = await accession(sale)
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { 'SaleProducts.1.ConsentBy': ['HIV 1 & 2: enter on its line who consents, and in which form'] },
  ])
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ AccessionNo: null, Samples: [] })
  expect((await consent(sale, hiv, given)).status).toBe(200)
  expect((await accession(sale)).status).toBe(200)
  const lines = await linesOf(sale)
  expect(lines[1]).toMatchObject(given)
  expect(lines[0]).toMatchObject({ ConsentBy: null })
  const history = await desk.get(`/api/actions?ModuleId=sales&FormId=${String(sale.SaleId)}`)
  expect(JSON.stringify(history.body)).toContain('Asha Patil')
})

test('a package asks for what is in it', async () => {
  const sale = await booked(desk, { PatientId: patient, products: [antenatal] })
  const refused = await accession(sale)
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['SaleProducts.0.ConsentBy']])
  expect((await desk.get(`/api/asks/products?ProductIds=${antenatal},${product.cbc}`)).body.Consent).toEqual([
    antenatal,
  ])
})

test('half a consent is refused at its field, and no sale is booked', async () => {
  const half = await desk.post(
    '/api/sales/',
    aSale({ PatientId: patient, products: [{ ProductId: hiv, ...given, ConsentName: null }] }),
  )
  expect([half.status, half.body.errors]).toEqual([
    400,
    { 'SaleProducts.0.ConsentName': ['Enter the name of the guardian who consents'] },
  ])
})

test('accessioned again after it is unlocked, it needs the consent still', async () => {
  const sale = await booked(desk, { PatientId: patient, products: [{ ProductId: hiv, ...given }] })
  expect((await accession(sale)).status).toBe(200)
  // a product that is marked later does not hold up what is accessioned
  expect((await accession(sale)).status).toBe(200)
  expect((await desk.put('/api/unlock/sales', { formId: sale.SaleId })).status).toBe(200)
  expect((await consent(sale, hiv, { ConsentBy: null, ConsentName: null, ConsentForm: null })).status).toBe(200)
  expect((await accession(sale)).status).toBe(422)
})

test('the mark is on the product; outside readers of the sale see no consent', async () => {
  expect((await admin.get(`/api/products/${hiv}`)).body.ConsentRequired).toBe(true)
  expect((await admin.get(`/api/products/${product.cbc}`)).body.ConsentRequired).toBe(false)
  const sale = await booked(desk, {
    PatientId: patient,
    ReferringDoctorId: 101,
    products: [{ ProductId: hiv, ...given }],
  })
  const doctor = await signedIn(app, 'doctor', 12, 101)
  const seen = await doctor.get(`/api/sales/${String(sale.SaleId)}`)
  expect([seen.status, seen.text.includes('Asha Patil')]).toEqual([200, false])
})

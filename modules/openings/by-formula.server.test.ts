// What is calculated from a sensitive element is sensitive by itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRow, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { aPatient, product } from '../sales/sales.fixture.ts'
import { labForTests, letGo, paidSale, rowOf } from '../testresults/testresults.fixture.ts'
import { printed } from '../testreports/testreports.fixture.ts'

const { app, bench } = labForTests()
const insulin = { Name: 'Insulin, fasting' }
const homa = { Name: 'HOMA-IR' }
let patient: number
let formula: string
let key: number
beforeAll(async () => {
  const row = await readRow<{ ElementId: number; Formula: string }>(app, 'elements', homa, 'element_id, formula')
  ;[key, formula] = [row.ElementId, row.Formula]
  patient = await aPatient(bench.desk)
  await setRows(app, 'elements', insulin, { IsSensitive: true })
})
afterAll(() => setRows(app, 'elements', insulin, { IsSensitive: false }))

const sold = (): Promise<Read<'sales'>> => paidSale(bench.desk, patient, [product.glucoseFasting, product.homaIr], 890)
const values = { 'Glucose, fasting': '90', 'Insulin, fasting': '6' }
const trends = async (): Promise<unknown[]> =>
  (await bench.desk.get(`/api/cumulative/testreports?PatientId=${patient}`)).body.map((one) => one.Element)

test('its value is closed on the sheet, on no later sheet and on no trend, with no mark of its own', async () => {
  const sale = await sold()
  await letGo(bench, sale.SaleId, values)
  expect(await rowOf(bench.pathologist, sale.SaleId, 'HOMA-IR')).toMatchObject({ IsClosed: true, Result: null })
  expect(await rowOf(bench.pathologist, sale.SaleId, 'Glucose, fasting')).toMatchObject({ Result: '90' })
  const again = await sold()
  await letGo(bench, again.SaleId, { ...values, 'Insulin, fasting': '7' })
  expect(await trends()).toEqual(['Glucose, fasting (F)'])
  await bench.pathologist.post('/api/reason/openings', { SaleId: again.SaleId, Reason: 'The doctor asks' })
  expect(await rowOf(bench.pathologist, again.SaleId, 'HOMA-IR')).toMatchObject({
    Result: '1.56',
    PreviousResult: null,
    History: [],
  })
})

test('the element says through which input, and a mark is not needed; without the formula its values stay closed', async () => {
  const admin = await signedIn(app, 'admin', 1, 1)
  expect((await admin.get(`/api/elements/${key}`)).body).toMatchObject({
    IsSensitive: false,
    SensitiveThrough: 'Insulin, fasting',
  })
  const sale = await sold()
  await letGo(bench, sale.SaleId, values)
  await setRows(app, 'elements', homa, { Formula: '{ 1036 } / 2' })
  try {
    expect((await admin.get(`/api/elements/${key}`)).body).toMatchObject({ SensitiveThrough: null })
    expect(await rowOf(bench.pathologist, sale.SaleId, 'HOMA-IR')).toMatchObject({ IsClosed: true })
    expect((await printed(bench.desk, sale.SaleId)).status).toBe(422)
  } finally {
    await setRows(app, 'elements', homa, { Formula: formula })
  }
})

test('what is calculated from that is sensitive too, and a formula of plain elements is not', async () => {
  const { ElementId } = await readRow<{ ElementId: number }>(app, 'elements', { Name: 'Chloride' }, 'element_id')
  const sensitive = () => readRow(app, 'sensitive_elements', { ElementId }, 'element_id').catch(() => undefined)
  expect(await sensitive()).toBeUndefined()
  await setRows(app, 'elements', { ElementId }, { Formula: `{ ${key} } * 2` })
  expect(await sensitive()).toEqual({ ElementId })
  await setRows(app, 'elements', { ElementId }, { Formula: null })
})

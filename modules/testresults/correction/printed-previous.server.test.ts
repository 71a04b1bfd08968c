// Previous results on reports after the patient of a sale was corrected: what moved is taken off, what is the patient's
// own stays, and what waits for the right patient is printed for nobody.
import { expect, test } from 'vitest'
import { readRow } from '../../../server/testing/rows.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { amended, aReason, labForTests, letGo, reportsOf, rowOf } from '../testresults.fixture.ts'
import { correctPatient } from './correct.fixture.ts'

const { app, bench } = labForTests()
const { pathologist } = bench

/** A released report of a draw that many days ago. */
const issued = async (PatientId: number, days: number, values: Record<string, string>): Promise<Json> => {
  const CollectionDate = daysAgo(days)
  const sale = { PatientId, BuyerId: 21, products: [product.electrolytes], CollectionDate, EarlyCollection: true }
  const booked = await accessioned(bench.desk, sale)
  await letGo(bench, booked['SaleId'], values)
  return booked
}
const previousOf = async (sale: Json, element: string) => {
  const { content } = await readRow<{ content: ReportData }>(
    app,
    'reports',
    { sale_id: sale['SaleId'] },
    'content',
    'version desc',
  )
  return content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows])).find(
    ({ Element }) => Element === element,
  )?.PreviousResult
}

test("a previous result that was the patient's own stays as it was printed, though it was amended since", async () => {
  const [patient, right] = [await aPatient(bench.desk), await aPatient(bench.desk, { Name: 'Right Person' })]
  const wrong = await issued(patient, 3, { Sodium: '138' })
  const own = await issued(patient, 2, { Sodium: '140' })
  const later = await issued(patient, 0.1, { Sodium: '141' })
  expect((await amended(bench, own['SaleId'], { Sodium: '142' })).status).toBe(200)
  expect((await correctPatient(pathologist, wrong, right)).status).toBe(200)
  // the value of the wrong sale is taken off the report on which it was the previous one, and that one alone
  expect([await previousOf(own, 'Sodium'), await previousOf(later, 'Sodium')]).toEqual([null, '140'])
  expect(await reportsOf(app, later['SaleId'])).toHaveLength(1)
})

test('what waits for the right patient is no previous result on a report, and no point of a trend', async () => {
  const [patient, right] = [await aPatient(bench.desk), await aPatient(bench.desk, { Name: 'Right Person' })]
  const moved = await issued(patient, 2, { Sodium: '110', Potassium: '4.1' })
  expect((await correctPatient(pathologist, moved, right)).status).toBe(200)
  expect((await rowOf(pathologist, moved['SaleId'], 'Sodium'))['Amendment']).toMatchObject({ IsJudgedAnew: true })
  const later = await issued(right, 0.1, { Sodium: '111', Potassium: '4.2' })
  expect([await previousOf(later, 'Sodium'), await previousOf(later, 'Potassium')]).toEqual([null, '4.1'])
  const trends = await pathologist.get<Json[]>(`/api/cumulative/testreports?PatientId=${right}`)
  const points = (name: string) => trends.body.find(({ Element }) => Element === name)?.['Points'] as Json[]
  expect(points('Sodium').map(({ Result }) => Result as string)).toEqual(['111'])
  expect(points('Potassium').map(({ Result }) => Result as string)).toEqual(['4.1', '4.2'])
})

test('a previous result whose draw was corrected after it was printed is taken off too when its sale moves', async () => {
  const [patient, right] = [await aPatient(bench.desk), await aPatient(bench.desk, { Name: 'Right Person' })]
  const moved = await issued(patient, 5, { Sodium: '138' })
  const later = await issued(patient, 0.1, { Sodium: '141' })
  expect(await previousOf(later, 'Sodium')).toBe('138')
  const redated = await pathologist.put('/api/correctdetails/sales', {
    SaleId: moved['SaleId'],
    CollectionDate: daysAgo(3),
    ReasonId: await aReason(pathologist),
    Remarks: 'The tube was drawn two days later',
    KeepsValues: true,
    EarlyCollection: true,
  })
  expect([redated.status, redated.text]).toEqual([200, redated.text])
  expect((await correctPatient(pathologist, moved, right)).status).toBe(200)
  expect(await previousOf(later, 'Sodium')).toBeNull()
})

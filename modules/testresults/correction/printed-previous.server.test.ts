// Previous results on reports after the patient of a sale was corrected: what moved is taken off, what is the patient's
// own stays, and what waits for the right patient is printed for nobody.
import { expect, test } from 'vitest'
import { aPatient, daysAgo } from '../../sales/sales.fixture.ts'
import { amended, aReason, labForTests, reportsOf, rowOf } from '../testresults.fixture.ts'
import { correctPatient } from './correct.fixture.ts'
import { issued, previousOf } from './previous.fixture.ts'

const { app, bench } = labForTests()
const { pathologist } = bench

test("a previous result that was the patient's own stays as it was printed, though it was amended since", async () => {
  const [patient, right] = [await aPatient(bench.desk), await aPatient(bench.desk, { Name: 'Right Person' })]
  const wrong = await issued(bench, patient, 3, { Sodium: '138' })
  const own = await issued(bench, patient, 2, { Sodium: '140' })
  const later = await issued(bench, patient, 0.1, { Sodium: '141' })
  expect((await amended(bench, own.SaleId, { Sodium: '142' })).status).toBe(200)
  expect((await correctPatient(pathologist, wrong, right)).status).toBe(200)
  // the value of the wrong sale is taken off the report on which it was the previous one, and that one alone
  expect([await previousOf(app, own, 'Sodium'), await previousOf(app, later, 'Sodium')]).toEqual([null, '140'])
  expect(await reportsOf(app, later.SaleId)).toHaveLength(1)
})

test('what waits for the right patient is no previous result on a report, and no point of a trend', async () => {
  const [patient, right] = [await aPatient(bench.desk), await aPatient(bench.desk, { Name: 'Right Person' })]
  const moved = await issued(bench, patient, 2, { Sodium: '110', Potassium: '4.1' })
  expect((await correctPatient(pathologist, moved, right)).status).toBe(200)
  expect((await rowOf(pathologist, moved.SaleId, 'Sodium')).Amendment).toMatchObject({ IsJudgedAnew: true })
  const later = await issued(bench, right, 0.1, { Sodium: '111', Potassium: '4.2' })
  expect([await previousOf(app, later, 'Sodium'), await previousOf(app, later, 'Potassium')]).toEqual([null, '4.1'])
  const trends = await pathologist.get(`/api/cumulative/testreports?PatientId=${right}`)
  const points = (name: string) => trends.body.find(({ Element }) => Element === name)?.Points
  expect(points('Sodium').map(({ Result }) => Result)).toEqual(['111'])
  expect(points('Potassium').map(({ Result }) => Result)).toEqual(['4.1', '4.2'])
})

test('a previous result whose draw was corrected after it was printed is taken off too when its sale moves', async () => {
  const [patient, right] = [await aPatient(bench.desk), await aPatient(bench.desk, { Name: 'Right Person' })]
  const moved = await issued(bench, patient, 5, { Sodium: '138' })
  const later = await issued(bench, patient, 0.1, { Sodium: '141' })
  expect(await previousOf(app, later, 'Sodium')).toBe('138')
  const redated = await pathologist.put('/api/correctdetails/sales', {
    SaleId: moved.SaleId,
    CollectionDate: daysAgo(3),
    ReasonId: await aReason(pathologist),
    Remarks: 'The tube was drawn two days later',
    KeepsValues: true,
    EarlyCollection: true,
  })
  expect([redated.status, redated.text]).toEqual([200, redated.text])
  expect((await correctPatient(pathologist, moved, right)).status).toBe(200)
  expect(await previousOf(app, later, 'Sodium')).toBeNull()
})

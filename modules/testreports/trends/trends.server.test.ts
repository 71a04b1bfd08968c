// Results over time: inside the reader's scope, released ones only, as they were reported.
import { beforeAll, expect, test } from 'vitest'
import { countRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { daysAgo, product } from '../../sales/sales.fixture.ts'
import { enterAll, labForTests, letGo, paidSale } from '../../testresults/testresults.fixture.ts'
import { reported } from '../testreports.fixture.ts'
import type { Trend } from './trend.rules.ts'

const { app, bench } = labForTests()
let first: Read<'sales'>
let second: Read<'sales'>
beforeAll(async () => {
  first = await reported(bench)
  await setRows(app, 'sales', { SaleId: first.SaleId }, { CollectionDate: daysAgo(30), SaleDate: daysAgo(30) })
  second = await paidSale(bench.desk, first.PatientId, [product.electrolytes])
  await setRows(app, 'sales', { SaleId: second.SaleId }, { ReferringDoctorId: 101 })
  await letGo(bench, second.SaleId, { Sodium: '140' })
  // not released yet: on no trend
  const third = await paidSale(bench.desk, first.PatientId, [product.electrolytes])
  await enterAll(bench.technologist, third.SaleId, { Sodium: '150' })
}, 180_000)

const trends = (person: Person, sale: { SaleId: number } = second) =>
  person.get<Trend[]>(`/api/trends/testreports?SaleId=${String(sale.SaleId)}`)
const sodium = async (person: Person) =>
  (await trends(person)).body
    .find((one) => one.Element === 'Sodium')
    ?.Points.map(({ Result, Unit, Low, High, Flag }) => [Result, Unit, Low, High, Flag])

test('reported results of the patient are in order of time, with unit, interval and flag of its day', async () => {
  expect(await sodium(bench.desk)).toEqual([
    ['131', 'mmol/L', 136, 145, 'L'],
    ['140', 'mmol/L', 136, 145, 'N'],
  ])
  expect((await trends(bench.desk)).body.map((one) => one.Element)).toEqual(['Chloride', 'Potassium', 'Sodium'])
})

test('the doctor sees results of the own referrals, not those of another doctor', async () => {
  const doctor = await signedIn(app, 'doctor', 12, 101)
  expect(await sodium(doctor)).toHaveLength(2)
  await setRows(app, 'sales', { SaleId: first.SaleId }, { ReferringDoctorId: 102 })
  expect((await trends(doctor)).body).toEqual([])
  await setRows(app, 'sales', { SaleId: first.SaleId }, { ReferringDoctorId: 101 })
})

test('a value at one time of a series is compared only with those of the same time', async () => {
  const timed = (sale: Read<'sales'>, TimePoint: string | null) =>
    setRows(app, 'samples', { SaleId: sale.SaleId }, { TimePoint })
  await timed(second, 'T60')
  expect((await trends(bench.desk)).body).toEqual([])
  await timed(first, 'T60')
  expect((await trends(bench.desk)).body.map((one) => [one.Element, one.Points.length])).toEqual([
    ['Chloride (T60)', 2],
    ['Potassium (T60)', 2],
    ['Sodium (T60)', 2],
  ])
  for (const sale of [first, second]) await timed(sale, null)
})

test('another centre and a referrer are refused, and so is an unknown sale', async () => {
  const beside = await signedIn(app, 'frontdesk2', 5, 11)
  const unknown = await trends(beside, { SaleId: 2_000_000 })
  const answer = await trends(beside)
  expect([answer.status, unknown.status]).toEqual([404, 404])
  expect((await trends(await signedIn(app, 'referrer', 14, 141))).status).toBe(403)
  expect((await bench.desk.get('/api/trends/testreports')).status).toBe(400)
})

test('reading them is in the access log', async () => {
  const seen = () =>
    countRows(app, 'access_log', {
      ModuleId: 'testreports',
      What: 'read',
      FormId: second.SaleId,
      UserId: bench.desk.userId,
    })
  const before = await seen()
  await trends(bench.desk)
  expect(await seen()).toBe(before + 1)
})

test('all results of a patient on the sales that the reader may see are listed together, and the reading is in the access log', async () => {
  const patient = first.PatientId
  const all = async (person: Person, PatientId: unknown = patient) =>
    person.get<Trend[]>(`/api/cumulative/testreports?PatientId=${String(PatientId)}`)
  const { status, body } = await all(bench.desk)
  expect([status, body.find((one) => one.Element === 'Sodium')?.Points.map(({ Result }) => Result)]).toEqual([
    200,
    ['131', '140'],
  ])
  // a single result is listed, too
  await setRows(app, 'sales', { SaleId: first.SaleId }, { PatientId: 21 })
  expect((await all(bench.desk)).body.map((one) => one.Points.length)).toEqual(body.map(() => 1))
  await setRows(app, 'sales', { SaleId: first.SaleId }, { PatientId: patient })
  const looked = await countRows(app, 'access_log', { What: 'read results', FormId: patient })
  expect(looked).toBe(2)
  const doctor = await signedIn(app, 'doctor', 12, 101)
  await setRows(app, 'sales', { SaleId: first.SaleId }, { ReferringDoctorId: 102 })
  expect((await all(doctor)).body.find((one) => one.Element === 'Sodium')?.Points.map(({ Result }) => Result)).toEqual([
    '140',
  ])
  await setRows(app, 'sales', { SaleId: first.SaleId }, { ReferringDoctorId: 101 })
  expect((await all(await signedIn(app, 'frontdesk2', 5, 11))).body).toEqual([])
  expect((await all(bench.desk, '')).status).toBe(400)
  expect((await all(await signedIn(app, 'accounts', 7, 2))).status).toBe(403)
})

// Correct details: doctor, LRN and collection time of an issued report, each in its next version, which says what
// changed; the results are judged by the right time.
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, formatDateTime } from '../../../core/dates.ts'
import { readRow, readRows, setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read, Result } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { gender } from '../../lists/items.model.ts'
import { accessioned, aPatient, daysAgo, nextLrn, product, saleOf } from '../../sales/sales.fixture.ts'
import { approveAll, aReason, enterAll, labForTests, letGo, releaseAll, rowOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let man: number
beforeAll(async () => {
  man = await aPatient(bench.desk)
})
const today = dayOf(new Date())
const hoursAgo = (hours: number): string => daysAgo(hours / 24)

/** A released report of an institution's patient. */
const issued = async (more: Json, values: Record<string, string> = {}): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, { PatientId: man, BuyerId: 21, products: [product.cbc], ...more })
  await letGo(bench, sale.SaleId, values)
  return saleOf(bench.desk, sale.SaleId)
}
const correct = async (sale: Read<'sales'>, changes: Json, person = bench.pathologist) =>
  person.put('/api/correctdetails/sales', {
    SaleId: sale.SaleId,
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'The requisition says so',
    ...changes,
  })
const newest = (sale: Read<'sales'>): Promise<{ Version: number; State: string; Content: ReportData }> =>
  readRow(app, 'reports', { SaleId: sale.SaleId }, 'version, state, content', 'version desc')
const row = (sale: Read<'sales'>, element: string): Promise<Result> => rowOf(bench.pathologist, sale.SaleId, element)

test('doctor and LRN of an issued report are corrected: the next version says both, and no result changes', async () => {
  const sale = await issued({})
  const [before, LRN] = [await row(sale, 'Haemoglobin'), nextLrn()]
  const answer = await correct(sale, { ReferringDoctorId: 116, LRN })
  expect([answer.status, answer.body.message]).toEqual([200, 'The details are corrected, the report is amended'])
  const { Version, State, Content } = await newest(sale)
  const nameOf = (ClientId: number): Promise<string> => valueOf<string>(app, 'clients', { ClientId }, 'name')
  const [was, is] = [await nameOf(114), await nameOf(116)]
  expect([Version, State, Content.Sample.Doctor, Content.Sample.LRN]).toEqual([2, 'AMENDED', is, LRN])
  expect(Content.Amendment).toMatchObject({
    Reason: 'The requisition says so',
    By: 'Dr Vidya Rao',
    Changes: [
      { What: 'Doctor', Was: was, Is: is },
      { What: 'LRN', Was: sale.LRN, Is: LRN },
    ],
  })
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ StatusId: 154, RowVersion: before.RowVersion })
  expect(await saleOf(bench.desk, sale.SaleId)).toMatchObject({
    ReferringDoctorId: 116,
    ReferrerId: sale.ReferrerId,
    LRN,
  })
  const history = await readRows<{ Changes: Json }>(
    app,
    'audit',
    { ModuleId: 'sales', FormId: sale.SaleId, Action: 'correct details' },
    'changes',
  )
  expect(history).toMatchObject([{ Changes: { ReferringDoctorId: [114, 116], LRN: [sale.LRN, LRN] } }])
})

test('an earlier collection moves the first tubes and judges by the age of that day: the next version says both', async () => {
  const boy = await aPatient(bench.desk, {
    Name: 'Twelve Today',
    BirthDate: `${String(Number(today.slice(0, 4)) - 12)}${today.slice(4)}`,
  })
  const sale = await issued({ PatientId: boy }, { Haemoglobin: '12.3' })
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ Flag: 'L', PatientAge: 12 })
  const at = daysAgo(1)
  expect((await correct(sale, { CollectionDate: at })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ Flag: 'N', PatientAge: 11, StatusId: 159, Result: '12.3' })
  // what is judged by the same interval at both ages is not touched
  const { Content } = await newest(sale)
  expect(Content.Sample.Collected).toBe(formatDateTime(at))
  expect(Content.Patient.AgeSex).toContain('11 y')
  expect(Content.Amendment?.Changes).toEqual(
    expect.arrayContaining([
      { What: 'Collected', Was: formatDateTime(sale.CollectionDate), Is: formatDateTime(at) },
      { What: 'Haemoglobin, judged by', Was: '13.0–17.0, L', Is: '11.5–15.5, N' },
    ]),
  )
  const tubes = await readRows<{ At: Date; What: string }>(
    app,
    'samples t join sample_events e using (sample_id)',
    { 't.sale_id': sale.SaleId },
    't.collection_date as at, e.what',
    'e.sample_event_id desc',
  )
  expect(tubes[0]).toMatchObject({ What: 'Collection time corrected' })
  expect(new Date(tubes[0]?.At ?? 0).toISOString()).toBe(at)
})

test('a value that is critical at the age of the right day is called: the answer lists it, and the call can be logged', async () => {
  const baby = await aPatient(bench.desk, { Name: 'Baby of Meera', BirthDate: addDays(today, -8) })
  const sale = await issued({ PatientId: baby }, { Haemoglobin: '9.0' })
  const answer = await correct(sale, { CollectionDate: daysAgo(1) })
  const { WorkItemId } = await row(sale, 'Haemoglobin')
  expect([answer.status, answer.body.CallsToMake]).toEqual([
    200,
    [{ SaleId: sale.SaleId, WorkItemId, Element: 'Haemoglobin', Result: '9.0' }],
  ])
  expect(answer.body.message).toContain('Log the calls for Baby of Meera: Haemoglobin')
  const call = { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true }
  expect((await bench.pathologist.post('/api/criticalcalls/', call)).status).toBe(201)
  // the report that has it says by what it is judged, as where it goes out at once
  for (const name of ['review', 'approve'])
    expect((await bench.other.put(`/api/${name}/testresults`, { WorkItemIds: [WorkItemId] })).status).toBe(200)
  expect((await newest(sale)).Content.Amendment?.Changes).toEqual([
    { What: 'Haemoglobin', Was: 'to follow', Is: '9.0 g/dL' },
    { What: 'Haemoglobin, judged by', Was: expect.stringMatching(/, LL?$/), Is: expect.stringMatching(/, LL$/) },
  ])
})

test('the answer names a sensitive one without its value', async () => {
  const baby = await aPatient(bench.desk, { Name: 'Baby of Asha', BirthDate: addDays(today, -8) })
  const sale = await issued({ PatientId: baby }, { Haemoglobin: '9.0' })
  await setRows(app, 'elements', { Name: 'Haemoglobin' }, { IsSensitive: true })
  try {
    const answer = await correct(sale, { CollectionDate: daysAgo(1) })
    expect(answer.body.CallsToMake).toMatchObject([{ Element: 'Haemoglobin', Result: null }])
  } finally {
    await setRows(app, 'elements', { Name: 'Haemoglobin' }, { IsSensitive: false })
  }
})

test('a tube that was then too old is asked about, and its value is kept with the printed reason', async () => {
  const stable = (StableHours: number | null) =>
    readRow<{ ElementId: number }>(app, 'elements', { Name: 'Potassium' }, 'element_id').then(({ ElementId }) =>
      setRows(app, 'element_specimens', { ElementId }, { StableHours }),
    )
  await stable(6)
  try {
    const sale = await issued({ products: [product.electrolytes] })
    const CollectionDate = hoursAgo(24.9)
    const asked = await correct(sale, { CollectionDate })
    expect([asked.status, asked.body.errors]).toEqual([
      422,
      { KeepsValues: ['Potassium: Measured 24 h after the draw, stable 6 h. Are these values kept ?'] },
    ])
    expect((await newest(sale)).Version).toBe(1)
    expect((await correct(sale, { CollectionDate, KeepsValues: true })).status).toBe(200)
    const { Content } = await newest(sale)
    const printed = Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows]))
    expect(printed.find(({ Element }) => Element === 'Potassium')?.Comment).toBe(
      'Measured 24 h after the draw, stable 6 h. Reported because: The requisition says so',
    )
    expect(printed.find(({ Element }) => Element === 'Sodium')?.Comment).toBeNull()
    expect([(await row(sale, 'Potassium')).StatusId, (await row(sale, 'Sodium')).StatusId]).toEqual([159, 154])
  } finally {
    await stable(null)
  }
})

test('the delta check is asked again by the right time, and the answer says where it is over its limit', async () => {
  const patient = await aPatient(bench.desk, { Name: 'Two Draws' })
  const at = (hours: number) => ({
    products: [product.electrolytes],
    PatientId: patient,
    CollectionDate: hoursAgo(hours),
  })
  const first = await issued(at(3), { Sodium: '137' })
  await issued(at(2), { Sodium: '138' })
  const third = await accessioned(bench.desk, { BuyerId: 21, ...at(1) })
  await enterAll(bench.technologist, third.SaleId, { Sodium: '126' })
  await approveAll(bench.pathologist, third.SaleId)
  expect((await releaseAll(bench.pathologist, third.SaleId)).status).toBe(200)
  const answer = await correct(first, { CollectionDate: hoursAgo(0.5) })
  expect([answer.status, answer.body.message]).toEqual([
    200,
    'The details are corrected, the report is amended. Delta check by the new time: Sodium',
  ])
  expect((await newest(first)).Content.Departments[0]?.Tests[0]?.Rows[0]).toMatchObject({ PreviousResult: '126' })
})

test('a tube that was drawn separately keeps its time, and unreleased results wait for approval by the right one', async () => {
  const sale = await accessioned(bench.desk, {
    PatientId: man,
    BuyerId: 21,
    products: [product.cbc, product.creatinine],
  })
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  const creatinine = await row(sale, 'Creatinine')
  await bench.pathologist.put('/api/release/testresults', { WorkItemIds: [creatinine.WorkItemId] })
  const { SampleId } = await row(sale, 'Haemoglobin')
  const own = hoursAgo(0)
  await setRows(app, 'samples', { SampleId }, { CollectionDate: own, ReceivedDate: own })
  const at = daysAgo(1)
  expect((await correct(sale, { CollectionDate: at })).status).toBe(200)
  const tubes = await readRows<{ SampleId: number; At: Date }>(
    app,
    'samples',
    { SaleId: sale.SaleId },
    'sample_id, collection_date as at',
  )
  for (const tube of tubes) expect(new Date(tube.At).toISOString()).toBe(tube.SampleId === SampleId ? own : at)
  expect((await row(sale, 'Haemoglobin')).StatusId).toBe(151)
})

test('a first tube that was drawn before the time of the sale moves alone; the others keep the time of the sale', async () => {
  const sale = await accessioned(bench.desk, {
    PatientId: man,
    BuyerId: 21,
    products: [product.cbc, product.creatinine],
  })
  const { SampleId } = await row(sale, 'Haemoglobin')
  const own = hoursAgo(2)
  await setRows(app, 'samples', { SampleId }, { CollectionDate: own })
  await letGo(bench, sale.SaleId, {})
  const at = hoursAgo(3)
  const old = await correct(sale, { CollectionDate: daysAgo(5) })
  expect([old.status, Object.keys(old.body.errors)]).toEqual([422, ['EarlyCollection']])
  expect((await correct(sale, { CollectionDate: at })).status).toBe(200)
  const { Content } = await newest(sale)
  expect(Content.Sample.Collected).toBe(formatDateTime(at))
  expect(Content.Amendment?.Changes).toEqual([{ What: 'Collected', Was: formatDateTime(own), Is: formatDateTime(at) }])
  const ofSale = (await saleOf(bench.desk, sale.SaleId)).CollectionDate
  expect(ofSale).toBe(sale.CollectionDate)
  const tubes = await readRows<{ SampleId: number; At: Date }>(
    app,
    'samples',
    { SaleId: sale.SaleId },
    'sample_id, collection_date as at',
  )
  expect(tubes).toHaveLength(2)
  for (const tube of tubes) expect(new Date(tube.At).toISOString()).toBe(tube.SampleId === SampleId ? at : ofSale)
})

test('Correct details needs a signatory, a reason, remarks, an issued report, and something that differs', async () => {
  const sale = await issued({})
  const LRN = nextLrn()
  const messageOf = async (changes: Json, person = bench.pathologist) => {
    const answer = await correct(sale, changes, person)
    return [answer.status, answer.body.message]
  }
  expect((await correct(sale, { LRN }, bench.desk)).status).toBe(403)
  expect((await correct(sale, { LRN }, bench.technologist)).status).toBe(403)
  expect((await correct(sale, { LRN, ReasonId: null })).status).toBe(400)
  expect((await correct(sale, { LRN, Remarks: ' ' })).status).toBe(400)
  expect((await correct(sale, { LRN, SaleId: 999_999 })).status).toBe(404)
  expect((await correct(sale, { ReferringDoctorId: 999_999 })).status).toBe(404)
  expect(await messageOf({})).toEqual([422, 'The report states these details already'])
  expect(await messageOf({ CollectionDate: sale.CollectionDate })).toEqual([
    422,
    'The report states these details already',
  ])
  expect(await messageOf({ CollectionDate: daysAgo(-1) })).toEqual([422, 'A collection cannot be in the future'])
  expect(await messageOf({ CollectionDate: hoursAgo(-1 / 120) })).toEqual([422, 'A collection cannot be in the future'])
  const [status, message] = await messageOf({ CollectionDate: daysAgo(5) })
  expect([status, message]).toEqual([422, expect.stringContaining('more than three days before the sale')])
  expect(await messageOf({ CollectionDate: daysAgo(5), EarlyCollection: true })).toEqual([
    200,
    'The details are corrected, the report is amended',
  ])
  const open = await accessioned(bench.desk, { PatientId: man, BuyerId: 21 })
  await enterAll(bench.technologist, open.SaleId)
  expect((await correct(open, { LRN })).body.message).toBe('No report is out; change the details in the sale')
})

test('a week of pregnancy that is corrected is of the first draw, not of the day for which that was planned', async () => {
  const woman = await aPatient(bench.desk, { Name: 'Asha Weeks', GenderId: gender.Female, Age: 30 })
  const planned = { CollectionDate: daysAgo(14), EarlyCollection: true }
  const sale = await issued({ PatientId: woman, Pregnancy: 'yes', PregnancyWeeks: 20, ...planned })
  const at = daysAgo(0)
  await setRows(app, 'samples', { SaleId: sale.SaleId }, { CollectionDate: at, ReceivedDate: at })
  const answer = await correct(sale, { PregnancyWeeks: 27 })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  expect(await saleOf(bench.desk, sale.SaleId)).toMatchObject({
    PregnancyWeeks: 27,
    PregnancyWeeksOn: dayOf(at),
  })
})

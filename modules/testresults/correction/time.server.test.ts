// Correct details: the time of the draw of tubes that are named, whose results are judged by it.
import { expect, test } from 'vitest'
import { dayOf, formatDateTime } from '../../../core/dates.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { shortOf } from '../../samples/labels/label.rules.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { aReason, labForTests, letGo, rowOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const today = dayOf(new Date())

const correct = async ({ SaleId }: Read<'sales'>, changes: Json, person = bench.pathologist) =>
  person.put('/api/correctdetails/sales', {
    SaleId,
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'The ward says so',
    ...changes,
  })
const newest = ({ SaleId }: Read<'sales'>): Promise<{ Version: number; Content: ReportData }> =>
  readRow(app, 'reports', { SaleId }, 'version, content', 'version desc')

type Tube = { readonly id: number; readonly no: string }
const tubeOf = async ({ SaleId }: Read<'sales'>, element: string): Promise<Tube> => {
  const { SampleId } = await rowOf(bench.pathologist, SaleId, element)
  const { Barcode } = await readRow<{ Barcode: string }>(app, 'samples', { SampleId }, 'barcode')
  return { id: Number(SampleId), no: shortOf(Barcode) }
}
const drawnAt = async ({ id }: Tube): Promise<string> =>
  new Date((await readRow<{ At: Date }>(app, 'samples', { SampleId: id }, 'collection_date as at')).At).toISOString()

/** The report of a boy of twelve today, whose count was drawn two days after the rest: its interval is another since today. */
const drawnTwice = async () => {
  const PatientId = await aPatient(bench.desk, {
    Name: 'Twelve Today',
    BirthDate: `${String(Number(today.slice(0, 4)) - 12)}${today.slice(4)}`,
  })
  const products = [product.cbc, product.electrolytes]
  const sale = await accessioned(bench.desk, { PatientId, BuyerId: 21, products })
  const [first, later] = [await tubeOf(sale, 'Sodium'), await tubeOf(sale, 'Haemoglobin')]
  const [before, at] = [daysAgo(2), await drawnAt(later)]
  await setRows(app, 'samples', { SampleId: first.id }, { CollectionDate: before })
  await letGo(bench, sale.SaleId, { Haemoglobin: '12.3' })
  expect(await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')).toMatchObject({ Flag: 'L', PatientAge: 12 })
  return { sale, first, later, before, at }
}

test('a later tube takes the right time: its results are judged by the age of that day, and the next version says both', async () => {
  const { sale, first, later, before, at } = await drawnTwice()
  const CollectionDate = daysAgo(1)
  const answer = await correct(sale, { Tubes: later.no, CollectionDate })
  expect([answer.status, answer.body.message]).toEqual([
    200,
    expect.stringContaining('The details are corrected, the report is amended'),
  ])
  expect([await drawnAt(first), await drawnAt(later)]).toEqual([before, CollectionDate])
  expect(await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')).toMatchObject({
    ...{ Flag: 'N', PatientAge: 11, StatusId: 159, Result: '12.3' },
  })
  expect(await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).toMatchObject({ StatusId: 154 })
  const { Version, Content } = await newest(sale)
  expect([Version, Content.Sample.Collected]).toEqual([2, formatDateTime(before)])
  const [was, is] = [formatDateTime(at), formatDateTime(CollectionDate)]
  const told = Content.Amendment?.Changes ?? []
  expect(told).toContainEqual({ What: `Collected, ${later.no}`, Was: was, Is: is })
  expect(told).toContainEqual({ What: 'Haemoglobin, judged by', Was: '13.0–17.0, L', Is: '11.5–15.5, N' })
  expect(told.filter(({ What }) => What.startsWith('Collected'))).toHaveLength(1)
  expect(Content.Departments.map(({ Sample }) => Sample)).toContainEqual(
    expect.stringMatching(new RegExp(`${later.no} .*drawn ${is}`)),
  )
  const where = { ModuleId: 'samples', FormId: later.id, Action: 'correct details' }
  const [kept] = await readRows<{ Changes: { CollectionDate: string[] } }>(app, 'audit', where, 'changes')
  expect(kept?.Changes.CollectionDate.map((one) => new Date(one).toISOString())).toEqual([at, CollectionDate])
  const [event] = await readRows<Json>(
    app,
    'sample_events',
    { SampleId: later.id },
    'what, remarks',
    'sample_event_id desc',
  )
  expect(event).toMatchObject({ What: 'Collection time corrected', Remarks: 'The ward says so' })
})

test('one that was drawn first after all changes the time of the report, which says it once', async () => {
  const { sale, first, later, before } = await drawnTwice()
  const CollectionDate = daysAgo(2.5)
  expect((await correct(sale, { Tubes: first.no, CollectionDate })).status).toBe(200)
  const { Content } = await newest(sale)
  expect(Content.Sample.Collected).toBe(formatDateTime(CollectionDate))
  expect(Content.Amendment?.Changes.filter(({ What }) => What.startsWith('Collected'))).toEqual([
    { What: 'Collected', Was: formatDateTime(before), Is: formatDateTime(CollectionDate) },
  ])
  // with the place, for both
  const both = { Tubes: `${first.no} ${later.no}`, CollectionDate: daysAgo(2.25), Place: 'home' }
  expect((await correct(sale, both)).status).toBe(200)
  expect([await drawnAt(first), await drawnAt(later)]).toEqual([both.CollectionDate, both.CollectionDate])
  expect((await newest(sale)).Content.Sample.CollectedAt).toBe('Home visit')
})

test('the tubes of the first draw by their numbers are corrected as without them: the sale says the right time, too', async () => {
  const sale = await accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk),
    BuyerId: 21,
    products: [product.electrolytes],
  })
  await letGo(bench, sale.SaleId, {})
  const CollectionDate = daysAgo(1)
  expect((await correct(sale, { Tubes: (await tubeOf(sale, 'Sodium')).no, CollectionDate })).status).toBe(200)
  const { body } = await bench.desk.get(`/api/sales/${String(sale.SaleId)}`)
  expect(new Date(String(body.CollectionDate)).toISOString()).toBe(CollectionDate)
  const told = (await newest(sale)).Content.Amendment?.Changes ?? []
  expect(told.filter(({ What }) => What.startsWith('Collected')).map(({ What, Is }) => [What, Is])).toEqual([
    ['Collected', formatDateTime(CollectionDate)],
  ])
})

test('refused, and nothing changed: the future, after its own receipt, before the birth, days before the sale, the same', async () => {
  const { sale, later, at } = await drawnTwice()
  const refusal = async (CollectionDate: string, more: Json = {}) => {
    const answer = await correct(sale, { Tubes: later.no, CollectionDate, ...more })
    return [answer.status, answer.body.message]
  }
  expect(await refusal(daysAgo(-1))).toEqual([422, 'A collection cannot be in the future'])
  expect(await refusal(daysAgo(13 * 365), { EarlyCollection: true })).toEqual([
    422,
    expect.stringContaining('A collection cannot be before the patient was born'),
  ])
  expect(await refusal(daysAgo(5))).toEqual([422, expect.stringContaining('more than three days before the sale')])
  expect(await refusal(at)).toEqual([422, 'The report states these details already'])
  await setRows(app, 'samples', { SampleId: later.id }, { CollectionDate: daysAgo(1), ReceivedDate: daysAgo(0.5) })
  expect(await refusal(daysAgo(0.25))).toEqual([
    422,
    expect.stringContaining('A collection cannot be after the tube was received'),
  ])
  expect((await newest(sale)).Version).toBe(1)
})

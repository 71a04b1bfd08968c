// What is promised: each test its hours from the draw, a line its latest test, the sale its latest line; who reads it.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { formatDateTime } from '../../../core/dates.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { rowsAt } from '../../../server/testing/listed.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read, Rows } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { workItemReason } from '../../lists/items.model.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { aReason, enter, rowsOf } from '../../testresults/testresults.fixture.ts'
import { promisedFor } from './accession.fixture.ts'
import { accessioned, aPatient, booked, daysAgo, product, saleOf } from '../sales.fixture.ts'

const { app, desk, manager, technologist, pathologist, admin } = networkForTests(
  'desk',
  'manager',
  'technologist',
  'pathologist',
  'admin',
)
afterEach(() => expectInvariants(app.db))
const hours = 3_600_000
const [culture, sodium] = [3087, product.electrolytes]
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})

const linesOf = (sale: Read<'sales'>): Rows<Read<'sales'>['SaleProducts'][0]> => sale.SaleProducts
/** Hours from the collection date of a sale to what is promised of it. */
const after = (
  sale: { readonly CollectionDate: string },
  { PromisedAt }: { readonly PromisedAt: string | null },
): number | null => (PromisedAt === null ? null : (Date.parse(PromisedAt) - Date.parse(sale.CollectionDate)) / hours)
const promises = (sale: Read<'sales'>): (number | null)[] => [...linesOf(sale), sale].map((one) => after(sale, one))
const listed = <Id extends number>(list: Id, filter: Json) =>
  rowsAt(technologist, list, `?filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`)

test('a culture and a sodium of one sale are promised apart, and the sale with the later one; a charge is not', async () => {
  const booking = await booked(desk, { PatientId: patient, products: [culture, sodium, product.homeVisit] })
  expect(promises(booking)).toEqual([null, null, null, null])
  expect((await desk.put('/api/accession/sales', { formId: booking.SaleId })).status).toBe(200)
  expect(promises(await saleOf(desk, Number(booking.SaleId)))).toEqual([72, 3, null, 72])
})

test('five hours after the draw the sodium is late and the culture is not: on the work list, among tubes and late reports', async () => {
  const sale = await accessioned(desk, {
    PatientId: patient,
    products: [culture, sodium],
    CollectionDate: daysAgo(5 / 24),
  })
  expect((await technologist.put('/api/generate/worksheets')).status).toBe(200)
  const rows = await rowsOf(technologist, sale.SaleId)
  const due = Object.fromEntries(rows.map((row) => [row.Element, after(sale, { PromisedAt: row.ReportDate })]))
  expect(due).toMatchObject({ Sodium: 3, Potassium: 3, Chloride: 3 })
  expect(Object.values(due).sort()).toEqual([3, 3, 3, 72])
  const isOfSale = (row: { readonly SaleId: number }) => row.SaleId === sale.SaleId
  const late = (await listed(1004, { IsLate: true })).filter(isOfSale)
  const inTime = (await listed(1004, { IsLate: false })).filter(isOfSale)
  expect([...late, ...inTime].map((row) => [row.Department, after(sale, { PromisedAt: row.ReportDate })])).toEqual([
    ['Clinical Biochemistry', 3],
    ['Microbiology', 72],
  ])
  const tubes = await listed(1002, { SaleId: sale.SaleId })
  expect(tubes).toHaveLength(2)
  expect(await listed(1002, { SaleId: sale.SaleId, IsLate: true })).toHaveLength(1)
  const table = (await manager.get('/api/getdata/2104')).body.find(isOfSale)
  expect(table).toMatchObject({ Product: 'Electrolytes (Na K Cl)', LateBy: expect.stringMatching(/^2 h/) })
  const steps = (await technologist.get('/api/getdata/2122?Days=2')).body.filter(isOfSale)
  expect(steps.map((row) => row.Department)).toEqual(['Clinical Biochemistry'])
})

test('what was promised is kept when the catalogue changes; the next sale is promised by the new hours', async () => {
  const first = await accessioned(desk, { PatientId: patient, products: [sodium] })
  const { TatHours, RowVersion } = (await admin.get('/api/tests/2025')).body
  const change = (value: unknown, version: unknown) =>
    admin.put('/api/tests/2025', { TatHours: value, RowVersion: version })
  expect((await change(7.5, RowVersion)).status).toBe(200)
  const path = `/api/sales/${String(first.SaleId)}` as const
  expect((await desk.put('/api/accession/sales', { formId: first.SaleId })).status).toBe(200)
  expect(promises(await saleOf(desk, Number(first.SaleId)))).toEqual([3, 3])
  // nor when its draw is corrected
  const CollectionDate = new Date(Date.parse(String(first.CollectionDate)) - 30 * 60_000).toISOString()
  expect((await desk.put(path, { CollectionDate })).status).toBe(200)
  expect(promises(await saleOf(desk, Number(first.SaleId)))).toEqual([3, 3])
  // another report date is of the tests that are promised for it
  expect((await desk.put(path, { ReportDate: daysAgo(-2) })).status).toBe(200)
  expect(promises(await saleOf(desk, Number(first.SaleId)))).toEqual([3, 3])
  expect(promises(await accessioned(desk, { PatientId: patient, products: [sodium] }))).toEqual([7.5, 7.5])
  // a test without hours is promised for the report date of its sale
  expect((await change(null, (await admin.get('/api/tests/2025')).body.RowVersion)).status).toBe(200)
  const without = await accessioned(desk, { PatientId: patient, products: [sodium] })
  expect(without.PromisedAt).toBe(without.ReportDate)
  const later = daysAgo(-3)
  expect((await desk.put(`/api/sales/${String(without.SaleId)}`, { ReportDate: later })).status).toBe(200)
  expect((await saleOf(desk, Number(without.SaleId))).PromisedAt).toBe(later)
  expect((await change(TatHours, (await admin.get('/api/tests/2025')).body.RowVersion)).status).toBe(200)
})

test('the hours count from the draw: of a corrected collection date, and of a tube that is drawn later', async () => {
  const drawn = await accessioned(desk, { PatientId: patient, products: [sodium] })
  const CollectionDate = new Date(Date.parse(String(drawn.CollectionDate)) - 30 * 60_000).toISOString()
  const saved = await desk.put(`/api/sales/${String(drawn.SaleId)}`, { CollectionDate })
  expect(saved.status).toBe(200)
  const moved = await saleOf(desk, Number(drawn.SaleId))
  expect([moved.CollectionDate, ...promises(moved)]).toEqual([CollectionDate, 3, 3])

  const planned = await accessioned(desk, {
    PatientId: patient,
    products: [sodium],
    CollectionDate: daysAgo(-1),
    ReportDate: daysAgo(-2),
  })
  expect(promises(planned)).toEqual([3, 3])
  const SampleIds = planned.Samples.map((tube) => tube.SampleId)
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(200)
  const collected = await saleOf(desk, Number(planned.SaleId))
  const at = collected.Samples[0]?.CollectionDate
  expect(after({ CollectionDate: at }, collected)).toBe(3)
})

test('a tube that is drawn again keeps what was promised of it', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [sodium], CollectionDate: daysAgo(1 / 24) })
  const [tube] = sale.Samples
  const rejected = { formId: tube?.SampleId, ReasonId: workItemReason.QuantityNotSufficient }
  expect((await technologist.put('/api/reject/samples', rejected)).status).toBe(200)
  const asked = await saleOf(desk, Number(sale.SaleId))
  const SampleIds = asked.Samples.flatMap(({ SampleId }) => (SampleId === tube?.SampleId ? [] : SampleId))
  expect((await desk.put('/api/collect/samples', { SampleIds })).status).toBe(200)
  expect(promises(await saleOf(desk, Number(sale.SaleId)))).toEqual([3, 3])
  // nor does a corrected collection date make the hours begin with the second draw
  const moved = await desk.put(`/api/sales/${String(sale.SaleId)}`, { CollectionDate: daysAgo(1.5 / 24) })
  expect([moved.status, moved.text]).toEqual([200, moved.text])
  expect(promises(await saleOf(desk, Number(sale.SaleId)))).toEqual([3, 3])
})

test('a collection time that is corrected after a partial report moves what is still promised', async () => {
  const SaleDate = daysAgo(2 / 24)
  const sale = await accessioned(desk, { PatientId: patient, BuyerId: 21, products: [culture, sodium], SaleDate })
  const values = { Sodium: '140', Potassium: '4.2', Chloride: '101' }
  expect((await enter(technologist, sale.SaleId, values)).status).toBe(200)
  const WorkItemIds = (await rowsOf(pathologist, sale.SaleId)).flatMap(({ Element, WorkItemId }) =>
    String(Element) in values ? [WorkItemId] : [],
  )
  for (const act of ['approve', 'release'])
    expect((await pathologist.put(`/api/${act}/testresults`, { WorkItemIds })).status).toBe(200)
  const corrected = await pathologist.put('/api/correctdetails/sales', {
    SaleId: sale.SaleId,
    CollectionDate: daysAgo(1 / 24),
    ReasonId: await aReason(pathologist),
    Remarks: 'The clock was wrong',
  })
  expect([corrected.status, corrected.text]).toEqual([200, corrected.text])
  expect(promises(await saleOf(desk, Number(sale.SaleId)))).toEqual([72, 3, 72])
})

test('a partial report says of each test that is pending when it is expected', async () => {
  const sale = await accessioned(desk, { PatientId: patient, BuyerId: 21, products: [culture, sodium, product.lipids] })
  const values = { Sodium: '140', Potassium: '4.2', Chloride: '101' }
  expect((await enter(technologist, sale.SaleId, values)).status).toBe(200)
  const WorkItemIds = (await rowsOf(pathologist, sale.SaleId)).flatMap(({ Element, WorkItemId }) =>
    String(Element) in values ? [WorkItemId] : [],
  )
  for (const act of ['approve', 'release'])
    expect((await pathologist.put(`/api/${act}/testresults`, { WorkItemIds })).status).toBe(200)
  const { Content } = await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content')
  const at = (count: number) =>
    formatDateTime(new Date(Date.parse(String(sale.CollectionDate)) + count * hours).toISOString())
  expect(Content.Pending.map(({ Test, Expected }) => [Test, Expected])).toEqual([
    ['Lipid profile', at(6)],
    ['Pus culture and sensitivity', at(72)],
  ])
})

test('a cancelled line is waited for no longer', async () => {
  const sale = await accessioned(manager, { PatientId: patient, products: [culture, sodium] })
  const [first] = linesOf(sale)
  const done = await manager.put('/api/cancel/saleProduct', { SaleProductId: first?.SaleProductId })
  expect(done.status).toBe(200)
  expect(after(sale, await saleOf(manager, Number(sale.SaleId)))).toBe(3)
})

const billOf = async (sale: Read<'sales'>): Promise<string> => {
  const templates = (await desk.get('/api/getdata/41?Module=sales')).body
  const templateId = templates.find((one) => one.Layout === 'bill')?.TemplateId
  return (await desk.post('/api/print/sales/', { templateId, formId: sale.SaleId, device: 'screen' })).text
}

test('a line that is taken off an unlocked sale is waited for no longer', async () => {
  const { SaleId } = await accessioned(desk, { PatientId: patient, products: [sodium, culture] })
  const key = Number(SaleId)
  expect((await admin.put('/api/unlock/sales', { formId: key })).status).toBe(200)
  const sale = await saleOf(admin, key)
  expect(after(sale, sale)).toBe(72)
  const SaleProducts = linesOf(sale).filter(({ ProductId }) => ProductId === sodium)
  expect((await admin.put(`/api/sales/${key}`, { SaleProducts, RowVersion: sale.RowVersion })).status).toBe(200)
  expect(promises(await saleOf(desk, key))).toEqual([3, 72, 3])
})

test("the bill prints when each line is expected, before the accession too, and the patient's slip the last of them", async () => {
  const sale = await booked(desk, { PatientId: patient, products: [culture, sodium, product.homeVisit] })
  const print = () => billOf(sale)
  const at = (count: number) =>
    formatDateTime(new Date(Date.parse(String(sale.CollectionDate)) + count * hours).toISOString())
  const bill = await print()
  expect(bill.match(/Report expected [^<]*/g)).toEqual([`Report expected ${at(3)}`])
  expect(bill).toContain(`All reports expected by ${at(72)}.`)
  const cancelled = await desk.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  expect(cancelled.status).toBe(200)
  const after = await print()
  expect(after).toContain('CANCELLED')
  expect(after).not.toMatch(/expected/i)
})

test('the bill of a sale from before lines had a promise prints the report date that was stated', async () => {
  const sale = await accessioned(desk, { PatientId: patient, products: [culture, sodium] })
  await setRows(app, 'sale_products', { SaleId: sale.SaleId }, { PromisedAt: null })
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { PromisedAt: null })
  const bill = await billOf(sale)
  expect(bill).not.toContain('Report expected')
  expect(bill).toContain(`All reports expected by ${formatDateTime(String(sale.ReportDate))}.`)
  await promisedFor(app, sale.SaleId, String(sale.ReportDate))
})

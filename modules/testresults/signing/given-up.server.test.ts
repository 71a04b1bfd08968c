// Work that is not performed at all is released, too: a report states it with the reason, and until then the sale
// waits.
import { beforeAll, expect, test } from 'vitest'
import { readRows } from '../../../server/testing/rows.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { lineStatus, saleStatus, workItemReason, workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { aReason, approveAll, enterAll, labForTests, releaseAll, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Pending, NotPerformed } = workItemStatus
const why = 'Quantity not sufficient'
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})
const sold = async (...products: number[]): Promise<unknown> =>
  (await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products })).SaleId
const move = async (SaleId: unknown, StatusId: number, elements: readonly string[]) =>
  bench.technologist.put('/api/testresults/', {
    SaleId,
    WorkItems: (await rowsOf(bench.technologist, SaleId))
      .filter((row) => elements.includes(row.Element))
      .map(({ WorkItemId }) => ({ WorkItemId, StatusId, ReasonId: workItemReason.QuantityNotSufficient })),
  })
const electrolytes = ['Sodium', 'Potassium', 'Chloride']
const release = async (SaleId: unknown, element: string, person = bench.pathologist) => {
  const { WorkItemId } = await rowOf(bench.pathologist, SaleId, element)
  const answer = await person.put('/api/release/testresults', { WorkItemIds: [WorkItemId] })
  return [answer.status, answer.body.message]
}
const statuses = async (SaleId: unknown): Promise<unknown[]> => {
  const sale = (await bench.desk.get(`/api/sales/${String(SaleId)}`)).body
  return [sale.StatusId, ...sale.SaleProducts.map((line) => line.StatusId)]
}
const reports = (SaleId: unknown) =>
  readRows<{ Version: number; State: string; Content: ReportData }>(
    app,
    'reports',
    { SaleId },
    'version, state, content',
    'version',
  )
const printed = (content: ReportData | undefined) =>
  content?.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows)).map((row) => [
    row.Element,
    row.Result,
    row.Comment,
  ])

test('a sale without any performed test waits for its release, and its report gives the reason, signed by the releaser', async () => {
  const sale = await sold(product.electrolytes)
  await bench.technologist.put('/api/generate/worksheets')
  const waits = async () =>
    (await bench.pathologist.get('/api/getdata/1004?filterCriteria={"State":"release"}')).body.some(
      (row) => row.SaleId === sale,
    )
  expect((await move(sale, NotPerformed, electrolytes.slice(1))).status).toBe(200)
  // one result is awaited: no release is offered yet
  expect((await rowOf(bench.pathologist, sale, 'Chloride')).Actions).toMatchObject({
    release: 'Not yet approved: Sodium',
  })
  expect([await waits(), (await release(sale, 'Chloride'))[0]]).toEqual([false, 422])
  expect((await move(sale, NotPerformed, ['Sodium'])).status).toBe(200)
  expect(await statuses(sale)).toEqual([saleStatus.AllApproved, lineStatus.Approved])
  expect([await waits(), await reports(sale)]).toEqual([true, []])
  expect((await rowOf(bench.pathologist, sale, 'Chloride')).Actions).toMatchObject({ release: true })
  expect((await release(sale, 'Sodium', bench.technologist))[0]).toBe(403)
  expect(await release(sale, 'Sodium')).toEqual([200, '3 are reported as not performed'])
  expect([await statuses(sale), await waits()]).toEqual([[saleStatus.Reported, lineStatus.Released], false])
  const [report] = await reports(sale)
  expect([report?.State, report?.Content.Pending]).toEqual(['FINAL', []])
  expect(printed(report?.Content)).toEqual(electrolytes.map((element) => [element, 'Not performed', why]))
  expect(report?.Content.Departments[0]?.Signatories).toMatchObject([
    { Name: expect.stringMatching(/\w/), Authorised: expect.stringContaining('Electronically authorised') },
  ])
  const history = await bench.pathologist.get(`/api/actions?ModuleId=testresults&FormId=${String(sale)}`)
  expect(history.body[0]).toMatchObject({ Action: 'release' })
  // released once, and cannot be changed
  expect(await release(sale, 'Sodium')).toEqual([422, expect.stringContaining('There is nothing to release')])
  const again = await move(sale, Pending, ['Sodium'])
  expect([again.status, again.body.message]).toEqual([
    422,
    'Sodium: it was reported as not performed; sell the test again',
  ])
  expect(await reports(sale)).toHaveLength(1)
})

test('a test that is not performed after a partial report completes it with the next version', async () => {
  const sale = await sold(product.electrolytes, product.creatinine)
  await enterAll(bench.technologist, sale, {}, ['Creatinine'])
  const WorkItemIds = (await rowsOf(bench.pathologist, sale))
    .filter((row) => electrolytes.includes(row.Element))
    .map((row) => row.WorkItemId)
  await bench.pathologist.put('/api/approve/testresults', { WorkItemIds })
  expect((await bench.pathologist.put('/api/release/testresults', { WorkItemIds })).status).toBe(200)
  expect((await move(sale, NotPerformed, ['Creatinine'])).status).toBe(200)
  expect(await statuses(sale)).toEqual([saleStatus.PartlyReported, lineStatus.Released, lineStatus.Approved])
  expect((await reports(sale)).map((one) => one.State)).toEqual(['PARTIAL'])
  expect((await release(sale, 'Creatinine'))[0]).toBe(200)
  expect(await statuses(sale)).toEqual([saleStatus.Reported, lineStatus.Released, lineStatus.Released])
  const [, second] = await reports(sale)
  expect([second?.State, second?.Content.Pending, second?.Content.VersionText]).toEqual([
    'FINAL',
    [],
    '2, final, completes 1',
  ])
  expect(printed(second?.Content)).toContainEqual(['Creatinine', 'Not performed', why])
})

test('it is released together with others, and the patient of a report without results can be corrected too', async () => {
  const sale = await sold(product.electrolytes, product.creatinine)
  expect((await move(sale, NotPerformed, ['Creatinine'])).status).toBe(200)
  await enterAll(bench.technologist, sale, {}, ['Creatinine'])
  await approveAll(bench.pathologist, sale)
  expect((await releaseAll(bench.pathologist, sale)).status).toBe(200)
  expect(await statuses(sale)).toEqual([saleStatus.Reported, lineStatus.Released, lineStatus.Released])
  const none = await sold(product.creatinine)
  expect((await move(none, NotPerformed, ['Creatinine'])).status).toBe(200)
  expect((await release(none, 'Creatinine'))[0]).toBe(200)
  const correct = await bench.pathologist.put('/api/correctpatient/sales', {
    SaleId: none,
    PatientId: await aPatient(bench.desk, { Name: 'Mira Patil', GenderId: 2 }),
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Requisitions were exchanged',
  })
  expect([correct.status, correct.body.message]).toEqual([200, 'The patient is corrected, the report is amended'])
  const [, second] = await reports(none)
  expect([second?.State, second?.Content.Patient.Name]).toEqual(['AMENDED', 'Mira Patil'])
})

test('work that was dropped with its line cannot be released', async () => {
  const sale = await sold(product.electrolytes, product.creatinine)
  const { SaleProducts } = (await bench.desk.get(`/api/sales/${String(sale)}`)).body
  const line = SaleProducts.find((one) => one.ProductId === product.creatinine)
  const cancelled = await bench.desk.put('/api/cancel/saleProduct', { SaleProductId: line?.SaleProductId })
  expect(cancelled.status).toBe(200)
  const row = (await rowsOf(bench.pathologist, sale)).find((one) => one.Element === 'Creatinine')
  expect(row).toMatchObject({ StatusId: NotPerformed, IsSold: false })
  expect(await release(sale, 'Creatinine')).toEqual([422, expect.stringContaining('There is nothing to release')])
})

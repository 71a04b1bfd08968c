// Held and not performed elements, each with a reason: a held one goes no further, one not performed blocks no release
// and is printed with its reason.
import { beforeAll, expect, test } from 'vitest'
import { readRows } from '../../../server/testing/rows.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { workItemReason, workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { approveAll, enter, enterAll, labForTests, releaseAll, rowOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { OnHold, NotPerformed, Entered, Approved } = workItemStatus
const { QuantityNotSufficient } = workItemReason
const why = 'Quantity not sufficient'
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})
const sold = async (...products: number[]): Promise<unknown> =>
  (await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products })).SaleId
const move = async (SaleId: unknown, element: string, StatusId: number, ReasonId?: number) => {
  const { WorkItemId } = await rowOf(bench.technologist, SaleId, element)
  return bench.technologist.put('/api/testresults/', { SaleId, WorkItems: [{ WorkItemId, StatusId, ReasonId }] })
}
const sign = async (name: 'review' | 'approve' | 'release', SaleId: unknown, element: string): Promise<unknown[]> => {
  const { WorkItemId } = await rowOf(bench.pathologist, SaleId, element)
  const answer = await bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds: [WorkItemId] })
  return [answer.status, answer.body.message]
}

test('a result is held only with a reason; on hold it cannot be reviewed, approved or released, and shows why', async () => {
  const sale = await sold(product.electrolytes)
  await enterAll(bench.technologist, sale)
  const without = await move(sale, 'Sodium', OnHold)
  expect([without.status, without.body.message]).toEqual([422, 'Reason is required'])
  expect((await move(sale, 'Sodium', OnHold, QuantityNotSufficient)).status).toBe(200)
  const refused = [422, `Sodium: on hold: ${why}; take it off hold first`]
  expect(await sign('review', sale, 'Sodium')).toEqual(refused)
  expect(await sign('approve', sale, 'Sodium')).toEqual(refused)
  for (const element of ['Potassium', 'Chloride']) expect((await sign('approve', sale, element))[0]).toBe(200)
  const [status, message] = await sign('release', sale, 'Potassium')
  expect([status, message]).toEqual([422, expect.stringContaining(`Not yet approved: Sodium on hold: ${why}`)])
  const row = await rowOf(bench.pathologist, sale, 'Sodium')
  expect(row.Actions.approve).toBe(refused[1])
})

test('a value typed on a held element is saved and remains on hold until the bench takes it off', async () => {
  const sale = await sold(product.electrolytes)
  expect((await move(sale, 'Sodium', OnHold, QuantityNotSufficient)).status).toBe(200)
  await enter(bench.technologist, sale, { Sodium: '140' })
  expect(await rowOf(bench.technologist, sale, 'Sodium')).toMatchObject({ Result: '140', StatusId: OnHold })
  expect((await move(sale, 'Sodium', Entered)).status).toBe(200)
  expect((await sign('approve', sale, 'Sodium'))[0]).toBe(200)
  expect(await rowOf(bench.technologist, sale, 'Sodium')).toMatchObject({ StatusId: Approved })
})

const reportOf = async (SaleId: unknown): Promise<{ State: string; Content: ReportData }> => {
  const [report] = await readRows<{ State: string; Content: ReportData }>(
    app,
    'reports',
    { SaleId },
    'state, content',
    'version desc',
  )
  if (!report) throw new Error('No report')
  return report
}
const printed = (content: ReportData) =>
  content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows)).map((row) => ({
    Element: row.Element,
    Result: row.Result,
    Flag: row.Flag,
    Comment: row.Comment,
  }))

test('an element that is not performed needs a reason, blocks no release and is printed with its reason', async () => {
  const sale = await sold(product.electrolytes)
  await enterAll(bench.technologist, sale, { Chloride: '140' })
  const without = await move(sale, 'Chloride', NotPerformed)
  expect([without.status, without.body.message]).toEqual([422, 'Reason is required'])
  expect((await move(sale, 'Chloride', NotPerformed, QuantityNotSufficient)).status).toBe(200)
  await approveAll(bench.pathologist, sale)
  expect((await releaseAll(bench.pathologist, sale)).status).toBe(200)
  const { State, Content } = await reportOf(sale)
  expect(State).toBe('FINAL')
  // its earlier value is not printed
  expect(printed(Content).find((row) => row.Element === 'Chloride')).toEqual({
    Element: 'Chloride',
    Result: 'Not performed',
    Flag: null,
    Comment: why,
  })
})

test('a test that is not performed at all is on the report with the others, and the report is final', async () => {
  const sale = await sold(product.electrolytes, product.creatinine)
  expect((await move(sale, 'Creatinine', NotPerformed, QuantityNotSufficient)).status).toBe(200)
  await enterAll(bench.technologist, sale, {}, ['Creatinine'])
  await approveAll(bench.pathologist, sale)
  expect((await releaseAll(bench.pathologist, sale)).status).toBe(200)
  const { State, Content } = await reportOf(sale)
  expect([State, Content.Pending]).toEqual(['FINAL', []])
  expect(printed(Content).find((row) => row.Element === 'Creatinine')).toMatchObject({
    Result: 'Not performed',
    Comment: why,
  })
})

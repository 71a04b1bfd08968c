// Release: what blocks a report, and what is released.
import { beforeAll, expect, test } from 'vitest'
import type { Read, Result } from '../../../server/testing/answers.ts'
import { readRow } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, product, saleOf } from '../../sales/sales.fixture.ts'
import {
  approveAll,
  enter,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  paidSale,
  releaseAll,
  reportsOf,
  rowsOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})

const approve = (person: typeof bench.pathologist, ...rows: Result[]) =>
  person.put('/api/approve/testresults', { WorkItemIds: rows.map((row) => row.WorkItemId) })
const releasedSale = async (): Promise<Read<'sales'>> => {
  const sale = await paidSale(bench.desk, patient)
  await letGo(bench, sale.SaleId)
  return saleOf(bench.desk, sale.SaleId)
}

test('a walk-in report with money outstanding is released only with a reason', async () => {
  const sale = await paidSale(bench.desk, patient, [product.electrolytes], 400)
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  const held = await releaseAll(bench.pathologist, sale.SaleId)
  expect([held.status, held.body.message]).toEqual([
    422,
    expect.stringContaining('₹50.00 is outstanding; give a reason to release all the same'),
  ])
  expect(await reportsOf(app, sale.SaleId)).toEqual([])
  expect((await releaseAll(bench.pathologist, sale.SaleId, 'The doctor asked')).status).toBe(200)
})

test('a test is released when all of it is approved: partial first, final when the rest follows', async () => {
  const sale = await paidSale(bench.desk, patient, [product.electrolytes, product.creatinine], 650)
  await enterAll(bench.technologist, sale.SaleId)
  const rows = await rowsOf(bench.pathologist, sale.SaleId)
  const electrolytes = rows.filter((row) => ['Sodium', 'Potassium', 'Chloride'].includes(row.Element))
  await approve(bench.pathologist, ...electrolytes.slice(0, 2))
  expect(
    (await bench.pathologist.put('/api/release/testresults', { WorkItemIds: itemsOf(electrolytes.slice(0, 1)) })).body
      .message,
  ).toContain('Not yet approved')
  await approve(bench.pathologist, ...electrolytes.slice(2))
  expect(
    (await bench.pathologist.put('/api/release/testresults', { WorkItemIds: itemsOf(electrolytes.slice(0, 1)) }))
      .status,
  ).toBe(200)
  expect(await reportsOf(app, sale.SaleId)).toMatchObject([{ Version: 1, State: 'PARTIAL', Replaced: false }])
  expect((await saleOf(bench.desk, sale.SaleId)).StatusId).toBe(97)
  const rest = (await rowsOf(bench.pathologist, sale.SaleId)).filter((row) => row.StatusId === 151)
  await approve(bench.pathologist, ...rest.filter((row) => !row.NotCalculated))
  expect((await bench.pathologist.put('/api/release/testresults', { WorkItemIds: itemsOf(rest) })).status).toBe(200)
  expect(await reportsOf(app, sale.SaleId)).toMatchObject([
    { Version: 1, State: 'PARTIAL', Replaced: true },
    { Version: 2, State: 'FINAL', Replaced: false },
  ])
  expect((await saleOf(bench.desk, sale.SaleId)).StatusId).toBe(99)
})

test('OPS-318 a reported sale is locked: header and products cannot be changed', async () => {
  const sale = await releasedSale()
  expect(sale.StatusId).toBe(99)
  for (const change of [
    { LRN: '1' },
    { ReferringDoctorId: 115 },
    { ReportDate: new Date().toISOString() },
    { SaleProducts: [{ ProductId: product.cbc }] },
  ])
    expect([change, (await bench.desk.put(`/api/sales/${sale.SaleId}`, change)).status]).toEqual([change, 422])
  expect((await bench.desk.put(`/api/sales/${sale.SaleId}`, { Remarks: 'collected by the son' })).status).toBe(200)
})

test('two pathologists release one sale at once: one report', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  const answers = await Promise.all(
    [bench.pathologist, bench.other, bench.pathologist].map((person) => releaseAll(person, sale.SaleId)),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
  expect(await reportsOf(app, sale.SaleId)).toHaveLength(1)
})

test('a test whose item was cancelled is not on the report, even where it shares an element with one that is', async () => {
  const { SaleId, SaleProducts } = await accessioned(bench.desk, {
    PatientId: patient,
    BuyerId: 21,
    products: [product.haemoglobin, product.cbc],
  })
  const [, blood] = SaleProducts
  expect((await bench.desk.put('/api/cancel/saleProduct', { SaleProductId: blood?.SaleProductId })).status).toBe(200)
  await enter(bench.technologist, SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, SaleId)
  expect((await releaseAll(bench.pathologist, SaleId)).status).toBe(200)
  const { Tests } = await readRow<{ Tests: string[] }>(
    app,
    'reports',
    { SaleId },
    "jsonb_path_query_array(content::jsonb, '$.Departments[*].Tests[*].Rows[*].Element') as tests",
  )
  expect(Tests).toEqual(['Haemoglobin'])
})

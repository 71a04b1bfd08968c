// An element that two tests ask for: either test is released whole, so that its report shows it.
import { expect, test } from 'vitest'
import { readRow } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { accessioned, aPatient } from '../../sales/sales.fixture.ts'
import { paymentMode } from '../../lists/items.model.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { approveAll, enterAll, labForTests, releaseAll, reportsOf, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const [fastingGlucose, homaIr] = [3013, 3063]

const sold = async (): Promise<Read<'sales'>> =>
  accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk),
    products: [fastingGlucose, homaIr],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 890 }],
  })
const printedTests = async (sale: Read<'sales'>) => {
  const { Content } = await readRow<{ Content: ReportData }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'content',
    'version desc',
  )
  return Object.fromEntries(
    Content.Departments.flatMap(({ Tests }) => Tests.map(({ Name, Rows }) => [Name, Rows.map((row) => row.Element)])),
  )
}

test('a test is released with the element that it shares with another, and its report is not empty', async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  const { WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, 'HOMA-IR')
  const answer = await bench.pathologist.put('/api/release/testresults', {
    WorkItemIds: [WorkItemId],
    Remarks: 'Pays later',
  })
  expect([answer.status, answer.body.message]).toEqual([200, '3 results are released'])
  expect((await reportsOf(app, sale.SaleId)).map(({ State }) => State)).toEqual(['FINAL'])
  const tests = await printedTests(sale)
  expect(Object.keys(tests)).toHaveLength(2)
  expect(Object.values(tests).flat()).toHaveLength(4)
})

test('a test whose shared element is not approved is left, and says which one', async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale.SaleId)
  const rows = await rowsOf(bench.pathologist, sale.SaleId)
  const insulin = rows.filter((row) => row.Element === 'Insulin, fasting' || row.Element === 'Fasting insulin')
  const shared = rows.filter((row) => String(row.Element).startsWith('Glucose'))
  await bench.pathologist.put('/api/approve/testresults', {
    WorkItemIds: insulin.map((row) => row.WorkItemId),
  })
  const answer = await releaseAll(bench.pathologist, sale.SaleId, 'Pays later')
  expect([answer.status, String(answer.body.message)]).toEqual([
    422,
    expect.stringContaining(String(shared[0]?.Element)),
  ])
  expect(await reportsOf(app, sale.SaleId)).toEqual([])
})

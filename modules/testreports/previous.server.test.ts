// Previous results are shown once, for the sheet, the report and the trend: in force, by the time of the draw.
import { beforeAll, expect, test } from 'vitest'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import { aPatient, daysAgo, product } from '../sales/sales.fixture.ts'
import { labForTests, letGo, paidSale, rowOf } from '../testresults/testresults.fixture.ts'
import type { ReportData } from './print/report.model.ts'
import type { Trend } from './trends/trend.rules.ts'

const { app, bench } = labForTests()
let manager: Person
beforeAll(async () => {
  manager = await signedIn(app, 'manager', 2, 2)
})

const reported = async (patient: number, Sodium: string, days: { drawn?: number; planned?: number } = {}) => {
  const sale = await paidSale(bench.desk, patient, [product.electrolytes])
  const { drawn = 0, planned = 0 } = days
  const at = daysAgo(drawn)
  await setRows(app, 'samples', { SaleId: sale.SaleId }, { CollectionDate: at, ReceivedDate: at })
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { CollectionDate: daysAgo(planned) })
  await letGo(bench, sale.SaleId, { Sodium })
  return sale
}
const told = async (sale: Read<'sales'>) => {
  const { Content } = await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content')
  const lines = Content.Departments.flatMap((one) => one.Tests.flatMap((one) => one.Rows))
  const trends = await bench.desk.get<Trend[]>(`/api/trends/testreports?SaleId=${String(sale.SaleId)}`)
  return {
    sheet: (await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).PreviousResult,
    report: lines.find((line) => line.Element === 'Sodium')?.PreviousResult,
    trend: trends.body.find((one) => one.Element === 'Sodium')?.Points.map((point) => point.Result),
  }
}

test('the earlier result is the one that was drawn before, whatever day the sale was planned for', async () => {
  const patient = await aPatient(bench.desk, { MobilePhone: '9822000881' })
  // booked for later than it was drawn
  await reported(patient, '138', { drawn: 9, planned: 1 })
  await reported(patient, '142', { drawn: 5, planned: 20 })
  const last = await reported(patient, '140')
  expect(await told(last)).toEqual({ sheet: '142', report: '142', trend: ['138', '142', '140'] })
})

test('a result that was withdrawn with its sale is previous nowhere', async () => {
  const patient = await aPatient(bench.desk, { MobilePhone: '9822000882' })
  await reported(patient, '138', { drawn: 9, planned: 9 })
  const wrong = await reported(patient, '155', { drawn: 5, planned: 5 })
  const cancelled = await manager.put('/api/cancel/sales', {
    formId: wrong.SaleId,
    reason: 'Blood was of another patient',
    Report: 'withdraw',
  })
  expect(cancelled.status).toBe(200)
  const last = await reported(patient, '140')
  expect(await told(last)).toEqual({ sheet: '138', report: '138', trend: ['138', '140'] })
})

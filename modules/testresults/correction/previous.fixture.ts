// Reports of one patient, one after the other, and what the newest version of one prints as a previous result.
import type { TestApp } from '../../../server/testing/app.ts'
import { readRow } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { accessioned, daysAgo, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { letGo, type Bench } from '../testresults.fixture.ts'

/** A released report of a draw that many days ago. */
export const issued = async (
  bench: Bench,
  PatientId: number,
  days: number,
  values: Record<string, string>,
): Promise<Read<'sales'>> => {
  const sale = { PatientId, BuyerId: 21, products: [product.electrolytes], CollectionDate: daysAgo(days) }
  const booked = await accessioned(bench.desk, { ...sale, EarlyCollection: true })
  await letGo(bench, booked.SaleId, values)
  return booked
}

export const newestOf = async (app: TestApp, sale: Read<'sales'>): Promise<ReportData> =>
  (await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content', 'version desc')).Content
export const previousOf = async (app: TestApp, sale: Read<'sales'>, element: string) =>
  (await newestOf(app, sale)).Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows])).find(
    ({ Element }) => Element === element,
  )?.PreviousResult

// The details printed with a result are its own: the analyser that measured it, the unit of the earlier one.
import { beforeAll, expect, test } from 'vitest'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import { paymentMode } from '../lists/items.model.ts'
import { approve, askedFor } from '../requests/requests.fixture.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import { approveAll, enterAll, labForTests, letGo, releaseAll, rowOf } from '../testresults/testresults.fixture.ts'
import type { ReportData } from './print/report.model.ts'

const { app, bench } = labForTests()
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})
const sold = (): Promise<Read<'sales'>> =>
  accessioned(bench.desk, {
    PatientId: patient,
    products: [product.electrolytes],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 450 }],
  })
const contentOf = async (sale: Read<'sales'>): Promise<ReportData> =>
  (await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content')).Content
const previousOf = async (sale: Read<'sales'>, element: string) =>
  (await contentOf(sale)).Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows)).find(
    (row) => row.Element === element,
  )?.PreviousResult

test('an earlier result in another unit is printed with it, one in the same unit without', async () => {
  const [first, second] = [await sold(), await sold()]
  await letGo(bench, first.SaleId, { Sodium: '131', Potassium: '4.1' })
  const { WorkItemId } = await rowOf(bench.pathologist, first.SaleId, 'Sodium')
  const { Hash } = await readRow<{ Hash: Buffer }>(app, 'results', { WorkItemId }, 'hash')
  await setRows(app, 'results', { WorkItemId }, { UnitOfMeasure: 'mEq/L' })
  await letGo(bench, second.SaleId)
  expect([await previousOf(second, 'Sodium'), await previousOf(second, 'Potassium')]).toEqual(['131 mEq/L', '4.1'])
  // as it was released
  await setRows(app, 'results', { WorkItemId }, { UnitOfMeasure: 'mmol/L', Hash })
})

test('the analyser of a section is the one that measured its results, not the present one', async () => {
  const sale = await sold()
  const { Instrument } = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  expect(Instrument).toEqual(expect.any(String))
  await enterAll(bench.technologist, sale.SaleId)
  const tubes = sale.Samples.map((tube) => tube.SampleId)
  for (const SampleId of tubes) await setRows(app, 'sample_elements', { SampleId }, { LabInstrumentId: null })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  expect((await contentOf(sale)).Departments[0]?.Analyser).toBe(Instrument)
})

test('an interval of the starter catalogue is marked where the result is entered and on paper, until it is confirmed', async () => {
  const sodium = (await readRow<{ ElementId: number }>(app, 'elements', { Name: 'Sodium' }, 'element_id')).ElementId
  await setRows(app, 'elements', { ElementId: sodium }, { ToBeVerified: true })
  const saidOf = async (sale: Read<'sales'>) => {
    const content = await contentOf(sale)
    const rows = content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows))
    return {
      entry: (await rowOf(bench.technologist, sale.SaleId, 'Sodium')).ToBeVerified,
      marked: rows.filter(({ IntervalText }) => IntervalText?.includes('†')).map(({ Element }) => Element),
      explained: content.Interpretation.map(({ Topic }) => Topic),
    }
  }
  const said = async () => {
    const sale = await sold()
    await letGo(bench, sale.SaleId)
    return saidOf(sale)
  }
  expect(await said()).toEqual({ entry: true, marked: ['Sodium'], explained: ['Intervals marked †'] })
  // entered before it is confirmed and released after: it was judged by an unconfirmed interval
  const before = await sold()
  await enterAll(bench.technologist, before.SaleId)
  const keeper = await signedIn(app, 'admin', 1, 2)
  const confirm = { formId: sodium }
  const alone = await keeper.put('/api/verify/elements', confirm)
  expect([alone.status, alone.body.needs, alone.body.message]).toEqual([
    422,
    { kind: 'interval', by: [3] },
    'Results of this element are released: a pathologist agrees that its reference ranges are verified',
  ])
  const id = await askedFor(keeper, 'verify/elements', confirm)
  expect((await approve(keeper, id)).status).toBe(422)
  expect((await rowOf(bench.technologist, before.SaleId, 'Sodium')).ToBeVerified).toBe(true)
  expect((await approve(bench.pathologist, id)).status).toBe(200)
  await approveAll(bench.pathologist, before.SaleId)
  expect((await releaseAll(bench.pathologist, before.SaleId)).status).toBe(200)
  expect((await saidOf(before)).marked).toEqual(['Sodium'])
  expect(await said()).toEqual({ entry: false, marked: [], explained: [] })
})

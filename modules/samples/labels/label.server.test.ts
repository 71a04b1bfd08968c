// A label that was printed before the draw becomes the number of its tube: once in the network, and read everywhere.
import { expect, test } from 'vitest'
import { listed } from '../../../server/testing/listed.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow } from '../../../server/testing/rows.ts'
import type { Read, Rows } from '../../../server/testing/answers.ts'
import type { Person } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { letGo } from '../../testresults/testresults.fixture.ts'

const { app, desk, front, technologist, pathologist, other } = networkForTests(
  'desk',
  'front',
  'technologist',
  'pathologist',
  'other',
)
/** A sale whose tubes are still to be drawn. */
const toDraw = (
  products: readonly number[] = [product.electrolytes],
  by = desk,
  more: Parameters<typeof accessioned>[1] = {},
): Promise<Read<'sales'>> =>
  accessioned(by, { products, CollectionDate: new Date(Date.now() + 3_600_000).toISOString(), ...more })
const tubesOf = (sale: Read<'sales'>): Rows<Read<'sales'>['Samples'][0]> => sale.Samples
type Tube = { readonly SampleId: number }
const collect = (tube: Tube | undefined, Barcode: unknown, by: Person = desk) =>
  by.put('/api/collect/samples', { SampleIds: [tube?.SampleId], Barcode })
const read = async (tube: Tube | undefined): Promise<Read<'samples'>> =>
  (await desk.get(`/api/samples/${String(tube?.SampleId)}`)).body

test('the label takes the place of the number: on the tube, in its history, in lists, search and on the report', async () => {
  const sale = await toDraw([product.electrolytes], desk, {
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 450 }],
  })
  const [tube] = tubesOf(sale)
  expect((await collect(tube, 'pre100001')).status).toBe(200)
  expect(await read(tube)).toMatchObject({ Barcode: 'PRE100001' })
  const history = await desk.get(`/api/actions?ModuleId=samples&FormId=${String(tube?.SampleId)}`)
  expect(history.body[0]).toMatchObject({ Changes: { Barcode: [tube?.Barcode, 'PRE100001'] } })
  for (const AccessionNo of ['PRE100001', sale.AccessionNo]) {
    const tubes = await listed(desk, 1002, { AccessionNo })
    expect(tubes.rows.map((row) => row.SampleId)).toEqual([tube?.SampleId])
  }
  const found = await desk.get(`/api/search?q=pre100001`)
  expect(found.text).toContain('PRE100001')
  expect((await technologist.put('/api/generate/worksheets')).status).toBe(200)
  await letGo({ desk, technologist, pathologist, other }, sale.SaleId)
  const work = await listed(technologist, 1004, { AccessionNo: 'pre100001' })
  expect(work.rows.map((row) => row.SaleId)).toEqual([sale.SaleId])
  const { Content } = await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content')
  expect(Content.Sample.Specimens.map((one) => one.No)).toEqual(['PRE100001'])
})

test('a label on another tube, in any lab, is refused at its field and the tube waits as before', async () => {
  const [first, second] = [await toDraw(), await toDraw([product.cbc], front, { SellerId: 12 })]
  expect((await collect(tubesOf(first)[0], 'PRE200001')).status).toBe(200)
  const refused = await collect(tubesOf(second)[0], 'pre200001', front)
  expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
    422,
    'taken',
    { Barcode: ['PRE200001 is on another tube already. Take another label'] },
  ])
  const [now] = tubesOf((await front.get(`/api/sales/${String(second.SaleId)}`)).body)
  expect(now).toMatchObject({ Barcode: tubesOf(second)[0]?.Barcode, StatusId: tubesOf(second)[0]?.StatusId })
})

test('two tubes that take one label at once: one has it, the other is refused', async () => {
  const sales = [await toDraw(), await toDraw()]
  const answers = await Promise.all(sales.map((sale) => collect(tubesOf(sale)[0], 'PRE300001')))
  const lost = answers.filter((one) => one.status !== 200)
  expect(lost.map((one) => Object.keys(one.body.errors))).toEqual([['Barcode']])
})

test('a label for two tubes, of another form, or like an accession number is refused', async () => {
  const sale = await toDraw([product.cbc, product.lipids])
  const both = await desk.put('/api/collect/samples', {
    SampleIds: tubesOf(sale).map((tube) => tube.SampleId),
    Barcode: 'PRE400001',
  })
  const [tube] = tubesOf(sale)
  const answers = [both, await collect(tube, 'NCL2611000001-01'), await collect(tube, 'NCL2611000001')]
  expect(answers.map((one) => [one.status, Object.keys(one.body.errors)])).toEqual([
    [422, ['Barcode']],
    [400, ['Barcode']],
    [422, ['Barcode']],
  ])
  expect((await collect(tube, 'PRE400001')).status).toBe(200)
})

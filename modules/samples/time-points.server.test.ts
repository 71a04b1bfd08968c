// Tubes of a series: each is due a fixed time after the first, is collected when it is, and shows its time everywhere.
import { expect, test } from 'vitest'
import { formatDateTime } from '../../core/dates.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Read, Rows } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { accessioned } from '../sales/sales.fixture.ts'

const { app, desk } = networkForTests('desk')
const fasting = 3013
const postPrandial = 3014
const ogtt = 3016
const minutes = 60_000
type Tube = Read<'sales'>['Samples'][0]
const tubesOf = (sale: Read<'sales'>): Rows<Tube> => sale.Samples
const dueAfter = (tube: Tube, moment: string): number =>
  Math.round((Date.parse(tube.DueDate) - Date.parse(moment)) / minutes)
const pointOf = (tubes: Rows<Tube>, point: string): Tube => tubes.find((tube) => tube.TimePoint === point)

test('the fasting tube is collected when the sale records it, the next is due two hours after the meal; each is a tube of its own', async () => {
  const sale = await accessioned(desk, { products: [fasting, postPrandial] })
  const tubes = tubesOf(sale)
  const [f, pp] = [pointOf(tubes, 'F'), pointOf(tubes, 'PP2')]
  const due = new Date(pp.DueDate).toISOString()
  expect([tubes.length, f.StatusId, pp.StatusId, pp.CollectionDate]).toEqual([2, 116, 115, null])
  expect([dueAfter(f, sale.CollectionDate), dueAfter(pp, sale.CollectionDate)]).toEqual([0, 120])
  const one = (await desk.get(`/api/samples/${String(pp.SampleId)}`)).body
  expect([one.TimePoint, one.DueDate]).toEqual(['PP2', due])
  // the list of tubes to collect, and the label
  const listed = await desk.get(
    `/api/getdata/1002?filterCriteria=${encodeURIComponent(JSON.stringify({ SaleId: sale.SaleId, State: 'collect' }))}`,
  )
  expect(listed.body).toMatchObject([{ SampleId: pp.SampleId, TimePoint: 'PP2' }])
  const label = await desk.post('/api/print/samples/', {
    templateId: 3,
    formId: pp.SampleId,
    device: 'printer',
  })
  expect(label.text).toContain(`due ${formatDateTime(due)}`)
  expect(label.text).toContain('PP2 · ')

  const collected = await desk.put('/api/collect/samples', { SampleIds: [pp.SampleId] })
  expect([collected.status, collected.body.warnings]).toEqual([
    200,
    [`${String(pp.Barcode)} is due at ${formatDateTime(due)}; this collection is earlier`],
  ])
})

test('the later tubes of a tolerance test follow the first, from the moment it was collected', async () => {
  const sale = await accessioned(desk, {
    products: [ogtt],
    CollectionDate: new Date(Date.now() + 30 * minutes).toISOString(),
  })
  const tubes = tubesOf(sale)
  expect(tubes.map((tube) => [tube.TimePoint, tube.StatusId, dueAfter(tube, sale.CollectionDate)]).sort()).toEqual([
    ['T0', 115, 0],
    ['T120', 115, 120],
    ['T60', 115, 60],
  ])
  const at = new Date(Date.now() - 2 * minutes).toISOString()
  const zero = pointOf(tubes, 'T0').SampleId
  const early = await desk.put('/api/collect/samples', { SampleIds: [zero], CollectionDate: at })
  expect(early.body.warnings).toHaveLength(1)
  const [hour] = await readRows<{ Due: string }>(
    app,
    'samples',
    { SaleId: sale.SaleId, TimePoint: 'T60' },
    'tube_due(sale_id, time_point) as due',
  )
  expect(Math.round((Date.parse(hour?.Due ?? '') - Date.parse(at)) / minutes)).toBe(60)
})

test('a tube that may be collected at any time has no due time', async () => {
  const CollectionDate = new Date(Date.now() - 2 * minutes).toISOString()
  const sale = await accessioned(desk, { products: [3015], CollectionDate })
  expect(tubesOf(sale).map((tube) => [tube.TimePoint, tube.DueDate, tube.StatusId])).toEqual([['R', null, 116]])
})

test('accession says that its user drew the first tubes; a later tube of a series is collected by a person, however late it is', async () => {
  const CollectionDate = new Date(Date.now() - 150 * minutes).toISOString()
  const sale = await accessioned(desk, { products: [ogtt], SaleDate: CollectionDate, CollectionDate })
  const drawn = await readRows<Json>(
    app,
    'samples',
    { SaleId: sale.SaleId },
    'time_point, status_id, collected_by_id, collection_date is not null as dated',
    'time_point',
  )
  expect(drawn).toEqual([
    { TimePoint: 'T0', StatusId: 116, CollectedById: desk.userId, Dated: true },
    { TimePoint: 'T120', StatusId: 115, CollectedById: null, Dated: false },
    { TimePoint: 'T60', StatusId: 115, CollectedById: null, Dated: false },
  ])
})

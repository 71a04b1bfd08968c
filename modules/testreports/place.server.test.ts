// Where a tube was drawn: kept at the collection, and printed where it is not the lab of the report.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, readRows, setRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient, booked, product } from '../sales/sales.fixture.ts'
import { received } from '../shipmentreceipt/shipmentreceipt.fixture.ts'
import { dispatched, party, tubesOf } from '../shipments/shipments.fixture.ts'
import { approveAll, enterAll, letGo, releaseAll } from '../testresults/testresults.fixture.ts'
import type { ReportData } from './print/report.model.ts'

const { app, ...people } = networkForTests('desk', 'front', 'technologist', 'pathologist', 'other')
const { desk, front, pathologist } = people
const { central, hadapsar } = party

const printed = async ({ SaleId }: Read<'sales'>) => {
  const { Content } = await readRow<{ Content: ReportData }>(app, 'reports', { SaleId }, 'content')
  return [Content.Sample.CollectedAt, Content.Departments.map(({ Sample }) => Sample)] as const
}
const placesOf = ({ SaleId }: Read<'sales'>) =>
  readRows(app, 'samples', { SaleId }, 'collected_at_id as at, collected_place as place', 'sample_id')
const products = [product.cbc, product.electrolytes]

test('a report says no place where its own lab drew, and each specimen its own where it is another one', async () => {
  const PatientId = await aPatient(desk)
  const here = await accessioned(desk, { PatientId, BuyerId: 21, products })
  const lab = await valueOf<string>(app, 'clients', { ClientId: central }, 'name')
  expect(await placesOf(here)).toEqual(Array(2).fill({ At: central, Place: lab }))
  await letGo(people, here.SaleId)
  expect(await printed(here)).toEqual([
    null,
    [expect.stringMatching(/^-01 [^,]*$/), expect.stringMatching(/^-02 [^,]*$/)],
  ])
  const sale = await booked(desk, { PatientId, BuyerId: 21, products })
  expect((await desk.put('/api/accession/sales', { formId: sale.SaleId, DrawnHere: false })).status).toBe(200)
  const tubes = await readRows<{ Id: number }>(app, 'samples', { SaleId: sale.SaleId }, 'sample_id as id', 'sample_id')
  const collect = (at: number, body: Json) =>
    desk.put('/api/collect/samples', { SampleIds: [tubes[at]?.Id ?? 0], ...body })
  const refused = await collect(0, { Place: 'other' })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { PlaceName: ['Say which place it is: a ward, a hospital, a camp'] },
  ])
  expect((await collect(0, { PlaceName: 'Ward 3' })).status).toBe(422)
  expect((await collect(0, { Place: 'moon' })).status).toBe(400)
  expect(await placesOf(sale)).toEqual(Array(2).fill({ At: null, Place: null }))
  expect((await collect(0, { Place: 'home' })).status).toBe(200)
  expect((await collect(1, { Place: 'other', PlaceName: 'Ward 3, City Hospital' })).status).toBe(200)
  expect((await desk.get(`/api/samples/${String(tubes[1]?.Id)}`)).body).toMatchObject({
    CollectedPlace: 'Ward 3, City Hospital',
    Events: expect.arrayContaining([expect.objectContaining({ What: 'Collected', Remarks: 'Ward 3, City Hospital' })]),
  })
  await letGo(people, sale.SaleId)
  const [at, sections] = await printed(sale)
  expect([at, sections.map((one) => one?.replace(/^.*?, /, ''))]).toEqual([
    'Home visit',
    [expect.stringMatching(/^-01 /), expect.stringMatching(/Ward 3, City Hospital$/)],
  ])
})

test('a tube that a centre drew is printed with the name that the centre had then', async () => {
  const PatientId = await aPatient(front)
  const sale = await accessioned(front, { PatientId, SellerId: hadapsar, products: [product.electrolytes] })
  const name = await valueOf<string>(app, 'clients', { ClientId: hadapsar }, 'name')
  expect(await placesOf(sale)).toEqual([{ At: hadapsar, Place: name }])
  await received(desk, await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(sale) }))
  await enterAll(people.technologist, sale.SaleId)
  await approveAll(pathologist, sale.SaleId)
  await setRows(app, 'clients', { ClientId: hadapsar }, { Name: 'Renamed Centre' })
  expect((await releaseAll(pathologist, sale.SaleId, 'Pays later')).status).toBe(200)
  expect(await printed(sale)).toEqual([name, [expect.stringMatching(/^-01 [^,]*$/)]])
})

// Correct details: the place of the draw of an issued report, in its next version and in the history of its tubes.
import { expect, test } from 'vitest'
import { readRow, readRows, setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { aReason, labForTests, letGo } from '../testresults.fixture.ts'

const { app, bench } = labForTests()

const issued = async (): Promise<Read<'sales'>> => {
  const PatientId = await aPatient(bench.desk)
  const sale = await accessioned(bench.desk, {
    PatientId,
    BuyerId: 21,
    products: [product.cbc, product.electrolytes],
  })
  await letGo(bench, sale.SaleId)
  return sale
}
const correct = async ({ SaleId }: Read<'sales'>, changes: Json, person = bench.pathologist) =>
  person.put('/api/correctdetails/sales', {
    SaleId,
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Drawn in the ward',
    ...changes,
  })
const newest = ({ SaleId }: Read<'sales'>): Promise<{ Version: number; Content: ReportData }> =>
  readRow(app, 'reports', { SaleId }, 'version, content', 'version desc')
const placesOf = ({ SaleId }: Read<'sales'>) =>
  readRows(app, 'samples', { SaleId }, 'collected_at_id as at, collected_place as place', 'sample_id')

test('the next version prints the right place and what it was, and each tube has it in its history', async () => {
  const sale = await issued()
  expect((await newest(sale)).Content.Sample.CollectedAt).toBeNull()
  const answer = await correct(sale, { Place: 'other', PlaceName: 'Ward 3' })
  expect([answer.status, answer.body.message]).toEqual([200, 'The details are corrected, the report is amended'])
  const { Version, Content } = await newest(sale)
  expect([Version, Content.Sample.CollectedAt]).toEqual([2, 'Ward 3'])
  expect(Content.Amendment).toMatchObject({
    Reason: 'Drawn in the ward',
    Changes: [{ What: 'Collected at', Was: 'this laboratory', Is: 'Ward 3' }],
  })
  expect(await placesOf(sale)).toEqual(Array(2).fill({ At: null, Place: 'Ward 3' }))
  const tube = await valueOf<number>(app, 'samples', { SaleId: sale.SaleId }, 'sample_id')
  expect(
    await readRows(app, 'audit', { ModuleId: 'samples', FormId: tube, Action: 'correct place' }, 'remarks, changes'),
  ).toMatchObject([{ Remarks: 'Drawn in the ward', Changes: { CollectedPlace: [expect.anything(), 'Ward 3'] } }])
  // back: at the organisation that sold it
  expect((await correct(sale, { Place: 'seller' })).status).toBe(200)
  expect((await newest(sale)).Content).toMatchObject({
    Sample: { CollectedAt: null },
    Amendment: { Changes: [{ What: 'Collected at', Was: 'Ward 3', Is: 'this laboratory' }] },
  })
})

test('refused, and nothing changed: the same place, a name without its place, without a reason, and no signatory', async () => {
  const sale = await issued()
  const before = [await placesOf(sale), (await newest(sale)).Version]
  const same = await correct(sale, { Place: 'here' })
  expect([same.status, same.body.message]).toEqual([422, 'The report states these details already'])
  const nameless = await correct(sale, { Place: 'other' })
  expect([nameless.status, nameless.body.errors]).toEqual([
    422,
    { PlaceName: ['Say which place it is: a ward, a hospital, a camp'] },
  ])
  expect((await correct(sale, { PlaceName: 'Ward 3' })).status).toBe(422)
  expect((await correct(sale, { Place: 'home', ReasonId: null })).status).toBe(400)
  expect((await correct(sale, { Place: 'home', Remarks: ' ' })).status).toBe(400)
  expect((await correct(sale, { Place: 'home' }, bench.technologist)).status).toBe(403)
  // the future, beside a right place
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const future = await correct(sale, { Place: 'home', CollectionDate: tomorrow })
  expect([future.status, Object.keys(future.body.errors)]).toEqual([422, ['CollectionDate']])
  expect([await placesOf(sale), (await newest(sale)).Version]).toEqual(before)
})

test('of later tubes as well: those that are named take the place, and the next version names each', async () => {
  const sale = await issued()
  const [first, later] = await readRows<{ Id: number; Barcode: string; At: Date }>(
    app,
    'samples',
    { SaleId: sale.SaleId },
    'sample_id as id, barcode, collection_date as at',
    'sample_id',
  )
  const earlier = new Date(new Date(first?.At ?? 0).getTime() - 600_000).toISOString()
  await setRows(app, 'samples', { SampleId: first?.Id }, { CollectionDate: earlier })
  const before = await placesOf(sale)
  const unknown = await correct(sale, { Place: 'home', Tubes: '-02, -07' })
  expect([unknown.status, unknown.body.errors]).toEqual([400, { Tubes: ['No tube -07 was drawn; there are -01, -02'] }])
  expect((await correct(sale, { Tubes: '-02' })).body.errors).toEqual({
    Place: ['Say where these tubes were drawn, or when'],
  })
  expect(await placesOf(sale)).toEqual(before)
  expect((await correct(sale, { Place: 'home', Tubes: '-02' })).status).toBe(200)
  expect(await placesOf(sale)).toEqual([before[0], { At: null, Place: 'Home visit' }])
  const { Content } = await newest(sale)
  expect(Content.Sample.CollectedAt).toBeNull()
  expect(Content.Amendment).toMatchObject({
    Changes: [{ What: 'Collected at, -02', Was: 'this laboratory', Is: 'Home visit' }],
  })
  expect(Content.Departments.map(({ Sample }) => Sample)).toContainEqual(expect.stringMatching(/^-02 .*Home visit$/))
  // by its whole number, with the first: each is printed
  const answer = await correct(sale, { Place: 'other', PlaceName: 'Ward 3', Tubes: `-01 ${later?.Barcode ?? ''}` })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  expect((await newest(sale)).Content.Amendment).toMatchObject({
    Changes: [
      { What: 'Collected at', Was: 'this laboratory', Is: 'Ward 3' },
      { What: 'Collected at, -02', Was: 'Home visit', Is: 'Ward 3' },
    ],
  })
})

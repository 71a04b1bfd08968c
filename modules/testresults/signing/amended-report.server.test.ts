// The report of an amendment: a new version that shows the earlier value; the old one is superseded.
import { beforeAll, expect, test } from 'vitest'
import type { Read, Result } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { readRow, readRows } from '../../../server/testing/rows.ts'
import { aPatient, saleOf } from '../../sales/sales.fixture.ts'
import {
  amend,
  amended,
  approveAll,
  aReason,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  paidSale,
  releaseAll,
  reportsOf,
  rowOf,
  waiting,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
let reason: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
  reason = await aReason(bench.technologist)
})

const approve = (person: typeof bench.pathologist, ...rows: Result[]) =>
  person.put('/api/approve/testresults', { WorkItemIds: rows.map((row) => row.WorkItemId) })
const releasedSale = async (): Promise<Read<'sales'>> => {
  const sale = await paidSale(bench.desk, patient)
  await letGo(bench, sale.SaleId)
  return saleOf(bench.desk, sale.SaleId)
}

test('an amendment needs reason, remarks and another signatory, makes a new version of result and report, and the old report is superseded', async () => {
  const sale = await releasedSale()
  const row = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  const amend = (more: Json) =>
    bench.pathologist.put('/api/amend/testresults', {
      WorkItems: [{ WorkItemId: row.WorkItemId, Result: '132' }],
      ReasonId: reason,
      Remarks: 'Wrong tube',
      ...more,
    })
  expect((await amend({ Remarks: '' })).body.message).toBe('Remarks are required')
  expect((await amend({ ReasonId: null })).status).toBe(422)
  expect((await amend({})).body.message).toBe(
    '1 amendment waits. Sodium: amended by you; another signatory must approve it',
  )
  expect(await reportsOf(app, sale.SaleId)).toHaveLength(1)
  expect((await approve(bench.other, row)).body.message).toBe('1 result is amended')
  expect(await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).toMatchObject({
    StatusId: 159,
    Result: '132',
    Flag: 'L',
  })
  const [first, second] = await reportsOf(app, sale.SaleId)
  expect([first, second]).toMatchObject([
    { Version: 1, State: 'FINAL', Replaced: true },
    { Version: 2, State: 'AMENDED', Replaced: false },
  ])
  expect(first?.Hash).not.toBe(second?.Hash)
  const versions = await readRows(app, 'results', { WorkItemId: row.WorkItemId }, 'version, result', 'version')
  expect(versions).toEqual([
    { Version: 1, Result: row.Result },
    { Version: 2, Result: '132' },
  ])
  expect(
    (await bench.pathologist.put('/api/repeat/testresults', { WorkItemIds: [row.WorkItemId], ReasonId: reason }))
      .status,
  ).toBe(422)
})

test('an amended comment is printed with the released one it replaces', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, saleId)
  const { WorkItemId } = await rowOf(bench.technologist, saleId, 'Sodium')
  const noted = await bench.technologist.put('/api/testresults/', {
    SaleId: saleId,
    WorkItems: [{ WorkItemId, Comments: 'Slightly haemolysed' }],
  })
  expect(noted.status).toBe(200)
  await letGo(bench, saleId)
  const asked = await bench.pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Clear serum' }],
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Another tube was meant',
  })
  expect(asked.status).toBe(200)
  await bench.other.put('/api/approve/testresults', { WorkItemIds: itemsOf(await waiting(bench.other, saleId)) })
  const { Changes } = await readRow<{ Changes: Json[] }>(
    app,
    'reports',
    { SaleId: saleId },
    "content -> 'Amendment' -> 'Changes' as changes",
    'version desc',
  )
  expect(Changes).toEqual([{ What: 'Sodium, comments', Was: 'Slightly haemolysed', Is: 'Clear serum' }])
})

test('an amendment shows the released value before it, not a withdrawn request; each report retains the moment it was replaced', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, saleId, { Sodium: '140' })
  await approveAll(bench.pathologist, saleId)
  expect((await releaseAll(bench.pathologist, saleId)).status).toBe(200)
  expect((await amend(bench.pathologist, saleId, { Sodium: '132' })).status).toBe(200)
  const taken = { WorkItemIds: itemsOf(await waiting(bench.other, saleId)), Remarks: 'Tube was right' }
  expect((await bench.other.put('/api/withdraw/testresults', taken)).status).toBe(200)
  const versions = () =>
    readRows<{ Replaced: string | null; Was: string | null }>(
      app,
      'reports',
      { SaleId: saleId },
      "superseded_at as replaced, content -> 'Amendment' -> 'Changes' -> 0 ->> 'Was' as was",
      'version',
    )
  expect((await amended(bench, saleId, { Sodium: '135' })).status).toBe(200)
  const second = await versions()
  expect(second).toMatchObject([{ Replaced: expect.any(String) }, { Replaced: null, Was: '140 mmol/L' }])
  expect((await amended(bench, saleId, { Sodium: '136' })).status).toBe(200)
  expect(await versions()).toMatchObject([
    { Replaced: second[0]?.Replaced },
    { Replaced: expect.any(String) },
    { Replaced: null, Was: '135 mmol/L' },
  ])
})

// Earlier values of a result: versions, runs, changes since it was read, and the history.
import { beforeAll, expect, test } from 'vitest'
import type { Json } from '../../../server/testing/signed-in.ts'
import { readRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { aReason, enter, labForTests, paidSale, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let man: number
beforeAll(async () => {
  man = await aPatient(bench.desk)
})

const saleFor = (PatientId: number, products: readonly number[] = [product.cbc], more: Json = {}) =>
  accessioned(bench.desk, { PatientId, products, ...more })
const put = (body: Json, person = bench.technologist) => person.put('/api/testresults/', body)

test('a corrected result is a new version; the old one is not changed', async () => {
  const sale = await saleFor(man)
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')
  await enter(bench.technologist, sale.SaleId, { Haemoglobin: '14' })
  await enter(bench.technologist, sale.SaleId, { Haemoglobin: '15' })
  await enter(bench.technologist, sale.SaleId, { Haemoglobin: '15' })
  expect(await readRows(app, 'results', { WorkItemId }, 'version, result, run', 'version')).toEqual([
    { Version: 1, Result: '14', Run: 1 },
    { Version: 2, Result: '15', Run: 1 },
  ])
})

test('OPS-196 a repeat needs a reason, stores the run, and begins the next one', async () => {
  const sale = await saleFor(man)
  await enter(bench.technologist, sale.SaleId, { Haemoglobin: '14', 'RBC count': '5' })
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')
  const reason = (await bench.technologist.get('/api/listitems?ListId=122')).body[0]?.ListItemId
  // no reason, and one of another list
  const other = (await bench.technologist.get('/api/listitems?ListId=121')).body[0]?.ListItemId
  for (const [ReasonId, status] of [
    [undefined, 422],
    [other, 400],
  ] as const)
    expect(
      (await bench.technologist.put('/api/repeat/testresults', { WorkItemIds: [WorkItemId], ReasonId })).status,
    ).toBe(status)
  expect(
    (await bench.technologist.put('/api/repeat/testresults', { WorkItemIds: [WorkItemId], ReasonId: reason })).status,
  ).toBe(200)
  expect(await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')).toMatchObject({ StatusId: 155, Result: null })
  expect((await rowOf(bench.technologist, sale.SaleId, 'MCH')).Result).toBeNull()
  await enter(bench.technologist, sale.SaleId, { Haemoglobin: '14.5' })
  expect(await readRows(app, 'results', { WorkItemId }, 'version, run, result', 'version')).toMatchObject([
    { Version: 1, Run: 1 },
    { Version: 2, Run: 2, Result: '14.5' },
  ])
})

test('OPS-194 a repeat picked in the status cell does the same', async () => {
  const sale = await saleFor(man)
  await enter(bench.technologist, sale.SaleId, { Haemoglobin: '14' })
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')
  const reason = (await bench.technologist.get('/api/listitems?ListId=122')).body[0]?.ListItemId
  const save = await bench.technologist.put('/api/testresults/', {
    SaleId: sale.SaleId,
    WorkItems: [{ WorkItemId, StatusId: 155, ReasonId: reason }],
  })
  expect(save.status).toBe(200)
  expect(await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')).toMatchObject({ StatusId: 155, Result: null })
})

test('two users enter on one worksheet at once: neither overwrites a value unseen, each value is a version', async () => {
  const sale = await saleFor(man)
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      bench.technologist.put('/api/testresults/', {
        SaleId: sale.SaleId,
        WorkItems: [{ WorkItemId, Result: String(13 + i / 10) }],
      }),
    ),
  )
  expect(answers.every((answer) => [200, 409].includes(answer.status))).toBe(true)
  const versions = await readRows<{ Version: number }>(app, 'results', { WorkItemId }, 'version', 'version')
  expect(versions.map((row) => row.Version)).toEqual(versions.map((_, i) => i + 1))
})

test('a result that another user changed since it was read is neither overwritten nor approved', async () => {
  const sale = await saleFor(man)
  const { WorkItemId, RowVersion } = await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')
  const save = (Result: string, seen: unknown) =>
    bench.technologist.put('/api/testresults/', {
      SaleId: sale.SaleId,
      WorkItems: [{ WorkItemId, Result, RowVersion: seen }],
    })
  expect((await save('14.0', RowVersion)).status).toBe(200)
  const second = await save('15.0', RowVersion)
  expect([second.status, second.body.message]).toEqual([
    409,
    'Somebody else changed Haemoglobin meanwhile. Your values are still on this screen.',
  ])
  const seen = (await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')).RowVersion
  expect((await save('14.2', seen)).status).toBe(200)
  const approve = (version: number) =>
    bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [WorkItemId], RowVersions: [version] })
  expect((await approve(seen)).status).toBe(409)
  const now = await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')
  expect([now.Result, now.StatusId]).toEqual(['14.2', 151])
  expect((await approve(now.RowVersion)).status).toBe(200)
})

test('a save answers the versions for the next save, of calculated rows too', async () => {
  const sale = await accessioned(bench.desk, { PatientId: man, products: [3017] })
  const { WorkItemId, RowVersion } = await rowOf(bench.technologist, sale.SaleId, 'HbA1c')
  const save = (Result: string, version: unknown) =>
    put({ SaleId: sale.SaleId, WorkItems: [{ WorkItemId, Result, RowVersion: version }] })
  const first = await save('6.1', RowVersion)
  const versions = (await rowsOf(bench.technologist, sale.SaleId)).map((row) => ({
    WorkItemId: row.WorkItemId,
    RowVersion: row.RowVersion,
  }))
  expect(first.body.WorkItems).toEqual(versions)
  expect(first.body.RowVersion).toBe(Math.max(...versions.map((row) => Number(row.RowVersion))))
  const own = first.body.WorkItems.find((row) => row.WorkItemId === WorkItemId)
  expect((await save('6.2', own?.RowVersion)).status).toBe(200)
  expect((await save('6.3', own?.RowVersion)).status).toBe(409)
})

test('the history of results has comments, remarks and reasons before and after', async () => {
  const sale = await paidSale(bench.desk, man)
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const reason = await aReason(bench.technologist)
  await put({
    SaleId: sale.SaleId,
    WorkItems: [{ WorkItemId, Result: '140', Comments: 'first', Remarks: 'inside' }],
  })
  await put({ SaleId: sale.SaleId, WorkItems: [{ WorkItemId, Comments: 'second', ReasonId: reason }] })
  const changes = await readRows<{ Changes: Json }>(
    app,
    'audit',
    { ModuleId: 'testresults', FormId: sale.SaleId, Action: 'enter' },
    'changes',
    'audit_id',
  )
  expect(changes.map((row) => row.Changes.Sodium)).toEqual([
    [
      { Result: null, StatusId: 150, Flag: null, Remarks: null, Comments: null },
      { Result: '140', StatusId: 151, Flag: 'N', Remarks: 'inside', Comments: 'first' },
    ],
    [
      { Result: '140', StatusId: 151, Comments: 'first', ReasonId: null },
      { Result: '140', StatusId: 151, Comments: 'second', ReasonId: reason },
    ],
  ])
})

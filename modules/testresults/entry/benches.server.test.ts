// Two benches enter results for one patient at once; an act on the whole sale waits for both.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import type { Result, Rows } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { readRow } from '../../../server/testing/rows.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import { enterAll, labForTests, releaseAll, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let other: Person
let SaleId: number
let haematology: Rows<Result>
let chemistry: Rows<Result>
const sheetOf = (rows: readonly Result[]): unknown => rows[0]?.WorkSheetId
const tab = { 'x-tab': 'here' }
const lock = (person: Person, rows?: readonly Result[], more: Json = {}) =>
  person.post(
    '/api/locks/',
    { ModuleId: 'testresults', FormId: SaleId, ...(rows && { Part: sheetOf(rows) }), ...more },
    tab,
  )
const unlock = (person: Person) => person.call('DELETE', '/api/locks/')
const enter = (person: Person, rows: readonly Result[], Result: string) =>
  person.put(
    '/api/testresults/',
    {
      SaleId,
      WorkSheetId: sheetOf(rows),
      WorkItems: rows
        .filter((row) => !row.Formula)
        .slice(0, 1)
        .map((row) => ({ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion, Result })),
    },
    tab,
  )

beforeAll(async () => {
  other = await signedIn(app, 'pathologist2', role.Pathologist, 2)
  const sale = await accessioned(bench.desk, { BuyerId: 21, products: [product.haemoglobin, product.electrolytes] })
  SaleId = sale.SaleId
  await bench.technologist.put('/api/generate/worksheets')
  const rows = await rowsOf(bench.technologist, SaleId)
  haematology = rows.filter((row) => row.Element === 'Haemoglobin')
  chemistry = rows.filter((row) => row.Element !== 'Haemoglobin')
  expect([haematology.length, chemistry.length, sheetOf(haematology) === sheetOf(chemistry)]).toEqual([1, 3, false])
})

test('each bench locks its own worksheet, saves on it, and is refused on that of the other', async () => {
  expect((await lock(bench.technologist, haematology)).status).toBe(200)
  expect((await lock(other, haematology)).status).toBe(423)
  expect((await lock(other, chemistry)).status).toBe(200)
  expect((await enter(other, haematology, '13')).status).toBe(423)
  const saved = [await enter(bench.technologist, haematology, '13.5'), await enter(other, chemistry, '140')]
  expect(saved.map((answer) => answer.status)).toEqual([200, 200])
  // neither overwrote the other
  const kept = await rowsOf(bench.pathologist, SaleId)
  expect(kept.filter((row) => row.Result !== null).map((row) => [row.Element, row.EnteredBy])).toEqual(
    expect.arrayContaining([
      ['Haemoglobin', haematology[0] && expect.any(String)],
      [chemistry[0]?.Element, expect.any(String)],
    ]),
  )
  expect(new Set(kept.filter((row) => row.Result !== null).map((row) => row.EnteredBy)).size).toBe(2)
  await unlock(bench.technologist)
  await unlock(other)
})
test('the whole sale cannot be edited while a bench edits a part, nor a part while the whole is edited', async () => {
  expect((await lock(bench.technologist, haematology)).status).toBe(200)
  expect((await lock(other)).status).toBe(423)
  await unlock(bench.technologist)
  expect((await lock(other)).status).toBe(200)
  expect((await lock(bench.technologist, haematology)).status).toBe(423)
  expect((await lock(bench.technologist, chemistry)).status).toBe(423)
  await unlock(other)
})
test('approving one worksheet does not wait for the other bench, a release of the sale does', async () => {
  await enterAll(bench.technologist, SaleId)
  expect((await lock(bench.technologist, haematology)).status).toBe(200)
  const now = await rowsOf(bench.pathologist, SaleId)
  const idsOf = (rows: readonly Result[]): unknown[] => rows.map((row) => row.WorkItemId)
  const approve = (rows: readonly Result[]) =>
    bench.pathologist.put('/api/approve/testresults', { WorkItemIds: idsOf(rows) })
  const sheet = sheetOf(haematology)
  expect((await approve(now.filter((row) => row.WorkSheetId === sheet))).status).toBe(423)
  expect((await approve(now.filter((row) => row.WorkSheetId !== sheet))).status).toBe(200)
  expect((await releaseAll(bench.pathologist, SaleId)).status).toBe(423)
  await unlock(bench.technologist)
  expect((await approve(now.filter((row) => row.WorkSheetId === sheet))).status).toBe(200)
  expect((await releaseAll(bench.pathologist, SaleId)).status).toBe(200)
})
test('a record without parts is locked whole, whatever part is requested', async () => {
  const target = { ModuleId: 'sales', FormId: SaleId }
  expect((await bench.desk.post('/api/locks/', { ...target, Part: 1 }, tab)).status).toBe(200)
  expect(await readRow(app, 'locks', { ModuleId: 'sales', FormId: SaleId }, 'part')).toEqual({ Part: 0 })
})

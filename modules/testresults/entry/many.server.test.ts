// Seventeen results of two worksheets are saved like two, and each has its own entry in the history.
import { expect, test } from 'vitest'
import { sql, statementCount } from '../../../server/db/db.ts'
import type { Result } from '../../../server/testing/answers.ts'
import type { Answered } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { labForTests, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const middle = (row: Result): string => {
  const [range] = row.Measurements
  const [low, high] = [range?.LowValue ?? null, range?.HighValue ?? null]
  return String(low !== null && high !== null ? Math.round(((low + high) / 2) * 10) / 10 : (high ?? low ?? 1))
}

/** A sale of two departments, with its worksheets, and values for it from both sheets in turn. */
const typedOf = async (): Promise<[saleId: number, rows: Result[]]> => {
  const sale = await accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk),
    products: [product.cbc, product.electrolytes, product.lft],
  })
  await bench.technologist.post('/api/generate/worksheets', {})
  const rows = await rowsOf(bench.technologist, sale.SaleId)
  const typed = rows.filter(
    (row) => !row.Formula && row.resultTypeId === rows.find((one) => one.Element === 'Sodium').resultTypeId,
  )
  const sheets = [...Map.groupBy(typed, (row) => row.WorkSheetId).values()]
  expect(sheets).toHaveLength(2)
  return [sale.SaleId, sheets.flatMap((sheet, at) => (at === 0 ? sheet.slice(0, 10) : sheet.slice(0, 7)))]
}
const save = async (SaleId: number, rows: readonly Result[]): Promise<[Answered, number]> => {
  const before = statementCount.value
  const WorkItems = rows.map((row) => ({ WorkItemId: row.WorkItemId, Result: middle(row) }))
  return [await bench.technologist.put('/api/testresults/', { SaleId, WorkItems }), statementCount.value - before]
}

test('17 results of two worksheets are saved by as many statements as 2, a version and an entry each', async () => {
  const [[first, warm], [second, few], [third, many]] = [await typedOf(), await typedOf(), await typedOf()]
  const two = (rows: readonly Result[]) => [rows[0], rows.at(-1)].flatMap((row) => row ?? [])
  await save(first, two(warm))
  const [[small, fewer], [large, statements]] = [await save(second, two(few)), await save(third, many)]
  expect([small.status, large.status, many.length]).toEqual([200, 200, 17])
  expect(statements).toBe(fewer)
  const kept = await app.db.read.one<{ Versions: number; Entries: number }>(sql`
    select
      (
        select
          count(*)::int
        from
          results r
          join work_items w using (work_item_id)
        where
          w.sale_id = ${third}
          and r.result is not null
      ) as versions,
      (
        select
          count(*)::int
        from
          audit a
        where
          a.module_id = 'testresults'
          and a.form_id = ${third}
      ) as entries
  `)
  expect(kept.Versions).toBeGreaterThanOrEqual(17)
  const { body } = await bench.technologist.get(`/api/actions?ModuleId=testresults&FormId=${third}`)
  const named = new Set(body.flatMap((entry) => Object.keys(entry.Changes)))
  for (const row of many) expect([...named]).toContain(row.Element)
}, 60_000)

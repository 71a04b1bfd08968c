// Approving the normal results of a long list: in parts, each whole, and one that was interrupted goes on.
import pg from 'pg'
import { expect, test } from 'vitest'
import { countRows } from '../../../server/testing/rows.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { labForTests, rowsOf, shownIn } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Approved } = workItemStatus
const approved = () => countRows(app, 'work_items', { StatusId: Approved })

type Line = { readonly WorkSheetId: number | undefined; readonly SaleId: number }
/** Lines of a work list with three normal results each. */
const listOf = async (times: number): Promise<Line[]> => {
  const PatientId = await aPatient(bench.desk)
  const sold = { PatientId, BuyerId: 21, products: [product.electrolytes] }
  const sales: number[] = []
  for (let at = 0; at < times; at += 1) sales.push((await accessioned(bench.desk, sold)).SaleId)
  await bench.technologist.put('/api/generate/worksheets')
  const usual: Record<string, string> = { Sodium: '140', Potassium: '4.2', Chloride: '101' }
  for (const sale of sales) {
    const WorkItems = (await rowsOf(bench.technologist, sale)).map(({ WorkItemId, Element }) => ({
      WorkItemId: WorkItemId,
      Result: usual[Element],
    }))
    await bench.technologist.put('/api/testresults/', { SaleId: sale, WorkItems })
  }
  const lines: Line[] = []
  for (const sale of sales) {
    const [row] = await rowsOf(bench.technologist, sale)
    lines.push({ WorkSheetId: row?.WorkSheetId, SaleId: sale })
  }
  return lines
}
const send = (body: Json, key: string) =>
  bench.pathologist.put('/api/approvenormal/testresults', body, { 'idempotency-key': key })
const ask = (Sheets: readonly Line[]) => send({ Sheets, Preview: true }, `ask ${Sheets.length}`)

/** While `act` runs the status of this work item cannot be written. */
const withBroken = async <T>(item: number, act: () => Promise<T>): Promise<T> => {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  try {
    await owner.query(`
      create function broken() returns trigger language plpgsql as
      $$ begin raise exception 'the server went away'; end $$`)
    await owner.query(`
      create trigger broken before update on work_items for each row
      when (old.work_item_id = ${item}) execute function broken()`)
    return await act()
  } finally {
    await owner.query('drop function if exists broken cascade')
    await owner.end()
  }
}

test('a list longer than a part is approved in one request; interrupted, it goes on where it stopped, and answers for all', async () => {
  const lines = await listOf(53)
  const [last] = await rowsOf(bench.pathologist, lines.at(-1)?.SaleId)
  const before = await approved()
  const shown = shownIn(await ask(lines))
  const interrupted = await withBroken(Number(last?.WorkItemId), () => send(shown, 'long list'))
  expect([interrupted.status, (await approved()) - before]).toEqual([500, 150])
  const answer = await send(shown, 'long list')
  expect([answer.status, answer.body.message, answer.body.Approved, answer.body.Left]).toEqual([
    200,
    '159 results are approved',
    159,
    [],
  ])
  expect((await approved()) - before).toBe(159)
  // each is signed once
  expect(new Set(answer.body.Taken.map((row) => row.WorkItemId)).size).toBe(159)
  const history = { ModuleId: 'testresults', FormId: lines[0]?.SaleId, Action: 'approve' }
  expect(await countRows(app, 'audit', history)).toBe(1)
  const again = await send(shown, 'another key')
  expect([again.status, again.body.message]).toEqual([
    422,
    'There is nothing to approve: every result is signed already',
  ])
}, 120_000)

test('a question about more lines than are taken at once is refused', async () => {
  const lines = Array.from({ length: 501 }, (_line, at) => ({ WorkSheetId: 1, SaleId: at + 1 }))
  const refused = await ask(lines)
  expect([refused.status, refused.body.message]).toEqual([400, 'No more than 500 lines at once'])
})

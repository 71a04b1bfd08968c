// Approve normal without a list of lines: the server takes what is normal on the work list, as it is filtered, at that
// moment.
import pg from 'pg'
import { expect, test } from 'vitest'
import { countRows } from '../../../server/testing/rows.ts'
import type { Answered, Json, Person } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { enter, enterAll, labForTests, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved } = workItemStatus
const approve = (body: Json, person: Person = bench.pathologist): Promise<Answered> =>
  person.post('/api/approvenormal/testresults', body)
const statuses = async (sale: unknown): Promise<unknown[]> =>
  (await rowsOf(bench.pathologist, sale)).map((row) => row['StatusId'])

const sold = async (products: readonly number[] = [product.electrolytes]): Promise<unknown> => {
  const { SaleId } = await accessioned(bench.desk, { PatientId: await aPatient(bench.desk), BuyerId: 21, products })
  await bench.technologist.put('/api/generate/worksheets')
  return SaleId
}
test('a request without lines takes all normal results of the bench, and leaves the others with their reasons', async () => {
  const [first, second] = [await sold(), await sold()]
  await enterAll(bench.technologist, first)
  await enter(bench.technologist, second, { Sodium: '140', Potassium: '7.5', Chloride: '101' })
  const answer = await approve({})
  expect([answer.status, answer.body['message'], answer.body['Waiting']]).toEqual([
    200,
    '5 results are approved; 1 is left',
    0,
  ])
  expect((answer.body['Left'] as Json[]).map((row) => row['Reason'])).toEqual(['Potassium: critical value'])
  expect([await statuses(first), await statuses(second)]).toEqual([
    [Approved, Approved, Approved],
    [Approved, Entered, Approved],
  ])
  const again = await approve({})
  expect([again.status, again.body['message']]).toEqual([422, 'No normal results are waiting for approval'])
})

test('the filter of the list narrows it, as the list is narrowed; a wrong one is refused with its name', async () => {
  const [mine, other] = [await sold(), await sold([product.cbc])]
  for (const sale of [mine, other]) await enterAll(bench.technologist, sale)
  const [row] = await rowsOf(bench.pathologist, mine)
  const Filter = JSON.stringify({ DepartmentId: row?.['DepartmentId'] })
  expect((await approve({ Filter })).body).toMatchObject({ Approved: 3, Left: [] })
  expect(await statuses(mine)).toEqual([Approved, Approved, Approved])
  expect(new Set(await statuses(other))).toEqual(new Set([Entered]))
  const wrong = await approve({ Filter: '{"Nothing":1}' })
  expect([wrong.status, wrong.body['message']]).toEqual([400, 'Unknown parameter "Nothing"'])
  expect((await approve({ Sheets: [] })).status).toBe(400)
  expect((await approve({})).status).toBe(200)
})

test('what is entered between the question and the yes is not signed with it', async () => {
  const [seen, changed] = [await sold(), await sold()]
  for (const sale of [seen, changed]) await enterAll(bench.technologist, sale)
  const preview = await approve({ Preview: true })
  expect([preview.body['Approved'], (preview.body['Taken'] as Json[]).length]).toEqual([0, 6])
  await enter(bench.technologist, changed, { Sodium: '138.5' })
  const later = await sold()
  await enterAll(bench.technologist, later)
  const answer = await approve({ Before: preview.body['Before'] })
  expect([answer.status, answer.body['message']]).toEqual([200, '5 results are approved; 1 is left'])
  expect((answer.body['Left'] as Json[]).map((row) => row['Reason'])).toEqual([
    'Sodium: it was changed since you saw it',
  ])
  expect(await statuses(seen)).toEqual([Approved, Approved, Approved])
  expect(await statuses(changed)).toEqual([Entered, Approved, Approved])
  expect(await statuses(later)).toEqual([Entered, Entered, Entered])
})

test('a value that was being saved at the question is not signed with the shown ones', async () => {
  const [seen, late] = [await sold(), await sold()]
  await enterAll(bench.technologist, seen)
  const other = new pg.Client({ connectionString: app.ownerUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select from work_items where sale_id = $1 for update', [late])
    const saving = enter(bench.technologist, late, { Sodium: '140' })
    await expect
      .poll(async () => (await other.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
      .toBe(1)
    const { body } = await approve({ Preview: true })
    await other.query('commit')
    expect((await saving).status).toBe(200)
    const shown = (body['Taken'] as Json[]).filter((row) => row['SaleId'] !== late)
    expect(body['Taken']).toEqual(shown)
    const answer = await approve({
      Before: body['Before'],
      WorkItemIds: shown.map((row) => row['WorkItemId']),
      RowVersions: shown.map((row) => row['RowVersion']),
    })
    expect([answer.status, answer.body['Approved']]).toEqual([200, shown.length])
    expect(await statuses(seen)).toEqual([Approved, Approved, Approved])
    expect((await rowOf(bench.pathologist, late, 'Sodium'))['StatusId']).toBe(Entered)
  } finally {
    await other.end()
  }
})

test("another laboratory's bench is not touched, and a role without the permit is refused", async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale)
  expect((await approve({}, bench.technologist)).status).toBe(403)
  expect((await approve({}, bench.desk)).status).toBe(403)
  expect(await statuses(sale)).toEqual([Entered, Entered, Entered])
})

test('the same request sent twice with its key is answered once', async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale)
  const send = () =>
    bench.pathologist.call('PUT', '/api/approvenormal/testresults', {}, { 'idempotency-key': 'all normal' })
  const [one, two] = await Promise.all([send(), send()])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(two.body).toEqual(one.body)
  expect(await statuses(sale)).toEqual([Approved, Approved, Approved])
})

/** Normal values of a sale on worksheets of their own, more than the work list takes at once; and gone again. */
const manyLines = [
  `insert into sample_elements (sample_id, element_id)
    select tube.sample_id, e.element_id from samples tube cross join elements e where tube.sale_id = $1
    on conflict do nothing`,
  `insert into work_items (sample_element_id, sale_id, element_id, lab_id, department_id, status_id)
    select placed.sample_element_id, tube.sale_id, placed.element_id, 2, e.department_id, 151
    from samples tube join sample_elements placed using (sample_id) join elements e using (element_id)
    where tube.sale_id = $1 on conflict do nothing`,
  `insert into worksheets (work_sheet_id, user_id, lab_id, department_id)
    select 900000 + item.work_item_id, 1, 2, item.department_id from work_items item
    where item.sale_id = $1 and item.work_sheet_id is null`,
  `insert into results (work_item_id, version, result, numeric_value, flag, entered_by_id)
    select item.work_item_id, 1, '5', 5, 'N', 1 from work_items item
    where item.sale_id = $1 and item.work_sheet_id is null`,
  `update work_items item set work_sheet_id = 900000 + item.work_item_id, result_id = made.result_id
    from results made
    where item.sale_id = $1 and item.work_sheet_id is null and made.work_item_id = item.work_item_id`,
]
const withoutThem = [
  'update work_items set result_id = null where sale_id = $1 and work_sheet_id > 900000',
  `delete from results r using work_items item
    where item.sale_id = $1 and item.work_sheet_id > 900000 and r.work_item_id = item.work_item_id`,
  'delete from work_items where sale_id = $1 and work_sheet_id > 900000',
  'delete from worksheets where work_sheet_id > 900000 and $1::int > 0',
  `delete from sample_elements placed using samples tube
    where tube.sale_id = $1 and tube.sample_id = placed.sample_id
      and not exists (select from work_items item where item.sample_element_id = placed.sample_element_id)`,
]

test('of more lines than fit into one step it says how many wait, in the question and in the answer', async () => {
  const sale = await sold([product.electrolytes, product.cbc, product.glucoseFasting])
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  try {
    for (const step of manyLines) await owner.query(step, [sale])
    const lines = await countRows(app, 'work_items', { sale_id: sale, status_id: Entered })
    const { status, body } = await approve({ Preview: true })
    expect([status, body['Waiting']]).toEqual([200, lines - 500])
    expect(body['message']).toContain(`${lines - 500} lines wait: approve normal again`)
  } finally {
    for (const step of withoutThem) await owner.query(step, [sale])
    await owner.end()
  }
})

// Approve normal without a list of lines: the server takes what is normal on the work list, as it is filtered, at that
// moment.
import pg from 'pg'
import { expect, test } from 'vitest'
import { setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { waitersOf } from '../../../server/testing/waits.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { enter, enterAll, labForTests, rowOf, rowsOf, shownIn } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved } = workItemStatus
const send = (body: Json, person: Person = bench.pathologist) => person.post('/api/approvenormal/testresults', body)
const ask = (body: Json = {}, person: Person = bench.pathologist) => send({ ...body, Preview: true }, person)
const statuses = async (sale: unknown): Promise<unknown[]> =>
  (await rowsOf(bench.pathologist, sale)).map((row) => row.StatusId)

const sold = async (products: readonly number[] = [product.electrolytes]): Promise<unknown> => {
  const { SaleId } = await accessioned(bench.desk, { PatientId: await aPatient(bench.desk), BuyerId: 21, products })
  await bench.technologist.put('/api/generate/worksheets')
  return SaleId
}

const leftOf = ({ body }: { readonly body: { readonly Left: readonly { readonly Reason: string }[] } }): string[] =>
  body.Left.map((row) => row.Reason)
test('a question without lines is about all normal results of the bench, and leaves the others with their reasons', async () => {
  const [first, second] = [await sold(), await sold()]
  await enterAll(bench.technologist, first)
  await enter(bench.technologist, second, { Sodium: '140', Potassium: '7.5', Chloride: '101' })
  const asked = await ask()
  expect([asked.status, asked.body.message, asked.body.Waiting, leftOf(asked)]).toEqual([
    200,
    '5 results would be approved; 1 is left',
    0,
    ['Potassium: critical value'],
  ])
  const answer = await send(shownIn(asked))
  expect([answer.status, answer.body.message, answer.body.Left]).toEqual([200, '5 results are approved', []])
  expect([await statuses(first), await statuses(second)]).toEqual([
    [Approved, Approved, Approved],
    [Approved, Entered, Approved],
  ])
  const again = await ask()
  expect([again.status, again.body.message]).toEqual([422, 'No normal results are waiting for approval'])
})

test('the filter of the list narrows it, as the list is narrowed; a wrong one is refused with its name', async () => {
  const [mine, other] = [await sold(), await sold([product.cbc])]
  for (const sale of [mine, other]) await enterAll(bench.technologist, sale)
  const [row] = await rowsOf(bench.pathologist, mine)
  const Filter = JSON.stringify({ DepartmentId: row?.DepartmentId })
  expect((await send(shownIn(await ask({ Filter })))).body).toMatchObject({ Approved: 3, Left: [] })
  expect(await statuses(mine)).toEqual([Approved, Approved, Approved])
  expect(new Set(await statuses(other))).toEqual(new Set([Entered]))
  const wrong = await ask({ Filter: '{"Nothing":1}' })
  expect([wrong.status, wrong.body.message]).toEqual([400, 'Unknown parameter "Nothing"'])
  expect((await ask({ Sheets: [] })).status).toBe(400)
  expect((await send(shownIn(await ask()))).status).toBe(200)
})

test('a yes that does not say what was shown is refused with its field, and signs no result', async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale)
  const { WorkItemIds, RowVersions } = shownIn(await ask())
  const errors = async (body: Json) => {
    const answer = await send(body)
    return [answer.status, Object.keys(answer.body.errors ?? {})]
  }
  expect([
    await errors({}),
    await errors({ Filter: '{}' }),
    await errors({ WorkItemIds: [], RowVersions: [] }),
    await errors({ WorkItemIds: ['1 or 1=1'], RowVersions: [1] }),
    await errors({ WorkItemIds, RowVersions: RowVersions.slice(1) }),
    await errors({ WorkItemIds }),
  ]).toEqual([
    [400, ['WorkItemIds']],
    [400, ['WorkItemIds']],
    [400, ['WorkItemIds']],
    [400, ['WorkItemIds']],
    [400, ['RowVersions']],
    [400, ['RowVersions']],
  ])
  expect(await statuses(sale)).toEqual([Entered, Entered, Entered])
  expect((await send({ WorkItemIds, RowVersions })).body.Approved).toBe(3)
})

test('of what was shown, a changed result, one that another signed and one that is gone are left; what came later waits', async () => {
  const [seen, changed, later] = [await sold(), await sold(), await sold()]
  for (const sale of [seen, changed]) await enterAll(bench.technologist, sale)
  const shown = shownIn(await ask())
  await enter(bench.technologist, changed, { Sodium: '138.5' })
  const potassium = await rowOf(bench.other, changed, 'Potassium')
  const signed = await bench.other.put('/api/approve/testresults', { WorkItemIds: [potassium.WorkItemId] })
  expect(signed.status).toBe(200)
  await enterAll(bench.technologist, later)
  const WorkItemIds = [...shown.WorkItemIds, 999_999]
  const answer = await send({ WorkItemIds, RowVersions: [...shown.RowVersions, 1] })
  expect([answer.status, answer.body.message, leftOf(answer)]).toEqual([
    200,
    '4 results are approved; 2 are left; 1 result is gone',
    [
      'Sodium: it was changed since you saw it',
      'Potassium: it was changed since you saw it',
      'It is no longer on your work list',
    ],
  ])
  expect([await statuses(seen), await statuses(changed), await statuses(later)]).toEqual([
    [Approved, Approved, Approved],
    [Entered, Approved, Approved],
    [Entered, Entered, Entered],
  ])
  const again = await send(shown)
  expect([again.status, again.body.Approved]).toEqual([200, 0])
  await send(shownIn(await ask()))
})

test('a calculated result whose input was not shown with it is not signed', async () => {
  const sale = await sold([product.bilirubin])
  await enterAll(bench.technologist, sale, { 'Bilirubin, total': '0.9', 'Bilirubin, direct': '0.2' })
  const asked = await ask()
  const indirect = asked.body.Taken.filter((row) => row.Element === 'Bilirubin, indirect')
  const answer = await send({
    WorkItemIds: indirect.map((row) => row.WorkItemId),
    RowVersions: indirect.map((row) => row.RowVersion),
  })
  expect([indirect.length, answer.body.Approved, leftOf(answer)]).toEqual([
    1,
    0,
    ['Bilirubin, indirect: approve its inputs first: Bilirubin, total, Bilirubin, direct'],
  ])
  await send(shownIn(asked))
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
    await expect.poll(() => waitersOf(app), { timeout: 20_000 }).toBe(1)
    const asked = await ask()
    await other.query('commit')
    expect((await saving).status).toBe(200)
    const shown = asked.body.Taken
    expect(shown.filter((row) => row.SaleId === late)).toEqual([])
    const answer = await send(shownIn(asked))
    expect([answer.status, answer.body.Approved]).toEqual([200, shown.length])
    expect(await statuses(seen)).toEqual([Approved, Approved, Approved])
    expect((await rowOf(bench.pathologist, late, 'Sodium')).StatusId).toBe(Entered)
  } finally {
    await other.end()
  }
})

test("another laboratory's bench is not touched, and a role without the permit is refused", async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale)
  const [row] = await rowsOf(bench.pathologist, sale)
  const shown = shownIn(await ask({ Sheets: [{ WorkSheetId: row?.WorkSheetId, SaleId: sale }] }))
  for (const person of [bench.technologist, bench.desk])
    expect([(await ask({}, person)).status, (await send(shown, person)).status]).toEqual([403, 403])
  // as if it were of another laboratory
  await setRows(app, 'work_items', { SaleId: sale }, { LabId: 3 })
  expect((await send(shown)).status).toBe(404)
  await setRows(app, 'work_items', { SaleId: sale }, { LabId: 2 })
  expect(await statuses(sale)).toEqual([Entered, Entered, Entered])
  expect((await send(shown)).status).toBe(200)
})

test('the same yes sent twice with its key is answered once', async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale)
  const shown = shownIn(await ask())
  const yes = () =>
    bench.pathologist.call('PUT', '/api/approvenormal/testresults', shown, { 'idempotency-key': 'all normal' })
  const [one, two] = await Promise.all([yes(), yes()])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(two.body).toEqual(one.body)
  expect(await statuses(sale)).toEqual([Approved, Approved, Approved])
})

/** Normal values of a sale, entered by $2, on worksheets of their own, more than are taken at once; and gone again. */
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
    select item.work_item_id, 1, '5', 5, 'N', $2 from work_items item
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

/** While `act` runs, `sale` has more lines than the work list takes at once, with values that `by` entered. */
const withManyLines = async (sale: unknown, by: number, act: () => Promise<void>): Promise<void> => {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  try {
    for (const step of manyLines) await owner.query(step, step.includes('$2') ? [sale, by] : [sale])
    await act()
  } finally {
    for (const step of withoutThem) await owner.query(step, [sale])
    await owner.end()
  }
}

test('of more lines than one step takes the question says how many wait, and goes on after those that are refused', async () => {
  const first = await sold([product.electrolytes, product.cbc, product.glucoseFasting])
  const later = await sold()
  await enterAll(bench.technologist, later)
  const signs = await valueOf<number>(app, 'users', { UserName: 'pathologist' }, 'user_id')
  await withManyLines(first, signs, async () => {
    const asked = await ask()
    expect([asked.status, asked.body.Taken, asked.body.Waiting, asked.body.After]).toEqual([200, [], 1, first])
    expect(asked.body.message).toContain('1 line waits: approve normal again')
    const next = await ask({ After: asked.body.After })
    expect([next.body.Waiting, next.body.After, next.body.Taken.length]).toEqual([0, null, 3])
    expect((await send(shownIn(next))).body.Approved).toBe(3)
    expect(await statuses(later)).toEqual([Approved, Approved, Approved])
  })
})

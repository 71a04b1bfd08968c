// Approve normal without a list of lines: the server takes what is normal on the work list, as it is filtered, at that
// moment.
import { expect, test } from 'vitest'
import type { Answered, Json, Person } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { enter, enterAll, labForTests, rowsOf } from '../testresults.fixture.ts'

const { bench } = labForTests()
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

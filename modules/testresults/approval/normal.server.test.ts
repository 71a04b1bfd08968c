// Many patients approved at once: what is normal, by another than who entered it; the rest is named and stays.
import { beforeAll, expect, test } from 'vitest'
import { signedIn, type Answered, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { role } from '../../../core/user.ts'
import { aPatient, product } from '../../sales/sales.fixture.ts'
import { aReason, enter, enterAll, labForTests, paidSale, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved, OnHold } = workItemStatus
let first: unknown
let second: unknown
let bilirubin: unknown
const sheets = async (...sales: unknown[]): Promise<Json[]> =>
  (await bench.technologist.get<Json[]>('/api/getdata/1004')).body
    .filter((row) => sales.includes(row['SaleId']))
    .map(({ WorkSheetId, SaleId }) => ({ WorkSheetId, SaleId }))
const approve = (person: Person, Sheets: readonly Json[]): Promise<Answered> =>
  person.post('/api/approvenormal/testresults', { Sheets })
const statuses = async (sale: unknown): Promise<Json> =>
  Object.fromEntries((await rowsOf(bench.pathologist, sale)).map((row) => [row['Element'], row['StatusId']]))

beforeAll(async () => {
  const patient = () => aPatient(bench.desk)
  first = (await paidSale(bench.desk, await patient()))['SaleId']
  second = (await paidSale(bench.desk, await patient()))['SaleId']
  bilirubin = (await paidSale(bench.desk, await patient(), [product.bilirubin], 250))['SaleId']
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, first)
  await enter(bench.technologist, second, { Sodium: '140', Potassium: '7.5' })
})

test('the list counts what is normal and waits', async () => {
  const lines = (await bench.pathologist.get<Json[]>('/api/getdata/1004?filterCriteria={"State":"approve"}')).body
  const normal = Object.fromEntries(lines.map((row) => [String(row['SaleId']), row['Normal']]))
  expect(normal).toEqual({ [String(first)]: 3, [String(second)]: 1 })
})

test('what is normal of two patients is approved in one act, the rest is named with its reason and stays', async () => {
  const { WorkItemId } = await rowOf(bench.technologist, first, 'Chloride')
  const ReasonId = await aReason(bench.technologist)
  const hold = { SaleId: first, WorkItems: [{ WorkItemId, StatusId: OnHold, ReasonId }] }
  expect((await bench.technologist.put('/api/testresults/', hold)).status).toBe(200)
  const held = await rowOf(bench.pathologist, first, 'Chloride')
  const answer = await approve(bench.pathologist, await sheets(first, second))
  expect([answer.status, answer.body['message'], answer.body['Approved']]).toEqual([
    200,
    '3 results are approved; 3 are left',
    3,
  ])
  const left = answer.body['Left'] as Json[]
  expect(left.map((one) => [one['SaleId'], one['Reason']])).toEqual([
    [first, `Chloride: on hold: ${(held['Reason'] as Json)['ItemLabel'] as string}; take it off hold first`],
    [second, 'Potassium: critical value'],
    [second, 'Chloride: no result is entered yet'],
  ])
  expect(left[1]).toMatchObject({ Patient: expect.any(String), AccessionNo: expect.any(String), Result: '7.5' })
  expect(await statuses(first)).toEqual({ Sodium: Approved, Potassium: Approved, Chloride: OnHold })
  expect(await statuses(second)).toMatchObject({ Sodium: Approved, Potassium: Entered })
  const history = (await bench.pathologist.get<Json[]>(`/api/actions?ModuleId=testresults&FormId=${String(first)}`))
    .body
  expect(history[0]).toMatchObject({
    Action: 'approve',
    Changes: { Sodium: [{ StatusId: Entered }, { StatusId: Approved }] },
  })
})

test('four eyes look at what is approved at once, too; what is calculated goes with its inputs or waits for them', async () => {
  await enter(bench.pathologist, bilirubin, { 'Bilirubin, total': '0.9' })
  await enter(bench.technologist, bilirubin, { 'Bilirubin, direct': '0.2' })
  const own = await approve(bench.pathologist, await sheets(bilirubin))
  expect(own.body).toMatchObject({ Approved: 1 })
  expect((own.body['Left'] as Json[]).map((one) => one['Reason'])).toEqual([
    'Bilirubin, total: entered by you, to be approved by another signatory',
    'Bilirubin, indirect: approve Bilirubin, total first, it is calculated from that',
  ])
  const other = await approve(bench.other, await sheets(bilirubin))
  expect(other.body).toMatchObject({ Approved: 2, Left: [] })
  const again = await approve(bench.other, await sheets(bilirubin))
  expect([again.status, again.body['message']]).toEqual([
    422,
    'There is nothing to approve: all of it is signed already',
  ])
})

test('who may not approve is refused, and what is on another bench or on another worksheet does not exist', async () => {
  const asked = await sheets(second)
  expect((await approve(bench.technologist, asked)).status).toBe(403)
  expect((await approve(bench.pathologist, [])).status).toBe(400)
  expect((await approve(bench.pathologist, [{ WorkSheetId: 999_999, SaleId: second }])).status).toBe(404)
  expect((await approve(bench.pathologist, [...asked, { WorkSheetId: 1, SaleId: 999_999 }])).status).toBe(404)
  const elsewhere = await signedIn(app, 'nashik', role.Technologist, 3)
  expect((await approve(elsewhere, asked)).status).toBe(403)
})

// Results of many patients approved at once: normal ones, by another user than entered them; the rest is listed.
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { role } from '../../../core/user.ts'
import { aPatient, product } from '../../sales/sales.fixture.ts'
import {
  approveNormal,
  aReason,
  enter,
  enterAll,
  labForTests,
  paidSale,
  rowOf,
  rowsOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved, OnHold } = workItemStatus
let first: unknown
let second: unknown
let bilirubin: unknown
const sheets = async (...sales: unknown[]) =>
  (await bench.technologist.get('/api/getdata/1004')).body
    .filter((row) => sales.includes(row.SaleId))
    .map(({ WorkSheetId, SaleId }) => ({ WorkSheetId, SaleId }))
const approve = approveNormal
const statuses = async (sale: unknown) =>
  Object.fromEntries((await rowsOf(bench.pathologist, sale)).map((row) => [row.Element, row.StatusId]))

beforeAll(async () => {
  const patient = () => aPatient(bench.desk)
  first = (await paidSale(bench.desk, await patient())).SaleId
  second = (await paidSale(bench.desk, await patient())).SaleId
  bilirubin = (await paidSale(bench.desk, await patient(), [product.bilirubin], 250)).SaleId
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, first)
  await enter(bench.technologist, second, { Sodium: '140', Potassium: '7.5' })
})

test('the list counts the waiting normal results', async () => {
  const lines = (await bench.pathologist.get('/api/getdata/1004?filterCriteria={"State":"approve"}')).body
  const normal = Object.fromEntries(lines.map((row) => [String(row.SaleId), row.Normal]))
  expect(normal).toEqual({ [String(first)]: 3, [String(second)]: 1 })
})

test('normal results of two patients are approved in one act, the others are listed with their reasons and not changed', async () => {
  const { WorkItemId } = await rowOf(bench.technologist, first, 'Chloride')
  const ReasonId = await aReason(bench.technologist)
  const hold = { SaleId: first, WorkItems: [{ WorkItemId, StatusId: OnHold, ReasonId }] }
  expect((await bench.technologist.put('/api/testresults/', hold)).status).toBe(200)
  const held = await rowOf(bench.pathologist, first, 'Chloride')
  const answer = await approve(bench.pathologist, await sheets(first, second))
  expect([answer.status, answer.body.message, answer.body.Approved]).toEqual([200, '3 results are approved', 3])
  const left = answer.body.Left
  expect(left.map((one) => [one.SaleId, one.Reason])).toEqual([
    [first, `Chloride: on hold: ${held.Reason.ItemLabel}; take it off hold first`],
    [second, 'Potassium: critical value'],
    [second, 'Chloride: no result is entered yet'],
  ])
  expect(left[1]).toMatchObject({ Patient: expect.any(String), AccessionNo: expect.any(String), Result: '7.5' })
  expect(await statuses(first)).toEqual({ Sodium: Approved, Potassium: Approved, Chloride: OnHold })
  expect(await statuses(second)).toMatchObject({ Sodium: Approved, Potassium: Entered })
  const history = (await bench.pathologist.get(`/api/actions?ModuleId=testresults&FormId=${String(first)}`)).body
  expect(history[0]).toMatchObject({
    Action: 'approve',
    Changes: { Sodium: [{ StatusId: Entered }, { StatusId: Approved }] },
  })
})

test('a preview signs no result and lists those that would be signed; then only the shown ones are signed, as shown', async () => {
  const patient = await aPatient(bench.desk)
  const [one, other] = [(await paidSale(bench.desk, patient)).SaleId, (await paidSale(bench.desk, patient)).SaleId]
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, one)
  await enterAll(bench.technologist, other)
  const asked = await sheets(one, other)
  const preview = await bench.pathologist.post('/api/approvenormal/testresults', { Sheets: asked, Preview: true })
  expect([preview.status, preview.body.message, preview.body.Approved]).toEqual([200, '6 results would be approved', 0])
  const shown = preview.body.Taken.filter((row) => row.SaleId === one)
  expect(shown[0]).toMatchObject({
    Patient: expect.any(String),
    AccessionNo: expect.any(String),
    Element: expect.any(String),
    Result: expect.any(String),
    UnitOfMeasure: 'mmol/L',
  })
  expect(Object.values(await statuses(one))).toEqual([Entered, Entered, Entered])
  // one of them is changed meanwhile
  await enter(bench.technologist, one, { Sodium: '138.5' })
  const answer = await bench.pathologist.post('/api/approvenormal/testresults', {
    WorkItemIds: shown.map((row) => row.WorkItemId),
    RowVersions: shown.map((row) => row.RowVersion),
  })
  expect(answer.body.message).toBe('2 results are approved; 1 is left')
  expect(answer.body.Left[0]).toMatchObject({
    Element: 'Sodium',
    UnitOfMeasure: 'mmol/L',
    Reason: 'Sodium: it was changed since you saw it',
  })
  expect(await statuses(one)).toEqual({ Sodium: Entered, Potassium: Approved, Chloride: Approved })
  expect(Object.values(await statuses(other))).toEqual([Entered, Entered, Entered])
})

test('four eyes apply to results approved at once, too; a calculated result is approved with its inputs or waits for them', async () => {
  await enter(bench.pathologist, bilirubin, { 'Bilirubin, total': '0.9' })
  await enter(bench.technologist, bilirubin, { 'Bilirubin, direct': '0.2' })
  const own = await approve(bench.pathologist, await sheets(bilirubin))
  expect(own.body).toMatchObject({ Approved: 1 })
  expect(own.body.Left.map((one) => one.Reason)).toEqual([
    'Bilirubin, total: entered by you; another signatory must approve it',
    'Bilirubin, indirect: approve its inputs first: Bilirubin, total',
  ])
  const other = await approve(bench.other, await sheets(bilirubin))
  expect(other.body).toMatchObject({ Approved: 2, Left: [] })
  const again = await approve(bench.other, await sheets(bilirubin))
  expect([again.status, again.body.message]).toEqual([
    422,
    'There is nothing to approve: every result is signed already',
  ])
})

test('a program that names lines and no results approves what is normal in them alone', async () => {
  const patient = await aPatient(bench.desk)
  const sold = async () => (await paidSale(bench.desk, patient)).SaleId
  const [named, other] = [await sold(), await sold()]
  await bench.technologist.put('/api/generate/worksheets')
  await enter(bench.technologist, named, { Sodium: '140', Potassium: '7.5', Chloride: '100' })
  await enterAll(bench.technologist, other)
  const answer = await bench.pathologist.post('/api/approvenormal/testresults', { Sheets: await sheets(named) })
  expect([answer.status, answer.body.Approved]).toEqual([200, 2])
  expect(await statuses(named)).toEqual({ Sodium: Approved, Potassium: Entered, Chloride: Approved })
  expect(Object.values(await statuses(other))).toEqual([Entered, Entered, Entered])
})

test('a sale that another user edits is left, the others are approved', async () => {
  const patient = await aPatient(bench.desk)
  const sold = async () => (await paidSale(bench.desk, patient)).SaleId
  const [free, edited] = [await sold(), await sold()]
  await bench.technologist.put('/api/generate/worksheets')
  for (const sale of [free, edited]) await enterAll(bench.technologist, sale)
  const lock = { ModuleId: 'testresults', FormId: edited }
  expect((await bench.technologist.post('/api/locks/', lock)).status).toBe(200)
  const asked = await sheets(free, edited)
  const answer = await approve(bench.pathologist, asked)
  expect([answer.status, answer.body.message]).toEqual([200, '3 results are approved'])
  expect(answer.body.Left.map((one) => [one.SaleId, one.Reason])).toEqual(
    Array.from({ length: 3 }, () => [edited, expect.stringMatching(/^This record is being edited by /)]),
  )
  expect(Object.values(await statuses(free))).toEqual([Approved, Approved, Approved])
  expect(Object.values(await statuses(edited))).toEqual([Entered, Entered, Entered])
  await bench.technologist.call('DELETE', '/api/locks/', lock)
  expect((await approve(bench.pathologist, asked)).body.message).toBe('3 results are approved')
})

test('a user who may not approve is refused, and work on another bench or worksheet does not exist', async () => {
  const asked = await sheets(second)
  expect((await approve(bench.technologist, asked)).status).toBe(403)
  expect((await approve(bench.pathologist, [])).status).toBe(400)
  expect((await approve(bench.pathologist, [{ WorkSheetId: 999_999, SaleId: second }])).status).toBe(404)
  // together with existing lines it is skipped, whether it is gone, another's or never existed
  const mixed = await approve(bench.pathologist, [...asked, { WorkSheetId: 1, SaleId: 999_999 }])
  expect([mixed.status, mixed.body.message]).toEqual([200, '0 results would be approved; 2 are left; 1 line is gone'])
  expect(mixed.body.Left.at(-1)).toEqual({
    WorkItemId: null,
    WorkSheetId: 1,
    SaleId: 999_999,
    AccessionNo: null,
    Patient: null,
    Element: null,
    Result: null,
    UnitOfMeasure: null,
    Reason: 'It is no longer on your work list',
  })
  const elsewhere = await signedIn(app, 'nashik', role.Technologist, 3)
  expect((await approve(elsewhere, asked)).status).toBe(403)
})

test('a newborn whose interval has a critical bound alone is not normal: no flag, and a person decides', async () => {
  const BirthDate = dayOf(Date.now() - 5 * 86_400_000)
  const newborn = await aPatient(bench.desk, { Name: 'Baby of Meera', Age: null, BirthDate })
  const sale = (await paidSale(bench.desk, newborn, [product.bilirubin], 250)).SaleId
  await bench.technologist.put('/api/generate/worksheets')
  await enter(bench.technologist, sale, { 'Bilirubin, total': '14.9', 'Bilirubin, direct': '0.2' })
  expect(await rowOf(bench.technologist, sale, 'Bilirubin, total')).toMatchObject({ Result: '14.9', Flag: null })
  const answer = await approve(bench.pathologist, await sheets(sale))
  expect(answer.body.Left.map((one) => one.Element)).toContain('Bilirubin, total')
  expect(await statuses(sale)).toMatchObject({ 'Bilirubin, total': Entered })
})

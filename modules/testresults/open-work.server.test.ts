// Open work is shown once: list, tiles, tables and tubes agree on what is on hold, not calculable, cancelled or to be
// called.
import { beforeAll, expect, test } from 'vitest'
import type { Read } from '../../server/testing/answers.ts'
import { tileAt } from '../../server/testing/listed.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { promisedFor } from '../sales/accession/accession.fixture.ts'
import { accessioned, aPatient, daysAgo, product } from '../sales/sales.fixture.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { correctPatient } from './correction/correct.fixture.ts'
import {
  amend,
  approveAll,
  aReason,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  releaseAll,
  rowOf,
  rowsOf,
  waiting,
} from './testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
let manager: Person
beforeAll(async () => {
  patient = await aPatient(bench.desk)
  manager = await signedIn(app, 'manager', 2, 2)
})

type Line = { SaleId: number; Pending: number; ToApprove: number; Department: string }
const listed = async (list: number, filter: Json, person = bench.pathologist): Promise<Line[]> =>
  (await person.get<Line[]>(`/api/getdata/${list}?filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`)).body
const onWorkList = async (sale: Read<'sales'>, filter: Json): Promise<boolean> =>
  (await listed(1004, filter)).some((line) => line.SaleId === sale.SaleId)
const tile = (id: number): Promise<number> => tileAt(bench.pathologist, id)
const figures = async () => {
  const table = (await bench.pathologist.get('/api/getdata/2106')).body
  return {
    toReview: await tile(2005),
    toApprove: await tile(2006),
    toCall: await tile(2007),
    pending: await tile(2009),
    tablePending: table.reduce((sum, line) => sum + line.Pending, 0),
    tableToApprove: table.reduce((sum, line) => sum + line.ToApprove, 0),
  }
}

test('what cannot be calculated is on no list, tile or table, and late nowhere', async () => {
  const child = await aPatient(bench.desk, { Age: 9, MobilePhone: '9822000771' })
  const before = await figures()
  const sale = await accessioned(bench.desk, { PatientId: child, BuyerId: 21, products: [product.creatinine] })
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  const causes = (await rowsOf(bench.pathologist, sale.SaleId)).map((row) => row.NotCalculated !== null)
  expect(causes.sort()).toEqual([false, true])
  expect(await figures()).toEqual(before)
  await promisedFor(app, sale.SaleId, daysAgo(1))
  expect(await onWorkList(sale, { IsLate: true })).toBe(false)
  const tubes = async (filter: Json) => listed(1002, { SaleId: sale.SaleId, ...filter }, bench.desk)
  expect(await tubes({ State: 'released' })).toHaveLength(1)
  expect(await tubes({ IsLate: true })).toEqual([])
})

test('work on hold is to be entered in the list, the tile and the table alike', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, products: [product.electrolytes] })
  await bench.technologist.put('/api/generate/worksheets')
  const before = await figures()
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const held = await bench.technologist.put('/api/testresults/', {
    SaleId: sale.SaleId,
    WorkItems: [{ WorkItemId, StatusId: workItemStatus.OnHold, ReasonId: await aReason(bench.technologist) }],
  })
  expect(held.status).toBe(200)
  expect((await rowOf(bench.technologist, sale.SaleId, 'Sodium')).StatusId).toBe(workItemStatus.OnHold)
  expect(await figures()).toEqual(before)
  expect((await listed(1004, { State: 'pending' })).find((line) => line.SaleId === sale.SaleId)?.Pending).toBe(3)
})

test('work of a cancelled sale is open nowhere', async () => {
  const before = await figures()
  const sale = await accessioned(bench.desk, { PatientId: patient, products: [product.electrolytes] })
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, sale.SaleId, { Potassium: '7.5' }, ['Sodium'])
  expect(await figures()).not.toEqual(before)
  expect(await onWorkList(sale, { State: 'critical' })).toBe(true)
  const cancelled = await manager.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Wrong blood' })
  expect(cancelled.status).toBe(200)
  expect(await figures()).toEqual(before)
  for (const State of ['pending', 'approve', 'critical']) expect(await onWorkList(sale, { State })).toBe(false)
})

test('a critical value that waits in the name of the right patient waits for its call on tile and work list', async () => {
  const girl = await aPatient(bench.desk, { Name: 'Mira Patil', GenderId: 2, Age: 3, MobilePhone: '9822000159' })
  const sale = await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products: [product.cbc] })
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '6.5' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  const before = await tile(2007)
  expect(await onWorkList(sale, { State: 'critical' })).toBe(false)
  expect((await correctPatient(bench.pathologist, sale, girl)).status).toBe(200)
  expect([await tile(2007), await onWorkList(sale, { State: 'critical' })]).toEqual([before + 1, true])
  const { WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')
  const call = { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true }
  expect((await bench.pathologist.post('/api/criticalcalls/', call)).status).toBe(201)
  expect([await tile(2007), await onWorkList(sale, { State: 'critical' })]).toEqual([before, true])
  const WorkItemIds = itemsOf(await waiting(bench.other, sale.SaleId))
  for (const name of ['review', 'approve'])
    expect((await bench.other.put(`/api/${name}/testresults`, { WorkItemIds })).status).toBe(200)
  expect(await onWorkList(sale, { State: 'critical' })).toBe(false)
})

const crp = 'C-reactive protein'
test('an amendment is to approve until it is decided, and to review where an entered value would be', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products: [product.crp] })
  await bench.technologist.put('/api/generate/worksheets')
  await letGo(bench, sale.SaleId)
  const before = await figures()
  const plus = (toReview: number, toApprove: number) => ({
    ...before,
    toReview: before.toReview + toReview,
    toApprove: before.toApprove + toApprove,
    tableToApprove: before.tableToApprove + toApprove,
  })
  const act = async (name: string, more: Json = {}) =>
    bench.other.put(`/api/${name}/testresults`, {
      WorkItemIds: itemsOf(await waiting(bench.other, sale.SaleId)),
      ...more,
    })
  const line = async () => (await listed(1004, { State: 'approve' })).find((one) => one.SaleId === sale.SaleId)
  expect(await line()).toBeUndefined()
  expect((await amend(bench.pathologist, sale.SaleId, { [crp]: '2' })).status).toBe(200)
  expect([await figures(), await line()]).toMatchObject([plus(0, 1), { ToApprove: 1, Normal: 0 }])
  // across its limit: a person looks at it
  expect((await amend(bench.pathologist, sale.SaleId, { [crp]: '<10' })).status).toBe(200)
  expect(await figures()).toEqual(plus(1, 1))
  expect((await act('review')).status).toBe(200)
  expect(await figures()).toEqual(plus(0, 1))
  expect((await act('withdraw', { Remarks: 'No' })).status).toBe(200)
  expect([await figures(), await line()]).toEqual([before, undefined])
  const { WorkItemId, RowVersion } = await rowOf(bench.pathologist, sale.SaleId, crp)
  const back = { WorkItems: [{ WorkItemId, RowVersion }], ReasonId: await aReason(bench.other), Remarks: 'Wrong blood' }
  expect((await bench.pathologist.put('/api/withdrawresults/testresults', back)).status).toBe(200)
  expect(await figures()).toEqual(plus(0, 1))
  expect((await act('approve')).status).toBe(200)
  expect(await figures()).toEqual(before)
})

test('an entered value that its limits do not judge is to review on the tile as in the sheet', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products: [product.crp] })
  const before = await tile(2005)
  await enterAll(bench.technologist, sale.SaleId, { [crp]: '<10' })
  expect(await tile(2005)).toBe(before + 1)
})

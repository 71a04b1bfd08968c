// An amendment has the checks of entry and approval: a value of the type, a reason of the list, a call, another
// signatory.
import { beforeAll, expect, test } from 'vitest'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { readRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import {
  amend,
  amended,
  approveAll,
  aReason,
  enter,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  paidSale,
  releaseAll,
  reportsOf,
  rowOf,
  waiting,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})

const released = async (): Promise<unknown> => {
  const { SaleId } = await paidSale(bench.desk, patient)
  await letGo(bench, SaleId)
  return SaleId
}
/** Reviews what waits; a call comes before it, or after. */
const reviewVersions = async (person: Person, saleId: unknown) =>
  person.put('/api/review/testresults', { WorkItemIds: itemsOf(await waiting(person, saleId)) })
const releaseVersions = async (person: Person, saleId: unknown) =>
  person.put('/api/approve/testresults', { WorkItemIds: itemsOf(await waiting(person, saleId)) })

test('the user who amends a value cannot approve it where two sign; no report is issued until the other approves', async () => {
  const saleId = await released()
  expect((await amend(bench.pathologist, saleId, { Sodium: '132' })).status).toBe(200)
  expect(await rowOf(bench.pathologist, saleId, 'Sodium')).toMatchObject({
    StatusId: 154,
    Amendment: { Result: '132', Flag: 'L', EnteredBy: 'Dr Vidya Rao', Remarks: 'Wrong tube' },
    Actions: { approve: 'Sodium: amended by you; another signatory must approve it' },
  })
  expect((await releaseVersions(bench.pathologist, saleId)).status).toBe(422)
  expect(await reportsOf(app, saleId)).toHaveLength(1)
  expect((await rowOf(bench.other, saleId, 'Sodium')).Actions).toMatchObject({ approve: true })
  expect((await releaseVersions(bench.other, saleId)).status).toBe(200)
  expect(await reportsOf(app, saleId)).toMatchObject([
    { Version: 1 },
    {
      Version: 2,
      State: 'AMENDED',
      Amendment: { Reason: 'Wrong tube', By: 'Dr Vidya Rao, approved by Dr Arjun Mehta' },
    },
  ])
})

test('one result cannot be amended to two values at once', async () => {
  const saleId = await released()
  const { WorkItemId } = await rowOf(bench.pathologist, saleId, 'Sodium')
  const twice = await bench.pathologist.put('/api/amend/testresults', {
    WorkItems: ['132', '133'].map((Result) => ({ WorkItemId, Result })),
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Wrong tube',
  })
  expect([twice.status, twice.body.message]).toEqual([400, 'A work item is sent twice'])
  expect(await rowOf(bench.pathologist, saleId, 'Sodium')).toMatchObject({ Amendment: null })
})

test('an amendment to a critical value waits for the call about that value', async () => {
  const saleId = await released()
  expect((await amend(bench.pathologist, saleId, { Potassium: '6.9' })).status).toBe(200)
  const held = await releaseVersions(bench.other, saleId)
  expect([held.status, held.body.message]).toEqual([
    422,
    expect.stringContaining('Potassium: log the call about the amended critical value first'),
  ])
  const { WorkItemId } = await rowOf(bench.other, saleId, 'Potassium')
  expect(
    (
      await bench.other.post('/api/criticalcalls/', {
        WorkItemId,
        CalledTo: 'Dr Sawant',
        CalledRole: 'doctor',
        ReadBack: true,
      })
    ).status,
  ).toBe(201)
  // another value needs a call of its own
  await amend(bench.pathologist, saleId, { Potassium: '7.4' })
  expect((await releaseVersions(bench.other, saleId)).status).toBe(422)
  expect(
    (
      await bench.other.post('/api/criticalcalls/', {
        WorkItemId,
        CalledTo: 'Dr Sawant',
        CalledRole: 'doctor',
        ReadBack: true,
      })
    ).status,
  ).toBe(201)
  const unseen = await releaseVersions(bench.other, saleId)
  expect([unseen.status, unseen.body.message]).toEqual([
    422,
    expect.stringContaining('Potassium: its amendment is to be reviewed first (critical value'),
  ])
  expect((await reviewVersions(bench.other, saleId)).status).toBe(200)
  expect((await releaseVersions(bench.other, saleId)).status).toBe(200)
  expect(await rowOf(bench.other, saleId, 'Potassium')).toMatchObject({
    Result: '7.4',
    Flag: 'HH',
    StatusId: 159,
    CriticalCall: { CalledTo: 'Dr Sawant' },
  })
})

test('an amendment is read like an entry: a text that is no result of the element is refused, and one over 20,000 characters', async () => {
  const saleId = await released()
  const words = await amend(bench.pathologist, saleId, { Sodium: 'abc' })
  expect([words.status, words.body.message]).toEqual([422, 'Sodium: "abc" is not a number'])
  expect((await amend(bench.pathologist, saleId, { Sodium: '1'.repeat(20_001) })).status).toBe(400)
  expect(
    (
      await amend(bench.pathologist, saleId, {
        Sodium: String((await rowOf(bench.pathologist, saleId, 'Sodium')).Result),
      })
    ).body.message,
  ).toBe('Sodium: enter another result or comment')
  expect((await amended(bench, saleId, { Potassium: '+4.25' })).status).toBe(200)
  expect((await rowOf(bench.pathologist, saleId, 'Potassium')).Result).toBe('4.3')
})

test('a printed comment can be amended after release, and the report shows the change', async () => {
  const saleId = await released()
  const { WorkItemId } = await rowOf(bench.pathologist, saleId, 'Sodium')
  const asked = await bench.pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Sample slightly haemolysed' }],
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Comment was left out',
  })
  expect(asked.status).toBe(200)
  expect((await rowOf(bench.pathologist, saleId, 'Sodium')).Comments).toBeNull()
  expect((await releaseVersions(bench.other, saleId)).status).toBe(200)
  expect((await rowOf(bench.pathologist, saleId, 'Sodium')).Comments).toBe('Sample slightly haemolysed')
  expect((await reportsOf(app, saleId)).at(-1)?.Amendment).toMatchObject({
    Changes: [{ What: 'Sodium, comments', Was: 'none', Is: 'Sample slightly haemolysed' }],
  })
})

test('a waiting amendment is replaced by the next and withdrawn; its versions remain', async () => {
  const saleId = await released()
  await amend(bench.pathologist, saleId, { Sodium: '132' })
  await amend(bench.pathologist, saleId, { Sodium: '133' })
  const row = await rowOf(bench.other, saleId, 'Sodium')
  expect(row.Amendment).toMatchObject({ Result: '133' })
  expect(
    (
      await bench.other.put('/api/withdraw/testresults', {
        WorkItemIds: [row.WorkItemId],
        Remarks: 'Tube was right',
      })
    ).status,
  ).toBe(200)
  expect(await waiting(bench.other, saleId)).toEqual([])
  expect((await releaseVersions(bench.other, saleId)).status).toBe(400)
  const kept = await readRows(
    app,
    'results',
    { WorkItemId: row.WorkItemId },
    'result, withdrawn_at is not null as withdrawn',
    'version',
  )
  expect(kept).toMatchObject([
    { Withdrawn: false },
    { Result: '132', Withdrawn: true },
    { Result: '133', Withdrawn: true },
  ])
})

test('an amendment after a repeat does not change the run', async () => {
  const { SaleId } = await accessioned(bench.desk, {
    PatientId: patient,
    products: [product.electrolytes],
    receipts: [{ PaymentModeId: 40, Amount: 450 }],
  })
  await enterAll(bench.technologist, SaleId)
  const { WorkItemId } = await rowOf(bench.technologist, SaleId, 'Sodium')
  await bench.technologist.put('/api/repeat/testresults', {
    WorkItemIds: [WorkItemId],
    ReasonId: await aReason(bench.technologist),
  })
  await enter(bench.technologist, SaleId, { Sodium: '139' })
  await approveAll(bench.pathologist, SaleId)
  await releaseAll(bench.pathologist, SaleId)
  await amended(bench, SaleId, { Sodium: '138' })
  const runs = await readRows(app, 'results', { WorkItemId }, 'run, result', 'version')
  expect(runs.slice(1)).toEqual([
    { Run: 2, Result: '139' },
    { Run: 2, Result: '138' },
  ])
})

test('a lab with one signatory amends in one call, unless the new value is critical', async () => {
  const desk = await signedIn(app, 'nashik', 5, 3)
  const technologist = await signedIn(app, 'nashik', 4, 3)
  const only = await signedIn(app, 'pathologist', 3, 3)
  const person = await aPatient(desk)
  const { SaleId } = await accessioned(desk, {
    PatientId: person,
    SellerId: 3,
    products: [product.cbc],
    receipts: [{ PaymentModeId: 40, Amount: 350 }],
  })
  await enterAll(technologist, SaleId, { Haemoglobin: '14.0' })
  await approveAll(only, SaleId)
  expect((await releaseAll(only, SaleId, 'Pays later')).status).toBe(200)
  expect((await amend(only, SaleId, { 'Platelet count': '260' })).body.message).toBe('1 result is amended')
  expect((await amend(only, SaleId, { 'Platelet count': '3' })).body.message).toBe(
    '1 amendment waits. Platelet count: log the call about the amended critical value first',
  )
  const { WorkItemId } = await rowOf(only, SaleId, 'Platelet count')
  await only.post('/api/criticalcalls/', { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true })
  expect((await reviewVersions(only, SaleId)).status).toBe(200)
  expect((await releaseVersions(only, SaleId)).status).toBe(200)
  expect(await rowOf(only, SaleId, 'Platelet count')).toMatchObject({ Result: '3', StatusId: 159 })
})

test('a call about the old critical value does not count for the new one, even where one signs alone', async () => {
  const desk = await signedIn(app, 'nashik', 5, 3)
  const only = await signedIn(app, 'pathologist', 3, 3)
  const { SaleId } = await accessioned(desk, { PatientId: await aPatient(desk), SellerId: 3, products: [product.cbc] })
  await enter(only, SaleId, { Haemoglobin: '6.0' })
  const { WorkItemId } = await rowOf(only, SaleId, 'Haemoglobin')
  await only.post('/api/criticalcalls/', { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true })
  const put = (item: Json) => only.put('/api/testresults/', { SaleId, WorkItems: [{ WorkItemId, ...item }] })
  expect((await put({ Result: '5.0', StatusId: 153 })).status).toBe(422)
  expect((await put({ Result: '5.0' })).status).toBe(200)
  expect((await put({ StatusId: 152 })).status).toBe(200)
  expect((await put({ StatusId: 153 })).body.message).toBe('Haemoglobin: log the call about the critical value first')
})

test('a result that another user has amended since it was read cannot be amended', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await letGo(bench, saleId)
  const seen = await rowOf(bench.pathologist, saleId, 'Sodium')
  expect((await amend(bench.other, saleId, { Sodium: '132' })).status).toBe(200)
  const ask = (RowVersion: unknown) =>
    aReason(bench.pathologist).then((ReasonId) =>
      bench.pathologist.put('/api/amend/testresults', {
        WorkItems: [{ WorkItemId: seen.WorkItemId, RowVersion, Result: '133' }],
        ReasonId,
        Remarks: 'Wrong tube',
      }),
    )
  expect((await ask(seen.RowVersion)).status).toBe(409)
  expect((await rowOf(bench.other, saleId, 'Sodium')).Amendment).toMatchObject({ Result: '132' })
  expect((await ask((await rowOf(bench.pathologist, saleId, 'Sodium')).RowVersion)).status).toBe(200)
})

test('an amendment without a result is refused', async () => {
  for (const WorkItems of [[null], ['x'], [{}], [{ WorkItemId: 1 }], []])
    expect([
      WorkItems,
      (await bench.pathologist.put('/api/amend/testresults', { WorkItems, ReasonId: 1, Remarks: 'x' })).status,
    ]).toEqual([WorkItems, 400])
})

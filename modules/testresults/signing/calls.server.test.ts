// Calls about critical values: one for each value, read back, or an attempt that reached nobody; who is notified, and
// what the report prints.
import { beforeAll, expect, test } from 'vitest'
import type { Result } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { readRow, readRows } from '../../../server/testing/rows.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
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
  rowOf,
  rowsOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})

const approve = (person: typeof bench.pathologist, ...rows: Result[]) =>
  person.put('/api/approve/testresults', { WorkItemIds: rows.map((row) => row.WorkItemId) })
const call = (body: Json) =>
  bench.pathologist.post('/api/criticalcalls/', { CalledTo: 'Dr Sawant', CalledRole: 'doctor', ...body })

test('a critical value needs a call that was read back, and a review, before it is approved', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Potassium: '6.9' })
  const row = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
  expect(row.Flag).toBe('HH')
  expect((await approve(bench.pathologist, row)).status).toBe(422)
  expect((await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [row.WorkItemId] })).status).toBe(200)
  expect((await approve(bench.pathologist, row)).body.message).toBe(
    'Potassium: log the call about the critical value first',
  )
  const call = (more: Json) =>
    bench.pathologist.post('/api/criticalcalls/', {
      WorkItemId: row.WorkItemId,
      CalledTo: 'Dr Sawant',
      CalledRole: 'doctor',
      CalledPhone: '9822',
      ReadBack: true,
      ...more,
    })
  expect((await call({ ReadBack: false })).body.message).toBe('The value must be read back')
  expect((await call({ CalledTo: ' ' })).status).toBe(400)
  expect((await call({ CalledAt: new Date(Date.now() + 3_600_000).toISOString() })).status).toBe(400)
  expect((await call({ CalledAt: new Date(Date.now() - 3_600_000).toISOString() })).body.message).toBe(
    'The time of the call cannot be before the result was entered',
  )
  expect((await call({})).status).toBe(201)
  expect((await approve(bench.pathologist, row)).status).toBe(200)
  expect((await rowOf(bench.pathologist, sale.SaleId, 'Potassium')).CriticalCall).toMatchObject({
    CalledTo: 'Dr Sawant',
    CalledRole: 'doctor',
    ReadBack: true,
  })
})

test('a corrected critical value needs a call of its own', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Potassium: '6.9' })
  const row = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
  await bench.pathologist.post('/api/criticalcalls/', {
    WorkItemId: row.WorkItemId,
    CalledTo: 'Dr Sawant',
    CalledRole: 'doctor',
    ReadBack: true,
  })
  await enter(bench.technologist, sale.SaleId, { Potassium: '7.4' })
  await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [row.WorkItemId] })
  expect((await approve(bench.pathologist, row)).body.message).toBe(
    'Potassium: log the call about the critical value first',
  )
})

test('a report prints the call about the value it prints, not one about a value that was corrected', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Potassium: '6.9' })
  const row = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
  await bench.pathologist.post('/api/criticalcalls/', {
    WorkItemId: row.WorkItemId,
    CalledTo: 'Dr Sawant',
    CalledRole: 'doctor',
    ReadBack: true,
  })
  await enterAll(bench.technologist, sale.SaleId, { Potassium: '4.2' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  const { Content } = await readRow<{ Content: string }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'content::text as content',
  )
  expect(Content).toContain('"Result":"4.2"')
  expect(Content).not.toContain('Dr Sawant')
})

test('the pathologists of the lab are notified of a critical value', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enter(bench.technologist, sale.SaleId, { Potassium: '2.0' })
  const notes = (await bench.other.get('/api/getdata/9')).body
  expect(notes[0]).toMatchObject({
    Subject: 'Critical value: Potassium',
    Creater: 'Suresh Patil',
    Content: expect.stringContaining(sale.AccessionNo),
  })
})

test('a call that was not read back is refused; one that was is in the history of the sale', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await enter(bench.technologist, saleId, { Potassium: '6.9' })
  const { WorkItemId } = await rowOf(bench.pathologist, saleId, 'Potassium')
  for (const body of [{}, { ReadBack: false }]) {
    const answer = await call({ WorkItemId, ...body })
    expect([answer.status, answer.body.errors]).toEqual([400, { ReadBack: ['The value must be read back'] }])
  }
  expect((await rowOf(bench.pathologist, saleId, 'Potassium')).CriticalCall).toBeNull()
  expect((await call({ WorkItemId, ReadBack: true })).status).toBe(201)
  expect(
    await readRows(
      app,
      'audit',
      { ModuleId: 'testresults', FormId: saleId, Action: 'critical call' },
      'user_id, remarks, changes',
    ),
  ).toMatchObject([
    {
      UserId: bench.pathologist.userId,
      Remarks: 'Spoke to Dr Sawant (doctor)',
      Changes: { Potassium: [{ Result: '6.9' }, {}] },
    },
  ])
})

test('the other pathologists of the lab are notified of an amendment to a critical value', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await letGo(bench, saleId)
  expect((await amend(bench.pathologist, saleId, { Potassium: '6.9' })).status).toBe(200)
  const told = (await bench.other.get('/api/getdata/9')).body.map((note) => note.Subject)
  expect(told.slice(0, 2).sort()).toEqual(['Amendment to approve', 'Critical value: Potassium'])
})

test('the call about a critical value still counts when only the comment is amended; another critical value needs its own', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, saleId, { Potassium: '6.9' })
  await approveAll(bench.pathologist, saleId)
  expect((await releaseAll(bench.pathologist, saleId)).status).toBe(200)
  const { WorkItemId } = await rowOf(bench.pathologist, saleId, 'Potassium')
  const commented = await bench.pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Repeated on a second tube' }],
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Comment was left out',
  })
  expect(commented.status).toBe(200)
  expect((await rowOf(bench.other, saleId, 'Potassium')).Amendment).toMatchObject({
    CriticalCall: { CalledTo: 'Dr Sawant' },
  })
  expect((await amended(bench, saleId, { Potassium: '7.4' })).body.message).toContain(
    'Potassium: log the call about the amended critical value first',
  )
  expect((await rowOf(bench.other, saleId, 'Potassium')).Amendment).toMatchObject({ Flag: 'HH', CriticalCall: null })
})

test('a call without an answer is an attempt: it is kept and shown, and the value still waits for its call', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, saleId, { Potassium: '6.9' })
  const row = await rowOf(bench.pathologist, saleId, 'Potassium')
  const { WorkItemId } = row
  await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [WorkItemId] })
  expect((await call({ WorkItemId, Reached: false })).body.errors).toEqual({
    Remarks: ['Say what happened: no answer, engaged'],
  })
  for (const Remarks of ['No answer', 'Engaged'])
    expect((await call({ WorkItemId, Reached: false, Remarks })).status).toBe(201)
  expect((await approve(bench.pathologist, row)).body.message).toBe(
    'Potassium: log the call about the critical value first',
  )
  const attempted = await rowOf(bench.pathologist, saleId, 'Potassium')
  expect(attempted).toMatchObject({
    CriticalCall: null,
    CallAttempts: [
      { CalledTo: 'Dr Sawant', Remarks: 'Engaged', CalledBy: expect.any(String), CalledAt: expect.any(String) },
      { Remarks: 'No answer' },
    ],
  })
  expect((await call({ WorkItemId, ReadBack: true })).status).toBe(201)
  expect((await call({ WorkItemId, Reached: false, Remarks: 'Rang again' })).status).toBe(201)
  expect((await rowOf(bench.pathologist, saleId, 'Potassium')).CriticalCall).toMatchObject({ Remarks: null })
  await approveAll(bench.pathologist, saleId)
  expect((await releaseAll(bench.pathologist, saleId)).status).toBe(200)
  const { body: given } = await bench.pathologist.get(`/api/given/testreports?SaleId=${saleId}`)
  expect(given.filter((one) => one.What === 'Telephone')).toHaveLength(1)
})

test('the recipient of a call has a name of two letters at least', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await enter(bench.technologist, saleId, { Potassium: '6.9' })
  const { WorkItemId } = await rowOf(bench.pathologist, saleId, 'Potassium')
  for (const CalledTo of ['x', '12', '- x'])
    for (const Reached of [true, false])
      expect(
        (await call({ WorkItemId, CalledTo, Reached, ReadBack: Reached, Remarks: 'Engaged' })).body.errors,
      ).toEqual({ CalledTo: ['Give the name: two letters at least'] })
  expect((await call({ WorkItemId, CalledTo: 'Jo', CalledRole: 'doctor', ReadBack: true })).status).toBe(201)
})

test('a call says the role of who was called: on the sheet, in the history and on the report', async () => {
  const sale = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, sale.SaleId, { Potassium: '6.9' })
  const { WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
  const told = { WorkItemId, CalledTo: 'Sister Mary', ReadBack: true }
  expect((await call({ ...told, CalledRole: 'porter' })).status).toBe(400)
  expect((await call({ ...told, CalledRole: 'nurse' })).status).toBe(201)
  expect((await rowOf(bench.pathologist, sale.SaleId, 'Potassium')).CriticalCall).toMatchObject({
    CalledTo: 'Sister Mary',
    CalledRole: 'nurse',
  })
  const said = { ModuleId: 'testresults', FormId: sale.SaleId, Action: 'critical call' }
  expect(await readRow(app, 'audit', said, 'remarks')).toEqual({ Remarks: 'Spoke to Sister Mary (nurse)' })
  await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [WorkItemId] })
  for (const name of ['approve', 'release']) {
    const WorkItemIds = itemsOf(await rowsOf(bench.pathologist, sale.SaleId))
    expect((await bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds })).status).toBe(200)
  }
  const { Content } = await readRow<{ Content: string }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'content::text as content',
  )
  expect(Content).toContain('"To":"Sister Mary (nurse)"')
  // the call about the same value counts for its amendment too
  await bench.other.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Repeated' }],
    ReasonId: await aReason(bench.other),
    Remarks: 'Comment was left out',
  })
  const { Amendment, CriticalCall } = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
  expect((Amendment ?? { CriticalCall }).CriticalCall).toMatchObject({ CalledRole: 'nurse' })
})

test('who was reached has role and name; an attempt may leave both out', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, patient)
  await enter(bench.technologist, saleId, { Potassium: '6.9' })
  const { WorkItemId } = await rowOf(bench.pathologist, saleId, 'Potassium')
  const log = (body: Json) => bench.pathologist.post('/api/criticalcalls/', { WorkItemId, ...body })
  const nobody = await log({ ReadBack: true })
  expect([nobody.status, nobody.body.errors]).toEqual([
    400,
    {
      CalledTo: ['Spoken to is required'],
      CalledRole: ['Say who that is: doctor, nurse, ward or institution, patient, relative, other'],
    },
  ])
  for (const who of [{ CalledTo: 'Dr Rao' }, { CalledTo: 'Dr Rao', CalledRole: null }, { CalledRole: 'doctor' }])
    expect((await log({ ...who, ReadBack: true })).status).toBe(400)
  expect((await log({ Reached: false, Remarks: 'No answer' })).status).toBe(201)
  expect((await log({ Reached: false, Remarks: 'Engaged', CalledRole: 'ward' })).status).toBe(201)
  expect(await rowOf(bench.pathologist, saleId, 'Potassium')).toMatchObject({
    CriticalCall: null,
    CallAttempts: [
      { CalledTo: null, CalledRole: 'ward', Remarks: 'Engaged' },
      { CalledTo: null, CalledRole: null, Remarks: 'No answer' },
    ],
  })
  const said = { ModuleId: 'testresults', FormId: saleId, Action: 'critical call' }
  expect(
    (await readRows<{ Remarks: string }>(app, 'audit', said, 'remarks', 'audit_id')).map((one) => one.Remarks),
  ).toEqual(['Did not reach anyone', 'Did not reach anyone (ward or institution)'])
  expect((await log({ CalledTo: 'Dr Rao', CalledRole: 'doctor', ReadBack: true })).status).toBe(201)
})

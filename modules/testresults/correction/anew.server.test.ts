// What is judged again for the right patient goes out by the gate: what it holds waits, is on no report meanwhile, and
// the answer says why.
import { expect, test } from 'vitest'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read, Result } from '../../../server/testing/answers.ts'
import type { Answered, Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import {
  approveAll,
  aReason,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  manAndGirl,
  releaseAll,
  reportsOf,
  rowOf,
  waiting,
} from '../testresults.fixture.ts'
import { correctPatient } from './correct.fixture.ts'

const { app, bench } = labForTests()
const people = manAndGirl(bench)
const { pathologist, other } = bench

const issued = async (
  products: readonly number[],
  values: Record<string, string>,
  more: Json = {},
): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, { PatientId: people.man, BuyerId: 21, products, ...more })
  await letGo(bench, sale.SaleId, values)
  return sale
}
const row = (sale: Read<'sales'>, element: string): Promise<Result> => rowOf(pathologist, sale.SaleId, element)
const printed = async (sale: Read<'sales'>, element: string) => {
  const { Content } = await readRow<{ Content: ReportData }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'content',
    'version desc',
  )
  return Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows])).find(
    ({ Element }) => Element === element,
  )
}
/** Of all that waits, or of one. */
const act = async (name: string, sale: Read<'sales'>, { element, ...more }: Json = {}) =>
  other.put(`/api/${name}/testresults`, {
    WorkItemIds: itemsOf((await waiting(other, sale.SaleId)).filter((one) => !element || one.Element === element)),
    ...more,
  })
const said = ({ status, body }: Answered): unknown[] => [status, body.message]
const held = 'Sodium: log the call about the amended critical value first'

test('a critical value waits for its call and review in the right name, and is on no report before', async () => {
  const sale = await issued([product.electrolytes], { Sodium: '110' })
  const answer = await correctPatient(pathologist, sale, people.girl)
  expect(said(answer)).toEqual([
    200,
    `The patient is corrected, the report is amended. Log the calls for Mira Patil: Sodium. Not on the report yet: ${held}`,
  ])
  const { WorkItemId, Amendment: amended } = await row(sale, 'Sodium')
  expect(answer.body.CallsToMake).toEqual([{ SaleId: sale.SaleId, WorkItemId, Element: 'Sodium', Result: '110' }])
  // the call was about another person
  expect(amended).toMatchObject({ Result: '110', Flag: 'LL', CriticalCall: null })
  expect(await printed(sale, 'Sodium')).toMatchObject({
    Result: 'To follow on an amended report',
    Flag: null,
    CriticalCall: null,
  })
  expect(await printed(sale, 'Potassium')).toMatchObject({ Flag: 'N' })
  expect(said(await act('approve', sale))).toEqual([422, held])
  const call = { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true }
  expect((await pathologist.post('/api/criticalcalls/', call)).status).toBe(201)
  expect(said(await act('approve', sale))).toEqual([
    422,
    'Sodium: its amendment is to be reviewed first (critical value)',
  ])
  expect((await act('review', sale)).status).toBe(200)
  expect((await act('approve', sale)).status).toBe(200)
  expect(await printed(sale, 'Sodium')).toMatchObject({ Result: '110', Flag: 'LL' })
  const reports = { SaleId: sale.SaleId }
  const { Amendment } = await readRow<{ Amendment: NonNullable<ReportData['Amendment']> }>(
    app,
    'reports',
    reports,
    "content -> 'Amendment' as amendment",
    'version desc',
  )
  // the interval of the other patient would tell their age and sex
  expect(Amendment.Changes).toEqual([{ What: 'Sodium', Was: 'to follow', Is: '110 mmol/L' }])
  expect((await reportsOf(app, sale.SaleId)).map(({ Version }) => Version)).toEqual([1, 2, 3])
})

test('a call about the other patient counts for no later version; one about the right patient does', async () => {
  const sale = await issued([product.electrolytes], { Sodium: '110' })
  expect((await correctPatient(pathologist, sale, people.girl)).status).toBe(200)
  const { WorkItemId } = await row(sale, 'Sodium')
  const callAfter = async (Comments: string): Promise<unknown> => {
    const why = { ReasonId: await aReason(pathologist), Remarks: 'Comment was left out' }
    const noted = await pathologist.put('/api/amend/testresults', { WorkItems: [{ WorkItemId, Comments }], ...why })
    expect(noted.status).toBe(200)
    const { Amendment } = await row(sale, 'Sodium')
    expect(Amendment).toMatchObject({ Result: '110', Flag: 'LL', Comments })
    return Amendment.CriticalCall
  }
  expect(await callAfter('Repeated')).toBeNull()
  const call = { WorkItemId, CalledTo: 'Dr Joshi', CalledRole: 'doctor', ReadBack: true }
  expect((await pathologist.post('/api/criticalcalls/', call)).status).toBe(201)
  expect(await callAfter('Repeated twice')).toMatchObject({ CalledTo: 'Dr Joshi' })
})

test('what waits for the right patient is not withdrawn, and another comment or correction keeps it waiting', async () => {
  const sale = await issued([product.cbc], { Haemoglobin: '6.5' })
  expect((await correctPatient(pathologist, sale, people.girl)).status).toBe(200)
  expect(said(await act('withdraw', sale, { element: 'Haemoglobin', Remarks: 'No' }))).toEqual([
    422,
    'Haemoglobin: it is judged for what was corrected; approve it, or withdraw the result',
  ])
  const asGirl = (await row(sale, 'Haemoglobin')).Amendment.ResultId
  const { WorkItemId } = await row(sale, 'Haemoglobin')
  const noted = await pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Repeated' }],
    ReasonId: (await readRow<{ ReasonId: number }>(app, 'results', { ResultId: asGirl }, 'reason_id')).ReasonId,
    Remarks: 'Comment was left out',
  })
  expect(noted.status).toBe(200)
  const lowOf = async (ResultId: unknown) =>
    (await readRow<{ LowValue: number }>(app, 'results', { ResultId }, 'low_value::float8')).LowValue
  const again = (await row(sale, 'Haemoglobin')).Amendment
  expect([again.Comments, again.IsJudgedAnew, await lowOf(again.ResultId)]).toEqual([
    'Repeated',
    true,
    await lowOf(asGirl),
  ])
  expect((await correctPatient(pathologist, sale, people.man, { Remarks: 'It was his' })).status).toBe(200)
  const asMan = (await row(sale, 'Haemoglobin')).Amendment
  expect(await lowOf(asMan.ResultId)).not.toBe(await lowOf(asGirl))
})

test('a value that differs from one of the right patient waits for a review', async () => {
  const right = await aPatient(bench.desk, { Name: 'Right Person' })
  await issued([product.electrolytes], { Potassium: '3.6' }, { PatientId: right, CollectionDate: daysAgo(0.1) })
  const sale = await issued([product.electrolytes], { Potassium: '5.0' })
  const answer = await correctPatient(pathologist, sale, right)
  expect(said(answer)).toEqual([
    200,
    'The patient is corrected, the report is amended. Not on the report yet: ' +
      'Potassium: its amendment is to be reviewed first (delta check)',
  ])
  expect((await printed(sale, 'Sodium'))?.Kind).toBe('value')
  expect((await act('review', sale)).status).toBe(200)
  expect((await act('approve', sale)).status).toBe(200)
  expect(await printed(sale, 'Potassium')).toMatchObject({ Result: '5.0', PreviousResult: '3.6' })
})

test('a value of the right patient that was signed before the other one was theirs is reviewed again', async () => {
  const right = await aPatient(bench.desk, { Name: 'Signed Before' })
  const moved = await issued([product.electrolytes], { Potassium: '3.6' }, { CollectionDate: daysAgo(0.1) })
  const own = await accessioned(bench.desk, { PatientId: right, BuyerId: 21, products: [product.electrolytes] })
  await enterAll(bench.technologist, own.SaleId, { Potassium: '5.0' })
  await approveAll(pathologist, own.SaleId)
  expect((await correctPatient(pathologist, moved, right)).status).toBe(200)
  expect((await row(moved, 'Potassium')).Amendment).not.toBeNull()
  expect(said(await releaseAll(pathologist, own.SaleId))).toEqual([
    422,
    expect.stringContaining(`Potassium: ${String(moved.AccessionNo)} has another value of this patient`),
  ])
})

test('a value waits whose instrument went out of service, and what is calculated waits for its input', async () => {
  const sale = await issued([product.creatinine], { Creatinine: '0.9' })
  const { LabInstrumentId } = await row(sale, 'Creatinine')
  const key = { LabInstrumentId }
  await setRows(app, 'lab_instruments', key, { OutOfService: 'Lamp failed' })
  try {
    const { body } = await correctPatient(pathologist, sale, await aPatient(bench.desk, { Name: 'Lamp Person' }))
    expect(body.message).toMatch(
      /Not on the report yet: Creatinine: .* since out of service: Lamp failed.*; eGFR \(CKD-EPI 2021\): decide about its inputs first: Creatinine/,
    )
    expect((await printed(sale, 'eGFR (CKD-EPI 2021)'))?.Result).toBe('To follow on an amended report')
    const creatinine = await row(sale, 'Creatinine')
    const keep = { WorkItemIds: [creatinine.WorkItemId], Remarks: 'Controls were in range' }
    expect((await other.put('/api/keep/testresults', keep)).status).toBe(200)
    expect(said(await act('approve', sale))).toEqual([200, '2 results are amended'])
    expect(await printed(sale, 'Creatinine')).toMatchObject({ Result: '0.9' })
  } finally {
    await setRows(app, 'lab_instruments', key, { OutOfService: null })
  }
})

test('a decision about the tube of what waits stays with the value at another correction', async () => {
  const sale = await issued([product.creatinine], { Creatinine: '0.9' })
  const { LabInstrumentId } = await row(sale, 'Creatinine')
  const key = { LabInstrumentId }
  await setRows(app, 'lab_instruments', key, { OutOfService: 'Fibre broke' })
  try {
    const [first, second] = [
      await aPatient(bench.desk, { Name: 'First Fibre' }),
      await aPatient(bench.desk, { Name: 'Second Fibre' }),
    ]
    expect((await correctPatient(pathologist, sale, first)).status).toBe(200)
    const { WorkItemId } = await row(sale, 'Creatinine')
    const keep = { WorkItemIds: [WorkItemId], Remarks: 'Controls were in range' }
    expect((await other.put('/api/keep/testresults', keep)).status).toBe(200)
    expect((await correctPatient(pathologist, sale, second)).status).toBe(200)
    expect((await row(sale, 'Creatinine')).TubeFaults).toEqual([])
    expect(said(await act('approve', sale))).toEqual([200, '2 results are amended'])
  } finally {
    await setRows(app, 'lab_instruments', key, { OutOfService: null })
  }
})

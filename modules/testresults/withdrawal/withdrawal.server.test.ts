// A released result, or a whole report, is taken back without a new value: by whom, and where its value is then.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read, Result } from '../../../server/testing/answers.ts'
import { ask, signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import { paymentMode, saleStatus } from '../../lists/items.model.ts'
import { printed } from '../../testreports/testreports.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import type { Trend } from '../../testreports/trends/trend.rules.ts'
import {
  amend,
  aReason,
  itemsOf,
  labForTests,
  letGo,
  paidSale,
  reportsOf,
  rowOf,
  rowsOf,
  waiting,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let reason: number
let doctor: Person
let manager: Person
beforeAll(async () => {
  reason = await aReason(bench.technologist)
  doctor = await signedIn(app, 'doctor', 12, 101)
  manager = await signedIn(app, 'manager', 2, 2)
})

const Remarks = 'Haemolysed'
const withdraw = (person: Person, rows: readonly Result[], more: Json = {}) =>
  person.put('/api/withdrawresults/testresults', {
    WorkItems: rows.map(({ WorkItemId, RowVersion }) => ({ WorkItemId, RowVersion })),
    ReasonId: reason,
    Remarks,
    ...more,
  })
const withdrawReport = (person: Person, sale: Read<'sales'>, more: Json = {}) =>
  person.put('/api/withdrawreport/testresults', { SaleId: sale.SaleId, ReasonId: reason, Remarks, ...more })
const approve = async (sale: Read<'sales'>) =>
  bench.other.put('/api/approve/testresults', {
    WorkItemIds: itemsOf(await waiting(bench.other, sale.SaleId)),
  })

/** Another sale of the patient, that many days before. */
const soldTo = async (PatientId: number, days = 0): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, {
    PatientId,
    ReferringDoctorId: 101,
    products: [product.electrolytes],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 450 }],
  })
  if (days > 0) await setRows(app, 'sales', { SaleId: sale.SaleId }, { CollectionDate: daysAgo(days) })
  return sale
}
const released = async (PatientId: number, days = 0, values: Record<string, string> = {}): Promise<Read<'sales'>> => {
  const sale = await soldTo(PatientId, days)
  await letGo(bench, sale.SaleId, { Potassium: '5.6', ...values })
  return sale
}
const newest = async (sale: Read<'sales'>): Promise<ReportData> =>
  (await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content', 'version desc')).Content
const printedRow = (content: ReportData, element: string) =>
  content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows)).find((row) => row.Element === element)
const pageOf = async (sale: Read<'sales'>, version: number): Promise<string> => {
  const { ReportNo, Hash } = await readRow<{ ReportNo: string; Hash: string }>(
    app,
    'reports',
    { SaleId: sale.SaleId, Version: version },
    'report_no, hash',
  )
  return (await ask(app, 'GET', `/verify/${ReportNo}/${version}/${Hash.slice(0, 12)}`)).text
}
const paper = async (person: Person, sale: Read<'sales'>, Version?: number): Promise<string> => {
  const { body } = await printed(person, sale.SaleId, Version === undefined ? {} : { Version })
  return (await pdfPages((await person.get(String(body.location))).bytes)).join(' ').replace(/\s+/g, ' ')
}
const cancel = (sale: Read<'sales'>, more: Json = {}) =>
  manager.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Blood was of another patient', ...more })

test('a released result is withdrawn with a reason, by two signatories, and stays without a value', async () => {
  const sale = await released(await aPatient(bench.desk))
  const row = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
  expect(row.Actions.withdraw).toBe(true)
  expect((await withdraw(bench.technologist, [row])).status).toBe(403)
  expect((await withdraw(bench.pathologist, [row], { Remarks: ' ' })).body.message).toBe('Remarks are required')
  expect((await withdraw(bench.pathologist, [row], { ReasonId: null })).status).toBe(422)
  expect((await withdraw(bench.pathologist, [row])).body.message).toBe(
    '1 withdrawal waits. Potassium: withdrawn by you; another signatory must approve it',
  )
  expect(await reportsOf(app, sale.SaleId)).toHaveLength(1)
  expect((await approve(sale)).body.message).toBe('1 result is withdrawn')
  const now = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
  expect(now).toMatchObject({ Result: null, Flag: null, StatusId: 159 })
  expect(now.WithdrawnOn).not.toBeNull()
  expect((await withdraw(bench.pathologist, [now])).body.message).toBe('Potassium: it is withdrawn already')
  const kept = await readRows(app, 'results', { WorkItemId: row.WorkItemId }, 'version, result', 'version')
  expect(kept).toEqual([
    { Version: 1, Result: '5.6' },
    { Version: 2, Result: null },
  ])
  const history = await bench.pathologist.get(`/api/actions?ModuleId=testresults&FormId=${String(sale.SaleId)}`)
  expect(history.body.map(({ Action }) => Action)).toContain('withdraw result')
})

test('the next version prints a withdrawn test with day and reason, without its value; the others stay', async () => {
  const sale = await released(await aPatient(bench.desk))
  await withdraw(bench.pathologist, [await rowOf(bench.pathologist, sale.SaleId, 'Potassium')])
  await approve(sale)
  const content = await newest(sale)
  expect([content.State, content.Version]).toEqual(['AMENDED', 2])
  expect(printedRow(content, 'Potassium')).toMatchObject({
    Result: expect.stringMatching(/^Withdrawn on \d{2}-\w{3}-\d{4}: Haemolysed$/),
    Flag: null,
    WasResult: null,
    PreviousResult: null,
  })
  expect(printedRow(content, 'Sodium')?.Result).toEqual(expect.stringMatching(/^\d/))
  expect(JSON.stringify(content)).not.toMatch(/(?<![\d.])5\.6(?!\d)/)
  expect(await pageOf(sale, 1)).toMatch(/Results on this version are WITHDRAWN since \d{2}-\w{3}-\d{4}/)
  expect(await pageOf(sale, 2)).toContain('This report was issued by us')
  expect(await paper(bench.desk, sale, 1)).toContain('Results of this version are withdrawn')
})

test('a withdrawn value is nowhere previous, base of a delta or point of a trend', async () => {
  const patient = await aPatient(bench.desk)
  const first = await released(patient, 20)
  const next = await soldTo(patient, 10)
  expect((await rowOf(bench.technologist, next.SaleId, 'Potassium')).PreviousResult).toBe('5.6')
  await withdraw(bench.pathologist, [await rowOf(bench.pathologist, first.SaleId, 'Potassium')])
  await approve(first)
  expect(await rowOf(bench.technologist, next.SaleId, 'Potassium')).toMatchObject({
    PreviousResult: null,
    History: [],
  })
  await letGo(bench, next.SaleId, { Potassium: '4.1' })
  const content = await newest(next)
  expect(printedRow(content, 'Potassium')?.PreviousResult).toBeNull()
  expect(printedRow(content, 'Sodium')?.PreviousResult).not.toBeNull()
  const { body } = await bench.desk.get<Trend[]>(`/api/cumulative/testreports?PatientId=${patient}`)
  const points = (name: string) =>
    body.find(({ Element }) => Element === name)?.Points.map(({ Result }) => Result) ?? []
  expect([points('Potassium'), points('Sodium').length]).toEqual([['4.1'], 2])
})

test('what is calculated from a withdrawn value is withdrawn with it, and cannot be withdrawn alone', async () => {
  const sale = await paidSale(bench.desk, await aPatient(bench.desk), [product.cbc], 350)
  await letGo(bench, sale.SaleId)
  const alone = await withdraw(bench.pathologist, [await rowOf(bench.pathologist, sale.SaleId, 'MCH')])
  expect([alone.status, alone.body.message]).toEqual([
    422,
    'MCH: this result is calculated; withdraw its inputs instead',
  ])
  await withdraw(bench.pathologist, [await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')])
  expect((await approve(sale)).body.message).toBe('3 results are withdrawn')
  const content = await newest(sale)
  for (const element of ['Haemoglobin', 'MCH', 'MCHC'])
    expect(printedRow(content, element)?.Result).toMatch(/^Withdrawn on/)
  expect(printedRow(content, 'MCV')?.Result).toMatch(/^\d/)
})

test('a signatory of another lab does not find the report', async () => {
  const sale = await released(await aPatient(bench.desk))
  await app.db.transaction((tx) => addUser(tx, { user: 'north', name: 'Dr North', role: role.Pathologist, entity: 3 }))
  expect((await withdrawReport(await signedIn(app, 'north', role.Pathologist, 3), sale)).status).toBe(404)
})

test('a withdrawn result gets a new value by an amendment, which says that it was withdrawn', async () => {
  const sale = await released(await aPatient(bench.desk))
  await withdraw(bench.pathologist, [await rowOf(bench.pathologist, sale.SaleId, 'Potassium')])
  await approve(sale)
  expect((await amend(bench.pathologist, sale.SaleId, { Potassium: '4.4' })).status).toBe(200)
  expect((await approve(sale)).status).toBe(200)
  const content = await newest(sale)
  expect(printedRow(content, 'Potassium')).toMatchObject({ Result: '4.4', WasResult: 'withdrawn' })
  expect(content.Amendment?.Changes).toEqual([
    { What: 'Potassium', Was: expect.stringContaining('withdrawn'), Is: '4.4 mmol/L' },
  ])
})

test('a whole report is withdrawn: each result, the verification page and the portal say so with the day', async () => {
  const patient = await aPatient(bench.desk)
  const sale = await released(patient)
  expect((await withdrawReport(bench.pathologist, sale, { Remarks: null })).body.message).toBe('Remarks are required')
  expect((await withdrawReport(bench.technologist, sale)).status).toBe(403)
  expect((await withdrawReport(bench.pathologist, sale)).status).toBe(200)
  expect((await approve(sale)).status).toBe(200)
  expect((await reportsOf(app, sale.SaleId)).map(({ State, Replaced }) => [State, Replaced])).toEqual([
    ['FINAL', true],
    ['WITHDRAWN', false],
  ])
  for (const version of [1, 2]) expect(await pageOf(sale, version)).toMatch(/WITHDRAWN since \d{2}-\w{3}-\d{4}/)
  const portal = await doctor.get(`/api/testreports/${String(sale.SaleId)}`)
  expect(portal.body.Versions).toMatchObject([
    { State: 'WITHDRAWN' },
    { State: 'FINAL', Withdrawn: { IsWhole: true, Reason: Remarks } },
  ])
  expect(await paper(doctor, sale)).toContain('WITHDRAWN')
  expect((await rowsOf(bench.pathologist, sale.SaleId)).map(({ Result }) => Result)).toEqual([null, null, null])
})

test('the answer names everybody who was given the report, and staff alone may ask', async () => {
  const sale = await released(await aPatient(bench.desk))
  await paper(bench.desk, sale)
  await doctor.get(`/api/testreports/${String(sale.SaleId)}`)
  const answer = await withdrawReport(bench.pathologist, sale)
  const given = answer.body.Given
  expect(given.map(({ What }) => What).sort()).toEqual(['Portal', 'Printed'])
  const path = `/api/given/testreports?SaleId=${String(sale.SaleId)}` as const
  expect((await bench.desk.get(path)).body).toHaveLength(2)
  expect((await doctor.get(path)).status).toBe(404)
})

test('who was informed is logged and printed on this and every later version', async () => {
  const sale = await released(await aPatient(bench.desk))
  const tell = (person: Person, more: Json = {}) =>
    person.put('/api/told/testreports', { formId: sale.SaleId, To: 'Dr Sawant', How: 'telephone', ...more })
  expect((await tell(bench.desk)).body.message).toBe('This report is neither amended nor withdrawn')
  await withdraw(bench.pathologist, [await rowOf(bench.pathologist, sale.SaleId, 'Potassium')])
  await approve(sale)
  expect((await tell(bench.desk, { To: '' })).status).toBe(400)
  expect((await tell(doctor)).status).toBeGreaterThanOrEqual(400)
  expect((await tell(bench.desk)).status).toBe(200)
  expect(await paper(bench.desk, sale)).toContain('Dr Sawant, telephone')
  await amend(bench.pathologist, sale.SaleId, { Sodium: '139' })
  await approve(sale)
  const later = await paper(bench.desk, sale)
  for (const part of ['AMENDED', 'EARLIER', 'Haemolysed', 'Dr Sawant, telephone']) expect(later).toContain(part)
})

test('cancelling a sale whose report is out asks whether the report is withdrawn or remains', async () => {
  const patient = await aPatient(bench.desk)
  const sale = await released(patient, 20)
  const silent = await cancel(sale)
  expect([silent.status, silent.body.code, Object.keys(silent.body.errors)]).toEqual([422, 'report-out', ['Report']])
  expect((await cancel(sale, { Report: 'perhaps' })).status).toBe(400)
  expect((await cancel(sale, { Report: 'withdraw' })).status).toBe(200)
  expect((await reportsOf(app, sale.SaleId)).map(({ State }) => State)).toEqual(['FINAL', 'WITHDRAWN'])
  expect(printedRow(await newest(sale), 'Potassium')?.Result).toMatch(/^Withdrawn on .*: The order was cancelled$/)
  for (const version of [1, 2]) expect(await pageOf(sale, version)).toContain('WITHDRAWN')
  const next = await soldTo(patient)
  expect((await rowOf(bench.technologist, next.SaleId, 'Potassium')).PreviousResult).toBeNull()
  expect((await bench.desk.get<Trend[]>(`/api/cumulative/testreports?PatientId=${patient}`)).body).toEqual([])
})

test('a report that remains when its sale is cancelled is printed as before, and can be withdrawn later', async () => {
  const sale = await released(await aPatient(bench.desk))
  expect((await cancel(sale, { Report: 'keep' })).status).toBe(200)
  expect((await bench.desk.get(`/api/sales/${String(sale.SaleId)}`)).body).toMatchObject({
    StatusId: saleStatus.Cancelled,
    ReportOnCancel: 'keep',
  })
  expect(await pageOf(sale, 1)).toContain('This report was issued by us')
  expect((await withdrawReport(bench.pathologist, sale)).status).toBe(200)
  expect((await approve(sale)).status).toBe(200)
  expect(await pageOf(sale, 1)).toContain('WITHDRAWN')
})

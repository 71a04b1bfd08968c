// Reports after a merge of two patients is undone: whose they are, what of them is in force, and what they print.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { ask } from '../../../server/testing/signed-in.ts'
import { aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { amend, aReason, itemsOf, letGo, paidSale, reportsOf, rowOf, waiting } from '../testresults.fixture.ts'
import { correctPatient } from './correct.fixture.ts'
import { mergesBy } from './undo-merge.fixture.ts'

const { app, ...people } = networkForTests('manager', 'desk', 'technologist', 'pathologist', 'other')
const { manager, desk, pathologist, other } = people
const { twoOf, merge, undo } = mergesBy(people)
afterEach(() => expectInvariants(app.db))

const newest = async ({ SaleId }: Read<'sales'>): Promise<ReportData> =>
  (await readRow<{ Content: ReportData }>(app, 'reports', { SaleId }, 'content', 'version desc')).Content
const statesOf = async ({ SaleId }: Read<'sales'>) => (await reportsOf(app, SaleId)).map(({ State }) => State)
const verified = async ({ SaleId }: Read<'sales'>): Promise<string> => {
  const { ReportNo, Version, Hash } = await readRow<{ ReportNo: string; Version: number; Hash: string }>(
    app,
    'reports',
    { SaleId },
    'report_no, version, hash',
    'version desc',
  )
  return (await ask(app, 'GET', `/verify/${ReportNo}/${Version}/${Hash.slice(0, 12)}`)).text
}
const cancel = ({ SaleId }: Read<'sales'>, Report: string) =>
  manager.put('/api/cancel/sales', { formId: SaleId, reason: 'Booked twice', Report })
/** A sale of the one, reported in the name of the other. */
const reportedAsOther = async (name: string) => {
  const [source, target] = await twoOf(name)
  const sale = await paidSale(desk, source)
  await merge(source, target)
  await letGo(people, sale.SaleId)
  return { source, target, sale }
}

test('the kept report of a cancelled sale gets its right name', async () => {
  const { source, sale } = await reportedAsOther('Kavita More')
  expect((await cancel(sale, 'keep')).status).toBe(200)
  const undone = await undo(source)
  expect([undone.status, undone.body.message]).toEqual([200, expect.stringMatching(/^The merge is undone/)])
  expect((await newest(sale)).Patient).toMatchObject({ PatientId: String(source), Name: 'Kavita More Twice' })
  expect(await statesOf(sale)).toEqual(['FINAL', 'AMENDED'])
})

test('a report that was withdrawn with its sale gets its right name, and stays withdrawn', async () => {
  const { source, sale } = await reportedAsOther('Sarita More')
  expect((await cancel(sale, 'withdraw')).status).toBe(200)
  const undone = await undo(source)
  expect([undone.status, undone.body.message]).toEqual([200, expect.stringMatching(/^The merge is undone/)])
  expect((await newest(sale)).Patient.PatientId).toBe(String(source))
  expect(await statesOf(sale)).toEqual(['FINAL', 'WITHDRAWN', 'WITHDRAWN'])
  expect(await verified(sale)).toContain('This report is WITHDRAWN')
})

test('a withdrawn report stays withdrawn when the patient of its sale is corrected', async () => {
  const [wrong, right] = await twoOf('Vimal More')
  const sale = await paidSale(desk, wrong)
  await letGo(people, sale.SaleId)
  const said = { ReasonId: await aReason(pathologist), Remarks: 'Haemolysed' }
  await pathologist.put('/api/withdrawreport/testresults', { SaleId: sale.SaleId, ...said })
  const WorkItemIds = itemsOf(await waiting(other, sale.SaleId))
  expect((await other.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
  const corrected = await correctPatient(other, sale, right)
  expect([corrected.status, corrected.text]).toEqual([200, corrected.text])
  expect(await statesOf(sale)).toEqual(['FINAL', 'WITHDRAWN', 'WITHDRAWN'])
  expect((await newest(sale)).Patient.PatientId).toBe(String(right))
  expect(await verified(sale)).toContain('This report is WITHDRAWN')
})

test('what was judged by the age of the other one waits for a signatory, and the report says so meanwhile', async () => {
  const [source, target] = await twoOf('Nanda More')
  const sale = await paidSale(desk, source, [product.cbc], 350)
  await merge(source, target)
  // corrected at the kept one: a girl of three, for whom other intervals hold
  const girl = { BirthDate: `${new Date().getUTCFullYear() - 3}-01-01` }
  expect((await desk.put(`/api/clients/${target}`, girl)).status).toBe(200)
  await letGo(people, sale.SaleId, { Haemoglobin: '11.8' })
  const shown = async () => rowOf(pathologist, sale.SaleId, 'Haemoglobin')
  const asGirl = await shown()
  const undone = await undo(source)
  expect([undone.status, undone.body.message]).toEqual([200, expect.stringMatching(/^The merge is undone/)])
  const report = await newest(sale)
  expect(report.Patient.PatientId).toBe(String(source))
  expect(report.Amendment?.Changes).toContainEqual({
    What: 'Haemoglobin, judged by',
    Was: 'age and sex of another patient',
    Is: 'not judged again yet: an amended report follows',
  })
  // nobody signed for the other interval
  expect(await shown()).toMatchObject({ Flag: asGirl.Flag, Amendment: { Result: '11.8', Flag: 'L' } })
  const WorkItemIds = itemsOf(await waiting(other, sale.SaleId))
  const approved = await other.put('/api/approve/testresults', { WorkItemIds })
  expect([approved.status, approved.text]).toEqual([200, approved.text])
  const said = { What: 'Haemoglobin', Was: 'to follow', Is: '11.8 g/dL' }
  expect((await newest(sale)).Amendment?.Changes).toContainEqual(said)
  expect([await statesOf(sale), await waiting(other, sale.SaleId)]).toEqual([['FINAL', 'AMENDED', 'AMENDED'], []])
  const after = await shown()
  expect([after.Flag, after.LowValue === asGirl.LowValue]).toEqual(['L', false])
})

test('a value calculated by the age of the other one waits too, whatever else is amended, and is approved', async () => {
  const [source, target] = await twoOf('Shanta More')
  const sale = await paidSale(desk, source, [product.creatinine, product.electrolytes], 650)
  await merge(source, target)
  expect((await desk.put(`/api/clients/${target}`, { BirthDate: '1950-04-05' })).status).toBe(200)
  await letGo(people, sale.SaleId, { Creatinine: '0.9', Sodium: '139' })
  const shown = () => rowOf(pathologist, sale.SaleId, 'eGFR (CKD-EPI 2021)')
  const asOld = await shown()
  expect((await undo(source)).status).toBe(200)
  const asked = await shown()
  expect([asked.Result, Number(asked.Amendment.Result) > Number(asOld.Result)]).toEqual([asOld.Result, true])
  expect((await amend(pathologist, sale.SaleId, { Sodium: '141' })).status).toBe(200)
  expect((await shown()).Amendment).toMatchObject({ Result: asked.Amendment.Result })
  const WorkItemIds = itemsOf(await waiting(other, sale.SaleId))
  const approved = await other.put('/api/approve/testresults', { WorkItemIds })
  expect([approved.status, approved.text]).toEqual([200, approved.text])
  expect(await shown()).toMatchObject({ Result: asked.Amendment.Result, Amendment: null })
})

test('undoing does not wait for what a correction judged again: it waits on, for the right patient', async () => {
  const [source, target] = await twoOf('Lata More')
  const sale = await paidSale(desk, source)
  await merge(source, target)
  await letGo(people, sale.SaleId, { Sodium: '110' })
  for (const patient of [await aPatient(desk, { Name: 'Third Person' }), target])
    expect((await correctPatient(pathologist, sale, patient)).status).toBe(200)
  const shown = async () => (await rowOf(pathologist, sale.SaleId, 'Sodium')).Amendment
  const before = await shown()
  expect(before).toMatchObject({ IsJudgedAnew: true, Result: '110' })
  const undone = await undo(source)
  expect([undone.status, undone.body.message]).toEqual([200, expect.stringMatching(/^The merge is undone/)])
  expect((await newest(sale)).Patient.PatientId).toBe(String(source))
  const after = await shown()
  expect(after).toMatchObject({ IsJudgedAnew: true, Result: '110', CriticalCall: null })
  expect(after.ResultId).not.toBe(before.ResultId)
})

test('undoing waits for an amendment, and for an unlocked sale to be accessioned', async () => {
  const { source, sale } = await reportedAsOther('Indu More')
  const said = async () => {
    const answer = await undo(source)
    return [answer.status, answer.body.message]
  }
  const { AccessionNo } = await readRow<{ AccessionNo: string }>(app, 'sales', { SaleId: sale.SaleId }, 'accession_no')
  expect((await amend(pathologist, sale.SaleId, { Sodium: '137.5' })).status).toBe(200)
  expect(await said()).toEqual([
    422,
    `Sodium of sale ${AccessionNo}: an amendment waits; approve or withdraw it first, then undo the merge`,
  ])
  const WorkItemIds = itemsOf(await waiting(other, sale.SaleId))
  expect((await other.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
  // as it was unlocked before a result could not be entered any more
  const { AccessionDate } = await readRow<{ AccessionDate: string }>(
    app,
    'sales',
    { SaleId: sale.SaleId },
    'accession_date::text',
  )
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { AccessionDate: null })
  expect(await said()).toEqual([
    422,
    `Sale ${AccessionNo} is reported, and unlocked at the counter: accession it first, then undo the merge`,
  ])
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { AccessionDate })
  expect((await said())[0]).toBe(200)
})

test('a report of the kept one, issued meanwhile, prints no value of the other as its previous result', async () => {
  const [source, target] = await twoOf('Usha More')
  const reported = async (patient: number, days: number, Sodium: string) => {
    const sale = await paidSale(desk, patient)
    for (const table of ['samples', 'sales'])
      await setRows(app, table, { SaleId: sale.SaleId }, { CollectionDate: daysAgo(days) })
    await letGo(people, sale.SaleId, { Sodium })
    return sale
  }
  const own = await reported(target, 20, '138')
  const before = await reported(target, 15, '139')
  await reported(source, 9, '144')
  await merge(source, target)
  const between = await reported(target, 5, '140')
  const last = await reported(target, 2, '141')
  const previous = async (sale: Read<'sales'>) =>
    (await newest(sale)).Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows)).find(
      ({ Element }) => Element === 'Sodium',
    )?.PreviousResult
  expect([await previous(between), await previous(last)]).toEqual(['144', '140'])
  expect((await cancel(between, 'keep')).status).toBe(200)
  expect((await undo(source)).status).toBe(200)
  expect(await previous(between)).toBe('139')
  expect((await newest(between)).Amendment).toMatchObject({
    Changes: expect.arrayContaining([{ What: 'Sodium, previous result', Was: 'of another patient', Is: '139' }]),
    Reason: 'Two patients were taken for one',
  })
  // the others print their own patient's
  expect(await Promise.all([own, before, last].map(statesOf))).toEqual([['FINAL'], ['FINAL'], ['FINAL']])
})

test('of a cancelled sale the gate is asked too: what it holds is not signed again, and what waited waits on', async () => {
  const { source, sale } = await reportedAsOther('Meera More')
  const sodium = () => rowOf(pathologist, sale.SaleId, 'Sodium')
  const { LabInstrumentId, WorkItemId } = await sodium()
  const signedVersions = async () =>
    (await readRows<{ Out: boolean }>(app, 'results', { WorkItemId }, 'released_at is not null as out')).filter(
      ({ Out }) => Out,
    ).length
  expect((await cancel(sale, 'keep')).status).toBe(200)
  const key = { LabInstrumentId }
  await setRows(app, 'lab_instruments', key, { OutOfService: 'Electrode drifts' })
  try {
    expect((await undo(source)).status).toBe(200)
  } finally {
    await setRows(app, 'lab_instruments', key, { OutOfService: null })
  }
  const report = await newest(sale)
  expect(report.Patient.PatientId).toBe(String(source))
  // in force as it was issued: it is not signed again while its instrument is out of service
  expect([(await sodium()).Amendment, await signedVersions()]).toEqual([null, 1])
})

test('a critical value that waits for its call when the sale is cancelled is not signed by undoing a merge', async () => {
  const [source, target] = await twoOf('Rekha More')
  const sale = await paidSale(desk, source)
  await merge(source, target)
  await letGo(people, sale.SaleId, { Sodium: '110' })
  for (const patient of [await aPatient(desk, { Name: 'Third Rekha' }), target])
    expect((await correctPatient(pathologist, sale, patient)).status).toBe(200)
  expect((await cancel(sale, 'keep')).status).toBe(200)
  expect((await undo(source)).status).toBe(200)
  expect((await newest(sale)).Patient.PatientId).toBe(String(source))
  expect((await rowOf(pathologist, sale.SaleId, 'Sodium')).Amendment).toMatchObject({
    Result: '110',
    IsJudgedAnew: true,
  })
})

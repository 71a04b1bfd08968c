// Reports after a merge of two patients is undone: whose they are, what of them is in force, and what they print.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow } from '../../../server/testing/rows.ts'
import { ask, type Json } from '../../../server/testing/signed-in.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { aReason, itemsOf, letGo, paidSale, reportsOf, waiting } from '../testresults.fixture.ts'
import { correctPatient } from './correct.fixture.ts'
import { mergesBy } from './undo-merge.fixture.ts'

const { app, ...people } = networkForTests('manager', 'desk', 'technologist', 'pathologist', 'other')
const { manager, desk, pathologist, other } = people
const { twoOf, merge, undo } = mergesBy(people)
afterEach(() => expectInvariants(app.db))

const newest = async ({ SaleId }: Json): Promise<ReportData> =>
  (await readRow<{ content: ReportData }>(app, 'reports', { sale_id: SaleId }, 'content', 'version desc')).content
const statesOf = async ({ SaleId }: Json) => (await reportsOf(app, SaleId)).map(({ state }) => state)
const verified = async ({ SaleId }: Json): Promise<string> => {
  const { report_no, version, hash } = await readRow<{ report_no: string; version: number; hash: string }>(
    app,
    'reports',
    { sale_id: SaleId },
    'report_no, version, hash',
    'version desc',
  )
  return (await ask(app, 'GET', `/verify/${report_no}/${version}/${hash.slice(0, 12)}`)).text
}
const cancel = ({ SaleId }: Json, Report: string) =>
  manager.put('/api/cancel/sales', { formId: SaleId, reason: 'Booked twice', Report })
/** A sale of the one, reported in the name of the other. */
const reportedAsOther = async (name: string) => {
  const [source, target] = await twoOf(name)
  const sale = await paidSale(desk, source)
  await merge(source, target)
  await letGo(people, sale['SaleId'])
  return { source, target, sale }
}

test('the kept report of a cancelled sale gets its right name', async () => {
  const { source, sale } = await reportedAsOther('Kavita More')
  expect((await cancel(sale, 'keep')).status).toBe(200)
  const undone = await undo(source)
  expect([undone.status, undone.body['message']]).toEqual([200, expect.stringMatching(/^The merge is undone/)])
  expect((await newest(sale)).Patient).toMatchObject({ PatientId: String(source), Name: 'Kavita More Twice' })
  expect(await statesOf(sale)).toEqual(['FINAL', 'AMENDED'])
})

test('a report that was withdrawn with its sale gets its right name, and stays withdrawn', async () => {
  const { source, sale } = await reportedAsOther('Sarita More')
  expect((await cancel(sale, 'withdraw')).status).toBe(200)
  const undone = await undo(source)
  expect([undone.status, undone.body['message']]).toEqual([200, expect.stringMatching(/^The merge is undone/)])
  expect((await newest(sale)).Patient.PatientId).toBe(String(source))
  expect(await statesOf(sale)).toEqual(['FINAL', 'WITHDRAWN', 'WITHDRAWN'])
  expect(await verified(sale)).toContain('This report is WITHDRAWN')
})

test('a withdrawn report stays withdrawn when the patient of its sale is corrected', async () => {
  const [wrong, right] = await twoOf('Vimal More')
  const sale = await paidSale(desk, wrong)
  await letGo(people, sale['SaleId'])
  const said = { ReasonId: await aReason(pathologist), Remarks: 'Haemolysed' }
  await pathologist.put('/api/withdrawreport/testresults', { SaleId: sale['SaleId'], ...said })
  const WorkItemIds = itemsOf(await waiting(other, sale['SaleId']))
  expect((await other.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
  const corrected = await correctPatient(other, sale, right)
  expect([corrected.status, corrected.text]).toEqual([200, corrected.text])
  expect(await statesOf(sale)).toEqual(['FINAL', 'WITHDRAWN', 'WITHDRAWN'])
  expect((await newest(sale)).Patient.PatientId).toBe(String(right))
  expect(await verified(sale)).toContain('This report is WITHDRAWN')
})

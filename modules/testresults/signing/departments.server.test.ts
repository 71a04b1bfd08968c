// A signatory who is limited to departments signs nothing of the others, by whichever way it would go out.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf } from '../../../core/dates.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Answered, Json, Person } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { aPatient, product } from '../../sales/sales.fixture.ts'
import {
  amend,
  approveAll,
  approveNormal,
  aReason,
  enter,
  enterAll,
  letGo,
  paidSale,
  releaseAll,
  rowOf,
} from '../testresults.fixture.ts'

const { app, admin, ...bench } = networkForTests('admin', 'desk', 'technologist', 'pathologist', 'other')
const [haematology, biochemistry] = [1, 3]
const today = dayOf(new Date())

const signsFor = (person: Person, SignsFor: readonly Json[], by: Person = admin) =>
  by.put(`/api/users/${person.userId}`, { SignsFor })
const limited = async (person: Person, ...rows: readonly Json[]): Promise<void> => {
  const saved = await signsFor(person, rows)
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
}
afterEach(async () => {
  await expectInvariants(app.db)
  for (const person of [bench.pathologist, bench.other]) await limited(person)
})

const sold = async (products?: readonly number[]): Promise<Read<'sales'>> =>
  paidSale(bench.desk, await aPatient(bench.desk, { Name: 'By Discipline' }), products)
const act = async (person: Person, name: string, sale: Read<'sales'>, element = 'Sodium', more: Json = {}) =>
  person.put(`/api/${name}/testresults`, {
    WorkItemIds: [(await rowOf(person, sale.SaleId, element)).WorkItemId],
    ...more,
  })
const outside = 'Sodium: you do not sign for Clinical Biochemistry'
const refusedAs = async (answer: Promise<Answered>): Promise<[number, boolean]> => {
  const { status, text } = await answer
  return [status, text.includes(outside)]
}

test('a signatory of another department reviews, keeps, approves and releases nothing; one of the department does', async () => {
  const sale = await sold()
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, sale.SaleId)
  await limited(bench.pathologist, { DepartmentId: haematology })
  expect((await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).Actions).toMatchObject({
    review: outside,
    approve: outside,
  })
  for (const name of ['review', 'approve', 'keep'])
    expect([name, await refusedAs(act(bench.pathologist, name, sale, 'Sodium', { Remarks: 'Fine' }))]).toEqual([
      name,
      [422, true],
    ])
  const { WorkSheetId, WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  const many = await approveNormal(bench.pathologist, [{ SaleId: sale.SaleId, WorkSheetId }])
  expect([many.body.Taken, many.body.Left.map((one) => one.Reason)]).toEqual([[], expect.arrayContaining([outside])])
  // by the status cell, too
  const typed = await bench.pathologist.put('/api/testresults/', {
    SaleId: sale.SaleId,
    WorkItems: [{ WorkItemId, StatusId: workItemStatus.Approved }],
  })
  expect([typed.status, typed.text.includes(outside)]).toEqual([422, true])
  await approveAll(bench.other, sale.SaleId)
  const release = await releaseAll(bench.pathologist, sale.SaleId)
  expect([release.status, release.text.includes(outside)]).toEqual([422, true])
  const { Actions } = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  expect(Actions).toMatchObject({ release: outside, repeat: outside })
  expect((await releaseAll(bench.other, sale.SaleId)).status).toBe(200)
})

test('released results of another department are neither amended, withdrawn nor given another patient', async () => {
  const sale = await sold()
  await letGo(bench, sale.SaleId)
  await limited(bench.pathologist, { DepartmentId: haematology })
  expect(await refusedAs(amend(bench.pathologist, sale.SaleId, { Sodium: '139' }))).toEqual([422, true])
  const ReasonId = await aReason(bench.technologist)
  const WorkItems = [{ WorkItemId: (await rowOf(bench.other, sale.SaleId, 'Sodium')).WorkItemId }]
  const said = { ReasonId, Remarks: 'Wrong tube' }
  expect(await refusedAs(bench.pathologist.put('/api/withdrawresults/testresults', { WorkItems, ...said }))).toEqual([
    422,
    true,
  ])
  expect(
    await refusedAs(bench.pathologist.put('/api/withdrawreport/testresults', { SaleId: sale.SaleId, ...said })),
  ).toEqual([422, true])
  const PatientId = await aPatient(bench.desk, { Name: 'The Other' })
  const corrected = await bench.pathologist.put('/api/correctpatient/sales', {
    SaleId: sale.SaleId,
    PatientId,
    ...said,
  })
  expect([corrected.status, corrected.text.includes('you do not sign for Clinical Biochemistry')]).toEqual([422, true])
  // what a signatory of the department asks for is approved by another one of it
  await limited(bench.pathologist)
  expect((await amend(bench.other, sale.SaleId, { Sodium: '139' })).body.message).toContain('amendment waits')
  await limited(bench.pathologist, { DepartmentId: haematology })
  expect(await refusedAs(act(bench.pathologist, 'approve', sale))).toEqual([422, true])
  await limited(bench.pathologist, { DepartmentId: haematology }, { DepartmentId: biochemistry })
  expect((await act(bench.pathologist, 'approve', sale)).status).toBe(200)
})

test('a mandate holds from its first day to its last; one that is over does not open the other departments', async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale.SaleId)
  const on = (from: number | null, till: number | null) => ({
    DepartmentId: biochemistry,
    FromDate: from === null ? null : addDays(today, from),
    TillDate: till === null ? null : addDays(today, till),
  })
  const approve = async (...row: Parameters<typeof on>): Promise<unknown> => {
    await limited(bench.pathologist, on(...row))
    return (await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).Actions.approve
  }
  expect(await approve(null, -1)).toBe(outside)
  expect(await approve(1, null)).toBe(outside)
  expect(await approve(0, 0)).toBe(true)
  expect(await approve(null, null)).toBe(true)
})

test('a rule takes nothing that the one who switched it on could not sign', async () => {
  await enterAll(bench.technologist, (await sold()).SaleId)
  const ElementId = (await rowOf(bench.technologist, (await sold()).SaleId, 'Sodium')).ElementId
  const saved = await bench.pathologist.post('/api/verificationrules/', { Name: 'Sodium', LabId: 2, ElementId })
  const rule = (name: string) =>
    bench.pathologist.put(`/api/${name}/verificationrules`, { formId: saved.body.VerificationRuleId })
  expect((await rule('dryrun')).status).toBe(200)
  await limited(bench.pathologist, { DepartmentId: haematology })
  const refused = await rule('switchon')
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'You do not sign for the department of this element. The person who switches a rule on signs what it approves',
  ])
  const statusAfterEntry = async (): Promise<unknown> => {
    const sale = await sold()
    await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
    return (await rowOf(bench.technologist, sale.SaleId, 'Sodium')).StatusId
  }
  await limited(bench.pathologist, { DepartmentId: biochemistry })
  expect((await rule('switchon')).status).toBe(200)
  expect(await statusAfterEntry()).toBe(workItemStatus.Approved)
  await limited(bench.pathologist, { DepartmentId: biochemistry, TillDate: addDays(today, -1) })
  expect(await statusAfterEntry()).toBe(workItemStatus.Entered)
  await rule('switchoff')
})

test('nobody names their own departments, and no mandate ends before it begins', async () => {
  const wrong = await signsFor(bench.pathologist, [
    { DepartmentId: haematology, FromDate: today, TillDate: addDays(today, -1) },
  ])
  expect([wrong.status, wrong.body.errors]).toEqual([400, { 'SignsFor.0.TillDate': ['Till is before From'] }])
  const own = await signsFor(admin, [{ DepartmentId: haematology }])
  expect([own.status, own.body.message]).toEqual([
    403,
    'You cannot change for which departments you sign. Ask someone else who manages users',
  ])
  await limited(bench.pathologist, { DepartmentId: haematology, FromDate: today })
  expect((await admin.get(`/api/users/${bench.pathologist.userId}`)).body.SignsFor).toEqual([
    expect.objectContaining({ DepartmentId: haematology, FromDate: today, TillDate: null }),
  ])
})

// the last one: the records remember who signed alone, not for which departments the others signed then
test('only the signatories of the department count for who may approve their own entries', async () => {
  const sale = await sold([product.electrolytes, product.haemoglobin])
  await enter(bench.pathologist, sale.SaleId, { Sodium: '140', Haemoglobin: '14' })
  const own = 'Sodium: entered by you; another signatory must approve it'
  expect((await act(bench.pathologist, 'approve', sale)).body.message).toBe(own)
  await limited(bench.other, { DepartmentId: haematology })
  expect((await act(bench.pathologist, 'approve', sale)).status).toBe(200)
  // of the other department there are still two
  expect((await act(bench.pathologist, 'approve', sale, 'Haemoglobin')).status).toBe(422)
  expect((await act(bench.other, 'approve', sale, 'Haemoglobin')).status).toBe(200)
})

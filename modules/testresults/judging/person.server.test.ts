// A birth date, gender or name corrected at the desk: unreleased results follow the person, released ones do not change
// unnoticed.
import { expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { sql } from '../../../server/db/db.ts'
import { birthday } from '../../../server/testing/birthday.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, booked, product } from '../../sales/sales.fixture.ts'
import { amend, approveAll, labForTests, enterAll, releaseAll, rowOf, waiting } from '../testresults.fixture.ts'

const { app, bench } = labForTests()

const eGfr = 'eGFR (CKD-EPI 2021)'
const row = (sale: Read<'sales'>, element: string) => rowOf(bench.pathologist, sale.SaleId, element)
const save = (patient: number, body: Json) => bench.desk.put(`/api/clients/${patient}`, body)
const sold = (patient: number, products: readonly number[] = [product.cbc, product.creatinine]) =>
  accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products })
/** Whole years ago, a month before today. */
const bornAgo = (years: number): string => {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() - years, day.getUTCMonth() - 1, 15)
  return day.toISOString().slice(0, 10)
}

test('a corrected birth date judges unreleased results again: interval, flag, formulas, call and signature', async () => {
  const patient = await aPatient(bench.desk)
  const [sale, other] = [await sold(patient), await sold(patient)]
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.5', Creatinine: '0.9' })
  await approveAll(bench.pathologist, sale.SaleId)
  await enterAll(bench.technologist, other.SaleId, { Haemoglobin: '6.5', Creatinine: '0.9' })
  await approveAll(bench.pathologist, other.SaleId)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ Flag: 'L', LowValue: 13, StatusId: 153 })
  expect(await row(sale, eGfr)).toMatchObject({ NotCalculated: null, StatusId: 153 })
  expect((await row(other, 'Haemoglobin')).CriticalCall).not.toBeNull()
  expect((await save(patient, { BirthDate: bornAgo(3) })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({
    Result: '12.5',
    Flag: 'N',
    LowValue: 11,
    StatusId: 151,
    EnteredBy: 'Suresh Patil',
  })
  expect(await row(sale, eGfr)).toMatchObject({
    Result: null,
    NotCalculated: expect.stringMatching(/./),
    StatusId: 151,
  })
  expect(await row(other, 'Haemoglobin')).toMatchObject({ Flag: 'LL', StatusId: 151, CriticalCall: null })
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(422)
  const entry = await readRow<{ Changes: Json; UserId: number }>(
    app,
    'audit',
    { ModuleId: 'testresults', FormId: sale.SaleId, Action: 'judge anew' },
    'changes, user_id',
  )
  expect(entry.UserId).toBe(bench.desk.userId)
  expect(entry.Changes).toHaveProperty('Haemoglobin', [
    { Result: '12.5', StatusId: 153, Flag: 'L' },
    { Result: '12.5', StatusId: 151, Flag: 'N' },
  ])
})

test('a corrected age has the effect of a birth date, and so has a gender; a phone number has none', async () => {
  const patient = await aPatient(bench.desk)
  const sale = await sold(patient, [product.cbc])
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.5' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await save(patient, { MobilePhone: '9822000199' })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ LowValue: 13, StatusId: 153 })
  expect((await save(patient, { GenderId: 2 })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ LowValue: 12, Flag: 'N', StatusId: 151 })
  expect((await save(patient, { BirthDate: null, Age: 8 })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ LowValue: 11.5, PatientAge: 8, StatusId: 151 })
})

test('a birth date or gender that would change a released result is refused, even after a partial report', async () => {
  const patient = await aPatient(bench.desk)
  const sale = await sold(patient)
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.5', Creatinine: '0.9' })
  await approveAll(bench.pathologist, sale.SaleId)
  const haemoglobin = await row(sale, 'Haemoglobin')
  expect(
    (await bench.pathologist.put('/api/release/testresults', { WorkItemIds: [haemoglobin.WorkItemId] })).status,
  ).toBe(200)
  const said = `Haemoglobin of ${String(sale.AccessionNo)} was reported for the present age and sex`
  for (const [name, value] of [
    ['BirthDate', bornAgo(3)],
    ['GenderId', 2],
  ] as const) {
    const answer = await save(patient, { [name]: value })
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(said)])
    expect(Object.keys(answer.body.errors)).toEqual([name])
  }
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ LowValue: 13, StatusId: 154, PatientAge: 46 })
  expect(await row(sale, 'Creatinine')).toMatchObject({ StatusId: 153 })
})

test('a waiting amendment counts as judged by the present age and sex, too', async () => {
  const patient = await aPatient(bench.desk, { Age: undefined, BirthDate: bornAgo(46) })
  const sale = await sold(patient, [product.creatinine])
  // one more year changes an eGFR of 107, but not one of 5
  await enterAll(bench.technologist, sale.SaleId, { Creatinine: '12' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  expect((await row(sale, eGfr)).Result).toBe('5')
  expect((await amend(bench.pathologist, sale.SaleId, { Creatinine: '0.9' })).status).toBe(200)
  const answer = await save(patient, { BirthDate: bornAgo(47) })
  expect([answer.status, answer.body.message]).toEqual([
    422,
    expect.stringContaining(`${eGfr} of ${String(sale.AccessionNo)} was reported`),
  ])
  const WorkItemIds = (await waiting(bench.pathologist, sale.SaleId)).map((one) => one.WorkItemId)
  expect(
    (await bench.pathologist.put('/api/withdraw/testresults', { WorkItemIds, Remarks: 'Not amended' })).status,
  ).toBe(200)
  expect((await save(patient, { BirthDate: bornAgo(47) })).status).toBe(200)
})

test('a calculated result that needs an age waits for it when the other patient has none', async () => {
  const sale = await sold(await aPatient(bench.desk), [product.creatinine])
  await enterAll(bench.technologist, sale.SaleId, { Creatinine: '0.9' })
  expect((await row(sale, eGfr)).StatusId).toBe(151)
  const unknown = await aPatient(bench.desk, { Name: 'Unknown Person' })
  await setRows(app, 'clients', { ClientId: unknown }, { BirthDate: null })
  expect((await bench.desk.put(`/api/sales/${sale.SaleId}`, { PatientId: unknown })).status).toBe(200)
  expect(await row(sale, eGfr)).toMatchObject({ Result: null, NotCalculated: null, StatusId: 150 })
})

test('a cancelled sale does not block a birth date or gender', async () => {
  const patient = await aPatient(bench.desk)
  const sale = await sold(patient, [product.cbc])
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.5' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  expect((await save(patient, { GenderId: 2 })).status).toBe(422)
  const manager = await signedIn(app, 'manager', 2, 2)
  expect(
    (
      await manager.put('/api/cancel/sales', {
        formId: sale.SaleId,
        reason: 'Booked twice',
        Report: 'keep',
      })
    ).status,
  ).toBe(200)
  expect((await save(patient, { GenderId: 2 })).status).toBe(200)
})

test('a birth date that changes no released result is accepted, and the rest of the sale is judged again', async () => {
  const patient = await aPatient(bench.desk)
  const sale = await sold(patient)
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.5', Creatinine: '0.9' })
  await approveAll(bench.pathologist, sale.SaleId)
  const haemoglobin = await row(sale, 'Haemoglobin')
  await bench.pathologist.put('/api/release/testresults', { WorkItemIds: [haemoglobin.WorkItemId] })
  const was = (await row(sale, eGfr)).Result
  expect((await save(patient, { BirthDate: bornAgo(60) })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ StatusId: 154, LowValue: 13, PatientAge: 60 })
  const now = await row(sale, eGfr)
  expect([now.StatusId, Number(now.Result) < Number(was)]).toEqual([151, true])
})

test('a birth date after a collection is refused', async () => {
  const patient = await aPatient(bench.desk)
  await booked(bench.desk, {
    PatientId: patient,
    BuyerId: 21,
    CollectionDate: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  })
  const answer = await save(patient, { BirthDate: new Date(Date.now() - 86_400_000 / 2).toISOString().slice(0, 10) })
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringMatching(/before the patient was born/)])
})

// as the network is loaded
const template = { bill: 1, labels: 2 }
const printed = async (sale: Read<'sales'>, templateId: number): Promise<string> => {
  const answer = await bench.desk.post('/api/print/sales/', {
    templateId,
    formId: sale.SaleId,
    device: 'screen',
  })
  expect(answer.status).toBe(200)
  return answer.text
}

test('another collection date of an accessioned sale is on its tubes and its label, and its results are judged by the age on it', async () => {
  const collected = new Date(Date.now() - 240_000).toISOString()
  const dayBefore = new Date(Date.parse(collected) - 86_400_000).toISOString()
  // twelve years old on that very day
  const day = dayOf(collected)
  const patient = await aPatient(bench.desk, {
    Age: undefined,
    BirthDate: birthday(day, 12),
  })
  const sale = await accessioned(bench.desk, {
    PatientId: patient,
    BuyerId: 21,
    products: [product.cbc],
    CollectionDate: collected,
  })
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.0' })
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ PatientAge: 12, LowValue: 13, Flag: 'L' })
  expect(await printed(sale, template.labels)).toContain('12 y')
  expect((await bench.desk.put(`/api/sales/${sale.SaleId}`, { CollectionDate: dayBefore })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({
    PatientAge: 11,
    LowValue: 11.5,
    Flag: 'N',
    CollectionDate: dayBefore,
  })
  expect(await printed(sale, template.labels)).toContain('11 y')
})

test('the collection date of an accessioned sale follows the rules of booking', async () => {
  const sale = await sold(await aPatient(bench.desk), [product.cbc])
  const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
  const change = async (body: Json) => {
    const answer = await bench.desk.put(`/api/sales/${sale.SaleId}`, body)
    return [answer.status, Object.values(answer.body.errors ?? {}).flat()]
  }
  expect(await change({ CollectionDate: ago(400), ReportDate: ago(300) })).toEqual([
    400,
    ['Collection Date cannot be more than a year before the sale'],
  ])
  expect(await change({ CollectionDate: ago(-1), ReportDate: ago(-2) })).toEqual([
    400,
    ['The tubes are collected, so Collection Date cannot be in the future'],
  ])
  expect(await change({ CollectionDate: ago(-0.5), ReportDate: ago(-0.4) })).toEqual([
    400,
    ['Report Date cannot be before Collection Date'],
  ])
  const question = 'The collection date is more than three days before the sale. Is it right ?'
  expect(await change({ CollectionDate: ago(10) })).toEqual([422, [question]])
  expect(await change({ CollectionDate: ago(10), EarlyCollection: true })).toEqual([200, []])
  const minutesBefore = new Date(Date.parse(String(sale.SaleDate)) - 60_000).toISOString()
  expect(await change({ CollectionDate: minutesBefore })).toEqual([200, []])
})

test('a corrected spelling of the name is on labels, bill, bench and the next report; a released report retains its own', async () => {
  const patient = await aPatient(bench.desk, { Name: 'Ramesh Kumar Yoshi' })
  const [reported, open] = [await sold(patient, [product.cbc]), await sold(patient, [product.cbc])]
  await enterAll(bench.technologist, reported.SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, reported.SaleId)
  await releaseAll(bench.pathologist, reported.SaleId)
  expect((await save(patient, { Name: 'Ramesh Kumar Joshi' })).status).toBe(200)
  for (const templateId of Object.values(template)) {
    const text = await printed(open, templateId)
    expect([text.includes('Joshi') || text.includes('JOSHI'), /yoshi/i.test(text)]).toEqual([true, false])
  }
  expect((await row(open, 'Haemoglobin')).Patient).toBe('Ramesh Kumar Joshi')
  await enterAll(bench.technologist, open.SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, open.SaleId)
  await releaseAll(bench.pathologist, open.SaleId)
  const names = await app.db.read.rows<{ Name: string }>(sql`
    select
      content -> 'Patient' ->> 'Name' as name
    from
      reports
    where
      sale_id = any (${[reported.SaleId, open.SaleId]}::int[])
    order by
      sale_id
  `)
  expect(names.map((one) => one.Name)).toEqual(['Ramesh Kumar Yoshi', 'Ramesh Kumar Joshi'])
})

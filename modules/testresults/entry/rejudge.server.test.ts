// Another patient or another collection date of a sale: its results are judged again.
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import {
  approveAll,
  enter,
  enterAll,
  labForTests,
  manAndGirl,
  releaseAll,
  rowOf,
  rowsOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const people = manAndGirl(bench)

/** A sale to an institution, so that its buyer does not depend on the patient. */
const onCredit = (products: readonly number[] = [product.cbc]): Promise<Read<'sales'>> =>
  accessioned(bench.desk, { PatientId: people.man, BuyerId: 21, products })
const change = (sale: Read<'sales'>, body: Json) => bench.desk.put(`/api/sales/${sale.SaleId}`, body)
const row = (sale: Read<'sales'>, element: string) => rowOf(bench.pathologist, sale.SaleId, element)

test('another patient returns approved results to entered, with the interval, flag and formulas of that patient', async () => {
  const sale = await onCredit([product.cbc, product.creatinine])
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '12.5', Creatinine: '0.9' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ Flag: 'L', LowValue: 13, StatusId: 153 })
  const eGfr = 'eGFR (CKD-EPI 2021)'
  expect(await row(sale, eGfr)).toMatchObject({ StatusId: 153, NotCalculated: null })
  expect((await change(sale, { PatientId: people.girl })).status).toBe(200)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({
    Result: '12.5',
    Flag: 'N',
    LowValue: 11,
    StatusId: 151,
    Patient: 'Mira Patil',
    EnteredBy: 'Suresh Patil',
  })
  expect(await row(sale, eGfr)).toMatchObject({
    Result: null,
    NotCalculated: expect.stringMatching(/./),
    StatusId: 151,
  })
  expect((await rowsOf(bench.pathologist, sale.SaleId)).some((one) => Number(one.StatusId) > 152)).toBe(false)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(422)
  const entry = await app.db.read.maybe<{ Changes: Json }>(sql`
    select
      changes
    from
      audit
    where
      module_id = 'testresults'
      and form_id = ${sale.SaleId}
      and action = 'judge anew'
  `)
  expect(entry?.Changes).toHaveProperty('Haemoglobin', [
    { Result: '12.5', StatusId: 153, Flag: 'L' },
    { Result: '12.5', StatusId: 151, Flag: 'N' },
  ])
})

test('the call about a critical value is required again for the other patient', async () => {
  const sale = await onCredit()
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '6.0' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect(await row(sale, 'Haemoglobin')).toMatchObject({ StatusId: 153, CriticalCall: { CalledTo: 'Dr Sawant' } })
  expect((await change(sale, { PatientId: people.girl })).status).toBe(200)
  const now = await row(sale, 'Haemoglobin')
  expect(now).toMatchObject({ Flag: 'LL', StatusId: 151, CriticalCall: null })
  await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [now.WorkItemId] })
  expect(
    (await bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [now.WorkItemId] })).body.message,
  ).toBe('Haemoglobin: log the call about the critical value first')
})

test('the earlier results of the other patient decide the delta', async () => {
  const own = await aPatient(bench.desk, { Name: 'Delta Check', MobilePhone: '9822000160' })
  const first = await accessioned(bench.desk, {
    PatientId: own,
    BuyerId: 21,
    products: [product.electrolytes],
    CollectionDate: new Date(Date.now() - 86_400_000).toISOString(),
  })
  await enterAll(bench.technologist, first.SaleId, { Potassium: '4.0' })
  await approveAll(bench.pathologist, first.SaleId)
  const sale = await onCredit([product.electrolytes])
  await enter(bench.technologist, sale.SaleId, { Potassium: '5.1' })
  expect(await row(sale, 'Potassium')).toMatchObject({ IsDelta: false })
  await change(sale, { PatientId: own })
  expect(await row(sale, 'Potassium')).toMatchObject({ IsDelta: true, PreviousResult: '4.0', StatusId: 151 })
})

test('another collection date returns approved results to entered; a remark does not', async () => {
  const sale = await onCredit()
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await change(sale, { Remarks: 'fasting' })).status).toBe(200)
  expect((await row(sale, 'Haemoglobin')).StatusId).toBe(153)
  expect((await change(sale, { CollectionDate: new Date(Date.now() - 3_600_000).toISOString() })).status).toBe(200)
  expect((await row(sale, 'Haemoglobin')).StatusId).toBe(151)
})

test('once a report is released, even a partial one, the patient of the sale cannot be changed', async () => {
  const sale = await onCredit([product.cbc, product.creatinine])
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, sale.SaleId)
  const creatinine = await row(sale, 'Creatinine')
  expect(
    (await bench.pathologist.put('/api/release/testresults', { WorkItemIds: [creatinine.WorkItemId] })).status,
  ).toBe(200)
  expect((await change(sale, { PatientId: people.girl })).status).toBe(422)
  expect((await change(sale, { CollectionDate: new Date(Date.now() - 3_600_000).toISOString() })).status).toBe(422)
  expect((await row(sale, 'Haemoglobin')).Patient).toBe('Ramesh Kumar Joshi')
})

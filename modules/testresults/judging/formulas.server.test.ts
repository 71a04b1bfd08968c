// Calculated results: they equal what their inputs give when they are approved, released and amended.
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import type { Read, Result } from '../../../server/testing/answers.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import {
  amend,
  amended,
  approveAll,
  aReason,
  labForTests,
  paidSale,
  enter,
  enterAll,
  itemsOf,
  releaseAll,
  rowOf,
  rowsOf,
  waiting,
} from '../testresults.fixture.ts'

const hba1c = 3017
const lipids = 3093
const glucose = 3013
const homaIr = 3063

const { app, bench } = labForTests()

/** Of a patient of its own: an earlier value would hold it. */
const saleOf = async (products: readonly number[], Amount: number) =>
  paidSale(bench.desk, await aPatient(bench.desk), products, Amount)
const row = (sale: Read<'sales'>, element: string) => rowOf(bench.pathologist, sale.SaleId, element)
const average = 'Estimated average glucose'
const approve = (...rows: Result[]) =>
  bench.pathologist.put('/api/approve/testresults', { WorkItemIds: rows.map((one) => one.WorkItemId) })
const entered = async (value: string): Promise<Read<'sales'>> => {
  const sale = await saleOf([hba1c], 480)
  await enter(bench.technologist, sale.SaleId, { HbA1c: value })
  return sale
}

test('a formula cannot be approved before its inputs, but together with them', async () => {
  const sale = await entered('6.1')
  const [input, formula] = [await row(sale, 'HbA1c'), await row(sale, average)]
  const alone = await approve(formula)
  expect([alone.status, alone.body.message]).toEqual([
    422,
    'Estimated average glucose: approve its inputs first: HbA1c',
  ])
  expect((await row(sale, average)).StatusId).toBe(151)
  expect((await approve(formula, input)).status).toBe(200)
  expect([(await row(sale, 'HbA1c')).StatusId, (await row(sale, average)).StatusId]).toEqual([153, 153])
})

test('a calculated value below 0 is no result and never goes out, and comes once its inputs are right', async () => {
  const sale = await saleOf([lipids], 700)
  const typed = { 'Cholesterol, total': '120', Triglycerides: '395', 'HDL cholesterol': '60' }
  expect((await enter(bench.technologist, sale.SaleId, typed)).status).toBe(200)
  const ldl = await row(sale, 'LDL cholesterol (calculated)')
  expect([ldl.Result, ldl.NotCalculated]).toEqual([null, 'Below 0: check the results it is calculated from'])
  expect((await row(sale, 'LDL / HDL ratio')).Result).toBeNull()
  expect((await enter(bench.technologist, sale.SaleId, { Triglycerides: '195' })).status).toBe(200)
  expect((await row(sale, 'LDL cholesterol (calculated)')).Result).toBe('21')
})

test('a changed input returns an approved formula to entered with the new value', async () => {
  const sale = await entered('6.1')
  // the state from before inputs had to be approved first
  await approve(await row(sale, 'HbA1c'), await row(sale, average))
  await setRows(app, 'work_items', { SaleId: sale.SaleId, ElementId: 1042 }, { StatusId: 151 })
  expect((await enter(bench.technologist, sale.SaleId, { HbA1c: '12.5' })).status).toBe(200)
  expect(await row(sale, average)).toMatchObject({ Result: '312', StatusId: 151 })
  const release = await releaseAll(bench.pathologist, sale.SaleId)
  expect([release.status, release.body.message]).toEqual([422, expect.stringContaining('Not yet approved')])
})

test('a repeated input removes the approval of its formula', async () => {
  const sale = await entered('6.1')
  const input = await row(sale, 'HbA1c')
  await approve(input, await row(sale, average))
  const asked = { WorkItemIds: [input.WorkItemId], ReasonId: await aReason(bench.pathologist) }
  expect((await bench.pathologist.put('/api/repeat/testresults', asked)).status).toBe(200)
  expect(await row(sale, average)).toMatchObject({ Result: null, StatusId: 150 })
})

test('a stale formula is recalculated and must be signed again, at approval and at release', async () => {
  const sale = await entered('6.1')
  const differ = () =>
    app.db.transaction((tx) =>
      tx.run(sql`
        update results
        set
          result = '99'
        where
          work_item_id in (
            select
              work_item_id
            from
              work_items
            where
              sale_id = ${sale.SaleId}
              and element_id = 1043
          )
      `),
    )
  await differ()
  const first = await approve(await row(sale, 'HbA1c'), await row(sale, average))
  expect([first.status, first.body.message]).toEqual([
    422,
    'Estimated average glucose: recalculated, 99 is now 128; check it and sign again',
  ])
  expect([(await row(sale, average)).Result, (await row(sale, 'HbA1c')).StatusId]).toEqual(['128', 151])
  expect((await approve(await row(sale, 'HbA1c'), await row(sale, average))).status).toBe(200)
  await differ()
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(422)
  expect(await row(sale, average)).toMatchObject({ Result: '128', StatusId: 151 })
  expect((await approve(await row(sale, average))).status).toBe(200)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
})

test('an amended input amends the released formula that uses it', async () => {
  const sale = await entered('6.1')
  await approve(await row(sale, 'HbA1c'), await row(sale, average))
  await releaseAll(bench.pathologist, sale.SaleId)
  expect((await amended(bench, sale.SaleId, { HbA1c: '7.0' })).body.message).toBe('2 results are amended')
  expect(await row(sale, average)).toMatchObject({ Result: '154', StatusId: 159 })
})

test('an amended input returns an approved formula of another test to entered with the new value', async () => {
  const sale = await saleOf([glucose, homaIr], 890)
  await enterAll(bench.technologist, sale.SaleId, { 'Glucose, fasting': '90', 'Insulin, fasting': '10' })
  await approveAll(bench.pathologist, sale.SaleId)
  const before = await row(sale, 'HOMA-IR')
  expect(before).toMatchObject({ Result: '2.22', StatusId: 153 })
  const out = await bench.pathologist.put('/api/release/testresults', {
    WorkItemIds: itemsOf(
      (await rowsOf(bench.pathologist, sale.SaleId)).filter((one) => one.Element === 'Glucose, fasting'),
    ),
  })
  expect(out.status).toBe(200)
  expect((await amended(bench, sale.SaleId, { 'Glucose, fasting': '180' })).status).toBe(200)
  expect(await row(sale, 'HOMA-IR')).toMatchObject({ Result: '4.44', StatusId: 151 })
})

test('an input of a released formula cannot be changed', async () => {
  const sale = await saleOf([hba1c], 480)
  await enter(bench.technologist, sale.SaleId, { HbA1c: '6.1' })
  await approve(await row(sale, 'HbA1c'), await row(sale, average))
  await releaseAll(bench.pathologist, sale.SaleId)
  await setRows(app, 'work_items', { SaleId: sale.SaleId, ElementId: 1042 }, { StatusId: 153 })
  const asked = { WorkItemIds: [(await row(sale, 'HbA1c')).WorkItemId], ReasonId: await aReason(bench.pathologist) }
  const answer = await bench.pathologist.put('/api/repeat/testresults', asked)
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'Estimated average glucose is reported and uses this value; release this value, then amend it',
  ])
})

test('two amendments of one formula: it goes out when both are decided, together or one given up', async () => {
  const sale = await saleOf([glucose, homaIr], 890)
  await enterAll(bench.technologist, sale.SaleId, { 'Glucose, fasting': '90', 'Insulin, fasting': '10' })
  await approveAll(bench.pathologist, sale.SaleId)
  await releaseAll(bench.pathologist, sale.SaleId)
  const ask = async (element: string, Result: string) =>
    bench.pathologist.put('/api/amend/testresults', {
      WorkItems: [{ WorkItemId: (await row(sale, element)).WorkItemId, Result }],
      ReasonId: await aReason(bench.pathologist),
      Remarks: 'Wrong tube',
    })
  await ask('Glucose, fasting', '180')
  await ask('Insulin, fasting', '20')
  expect((await row(sale, 'HOMA-IR')).Amendment).toMatchObject({ Result: '8.89' })
  const act = async (name: string, element: string) =>
    bench.other.put(`/api/${name}/testresults`, { WorkItemIds: [(await row(sale, element)).WorkItemId] })
  const first = await act('approve', 'Glucose, fasting')
  expect([first.status, first.body.message]).toEqual([
    422,
    'HOMA-IR: decide about its inputs first: Insulin, fasting. ' +
      'Approve these amendments together, or withdraw one and let one person ask for both',
  ])
  expect((await act('withdraw', 'Insulin, fasting')).status).toBe(200)
  expect((await row(sale, 'HOMA-IR')).Amendment).toMatchObject({ Result: '4.44' })
  expect((await act('review', 'HOMA-IR')).status).toBe(200)
  expect((await act('approve', 'Glucose, fasting')).body.message).toBe('2 results are amended')
  expect((await row(sale, 'HOMA-IR')).Result).toBe('4.44')
  await ask('Glucose, fasting', '90')
  await ask('Insulin, fasting', '20')
  const both = itemsOf(await waiting(bench.other, sale.SaleId))
  await bench.other.put('/api/review/testresults', { WorkItemIds: both })
  expect((await bench.other.put('/api/approve/testresults', { WorkItemIds: both })).status).toBe(200)
  expect((await row(sale, 'HOMA-IR')).Result).toBe('4.44')
})

test('a formula cannot be approved while an amendment of its input waits, and its new value is never approved unseen', async () => {
  const sale = await saleOf([glucose, homaIr], 890)
  await enterAll(bench.technologist, sale.SaleId, { 'Glucose, fasting': '90', 'Insulin, fasting': '10' })
  const inputs = (await rowsOf(bench.pathologist, sale.SaleId)).filter((one) => !one.Formula)
  await bench.pathologist.put('/api/review/testresults', { WorkItemIds: itemsOf(inputs) })
  expect((await approve(...inputs)).status).toBe(200)
  const WorkItemIds = itemsOf(inputs.filter((one) => one.Element === 'Glucose, fasting'))
  expect((await bench.pathologist.put('/api/release/testresults', { WorkItemIds })).status).toBe(200)
  await amend(bench.pathologist, sale.SaleId, { 'Glucose, fasting': '180' })
  const refusal = 'HOMA-IR: approve its inputs first: Glucose, fasting'
  expect((await row(sale, 'HOMA-IR')).Actions).toMatchObject({ approve: refusal })
  const both = { WorkItemIds: [...WorkItemIds, (await row(sale, 'HOMA-IR')).WorkItemId] }
  const together = await bench.other.put('/api/approve/testresults', both)
  expect([together.status, together.body.message]).toEqual([422, refusal])
  expect((await bench.other.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
  expect(await row(sale, 'HOMA-IR')).toMatchObject({ Result: '4.44', StatusId: 151 })
})

test('a formula that changes with a save cannot be approved in the same save, even where one signs alone', async () => {
  const desk = await signedIn(app, 'nashik', 5, 3)
  const only = await signedIn(app, 'pathologist', 3, 3)
  const sale = await accessioned(desk, { PatientId: await aPatient(desk), SellerId: 3, products: [product.creatinine] })
  const rows = await rowsOf(only, sale.SaleId)
  const idOf = (element: string) => rows.find((one) => one.Element === element)?.WorkItemId
  const answer = await only.put('/api/testresults/', {
    SaleId: sale.SaleId,
    WorkItems: [
      { WorkItemId: idOf('Creatinine'), Result: '0.9', StatusId: 153 },
      { WorkItemId: idOf('eGFR (CKD-EPI 2021)'), StatusId: 153 },
    ],
  })
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'eGFR (CKD-EPI 2021): recalculated with this save; approve it afterwards',
  ])
})

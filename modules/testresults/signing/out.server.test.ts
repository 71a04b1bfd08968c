// What is released and what is not: no report of a cancelled sale, and no version of a report that lacks a result of an
// earlier one.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import {
  amend,
  amended,
  approveAll,
  aReason,
  labForTests,
  enter,
  enterAll,
  releaseAll,
  rowOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let manager: Person
let patient: number
beforeAll(async () => {
  manager = await signedIn(app, 'manager', 2, 2)
  patient = await aPatient(bench.desk)
})

const row = (sale: Read<'sales'>, element: string) => rowOf(bench.pathologist, sale.SaleId, element)
const approved = async (more: Json, products: readonly number[] = [product.electrolytes]): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, { PatientId: patient, products, ...more })
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  return sale
}
const cancel = async (sale: Read<'sales'>) =>
  expect(
    (
      await manager.put('/api/cancel/sales', {
        formId: sale.SaleId,
        reason: 'Money back',
        Report: 'keep',
      })
    ).status,
  ).toBe(200)
const versions = (sale: Read<'sales'>) =>
  readRows<{ Version: number; State: string; Content: ReportData }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'version, state, content',
    'version',
  )
const printedOf = (content: ReportData | undefined) =>
  Object.fromEntries(
    (content?.Departments ?? []).flatMap((one) =>
      one.Tests.flatMap((test) => test.Rows.map((line) => [line.Element, line.Result])),
    ),
  )
const nothingGoesOut = 'The sale is cancelled, so its report cannot be issued'

test('approved results of a sale that was cancelled unpaid cannot be released, whatever the reason', async () => {
  const sale = await approved({})
  await cancel(sale)
  const answer = await releaseAll(bench.pathologist, sale.SaleId, 'Pays later')
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(nothingGoesOut)])
  expect(await row(sale, 'Sodium')).toMatchObject({ StatusId: 153, Actions: { release: nothingGoesOut } })
  expect(await versions(sale)).toEqual([])
})

test('a sale that is cancelled after its report gets no further version: neither amended nor in another name', async () => {
  const sale = await approved({ BuyerId: 21 })
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  const asked = await amend(bench.pathologist, sale.SaleId, { Sodium: '150' })
  expect(asked.status).toBe(200)
  await cancel(sale)
  const again = await amend(bench.pathologist, sale.SaleId, { Potassium: '4.4' })
  expect([again.status, again.body.message]).toEqual([422, nothingGoesOut])
  const out = await bench.other.put('/api/approve/testresults', {
    WorkItemIds: [(await row(sale, 'Sodium')).WorkItemId],
  })
  expect([out.status, out.body.message]).toEqual([422, nothingGoesOut])
  const named = await bench.pathologist.put('/api/correctpatient/sales', {
    SaleId: sale.SaleId,
    PatientId: await aPatient(bench.desk, { Name: 'Mira Patil', GenderId: 2 }),
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Requisitions were exchanged',
  })
  expect([named.status, named.body.message]).toEqual([422, expect.stringContaining('cancelled')])
  expect((await versions(sale)).map((one) => one.Version)).toEqual([1])
})

test('a test that was reported as not performed cannot be changed: it is on every later version', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products: [product.electrolytes] })
  await enter(bench.technologist, sale.SaleId, { Sodium: '140', Potassium: '4.1' })
  const chloride = await row(sale, 'Chloride')
  const move = async (StatusId: number, person = bench.technologist) =>
    person.put('/api/testresults/', {
      SaleId: sale.SaleId,
      WorkItems: [{ WorkItemId: chloride.WorkItemId, StatusId, ReasonId: await aReason(person) }],
    })
  expect((await move(157)).status).toBe(200)
  expect((await move(150)).status).toBe(200)
  expect((await move(157)).status).toBe(200)
  await enterAll(bench.technologist, sale.SaleId, {}, ['Chloride', 'Sodium', 'Potassium'])
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  for (const person of [bench.technologist, bench.pathologist]) {
    const answer = await move(150, person)
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'Chloride: it was reported as not performed; sell the test again',
    ])
  }
  expect((await amended(bench, sale.SaleId, { Sodium: '150' })).status).toBe(200)
  const [, second] = await versions(sale)
  expect(printedOf(second?.Content)).toMatchObject({ Sodium: '150', Potassium: '4.1', Chloride: 'Not performed' })
})

test('a formula that an amendment makes calculable is awaited on the amended report, next to the released results; it follows when it is released', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products: [product.lipids] })
  await enterAll(bench.technologist, sale.SaleId, { Triglycerides: '450' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  const ldl = 'LDL cholesterol (calculated)'
  expect(printedOf((await versions(sale))[0]?.Content)).toMatchObject({ Triglycerides: '450', [ldl]: 'Not applicable' })
  expect((await amended(bench, sale.SaleId, { Triglycerides: '150' })).status).toBe(200)
  const second = (await versions(sale))[1]?.Content
  expect(printedOf(second)).toMatchObject({ Triglycerides: '150', [ldl]: 'To follow' })
  expect(second?.Pending.map((one) => one.State)).toEqual(['In process'])
  const formulas = [await row(sale, ldl), await row(sale, 'VLDL cholesterol'), await row(sale, 'LDL / HDL ratio')]
  const WorkItemIds = formulas.map((one) => one.WorkItemId)
  expect((await bench.other.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
  expect((await bench.pathologist.put('/api/release/testresults', { WorkItemIds })).status).toBe(200)
  const third = (await versions(sale))[2]
  expect([third?.State, printedOf(third?.Content)[ldl]]).toEqual(['AMENDED', expect.stringMatching(/^\d+$/)])
  expect(third?.Content.Pending).toEqual([])
})

test('a release takes only items of the own labs; items of another lab of the same test are not changed', async () => {
  const sale = await approved({ BuyerId: 21 })
  const [own, foreign] = [await row(sale, 'Sodium'), await row(sale, 'Chloride')]
  await setRows(app, 'work_items', { WorkItemId: foreign.WorkItemId }, { LabId: 4 })
  const answer = await bench.pathologist.put('/api/release/testresults', { WorkItemIds: [own.WorkItemId] })
  expect(answer.status).toBe(200)
  const states = await app.db.read.rows<{ StatusId: number }>(sql`
    select
      w.status_id
    from
      unnest(${[own.WorkItemId, foreign.WorkItemId]}::int[]) with ordinality asked (id, place)
      join work_items w on w.work_item_id = asked.id
    order by
      asked.place
  `)
  expect(states.map((one) => one.StatusId)).toEqual([154, 153])
})

test('repeated amendments are no repeat: the run of the result is the same', async () => {
  const sale = await approved({ BuyerId: 21 })
  await releaseAll(bench.pathologist, sale.SaleId)
  expect((await amended(bench, sale.SaleId, { Sodium: '139' })).status).toBe(200)
  expect((await amended(bench, sale.SaleId, { Sodium: '138' })).status).toBe(200)
  const runs = await readRows<{ Run: number; Result: string }>(
    app,
    'results',
    { WorkItemId: (await row(sale, 'Sodium')).WorkItemId },
    'run, result',
    'version',
  )
  expect(runs.slice(-2)).toEqual([
    { Run: 1, Result: '139' },
    { Run: 1, Result: '138' },
  ])
})

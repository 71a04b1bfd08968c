// What a request about results may change: its own sale and worksheet, reasons of the list, notes before approval.
import { beforeAll, expect, test } from 'vitest'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import {
  amend,
  approveAll,
  aReason,
  enterAll,
  labForTests,
  paidSale,
  releaseAll,
  rowOf,
  rowsOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
const other = paymentMode.Cash // of another list
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})

const put = (body: Json, person = bench.technologist) => person.put('/api/testresults/', body)
const approved = async (): Promise<Read<'sales'>> => {
  const sale = await paidSale(bench.desk, patient)
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  return sale
}

test('a work item of another sale than the body names is not written', async () => {
  const [one, two] = [await paidSale(bench.desk, patient), await paidSale(bench.desk, patient)]
  const { WorkItemId } = await rowOf(bench.technologist, two.SaleId, 'Sodium')
  const answer = await put({ SaleId: one.SaleId, WorkItems: [{ WorkItemId, Result: '140' }] })
  expect([answer.status, answer.body.message, Object.keys(answer.body.errors)]).toEqual([
    422,
    `Sodium is not of sale ${one.SaleId}`,
    [`WorkItems.${WorkItemId}`],
  ])
  expect((await rowOf(bench.technologist, two.SaleId, 'Sodium')).Result).toBeNull()
})

test('a work item of another worksheet than the body names is not written', async () => {
  const sale = await paidSale(bench.desk, patient)
  const first = (await bench.technologist.put('/api/generate/worksheets')).body.WorkSheetIds[0]
  const later = await paidSale(bench.desk, patient)
  await bench.technologist.put('/api/generate/worksheets')
  const { WorkItemId, WorkSheetId } = await rowOf(bench.technologist, later.SaleId, 'Sodium')
  expect(WorkSheetId).not.toBe(first)
  const wrong = await put({ WorkSheetId: first, SaleId: later.SaleId, WorkItems: [{ WorkItemId, Result: '140' }] })
  expect([wrong.status, wrong.body.message]).toEqual([422, `Sodium is not on worksheet ${first}`])
  expect((await rowOf(bench.technologist, later.SaleId, 'Sodium')).Result).toBeNull()
  expect((await put({ WorkSheetId, SaleId: later.SaleId, WorkItems: [{ WorkItemId, Result: '140' }] })).status).toBe(
    200,
  )
  expect((await rowOf(bench.technologist, sale.SaleId, 'Sodium')).WorkSheetId).toBe(first)
})

test('a save does not find a sale or worksheet that is not on the bench', async () => {
  const sale = await paidSale(bench.desk, patient)
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const WorkItems = [{ WorkItemId, Result: '140' }]
  for (const named of [{ SaleId: 999_999 }, { WorkSheetId: 999_999 }, { SaleId: sale.SaleId, WorkSheetId: 999_999 }]) {
    expect([named, (await put({ ...named, WorkItems })).status]).toEqual([named, 404])
    expect([named, (await put({ ...named, WorkItems: [] })).status]).toEqual([named, 404])
  }
  const nashik = await signedIn(app, 'nashik', 4, 3)
  expect((await put({ SaleId: sale.SaleId, WorkItems: [] }, nashik)).status).toBe(404)
  expect((await rowOf(bench.technologist, sale.SaleId, 'Sodium')).Result).toBeNull()
})

test('a reason is one of list 122 on every route of results', async () => {
  const sale = await approved()
  const rows = await rowsOf(bench.pathologist, sale.SaleId)
  const WorkItemIds = [rows[0]?.WorkItemId]
  for (const ReasonId of [other, 999_999]) {
    const entry = await put({
      SaleId: sale.SaleId,
      WorkItems: [{ WorkItemId: WorkItemIds[0], StatusId: 156, ReasonId }],
    })
    expect([entry.status, entry.body.errors]).toEqual([
      400,
      { 'WorkItems.0.ReasonId': ['Reason is not one of its choices'] },
    ])
    for (const name of ['review', 'approve', 'repeat', 'release', 'withdraw']) {
      const answer = await bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds, ReasonId })
      expect([name, answer.status, answer.body.errors]).toEqual([
        name,
        400,
        { ReasonId: ['Reason is not one of its choices'] },
      ])
    }
    const amended = await amend(bench.pathologist, sale.SaleId, { Sodium: '130' }, { ReasonId })
    expect([amended.status, amended.body.errors]).toEqual([400, { ReasonId: ['Reason is not one of its choices'] }])
  }
})

test('after approval a comment or a reason can only be amended; internal remarks can still be changed', async () => {
  const sale = await approved()
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const note = (item: Json) => put({ SaleId: sale.SaleId, WorkItems: [{ WorkItemId, ...item }] })
  const refusal = 'Sodium: after approval, comments and reasons can only be amended'
  const stays = async () => {
    const written = await note({ Comments: 'Blasts seen, suggestive of acute leukaemia.' })
    expect([written.status, written.body.message]).toEqual([422, refusal])
    expect((await note({ ReasonId: await aReason(bench.technologist) })).status).toBe(422)
    expect(await rowOf(bench.technologist, sale.SaleId, 'Sodium')).toMatchObject({ Comments: null, ReasonId: null })
  }
  await stays()
  expect((await note({ Remarks: 'tube kept' })).status).toBe(200)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  await stays()
})

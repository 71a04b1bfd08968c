// An amendment goes out by the gate: what holds a result holds the value that would replace it.
import { expect, test } from 'vitest'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Answered, Json, Person } from '../../../server/testing/signed-in.ts'
import { sampleStatus, workItemReason, workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import {
  amend,
  approveAll,
  enter,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  paidSale,
  releaseAll,
  reportsOf,
  rowOf,
  rowsOf,
  waiting,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()

const hour = 3_600_000
const drawnAt = (
  PatientId: number,
  hoursAgo: number,
  products: readonly number[] = [product.electrolytes],
): Promise<Read<'sales'>> =>
  accessioned(bench.desk, {
    PatientId,
    BuyerId: 21,
    products,
    CollectionDate: new Date(Date.now() - hoursAgo * hour).toISOString(),
  })
const act = async (person: Person, name: string, sale: Read<'sales'>, element: string, more: Json = {}) =>
  person.put(`/api/${name}/testresults`, {
    WorkItemIds: [(await rowOf(person, sale.SaleId, element)).WorkItemId],
    ...more,
  })
const said = async (answer: Promise<Answered>): Promise<unknown[]> => {
  const { status, body } = await answer
  return [status, body.message]
}
const approve = (sale: Read<'sales'>, element: string) => said(act(bench.other, 'approve', sale, element))
const inForce = async (sale: Read<'sales'>, element: string): Promise<unknown[]> => {
  const row = await rowOf(bench.other, sale.SaleId, element)
  return [row.Result, row.StatusId]
}

test('an amended value that differs from another one is reviewed first, and again where the other came after that', async () => {
  const own = await aPatient(bench.desk, { Name: 'Amended Delta' })
  const [early, late] = [await drawnAt(own, 2), await drawnAt(own, 1)]
  await letGo(bench, early.SaleId, { Potassium: '3.7' })
  expect((await amend(bench.pathologist, early.SaleId, { Potassium: '3.6' })).status).toBe(200)
  await enter(bench.technologist, late.SaleId, { Potassium: '5.0' })
  const held = 'Potassium: its amendment is to be reviewed first (delta check)'
  expect((await rowOf(bench.other, early.SaleId, 'Potassium')).Actions).toMatchObject({
    review: true,
    approve: held,
  })
  expect(await approve(early, 'Potassium')).toEqual([422, held])
  expect(await said(act(bench.other, 'review', early, 'Potassium'))).toEqual([200, '1 result is reviewed'])
  expect(await said(act(bench.other, 'review', early, 'Potassium'))).toEqual([
    422,
    'Potassium: its amendment is reviewed already',
  ])
  // the released value is as it was
  expect(await inForce(early, 'Potassium')).toEqual(['3.7', workItemStatus.Released])
  await enter(bench.technologist, late.SaleId, { Potassium: '5.1' })
  const text = 'has another value of this patient that came after the signature; review it again'
  expect(await approve(early, 'Potassium')).toEqual([422, `Potassium: ${String(late.AccessionNo)} ${text}`])
  expect((await act(bench.other, 'review', early, 'Potassium')).status).toBe(200)
  expect((await approve(early, 'Potassium'))[0]).toBe(200)
  expect(await inForce(early, 'Potassium')).toEqual(['3.6', workItemStatus.Amended])
  expect(
    await readRow(
      app,
      'audit',
      { ModuleId: 'testresults', FormId: early.SaleId, Action: 'review amendment' },
      'user_id',
    ),
  ).toEqual({ UserId: bench.other.userId })
})

test('a value is reviewed again once an amendment of the other one is in force that was asked for before its signature', async () => {
  const own = await aPatient(bench.desk, { Name: 'Amended Beside' })
  const [early, late] = [await drawnAt(own, 2), await drawnAt(own, 1)]
  await letGo(bench, early.SaleId, { Potassium: '4.9' })
  expect((await amend(bench.pathologist, early.SaleId, { Potassium: '3.6' })).status).toBe(200)
  await enterAll(bench.technologist, late.SaleId, { Potassium: '5.0' })
  await approveAll(bench.pathologist, late.SaleId)
  // the signatory of the later one saw 4.9
  expect((await act(bench.other, 'review', early, 'Potassium')).status).toBe(200)
  expect((await approve(early, 'Potassium'))[0]).toBe(200)
  expect(await said(releaseAll(bench.pathologist, late.SaleId))).toEqual([
    422,
    `Electrolytes: Potassium: ${String(early.AccessionNo)} has another value of this patient that came after the signature; ` +
      'review it again',
  ])
  for (const name of ['review', 'approve'])
    expect((await act(bench.pathologist, name, late, 'Potassium')).status).toBe(200)
  expect((await releaseAll(bench.pathologist, late.SaleId)).status).toBe(200)
})

test('a review of an amendment is of this value: the next one is reviewed for itself, a comment alone is not', async () => {
  const sale = await drawnAt(await aPatient(bench.desk), 1, [product.crp])
  const element = String((await rowsOf(bench.technologist, sale.SaleId))[0]?.Element)
  await letGo(bench, sale.SaleId)
  expect((await amend(bench.pathologist, sale.SaleId, { [element]: '<10' })).status).toBe(200)
  const held = [422, `${element}: its amendment is to be reviewed first (not judged by its limits)`]
  expect(await approve(sale, element)).toEqual(held)
  expect((await act(bench.other, 'review', sale, element)).status).toBe(200)
  await amend(bench.pathologist, sale.SaleId, { [element]: '<11' })
  expect(await approve(sale, element)).toEqual(held)
  expect((await act(bench.other, 'review', sale, element)).status).toBe(200)
  expect((await approve(sale, element))[0]).toBe(200)
  const { WorkItemId } = await rowOf(bench.other, sale.SaleId, element)
  const noted = await bench.pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Lipaemic' }],
    ReasonId: workItemReason.QuantityNotSufficient,
    Remarks: 'Comment was left out',
  })
  expect(noted.status).toBe(200)
  expect((await approve(sale, element))[0]).toBe(200)
})

test('an amended value of a tube that was rejected since waits: kept with a printed reason, or given up with its amendment', async () => {
  const sale = await drawnAt(await aPatient(bench.desk, { Name: 'Tube Gone' }), 1)
  await letGo(bench, sale.SaleId, { Potassium: '4.1' })
  const { SampleId } = await rowOf(bench.other, sale.SaleId, 'Potassium')
  await amend(bench.pathologist, sale.SaleId, { Potassium: '4.3' })
  const before = await readRow(app, 'samples', { SampleId }, 'status_id, reason_id')
  await setRows(
    app,
    'samples',
    { SampleId },
    { StatusId: sampleStatus.Rejected, ReasonId: workItemReason.QuantityNotSufficient },
  )
  try {
    const held = [
      422,
      expect.stringMatching(/^Potassium: measured in tube \S+: Quantity not sufficient, since rejected/),
    ]
    expect(await approve(sale, 'Potassium')).toEqual(held)
    const keep = () => said(act(bench.other, 'keep', sale, 'Potassium', { Remarks: 'Typing error' }))
    expect(await keep()).toEqual([200, '1 value is kept'])
    expect((await rowOf(bench.other, sale.SaleId, 'Potassium')).Comments).toBeNull()
    // what was kept is this amendment: another one is decided for itself
    expect((await act(bench.other, 'withdraw', sale, 'Potassium', { Remarks: 'No' })).status).toBe(200)
    await amend(bench.pathologist, sale.SaleId, { Potassium: '4.4' })
    expect(await approve(sale, 'Potassium')).toEqual(held)
    expect(await keep()).toEqual([200, '1 value is kept'])
    expect((await approve(sale, 'Potassium'))[0]).toBe(200)
    expect((await rowOf(bench.other, sale.SaleId, 'Potassium')).Comments).toMatch(
      /since rejected\. Reported because: Typing error$/,
    )
    // decided for the value in force: a comment beside it asks no more
    expect((await rowOf(bench.other, sale.SaleId, 'Potassium')).TubeFaults).toEqual([])
  } finally {
    await setRows(app, 'samples', { SampleId }, before)
  }
})

test('an amendment corrects what was measured in time: it is not too old for being typed later', async () => {
  const { ElementId } = await readRow<{ ElementId: number }>(app, 'elements', { Name: 'Potassium' }, 'element_id')
  const sale = await drawnAt(await aPatient(bench.desk, { Name: 'Typed Late' }), 5)
  await letGo(bench, sale.SaleId, { Potassium: '4.1' })
  const { ResultId } = await readRow<{ ResultId: number }>(
    app,
    'work_items',
    { WorkItemId: (await rowOf(bench.other, sale.SaleId, 'Potassium')).WorkItemId },
    'result_id',
  )
  const measured = (hoursAgo: number) =>
    setRows(app, 'results', { ResultId }, { MeasuredAt: new Date(Date.now() - hoursAgo * hour).toISOString() })
  await setRows(app, 'element_specimens', { ElementId }, { StableHours: 3 })
  try {
    await measured(1)
    await amend(bench.pathologist, sale.SaleId, { Potassium: '4.3' })
    expect(await approve(sale, 'Potassium')).toEqual([
      422,
      'Potassium: measured 4 h after the draw, stable 3 h; repeat it on a new tube, or keep it with a reason',
    ])
    await measured(4)
    expect((await approve(sale, 'Potassium'))[0]).toBe(200)
    expect((await amend(bench.pathologist, sale.SaleId, { Potassium: '4.4' })).status).toBe(200)
    expect((await approve(sale, 'Potassium'))[0]).toBe(200)
  } finally {
    await setRows(app, 'element_specimens', { ElementId }, { StableHours: null })
  }
})

test('a calculated amendment waits for the amendments of all its inputs', async () => {
  const sale = await paidSale(bench.desk, await aPatient(bench.desk), [product.glucoseFasting, product.homaIr], 890)
  await letGo(bench, sale.SaleId, { 'Glucose, fasting': '90', 'Insulin, fasting': '6' })
  await amend(bench.pathologist, sale.SaleId, { 'Glucose, fasting': '92', 'Insulin, fasting': '7' })
  const together = '. Approve these amendments together, or withdraw one and let one person ask for both'
  const held = [422, `HOMA-IR: decide about its inputs first: Insulin, fasting${together}`]
  expect(await approve(sale, 'Glucose, fasting')).toEqual(held)
  expect((await approve(sale, 'HOMA-IR'))[0]).toBe(422)
  expect(await inForce(sale, 'Glucose, fasting')).toEqual(['90', workItemStatus.Released])
  const all = await bench.other.put('/api/approve/testresults', {
    WorkItemIds: itemsOf(await waiting(bench.other, sale.SaleId)),
  })
  expect([all.status, all.body.message]).toEqual([200, '3 results are amended'])
})

test('an amendment of a sale that is unlocked at the counter waits, its withdrawal does not', async () => {
  const sale = await drawnAt(await aPatient(bench.desk), 1)
  await letGo(bench, sale.SaleId)
  await amend(bench.pathologist, sale.SaleId, { Sodium: '139' })
  const key = { SaleId: sale.SaleId }
  const before = await readRow(app, 'sales', key, 'accession_date')
  await setRows(app, 'sales', key, { AccessionDate: null })
  try {
    for (const name of ['approve', 'review'])
      expect(await said(act(bench.other, name, sale, 'Sodium'))).toEqual([
        422,
        'Sodium: the sale is unlocked at the counter; its work is held until it is accessioned again',
      ])
    const row = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
    const back = await bench.pathologist.put('/api/withdrawresults/testresults', {
      WorkItems: [{ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion }],
      ReasonId: workItemReason.QuantityNotSufficient,
      Remarks: 'Blood of another patient',
    })
    expect(back.status).toBe(200)
    expect((await approve(sale, 'Sodium'))[0]).toBe(200)
  } finally {
    await setRows(app, 'sales', key, before)
  }
  expect(await reportsOf(app, sale.SaleId)).toHaveLength(2)
})

test('the status cell reviews no amendment', async () => {
  const sale = await drawnAt(await aPatient(bench.desk), 1)
  await letGo(bench, sale.SaleId)
  await amend(bench.pathologist, sale.SaleId, { Sodium: '139' })
  const { WorkItemId } = await rowOf(bench.other, sale.SaleId, 'Sodium')
  const moved = await bench.other.put('/api/testresults/', {
    SaleId: sale.SaleId,
    WorkItems: [{ WorkItemId, StatusId: workItemStatus.Reviewed }],
  })
  expect([moved.status, moved.body.message]).toEqual([422, 'Use the Review button to review an amendment'])
})

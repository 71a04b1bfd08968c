// Rejecting a tube at the bench: entered results remain with it, the rest moves to the new tube.
import { expect, test } from 'vitest'
import type { Read, Rows } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { countRows, readRow, readRows, setRows, valueOf } from '../../../server/testing/rows.ts'
import { workItemReason } from '../../lists/items.model.ts'
import { accessioned, aPatient, product, saleOf } from '../../sales/sales.fixture.ts'
import {
  aReason,
  approveAll,
  enter,
  enterAll,
  labForTests,
  rowOf,
  rowsOf,
} from '../../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()

const aSaleOf = async (products: readonly number[] = [product.electrolytes]): Promise<Read<'sales'>> =>
  accessioned(bench.desk, { PatientId: await aPatient(bench.desk, { Name: 'Asha Rane' }), products })
const tubesOf = (sale: Read<'sales'>): Rows<Read<'sales'>['Samples'][0]> => sale.Samples
const firstOf = (sale: Read<'sales'>): number => tubesOf(sale)[0]?.SampleId
const reject = (person: Person, SampleId: unknown, more: Json = {}) =>
  person.put('/api/reject/samples', { formId: SampleId, ReasonId: workItemReason.QuantityNotSufficient, ...more })
const linesOf = (sale: Read<'sales'>): unknown[] => sale.SaleProducts.map((line) => line.StatusId)

test('a rejected tube makes a new one linked to it, to be collected and free of charge, and its line is ordered again', async () => {
  const sale = await aSaleOf()
  const id = firstOf(sale)
  const before = await bench.technologist.get(`/api/samples/${id}`)
  const rejected = await reject(bench.technologist, id, { Remarks: 'Hardly a drop' })
  expect([rejected.status, rejected.body.message]).toEqual([
    200,
    `${before.body.Barcode} is to be recollected as ${sale.AccessionNo}-02`,
  ])
  const next = rejected.body.ReplacedById
  const after = await saleOf(bench.desk, sale.SaleId)
  expect([linesOf(after), after.StatusId, after.NetAmount]).toEqual([[101], 95, sale.NetAmount])
  expect(await countRows(app, 'work_items', { SaleId: sale.SaleId })).toBe(0)
  expect(tubesOf(after).map((tube) => [tube.SampleId, tube.StatusId, tube.ReplacedById])).toEqual([
    [id, 122, next],
    [next, 115, null],
  ])
  const [old, made] = [await bench.desk.get(`/api/samples/${id}`), await bench.desk.get(`/api/samples/${next}`)]
  expect(old.body).toMatchObject({
    Reason: { ItemLabel: 'Quantity not sufficient' },
    ReplacedBy: { SampleId: next },
    SampleElements: [],
  })
  expect(made.body).toMatchObject({ ReplacesSampleId: id, StatusId: 115, OwnerId: 2, CollectionDate: null })
  const names = (body: Read<'samples'>) => body.SampleElements.map((one) => one.Element).sort()
  expect(names(made.body)).toEqual(names(before.body))
  expect(made.body.SaleProductSamples.length).toBe(1)
  expect(
    await readRow(
      app,
      'audit',
      { ModuleId: 'samples', FormId: id, Action: 'reject' },
      "user_id, changes -> 'StatusId' as status",
    ),
  ).toEqual({ UserId: bench.technologist.userId, Status: [116, 122] })

  const news = await readRows<Json>(app, 'notifications', { UserId: bench.desk.userId }, 'subject, content, path')
  expect(news).toContainEqual({
    Subject: 'Recollect, call the patient: Asha Rane',
    Content: expect.stringMatching(
      /Quantity not sufficient; call Asha Rane, 9822000158; the new tube is .*-02, free/,
    ) as string,
    Path: `/samples?SampleId=${next}`,
  })

  expect((await bench.desk.put('/api/collect/samples', { SampleIds: [next] })).status).toBe(200)
  const drawn = await saleOf(bench.desk, sale.SaleId)
  expect([linesOf(drawn), (await rowsOf(bench.technologist, sale.SaleId)).length]).toEqual([
    [104],
    names(before.body).length,
  ])
})

test('entered results remain with the tube that they were measured in; the rest moves to the new one', async () => {
  const sale = await aSaleOf()
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const rejected = await reject(bench.technologist, firstOf(sale))
  expect(rejected.status).toBe(200)
  const rows = await rowsOf(bench.technologist, sale.SaleId)
  expect(rows.map((row) => [row.Element, row.Result, row.SampleId])).toEqual([['Sodium', '140', firstOf(sale)]])
  const next = rejected.body.ReplacedById
  await bench.desk.put('/api/collect/samples', { SampleIds: [next] })
  const all = await rowsOf(bench.technologist, sale.SaleId)
  expect(new Set(all.filter((row) => row.Element !== 'Sodium').map((row) => row.SampleId))).toEqual(new Set([next]))
  // a second accession requests neither another tube nor what was measured
  expect((await bench.desk.put('/api/accession/sales', { formId: sale.SaleId })).status).toBe(200)
  expect(await countRows(app, 'samples', { SaleId: sale.SaleId })).toBe(2)
  expect((await rowsOf(bench.technologist, sale.SaleId)).length).toBe(all.length)
})

test('a withdrawn value remains as a run; its work is held until the new tube arrives', async () => {
  const sale = await aSaleOf()
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const sodium = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const repeat = { WorkItemIds: [sodium.WorkItemId], ReasonId: await aReason(bench.technologist) }
  expect((await bench.technologist.put('/api/repeat/testresults', repeat)).status).toBe(200)
  const rejected = await reject(bench.technologist, firstOf(sale))
  expect([rejected.status, (await rowOf(bench.technologist, sale.SaleId, 'Sodium')).StatusId]).toEqual([200, 156])
  expect(linesOf(await saleOf(bench.desk, sale.SaleId))).toEqual([101])
  const early = await enter(bench.technologist, sale.SaleId, { Sodium: '141' })
  expect([early.status, early.body.message]).toEqual([422, 'Sodium: waiting for the recollected tube'])
  await bench.desk.put('/api/collect/samples', { SampleIds: [rejected.body.ReplacedById] })
  expect(await rowOf(bench.technologist, sale.SaleId, 'Sodium')).toMatchObject({
    StatusId: 155,
    WorkItemId: sodium.WorkItemId,
  })
})

test('a value that was on hold when its tube was rejected comes off hold as entered; no work waits in the rejected tube', async () => {
  const sale = await aSaleOf()
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const move = (StatusId: number) =>
    bench.technologist.put('/api/testresults/', {
      SaleId: sale.SaleId,
      WorkItems: [{ WorkItemId, StatusId, ReasonId: workItemReason.QuantityNotSufficient }],
    })
  expect((await move(156)).status).toBe(200)
  expect((await reject(bench.technologist, firstOf(sale))).status).toBe(200)
  const refused = await move(150)
  expect([refused.status, refused.body.message, refused.body.code]).toEqual([
    422,
    'Sodium: it has a result; take it off hold as entered, then request a repeat if needed',
    'has-result',
  ])
  expect((await move(151)).status).toBe(200)
})

test('a result cannot be repeated in a tube that was rejected without a replacement', async () => {
  const sale = await aSaleOf()
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const rows = await rowsOf(bench.technologist, sale.SaleId)
  const rest = rows.filter((row) => row.Element !== 'Sodium')
  const ReasonId = workItemReason.QuantityNotSufficient
  const given = await bench.technologist.put('/api/testresults/', {
    SaleId: sale.SaleId,
    WorkItems: rest.map(({ WorkItemId }) => ({ WorkItemId, StatusId: 157, ReasonId })),
  })
  expect(given.status).toBe(200)
  await setRows(app, 'samples', { SampleId: firstOf(sale) }, { StatusId: 122, ReasonId })
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const again = await bench.technologist.put('/api/repeat/testresults', { WorkItemIds: [WorkItemId], ReasonId })
  expect([again.status, again.body.message, again.body.code]).toEqual([
    422,
    `Sodium: its tube ${String(tubesOf(sale)[0]?.Barcode)} was rejected, and is not recollected`,
    'no-tube',
  ])
})

test('a tube with an approved result, or with every result entered, cannot be rejected', async () => {
  const sale = await aSaleOf()
  await enterAll(bench.technologist, sale.SaleId)
  const entered = await reject(bench.technologist, firstOf(sale))
  expect([entered.status, entered.body.message]).toEqual([422, expect.stringMatching(/every result is entered/)])
  await approveAll(bench.pathologist, sale.SaleId)
  const approved = await reject(bench.technologist, firstOf(sale))
  expect([approved.status, approved.body.code]).toEqual([422, 'approved'])
})

test('a rejection needs a reason for recollection; only the owner rejects a tube, and only once', async () => {
  const sale = await aSaleOf([product.antiCcp, product.electrolytes])
  const id = firstOf(sale)
  const haemolysed = 160
  for (const ReasonId of [null, haemolysed, 121])
    expect(await reject(bench.technologist, id, { ReasonId })).toMatchObject({
      status: 400,
      body: { errors: { ReasonId: [expect.any(String)] } },
    })
  expect((await reject(await signedIn(app, 'nashik', 4, 3), id)).status).toBe(404)
  expect((await reject(await signedIn(app, 'admin', 1, 1), id)).body.message).toMatch(/is not here/)
  expect((await reject(await signedIn(app, 'pathologist', 3, 2), id)).status).toBe(403)
  expect((await reject(bench.technologist, id, { StatusId: 121 })).status).toBe(400)
  expect((await reject(bench.technologist, id, { StatusId: 124 })).status).toBe(200)
  expect((await reject(bench.technologist, id)).status).toBe(422)
  expect(await countRows(app, 'samples', { ReplacesSampleId: id })).toBe(1)
  expect(await valueOf(app, 'samples', { SampleId: id }, 'status_id')).toBe(124)
})

test('the call to the patient is recorded on the new tube: who, when, reached or not', async () => {
  const sale = await aSaleOf()
  const rejected = await reject(bench.technologist, firstOf(sale))
  const formId = rejected.body.ReplacedById
  const call = (more: Json) => bench.desk.put('/api/patientcalls/samples', { formId, ...more })
  expect((await call({})).body.errors).toEqual({ Outcome: ['Choose whether the patient was reached'] })
  expect((await call({ Outcome: 'reached', CalledAt: new Date(Date.now() + 600_000).toISOString() })).status).toBe(422)
  expect((await call({ Outcome: 'reached', CalledAt: '2020-01-01T00:00:00Z' })).body.errors).toEqual({
    CalledAt: [expect.stringMatching(/before the recollection was requested/)],
  })
  expect((await call({ Outcome: 'not reached', Remarks: 'No answer' })).status).toBe(200)
  expect((await call({ Outcome: 'reached', CalledTo: 'Her son' })).status).toBe(200)
  expect((await bench.desk.get(`/api/samples/${formId}`)).body.Calls).toMatchObject([
    { IsReached: false, CalledTo: null, Remarks: 'No answer', By: 'Kavita Joshi' },
    { IsReached: true, CalledTo: 'Her son' },
  ])
  expect(
    (await bench.desk.put('/api/patientcalls/samples', { formId: firstOf(sale), Outcome: 'reached' })).status,
  ).toBe(422)
  await bench.desk.put('/api/collect/samples', { SampleIds: [formId] })
  expect((await call({ Outcome: 'reached' })).body.message).toBe('This tube is collected already')
})

test('a repeat requested for a rejected tube is measured in its replacement', async () => {
  const sale = await aSaleOf()
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const next = (await reject(bench.technologist, firstOf(sale))).body.ReplacedById
  const sodium = await rowOf(bench.technologist, sale.SaleId, 'Sodium')
  const ask = { WorkItemIds: [sodium.WorkItemId], ReasonId: await aReason(bench.technologist) }
  expect((await bench.technologist.put('/api/repeat/testresults', ask)).status).toBe(200)
  expect(await rowOf(bench.technologist, sale.SaleId, 'Sodium')).toMatchObject({ SampleId: next, StatusId: 156 })
  await bench.desk.put('/api/collect/samples', { SampleIds: [next] })
  expect(await rowOf(bench.technologist, sale.SaleId, 'Sodium')).toMatchObject({ SampleId: next, StatusId: 155 })
})

test('a cancelled sale makes no recollection, and none of its work waits', async () => {
  const sale = await aSaleOf()
  const cancelled = await bench.desk.put('/api/cancel/sales', {
    formId: sale.SaleId,
    reason: 'Patient left',
  })
  expect(cancelled.status).toBe(200)
  const rejected = await reject(bench.technologist, firstOf(sale))
  expect([rejected.status, rejected.body.ReplacedById]).toEqual([200, null])
  const items = await readRows<{ StatusId: number }>(app, 'work_items', { SaleId: sale.SaleId }, 'status_id')
  expect(new Set(items.map((item) => item.StatusId))).toEqual(new Set([157]))
})

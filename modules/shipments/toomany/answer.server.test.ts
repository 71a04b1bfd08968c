// The sender answers about a tube that came in a box which did not list it, once, and is on the work list until then.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { raw } from '../../../server/db/db.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRows, setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { aReason, enterAll, itemsOf, rowsOf, waiting } from '../../testresults/testresults.fixture.ts'
import { dispatched, party, shipmentOf, tubesOf } from '../shipments.fixture.ts'

const { app, front, desk, nashik, technologist, pathologist, other } = networkForTests(
  'front',
  'desk',
  'nashik',
  'technologist',
  'pathologist',
  'other',
)
afterEach(() => expectInvariants(app.db))
const { hadapsar, central } = party

const aSale = async (): Promise<Read<'sales'>> =>
  accessioned(front, { PatientId: await aPatient(front), SellerId: hadapsar, products: [product.electrolytes] })
/** A box out of which a tube was received that it does not list. */
const tooMany = async () => {
  const [listed, extra] = [await aSale(), await aSale()]
  const { ShipmentId } = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(listed) })
  const Barcode = String(extra.Samples[0]?.Barcode)
  const taken = await desk.put(`/api/tubetoomany/shipmentreceipt/${String(ShipmentId)}`, { Barcode })
  expect(taken.status).toBe(200)
  const rows = (await shipmentOf(front, ShipmentId)).ShipmentSamples
  const [own, row] = rows.map((one) => one.ShipmentSampleId)
  return { ShipmentId, Barcode, own, row, tube: tubesOf(extra)[0] }
}
const workOf = async ({ tube }: { tube: unknown }): Promise<number[]> =>
  (await readRows<{ Id: number }>(app, 'work_item_facts', { SampleId: tube }, 'work_item_id as id')).map(({ Id }) => Id)
type Box = Awaited<ReturnType<typeof tooMany>>
const say = (box: Box, body: Json, person: Person = front) =>
  person.put(`/api/answertoomany/shipments/${String(box.ShipmentId)}`, { ShipmentSampleId: box.row, ...body })
/** The other signatory reviews and approves what waits. */
const signAs = async (person: Person, sale: number): Promise<void> => {
  const WorkItemIds = itemsOf(await waiting(person, sale))
  await person.put('/api/review/testresults', { WorkItemIds })
  const done = await person.put('/api/approve/testresults', { WorkItemIds })
  expect([done.status, done.text]).toEqual([200, done.text])
}
const rowOf = async ({ ShipmentId, row }: Box, person: Person = front) =>
  (await shipmentOf(person, ShipmentId)).ShipmentSamples.find((one) => one.ShipmentSampleId === row)
const toAnswer = async (person: Person = front): Promise<unknown[]> => {
  const filter = encodeURIComponent(JSON.stringify({ ToAnswer: true }))
  const { status, body } = await person.get(`/api/getdata/1023?filterCriteria=${filter}`)
  expect(status).toBe(200)
  return body.map((one) => one.ShipmentId)
}
const newsOf = (person: Person) =>
  readRows<Json>(app, 'notifications', { UserId: person.userId }, 'subject, content', 'notification_id desc')

test('confirmed: the tube has it in its timeline, the consignee is notified, and the work list is done', async () => {
  const box = await tooMany()
  expect(await toAnswer()).toContain(box.ShipmentId)
  const { status, body } = await say(box, { Answer: 'packed' })
  expect([status, body.message]).toEqual([200, `${box.Barcode} was packed without being listed`])
  expect(await rowOf(box, desk)).toMatchObject({
    AnsweredAt: expect.any(String),
    AnsweredBy: { FullName: expect.any(String) },
    NotOursBecause: null,
  })
  const { body: sample } = await desk.get(`/api/samples/${String(box.tube)}`)
  const packed = `It was packed in shipment ${String(box.ShipmentId)} without being listed`
  expect(sample.Events.map(({ What }) => What)).toContain(packed)
  expect(await newsOf(desk)).toContainEqual({
    Subject: `Shipment ${String(box.ShipmentId)}: ${box.Barcode} was packed`,
    Content: `${packed}. Its results wait for a signatory.`,
  })
  expect(await toAnswer()).not.toContain(box.ShipmentId)
})

test('the dashboard of its sender counts and lists it until it is answered, and no other one', async () => {
  const counted = async (person: Person): Promise<unknown> => (await person.get('/api/getdata/2030')).body[0]?.Total
  const listed = async (person: Person): Promise<unknown[]> =>
    (await person.get('/api/getdata/2149')).body.map((one) => one.Barcode)
  const [before, others] = [Number(await counted(front)), await counted(desk)]
  const box = await tooMany()
  expect([await counted(front), await counted(desk)]).toEqual([before + 1, others])
  expect(await listed(front)).toContain(box.Barcode)
  expect(await listed(desk)).not.toContain(box.Barcode)
  // it waits for nothing of its receiver
  expect(await toAnswer(desk)).not.toContain(box.ShipmentId)
  expect((await say(box, { Answer: 'packed' })).status).toBe(200)
  expect([await counted(front), await listed(front)]).toEqual([before, expect.not.arrayContaining([box.Barcode])])
})

test('of those that came before their sender could answer, the ones with open work are asked about', async () => {
  const [open, decided] = [await tooMany(), await tooMany()]
  const work = await workOf(decided)
  for (const id of work) await setRows(app, 'work_items', { WorkItemId: id }, { StatusId: workItemStatus.NotPerformed })
  for (const box of [open, decided])
    await setRows(app, 'shipment_samples', { ShipmentSampleId: box.row }, { AskedAt: null })
  expect(await toAnswer()).not.toContain(open.ShipmentId)
  const file = path.resolve(import.meta.dirname, '../../../migrations/0295_senders_asked.sql')
  const [asks = ''] = /^update shipment_samples[^;]*;/m.exec(readFileSync(file, 'utf8')) ?? []
  await app.db.transaction((tx) => tx.run(raw(asks)))
  const asked = await toAnswer()
  expect([asked.includes(open.ShipmentId), asked.includes(decided.ShipmentId)]).toEqual([true, false])
  for (const id of work) await setRows(app, 'work_items', { WorkItemId: id }, { StatusId: workItemStatus.Pending })
})

test('not ours: with the reason, which the consignee reads', async () => {
  const box = await tooMany()
  expect((await say(box, { Answer: 'not ours', reason: 'Label of another centre' })).status).toBe(200)
  expect((await rowOf(box, desk))?.NotOursBecause).toBe('Label of another centre')
  expect((await newsOf(desk)).map(({ Subject }) => Subject)).toContain(
    `Shipment ${String(box.ShipmentId)}: ${box.Barcode} is not theirs`,
  )
  const { body: history } = await front.get(`/api/actions?ModuleId=shipments&FormId=${String(box.ShipmentId)}`)
  expect(history[0]).toMatchObject({
    Action: 'answer about a tube too many',
    Remarks: 'Label of another centre',
  })
  expect(await toAnswer()).not.toContain(box.ShipmentId)
})

test('not ours: the signatory reads it and decides again, also about results that were kept before', async () => {
  const box = await tooMany()
  const sale = await valueOf<number>(app, 'samples', { SampleId: box.tube }, 'sale_id')
  await enterAll(technologist, sale)
  const shipment = String(box.ShipmentId)
  const unlisted = `its tube came in shipment ${shipment}, which does not list it`
  const says = async (): Promise<unknown> => (await rowsOf(pathologist, sale))[0]?.TubeFaults
  expect(await says()).toEqual([{ Key: `toomany:${shipment}`, Says: unlisted }])
  const WorkItemIds = itemsOf(await rowsOf(pathologist, sale))
  const kept = await pathologist.put('/api/keep/testresults', { WorkItemIds, Remarks: 'Labels compared' })
  expect([kept.status, kept.text]).toEqual([200, kept.text])
  expect(await says()).toEqual([])
  expect((await say(box, { Answer: 'not ours', reason: 'Label of another centre' })).status).toBe(200)
  const disowned = `the sender of shipment ${shipment} says that its tube is not theirs: Label of another centre`
  expect(await says()).toEqual([{ Key: `notours:${shipment}`, Says: disowned }])
  const approved = await pathologist.put('/api/approve/testresults', { WorkItemIds })
  expect([approved.status, approved.body.message]).toEqual([422, expect.stringContaining(disowned)])
  expect(await newsOf(pathologist)).toContainEqual({
    Subject: `${box.Barcode} is not of its sender`,
    Content:
      'Not ours, says the sender: Label of another centre. Decide about its results; withdraw those that are out.',
  })
})

test('results that were out when it is not ours are on the work list, counted, until they are withdrawn or issued again', async () => {
  const box = await tooMany()
  const sale = await valueOf<number>(app, 'samples', { SampleId: box.tube }, 'sale_id')
  expect((await technologist.put('/api/generate/worksheets')).status).toBe(200)
  await enterAll(technologist, sale)
  const WorkItemIds = itemsOf(await rowsOf(pathologist, sale))
  for (const act of ['keep', 'approve', 'release']) {
    const done = await pathologist.put(`/api/${act}/testresults`, { WorkItemIds, Remarks: 'Labels compared' })
    expect([done.status, done.text]).toEqual([200, done.text])
  }
  const listed = async (person = pathologist): Promise<unknown[]> => {
    const filter = encodeURIComponent(JSON.stringify({ State: 'disowned' }))
    const { body } = await person.get(`/api/getdata/1004?filterCriteria=${filter}`)
    return body.map((one) => one.SaleId)
  }
  const counted = async (): Promise<unknown> => (await pathologist.get('/api/getdata/2031')).body[0]?.Total
  const others = Number(await counted())
  expect(await listed()).not.toContain(sale)
  expect((await say(box, { Answer: 'not ours', reason: 'Label of another centre' })).status).toBe(200)
  expect([await listed(), await counted()]).toEqual([expect.arrayContaining([sale]), others + WorkItemIds.length])
  expect(await listed(nashik)).not.toContain(sale)
  const ReasonId = await aReason(pathologist)
  const [first, second, ...rest] = await rowsOf(pathologist, sale)
  // issued again, kept with a printed reason
  const anew = await pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId: first?.WorkItemId, Comments: 'Compared with the request' }],
    ...{ ReasonId, Remarks: 'Labels compared again' },
  })
  expect([anew.status, anew.text]).toEqual([200, anew.text])
  const why = { WorkItemIds: itemsOf(await waiting(other, sale)), Remarks: 'The centre confirmed the tube' }
  expect((await other.put('/api/keep/testresults', why)).status).toBe(200)
  await signAs(other, sale)
  expect([await listed(), await counted()]).toEqual([expect.arrayContaining([sale]), others + rest.length + 1])
  const taken = await pathologist.put('/api/withdrawresults/testresults', {
    WorkItems: [second, ...rest].map((row) => ({ WorkItemId: row?.WorkItemId, RowVersion: row?.RowVersion })),
    ...{ ReasonId, Remarks: 'The tube is of another patient' },
  })
  expect([taken.status, taken.text]).toEqual([200, taken.text])
  expect(await listed()).toContain(sale)
  await signAs(other, sale)
  expect([(await listed()).includes(sale), await counted()]).toEqual([false, others])
})

test('refused with its field, and the row is unchanged: by the consignee, another centre, of another box, no reason', async () => {
  const [box, other] = [await tooMany(), await tooMany()]
  expect((await say(box, { Answer: 'packed' }, nashik)).status).toBe(404)
  const consignee = await say(box, { Answer: 'packed' }, desk)
  expect([consignee.status, consignee.body.message]).toEqual([422, 'Only the consignor may answer about its samples'])
  const refusals = [
    [{ Answer: 'not ours' }, 422, { reason: ['Say why it is not yours'] }],
    [{ Answer: 'not ours', reason: ' ' }, 422, { reason: ['Say why it is not yours'] }],
    [{}, 400, { Answer: ['Say whether it was packed'] }],
    [
      { Answer: 'packed', ShipmentSampleId: other.row },
      422,
      { ShipmentSampleId: ['The sample is not on this shipment'] },
    ],
    [
      { Answer: 'packed', ShipmentSampleId: box.own },
      422,
      { ShipmentSampleId: ['The sample came in the shipment that lists it'] },
    ],
  ] as const
  for (const [body, status, errors] of refusals) {
    const answered = await say(box, body)
    expect([body, answered.status, answered.body.errors]).toEqual([body, status, errors])
  }
  for (const one of [box, other]) expect(await rowOf(one)).toMatchObject({ AnsweredAt: null, NotOursBecause: null })
})

test('two who answer at once: one does, the other is refused with the name', async () => {
  const box = await tooMany()
  const answers = await Promise.all([say(box, { Answer: 'packed' }), say(box, { Answer: 'not ours', reason: 'No' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await say(box, { Answer: 'packed' })).body.message).toMatch(/answered already$/)
})

// The receipt of a shipment: who sees it, the status of each tube, and the effect on tubes, lines and sales.
import { afterEach, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { countRows, readRow, readRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient, product, saleOf } from '../sales/sales.fixture.ts'
import { dispatched, packed, party, shipmentOf, tubesOf } from '../shipments/shipments.fixture.ts'
import { receiptOf, receive, received, rowsOf } from './shipmentreceipt.fixture.ts'

const { app, front, desk, nashik } = networkForTests('front', 'desk', 'nashik')
afterEach(() => expectInvariants(app.db))
const { hadapsar, central, satellite, reference } = party
const insufficient = 164

type Sent = { readonly sale: Read<'sales'>; readonly shipment: Read<'shipments'>; readonly rows: readonly number[] }
/** A sale of the centre with three tubes, in transit to its lab. */
const threeTubes = async (): Promise<Sent> => {
  const sale = await accessioned(front, {
    PatientId: await aPatient(front, { Name: 'Asha Rane' }),
    SellerId: hadapsar,
    products: [product.cbc, product.electrolytes, 3013],
  })
  const samples = tubesOf(sale)
  expect(samples).toHaveLength(3)
  const shipment = await dispatched(front, { from: hadapsar, to: central, samples })
  return { sale, shipment, rows: rowsOf(shipment) }
}
const statusesOf = (shipment: Read<'shipments'>): unknown[] => shipment.ShipmentSamples.map((row) => row.StatusId)
const linesOf = async (sale: Read<'sales'>): Promise<unknown[]> => {
  const now = await saleOf(front, sale.SaleId)
  return now.SaleProducts.map((line) => line.StatusId)
}

test('OPS-187 OPS-188 a dispatched tube awaits receipt; a delivered one shows when and by whom it was received', async () => {
  const { sale, shipment, rows } = await threeTubes()
  const id = shipment.ShipmentId
  expect(statusesOf(await shipmentOf(desk, id))).toEqual([120, 120, 120])
  expect(rowsOf(await receiptOf(desk, id))).toEqual(rows)
  const answer = await receive(desk, id, [[rows[0], 121]])
  expect([answer.status, answer.body.message]).toEqual([200, '1 sample received'])
  const after = await shipmentOf(desk, id)
  expect(after.ShipmentSamples).toEqual([
    expect.objectContaining({
      StatusId: 121,
      Status: { ItemLabel: 'Delivered' },
      CollectionDate: expect.any(String),
      Collector: { FullName: 'Kavita Joshi' },
    }),
    expect.objectContaining({ StatusId: 120, CollectionDate: null, Collector: null }),
    expect.objectContaining({ StatusId: 120 }),
  ])
  expect(after.StatusId).toBe(142)
  // the lab owns the tube, its work begins, and its line is received
  const tube = (await desk.get(`/api/samples/${String(tubesOf(sale)[0])}`)).body
  expect(tube).toMatchObject({
    OwnerId: central,
    StatusId: 121,
    ReceivedDate: expect.any(String),
    ShipmentSamples: [{ Consignor: expect.stringContaining('Hadapsar'), Collector: 'Kavita Joshi' }],
  })
  expect(tube.SampleElements.map((one) => one.StatusId)).toContain(150)
  expect((await linesOf(sale)).sort()).toEqual([103, 103, 104])
})

test('OPS-128 OPS-129 each sample of a received shipment shows its status, when and by whom it was received, and what it is', async () => {
  const { sale, shipment, rows } = await threeTubes()
  await receive(
    desk,
    shipment.ShipmentId,
    rows.map((row) => [row, 121]),
  )
  const after = (await shipmentOf(desk, shipment.ShipmentId)).ShipmentSamples
  expect(after).toEqual(
    tubesOf(sale).map((SampleId, index) =>
      expect.objectContaining({
        ShipmentSampleId: rows[index],
        SampleId,
        StatusId: 121,
        Status: { ItemLabel: 'Delivered' },
        CollectionDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|\+00:00)$/),
        Collector: { FullName: 'Kavita Joshi' },
      }),
    ),
  )
  for (const { SampleId, Sample } of after)
    expect(Sample).toMatchObject({
      SampleId,
      Specimen: { Name: expect.stringMatching(/\w/) },
      Temperature: { ItemLabel: expect.stringMatching(/\w/) },
      LRN: sale.LRN,
      Sale: { Patient: { Name: sale.Patient.Name } },
      PerformingLab: { Name: 'Nivara Central Laboratory, Pune' },
    })
})

test('OPS-097 the receipt lists only tubes that await it; decided ones are listed apart', async () => {
  const { shipment, rows } = await threeTubes()
  await receive(desk, shipment.ShipmentId, [[rows[1], 121]])
  const receipt = await receiptOf(desk, shipment.ShipmentId)
  expect(rowsOf(receipt)).toEqual([rows[0], rows[2]])
  expect(receipt.Decided).toMatchObject([{ ShipmentSampleId: rows[1], StatusId: 121 }])
})

test('OPS-193 dispatched, partly received while a tube is open, received when all are decided, with exceptions when one was not accepted; its sender is notified', async () => {
  const { shipment, rows } = await threeTubes()
  const statusNow = async () => (await shipmentOf(front, shipment.ShipmentId)).StatusId
  expect(await statusNow()).toBe(141)
  await receive(desk, shipment.ShipmentId, [[rows[2], 121]])
  expect(await statusNow()).toBe(142)
  // after the first receipt the dispatch cannot be undone
  expect((await front.put(`/api/undispatch/shipments/${String(shipment.ShipmentId)}`)).status).toBe(422)
  await received(desk, shipment)
  expect((await shipmentOf(front, shipment.ShipmentId)).StatusId).toBe(143)
  const other = await threeTubes()
  const id = other.shipment.ShipmentId
  const answer = await receive(desk, id, [
    [other.rows[0], 121],
    [other.rows[1], 122, insufficient],
    [other.rows[2], 124, insufficient],
  ])
  expect(answer.body.message).toBe('1 sample received, 2 samples not accepted')
  expect((await shipmentOf(front, id)).StatusId).toBe(144)
  const where = { UserId: front.userId }
  const news = await readRows<Record<'Subject' | 'Content', string>>(app, 'notifications', where, 'subject, content')
  expect(news.map((one) => one.Subject)).toEqual(
    expect.arrayContaining([
      `Shipment ${String(shipment.ShipmentId)} is received`,
      `Shipment ${String(id)}: 2 samples not accepted`,
      'Recollect, call the patient: Asha Rane',
    ]),
  )
  // both are to be recollected at the centre, under new numbers
  const tubes = (await saleOf(front, other.sale.SaleId)).Samples
  expect(tubes.map((tube) => tube.StatusId)).toEqual([121, 122, 124, 115, 115])
  expect(await countRows(app, 'samples', { SaleId: other.sale.SaleId, OwnerId: hadapsar, StatusId: 115 })).toBe(2)
  expect((await linesOf(other.sale)).sort()).toEqual([101, 101, 104])
  await front.put('/api/collect/samples', { SampleIds: [tubes[3]?.SampleId, tubes[4]?.SampleId] })
  expect((await linesOf(other.sale)).sort()).toEqual([102, 102, 104])
})

test('an exception needs a reason for recollection; a decided tube cannot be decided otherwise, the same decision again is accepted', async () => {
  const { shipment, rows } = await threeTubes()
  const id = shipment.ShipmentId
  const refusals = async (...said: Parameters<typeof receive>[2]) => {
    const answer = await receive(desk, id, said)
    return [answer.status, Object.keys(answer.body.errors ?? {})]
  }
  expect(await refusals([rows[0], 122])).toEqual([422, ['ShipmentSamples.0.ReasonId']])
  expect(await refusals([rows[0], 121], [rows[1], 123, 160])).toEqual([400, ['ShipmentSamples.1.ReasonId']])
  expect(await refusals([rows[0], 126])).toEqual([422, ['ShipmentSamples.0.StatusId']])
  expect(await refusals([rows[0], 121], [rows[0], 121])).toEqual([422, ['ShipmentSamples.1.ShipmentSampleId']])
  expect(await refusals([9_999_999, 121])).toEqual([422, ['ShipmentSamples.0.ShipmentSampleId']])
  expect((await receive(desk, id, [])).status).toBe(400)
  // no row was saved
  expect(statusesOf(await shipmentOf(desk, id))).toEqual([120, 120, 120])

  for (const message of ['1 sample received', 'No sample was changed'])
    expect((await receive(desk, id, [[rows[0], 121]])).body.message).toBe(message)
  expect(
    await countRows(app, 'sample_events', {
      SampleId: tubesOf({ Samples: shipment.ShipmentSamples })[0],
      What: `Received in shipment ${String(id)}`,
    }),
  ).toBe(1)
  expect(await refusals([rows[0], 122, insufficient])).toEqual([422, ['ShipmentSamples.0.StatusId']])
})

test('only the consignee receives, and only what was dispatched; for others the receipt does not exist', async () => {
  const { shipment, rows } = await threeTubes()
  const id = shipment.ShipmentId
  for (const [person, status] of [
    [nashik, 404],
    [front, 404],
    [await signedIn(app, 'admin', 1, 1), 422],
    [await signedIn(app, 'accounts', 7, 2), 403],
  ] as const)
    expect((await receive(person, id, [[rows[0], 121]])).status).toBe(status)
  const sale = await accessioned(front, { SellerId: hadapsar })
  const waiting = await packed(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
  expect((await receiptOf(desk, waiting.ShipmentId)).ShipmentSamples).toEqual([])
  const early = await receive(desk, waiting.ShipmentId, [[rowsOf(waiting)[0], 121]])
  expect([early.status, early.body.code]).toEqual([422, 'not-dispatched'])
  // a row of another shipment
  expect((await receive(desk, id, [[rowsOf(waiting)[0], 121]])).status).toBe(422)
  expect(statusesOf(await shipmentOf(desk, id))).toEqual([120, 120, 120])
})

test('a missing tube may turn up until its replacement is collected, and is used again', async () => {
  const { sale, shipment, rows } = await threeTubes()
  const id = shipment.ShipmentId
  const [first, second] = tubesOf(sale)
  await receive(desk, id, [
    [rows[0], 123, insufficient],
    [rows[1], 123, insufficient],
    [rows[2], 121],
  ])
  expect((await shipmentOf(desk, id)).ShipmentSamples).toMatchObject([
    { StatusId: 123, CollectionDate: null, Collector: null },
    { StatusId: 123 },
    { StatusId: 121 },
  ])
  expect((await desk.get(`/api/samples/${String(first)}`)).body.OwnerId).toBe(hadapsar)
  const found = await receive(desk, id, [[rows[0], 121]])
  expect([found.status, (await shipmentOf(desk, id)).StatusId]).toEqual([200, 144])
  const tube = (await desk.get(`/api/samples/${String(first)}`)).body
  expect(tube).toMatchObject({ OwnerId: central, StatusId: 121, Reason: null, ReplacedBy: null })
  expect(tube.SampleElements.map((one) => one.StatusId)).toContain(150)
  expect(await readRow(app, 'samples', { SampleId: tube.ReplacesSampleId }, 'status_id, replaces_sample_id')).toEqual({
    StatusId: 127,
    ReplacesSampleId: null,
  })
  const { SampleId } = (await receiptOf(desk, id)).Decided[1].Replacement
  await front.put('/api/collect/samples', { SampleIds: [SampleId] })
  const late = await receive(desk, id, [[rows[1], 121]])
  expect([late.status, late.body.code, late.body.message]).toEqual([
    422,
    undefined,
    expect.stringMatching(/turned up too late; .* was already collected in its place/),
  ])
  expect(second).not.toBe(SampleId)
})

test('each party receives its own leg; the line is received at the performing lab', async () => {
  const sale = await accessioned(front, { SellerId: hadapsar, products: [product.antiCcp] })
  const samples = tubesOf(sale)
  const first = await dispatched(front, { from: hadapsar, to: central, samples })
  await received(desk, first)
  expect([await linesOf(sale), await countRows(app, 'work_items', { SaleId: sale.SaleId })]).toEqual([[103], 0])
  const [tube] = samples
  expect(await readRow(app, 'samples', { SampleId: tube }, 'owner_id, received_date')).toEqual({
    OwnerId: central,
    ReceivedDate: null,
  })
  const second = await dispatched(desk, { from: central, to: reference, samples })
  expect((await receive(desk, second.ShipmentId, [[rowsOf(second)[0], 121]])).status).toBe(404)
  expect(satellite).not.toBe(reference)
})

test('the temperature of each box is stored, and reported when it is out of range', async () => {
  const { shipment, rows } = await threeTubes()
  const id = shipment.ShipmentId
  const boxes = [...new Set(shipment.ShipmentSamples.map((row) => row.Sample.TemperatureId))]
  const [box] = boxes
  for (const wrong of [{ 999: 5 }, { [String(box)]: 'cold' }, { [String(box)]: 500 }, [5], 'x'])
    expect((await receive(desk, id, [[rows[0], 121]], { Temperatures: wrong })).status).toBe(400)
  const hot = await receive(desk, id, [[rows[0], 121]], { Temperatures: { [String(box)]: 45 } })
  expect(hot.body.message).toMatch(/^1 sample received\. .*: 45 °C is out of range/)
  expect((await receiptOf(desk, id)).ReceivedTemperatures).toEqual({ [String(box)]: 45 })
  const again = await receive(desk, id, [[rows[1], 121]], { Temperatures: { [String(box)]: 45 } })
  expect(again.body.message).toBe('1 sample received')
})

test('two users who receive the same tubes at once receive them once; finding a tube and collecting its replacement exclude each other', async () => {
  const { sale, shipment, rows } = await threeTubes()
  const id = shipment.ShipmentId
  const all = rows.map((row) => [row, 121] as const)
  const answers = await Promise.all([receive(desk, id, all), receive(desk, id, all)])
  expect(answers.map((answer) => [answer.status, answer.body.message]).sort()).toEqual([
    [200, '3 samples received'],
    [200, 'No sample was changed'],
  ])
  expect(await countRows(app, 'work_items', { SaleId: sale.SaleId })).toBe(
    await countRows(app, 'sample_elements', { SampleId: sql`any (${tubesOf(sale)}::int[])` }),
  )
  const other = await threeTubes()
  await receive(desk, other.shipment.ShipmentId, [[other.rows[0], 123, insufficient]])
  const { Replacement } = (await receiptOf(desk, other.shipment.ShipmentId)).Decided[0]
  const race = await Promise.all([
    receive(desk, other.shipment.ShipmentId, [[other.rows[0], 121]]),
    front.put('/api/collect/samples', { SampleIds: [Replacement.SampleId] }),
  ])
  expect(race.map((answer) => answer.status).sort()).toEqual([200, 422])
})

test('a temperature at receipt is deleted when the dispatch is undone', async () => {
  const { shipment } = await threeTubes()
  const id = String(shipment.ShipmentId)
  const box = String(shipment.ShipmentSamples[0].Sample.TemperatureId)
  expect((await receive(desk, id, [], { Temperatures: { [box]: 45 } })).status).toBe(200)
  expect((await receiptOf(desk, id)).ReceivedTemperatures).toEqual({ [box]: 45 })
  expect((await front.put(`/api/undispatch/shipments/${id}`)).status).toBe(200)
  expect((await front.put(`/api/dispatchshipment/${id}`)).status).toBe(200)
  expect((await receiptOf(desk, id)).ReceivedTemperatures).toBe(null)
})

test('the sender sees the reason of a refused tube in words', async () => {
  const { shipment, rows } = await threeTubes()
  await receive(desk, shipment.ShipmentId, [
    [rows[0], 122, insufficient],
    [rows[1], 121],
  ])
  const read = (await shipmentOf(front, shipment.ShipmentId)).ShipmentSamples
  expect(read.map((row) => row.Reason)).toEqual([{ ItemLabel: 'Quantity not sufficient' }, null, null])
})

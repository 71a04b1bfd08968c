// A shipment from packing to dispatch and back: who may dispatch it, what moves with it, who is notified, what is
// stored.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { readRows, setPermits, setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, product, saleOf } from '../../sales/sales.fixture.ts'
import { dispatch, dispatched, packed, party, shipmentOf, shippable, tubesOf } from '../shipments.fixture.ts'

const { app, front, desk } = networkForTests('front', 'desk')
const { hadapsar, central } = party
const aSale = () => accessioned(front, { SellerId: hadapsar, products: [product.cbc, product.creatinine] })
const aPacked = async (): Promise<Read<'shipments'>> =>
  packed(front, { from: hadapsar, to: central, samples: tubesOf(await aSale()) })
const undo = (person: Person, shipment: Read<'shipments'>) =>
  person.put(`/api/undispatch/shipments/${String(shipment.ShipmentId)}`)
const statuses = (shipment: Read<'shipments'>): number[] => shipment.ShipmentSamples.map((row) => row.StatusId)

test('OPS-266 a dispatch without a body answers a message; tubes, lines and every leg of the sale are dispatched with it', async () => {
  const sale = await aSale()
  const ready = await shippable(front, hadapsar, central)
  const shipment = await packed(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
  expect(await shippable(front, hadapsar, central)).toHaveLength(ready.length - 2)
  const before = Date.now()
  const sent = await front.call('PUT', `/api/dispatchshipment/${String(shipment.ShipmentId)}`)
  expect([sent.status, sent.body.message]).toEqual([
    200,
    `Shipment ${String(shipment.ShipmentId)} is dispatched: 2 samples`,
  ])
  const way = await shipmentOf(desk, shipment.ShipmentId)
  expect(way).toMatchObject({ StatusId: 141, Status: { ItemLabel: 'Dispatched' } })
  expect(Date.parse(String(way.DispatchDate))).toBeGreaterThanOrEqual(before - 1000)
  expect(statuses(way)).toEqual([120, 120])
  const [leg] = await readRows<{ SaleId: number }>(app, 'sales', { BaseSaleId: sale.SaleId }, 'sale_id')
  for (const id of [Number(sale.SaleId), leg?.SaleId ?? 0])
    expect((await saleOf(desk, id)).SaleProducts.map((line) => line.StatusId)).toEqual([103, 103])
  const [tube] = tubesOf(sale)
  const { Events, ShipmentSamples } = (await desk.get(`/api/samples/${String(tube)}`)).body
  expect(Events.at(-1)).toMatchObject({ What: expect.stringMatching(/^Dispatched to Nivara Central/) })
  expect(ShipmentSamples).toEqual([expect.objectContaining({ Status: 'Dispatched - awaiting receipt' })])
})

test('OPS-127 a shipment has its fields, spelled so', async () => {
  const shipment = await aPacked()
  expect(Object.keys(shipment)).toEqual(
    expect.arrayContaining([
      'ShipmentId',
      'ConsignorId',
      'ConsigneeId',
      'CourierId',
      'ShipmentReference',
      'DispatchDate',
      'Status',
      'ShipmentSamples',
    ]),
  )
  expect(shipment.Status).toEqual({ ItemLabel: 'Being packed' })
  const [row] = shipment.ShipmentSamples
  expect(row).toMatchObject({
    ShipmentSampleId: expect.any(Number),
    SampleId: expect.any(Number),
    StatusId: 117,
    Status: { ItemLabel: 'Packed in shipment' },
    CollectionDate: null,
    Collector: null,
  })
})

test('only the consignor dispatches and undoes, with the permit, and once', async () => {
  const shipment = await aPacked()
  const id = shipment.ShipmentId
  const other = await signedIn(app, 'frontdesk2', 5, 11)
  const above = await dispatch(desk, id)
  expect([above.status, above.body.code]).toEqual([422, 'not-consignor'])
  expect((await dispatch(other, id)).status).toBe(404)
  const accounts = await signedIn(app, 'accounts', 7, 12)
  expect((await dispatch(accounts, id)).status).toBe(403)
  expect((await undo(front, shipment)).status).toBe(422)
  // of two at once one succeeds
  const both = await Promise.all([dispatch(front, id), dispatch(front, id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(both.find(({ status }) => status === 422)?.body.message).toBe('The shipment is dispatched already')
  expect((await undo(desk, shipment)).body.code).toBe('not-consignor')
})

test('a tube that is added during the dispatch is dispatched with it, or not added at all', async () => {
  for (let time = 0; time < 4; time += 1) {
    const [first, other] = tubesOf(await aSale())
    const { ShipmentId } = await packed(front, { from: hadapsar, to: central, samples: [first] })
    const [left, changed] = await Promise.all([
      dispatch(front, ShipmentId),
      front.put(`/api/shipments/${String(ShipmentId)}`, {
        ShipmentSamples: [{ SampleId: first }, { SampleId: other }],
      }),
    ])
    expect(left.status).toBe(200)
    expect([200, 422]).toContain(changed.status)
    const gone = changed.status === 200 ? [120, 120] : [120]
    expect(statuses(await shipmentOf(front, ShipmentId))).toEqual(gone)
    expect(await valueOf(app, 'samples', { SampleId: other }, 'status_id')).toBe(changed.status === 200 ? 120 : 116)
    await expectInvariants(app.db)
  }
})

test('OPS-193 a dispatched shipment cannot be edited or cancelled; after Undo Dispatch it is as it was packed, and can be cancelled', async () => {
  const shipment = await aPacked()
  const path = `/api/shipments/${String(shipment.ShipmentId)}` as const
  const statusNow = async (one: Read<'shipments'>) => (await shipmentOf(front, one.ShipmentId)).StatusId
  expect(await statusNow(shipment)).toBe(140)
  await dispatch(front, shipment.ShipmentId)
  expect(await statusNow(shipment)).toBe(141)
  const edited = await front.put(path, { ShipmentReference: 'late' })
  expect([edited.status, edited.body.code]).toEqual([422, 'dispatched'])
  expect((await front.put('/api/cancel/shipments', { formId: shipment.ShipmentId })).status).toBe(422)
  expect((await shipmentOf(front, shipment.ShipmentId)).Actions).toMatchObject({
    update: 'The shipment is dispatched already',
  })
  expect((await undo(front, shipment)).status).toBe(200)
  const back = await shipmentOf(front, shipment.ShipmentId)
  expect(back).toMatchObject({ StatusId: 140, DispatchDate: null })
  expect(statuses(back)).toEqual([117, 117])
  expect((await front.put(path, { ShipmentReference: 'in time' })).status).toBe(200)
  await dispatch(front, shipment.ShipmentId)
  // after the first receipt the dispatch cannot be undone
  await setRows(app, 'shipments', { ShipmentId: shipment.ShipmentId }, { StatusId: 142 })
  const late = await undo(front, shipment)
  expect([late.status, late.body.code]).toEqual([422, 'received'])
  const other = await aPacked()
  await dispatch(front, other.ShipmentId)
  expect((await undo(front, other)).status).toBe(200)
  expect((await front.put('/api/cancel/shipments', { formId: other.ShipmentId })).status).toBe(200)
  expect(await statusNow(other)).toBe(146)
})

test('a tube cannot be dispatched before its collection', async () => {
  const shipment = await aPacked()
  const [row] = shipment.ShipmentSamples
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await setRows(app, 'samples', { SampleId: row?.SampleId }, { CollectionDate: later })
  const refused = await dispatch(front, shipment.ShipmentId)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringMatching(/was collected at .* and cannot be dispatched before that/),
  ])
  expect(await shipmentOf(front, shipment.ShipmentId)).toMatchObject({ StatusId: 140 })
})

test('temperatures at dispatch are stored, only for boxes of the shipment', async () => {
  const shipment = await aPacked()
  const boxes = shipment.ShipmentSamples.map((row) => String(row.Sample.TemperatureId))
  for (const Temperatures of [{ 63: -70 }, { [boxes[0] ?? '']: 'warm' }, { [boxes[0] ?? '']: 99 }, [4], 'cold']) {
    const refused = await dispatch(front, shipment.ShipmentId, { Temperatures })
    expect([Temperatures, refused.status]).toEqual([Temperatures, 400])
  }
  const Temperatures = Object.fromEntries(boxes.map((box, index) => [box, 4.5 + index]))
  expect((await dispatch(front, shipment.ShipmentId, { Temperatures })).status).toBe(200)
  expect(await shipmentOf(front, shipment.ShipmentId)).toMatchObject({ Temperatures })
})

test('the consignee is notified how many samples are in transit, with a link', async () => {
  const shipment = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(await aSale()) })
  const toldTo = async (UserName: string): Promise<Json[]> =>
    readRows(
      app,
      'notifications',
      { UserId: await valueOf(app, 'users', { UserName }, 'user_id') },
      'subject, content, path',
    )
  expect(await toldTo('labdesk')).toContainEqual({
    Subject: `Shipment ${String(shipment.ShipmentId)} is in transit`,
    Content: expect.stringContaining('A shipment of 2 samples from Nivara Collection Centre - Hadapsar is in transit'),
    Path: `/shipments?ShipmentId=${String(shipment.ShipmentId)}`,
  })
  expect(await toldTo('frontdesk')).toEqual([])
})

test('a criterion of the permit applies to the dispatch, too', async () => {
  const shipment = await aPacked()
  await setPermits(app, 5, 'shipments', ['update'], { Criteria: 'CourierId == 999' })
  expect((await dispatch(front, shipment.ShipmentId)).status).toBe(403)
  await setPermits(app, 5, 'shipments', ['update'], { Criteria: null })
  expect((await dispatch(front, shipment.ShipmentId)).status).toBe(200)
})

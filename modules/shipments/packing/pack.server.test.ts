// Packing a shipment: only permitted parties and tubes, whatever is sent; a tube is packed once.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { countRows, setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Told } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { cancelItem } from '../../sales/cancel/cancel.fixture.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import {
  aShipment,
  courier,
  dispatch,
  dispatched,
  packed,
  party,
  shipmentOf,
  shippable,
  tubesOf,
} from '../shipments.fixture.ts'
import type { ShippedTube } from '../shipments.model.ts'

const { app, front, desk, manager } = networkForTests('front', 'desk', 'manager')
const { hadapsar, central, satellite, reference } = party
let second: Person
/** Tubes of the centre, two a sale. */
const tubes = async (): Promise<number[]> =>
  tubesOf(await accessioned(front, { SellerId: hadapsar, products: [product.cbc, product.creatinine] }))
const statusOf = (id: number | undefined): Promise<number> => valueOf(app, 'samples', { SampleId: id }, 'status_id')
const make = (person: Person, body: Json) => person.post('/api/shipments/', body)
const firstError = ({ errors }: Told): unknown => Object.entries(errors)[0]

/** What the receipt writes on a tube. */
const arrived = async (tube: number | undefined, owner: number): Promise<void> => {
  await setRows(app, 'shipment_samples', { SampleId: tube }, { StatusId: 121 })
  await setRows(app, 'samples', { SampleId: tube }, { StatusId: 121, OwnerId: owner })
}
afterEach(() => expectInvariants(app.db))
beforeAll(async () => {
  second = await signedIn(app, 'frontdesk2', 5, 11)
})

test('OPS-264 ready samples are a JSON text: of the own entity, in scope, bound for that consignee', async () => {
  const [first, other] = await tubes()
  const answer = await front.post<string>('/api/shippablesamples/search/', {
    ConsignorId: hadapsar,
    SenderTypeId: 13,
    ConsigneeId: central,
  })
  expect([answer.status, typeof answer.body]).toEqual([200, 'string'])
  const list = JSON.parse(answer.body) as ShippedTube[]
  expect(list.map((tube) => tube.SampleId)).toEqual(expect.arrayContaining([first, other]))
  expect(list.find((tube) => tube.SampleId === first)).toMatchObject({
    Barcode: expect.stringMatching(/-01$/),
    Specimen: { Name: expect.any(String) },
    Temperature: { ItemLabel: expect.any(String) },
    LRN: expect.any(String),
    Sale: { Patient: { Name: 'Ramesh Kumar Joshi' } },
    PerformingLab: { ClientId: central },
  })
  // the sender hint changes nothing; another consignee has no samples, and those of another centre are not shown
  expect(await shippable(front, hadapsar, satellite)).toEqual([])
  expect(await shippable(second, hadapsar, central)).toEqual([])
  expect((await front.post('/api/shippablesamples/search/', { ConsigneeId: central })).status).toBe(400)
  await setRows(app, 'samples', { SampleId: first }, { StatusId: 115 })
  expect((await shippable(front, hadapsar, central)).map((tube) => tube.SampleId)).not.toContain(first)
})

test('OPS-236 courier, consignor, consignee and a sample are required, and the parties differ', async () => {
  const samples = await tubes()
  const body = aShipment({ from: hadapsar, to: central, samples })
  for (const [change, at, text] of [
    [{ CourierId: null }, 'CourierId', 'Courier is required'],
    [{ ConsignorId: null }, 'ConsignorId', 'Consignor is required'],
    [{ ConsigneeId: null }, 'ConsigneeId', 'Consignee is required'],
    [{ ShipmentSamples: [] }, 'ShipmentSamples', 'Shipment must have at least 1 sample selected'],
    [{ CourierId: reference }, 'CourierId', 'Courier does not exist'],
  ] as const) {
    const answer = await make(front, { ...body, ...change })
    expect([answer.status, firstError(answer.body)]).toEqual([400, [at, [text]]])
  }
  const own = await make(desk, aShipment({ from: central, to: central, samples }))
  expect([own.status, firstError(own.body)]).toEqual([400, ['ConsigneeId', ['Consignee can not be same as Consignor']]])
  expect(await statusOf(samples[0])).toBe(116)
})

test('a centre sends only to its laboratory, and only its own tubes; a courier creates no shipment', async () => {
  const samples = await tubes()
  const chosen = await make(front, aShipment({ from: hadapsar, to: reference, samples }))
  expect([chosen.status, firstError(chosen.body)]).toEqual([
    400,
    ['ConsigneeId', ['Only a laboratory may choose the consignee']],
  ])
  // the laboratory sees the centre and its tubes, but cannot send for it
  const above = await make(desk, aShipment({ from: hadapsar, to: central, samples }))
  expect([above.status, firstError(above.body)]).toEqual([
    400,
    ['ConsignorId', ['Consignor must be the entity that you work for']],
  ])
  expect((await make(second, aShipment({ from: hadapsar, to: central, samples }))).status).toBe(404)
  const carrying = await signedIn(app, 'courier', 8, courier.puneCity)
  const carried = await make(carrying, aShipment({ from: courier.puneCity, to: central, samples }))
  expect([carried.status, carried.body.code]).toEqual([422, 'courier'])
})

test("another's sample does not exist, at its row; one that goes elsewhere is refused; no row is saved", async () => {
  const [own] = await tubes()
  const foreign = tubesOf(await accessioned(second, { SellerId: 11 }))[0]
  const local = tubesOf(await accessioned(desk, { SellerId: central }))[0]
  const count = await countRows(app, 'shipments', { ConsignorId: hadapsar })
  for (const id of [foreign, 999_999_999]) {
    const answer = await make(front, aShipment({ from: hadapsar, to: central, samples: [own, id] }))
    expect([answer.status, firstError(answer.body)]).toEqual([
      404,
      ['ShipmentSamples.1.SampleId', ['Sample does not exist']],
    ])
  }
  const stays = await make(desk, aShipment({ from: central, to: reference, samples: [local] }))
  expect([stays.status, firstError(stays.body)]).toEqual([
    422,
    ['ShipmentSamples.0.SampleId', [expect.stringMatching(/does not go to this consignee next$/)]],
  ])
  const twice = await make(front, aShipment({ from: hadapsar, to: central, samples: [own, own] }))
  expect([twice.status, firstError(twice.body)]).toEqual([
    400,
    ['ShipmentSamples.1.SampleId', ['Sample is already selected']],
  ])
  expect([await statusOf(own), await countRows(app, 'shipments', { ConsignorId: hadapsar })]).toEqual([116, count])
})

test('two who pack one tube at once: one succeeds, the refusal of the other names the shipment', async () => {
  const [shared, mine] = await tubes()
  const [theirs] = await tubes()
  const answers = await Promise.all(
    [
      [shared, mine],
      [theirs, shared],
    ].map((samples) => make(front, aShipment({ from: hadapsar, to: central, samples }))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  const lost = answers.find(({ status }) => status === 422)
  const kept = answers.find(({ status }) => status === 201)?.body.ShipmentId
  expect(lost?.body.message).toMatch(new RegExp(`is on shipment ${kept} already`))
  expect(await countRows(app, 'shipment_samples', { SampleId: shared })).toBe(1)
  expect((await Promise.all([mine, theirs].map(statusOf))).sort()).toEqual([116, 117])
})

test('an update adds and removes tubes; a removed tube is ready again', async () => {
  const [first, other] = await tubes()
  const [third] = await tubes()
  const shipment = await packed(front, { from: hadapsar, to: central, samples: [first, other] })
  const path = `/api/shipments/${String(shipment.ShipmentId)}` as const
  const [row] = shipment.ShipmentSamples
  const saved = await front.put(path, {
    RowVersion: shipment.RowVersion,
    CourierId: courier.deccan,
    ShipmentReference: 'KOT-BOX-14',
    ShipmentSamples: [{ ShipmentSampleId: row?.ShipmentSampleId, SampleId: first, StatusId: 121 }, { SampleId: third }],
  })
  expect(saved.status).toBe(200)
  const after = await shipmentOf(front, shipment.ShipmentId)
  expect(after).toMatchObject({ CourierId: courier.deccan, ShipmentReference: 'KOT-BOX-14', NumberOfSamples: 2 })
  // a status in the request moves no tube
  expect(after.ShipmentSamples.map((one) => [one.SampleId, one.StatusId])).toEqual([
    [first, 117],
    [third, 117],
  ])
  expect(await Promise.all([first, other, third].map(statusOf))).toEqual([117, 116, 117])
  expect((await front.put(path, { ShipmentSamples: [{ ShipmentSampleId: 999_999, SampleId: first }] })).status).toBe(
    404,
  )
  expect((await front.put(path, { ShipmentSamples: [] })).status).toBe(400)
  expect((await desk.put(path, { ShipmentReference: 'x' })).status).toBe(422)
  expect((await second.put(path, { ShipmentReference: 'x' })).status).toBe(404)
  const history = (await front.get(`/api/actions?ModuleId=samples&FormId=${String(other)}`)).body
  expect(history.map((entry) => [entry.Action, entry.Changes])).toEqual(
    expect.arrayContaining([
      ['pack', { StatusId: [116, 117] }],
      ['unpack', { StatusId: [117, 116] }],
    ]),
  )
})

test('a shipment that was not dispatched is cancelled, and its tubes are ready again', async () => {
  const [first] = await tubes()
  const { ShipmentId } = await packed(front, { from: hadapsar, to: central, samples: [first] })
  const cancel = (person: Person) => person.put('/api/cancel/shipments', { formId: ShipmentId })
  expect((await cancel(second)).status).toBe(404)
  expect((await cancel(desk)).status).toBe(422)
  expect((await cancel(front)).status).toBe(200)
  expect(await shipmentOf(front, ShipmentId)).toMatchObject({ StatusId: 146, ShipmentSamples: [], NumberOfSamples: 0 })
  expect(await statusOf(first)).toBe(116)
  expect((await cancel(front)).status).toBe(422)
  await packed(front, { from: hadapsar, to: central, samples: [first] })
})

test('the tubes of a cancelled sale are removed from their shipment, recorded in both histories; an empty shipment cannot be dispatched', async () => {
  const sale = await accessioned(front, { SellerId: hadapsar, products: [product.cbc, product.creatinine] })
  const [first, second] = tubesOf(sale)
  const [other] = await tubes()
  const mixed = await packed(front, { from: hadapsar, to: central, samples: [other, first] })
  const alone = await packed(front, { from: hadapsar, to: central, samples: [second] })
  const gone = await front.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Booked twice' })
  expect(gone.status).toBe(200)
  const left = await shipmentOf(front, mixed.ShipmentId)
  expect(left.ShipmentSamples.map((row) => row.SampleId)).toEqual([other])
  expect(await statusOf(first)).toBe(116)
  for (const [ModuleId, FormId] of [
    ['shipments', mixed.ShipmentId],
    ['samples', first],
  ]) {
    const history = await front.get(`/api/actions?ModuleId=${String(ModuleId)}&FormId=${String(FormId)}`)
    expect([ModuleId, history.body.map((entry) => entry.Action)]).toEqual([
      ModuleId,
      expect.arrayContaining(['unpack']),
    ])
  }
  expect(await shipmentOf(front, alone.ShipmentId)).toMatchObject({ ShipmentSamples: [], StatusId: 140 })
  const sent = await dispatch(front, alone.ShipmentId)
  expect([sent.status, sent.body.message]).toEqual([422, 'Shipment must have at least 1 sample selected'])
  // a user who had the shipment open cannot overwrite the removal
  const stale = await front.put(`/api/shipments/${String(mixed.ShipmentId)}`, {
    RowVersion: mixed.RowVersion,
    ShipmentSamples: [{ SampleId: other }, { SampleId: first }],
  })
  expect(stale.status).toBeGreaterThanOrEqual(409)
  // in transit it remains in its shipment: the lab still receives it, as the warning states
  const later = await accessioned(front, { SellerId: hadapsar, products: [product.cbc] })
  const away = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(later) })
  expect((await front.put('/api/cancel/sales', { formId: later.SaleId })).status).toBe(200)
  expect(await shipmentOf(front, away.ShipmentId)).toMatchObject({ NumberOfSamples: 1, StatusId: 141 })
})

test('the tube of a cancelled line is removed from its shipment and cannot be packed again; one that another line needs remains', async () => {
  const sale = await accessioned(front, { SellerId: hadapsar, products: [product.cbc, product.creatinine] })
  const [kept, gone] = tubesOf(sale)
  const box = await packed(front, { from: hadapsar, to: central, samples: [kept, gone] })
  expect((await cancelItem(front, sale, 1)).status).toBe(200)
  const left = await shipmentOf(front, box.ShipmentId)
  expect(left.ShipmentSamples.map((row) => row.SampleId)).toEqual([kept])
  expect([await statusOf(kept), await statusOf(gone)]).toEqual([117, 116])
  expect((await shippable(front, hadapsar, central)).map((tube) => tube.SampleId)).not.toContain(gone)
  const again = await make(front, aShipment({ from: hadapsar, to: central, samples: [gone] }))
  expect([again.status, again.body.message]).toEqual([
    422,
    expect.stringMatching(/^The products that need tube .* were cancelled$/),
  ])

  const shared = await accessioned(front, { SellerId: hadapsar, products: [product.creatinine, product.lipids] })
  expect(tubesOf(shared)).toHaveLength(1)
  const other = await packed(front, { from: hadapsar, to: central, samples: tubesOf(shared) })
  expect((await cancelItem(front, shared, 1)).status).toBe(200)
  expect(await shipmentOf(front, other.ShipmentId)).toMatchObject({ NumberOfSamples: 1 })
})

test('a tube travels along the parties that sell it: by the central lab to the reference lab, where its route ends', async () => {
  const lab = await signedIn(app, 'nashik', 5, satellite)
  const sale = await accessioned(lab, { SellerId: satellite, products: [product.cbc, product.antiCcp] })
  const ready = await shippable(lab, satellite, central)
  expect(ready).toHaveLength(1)
  expect(ready[0]).toMatchObject({ Sale: { SaleId: sale.SaleId }, PerformingLab: { ClientId: reference } })
  expect(tubesOf(sale)).toHaveLength(2)
  const shipment = await dispatched(lab, {
    from: satellite,
    to: central,
    samples: ready.map((tube) => tube.SampleId),
    CourierId: courier.nashikToPune,
  })
  expect(await shipmentOf(manager, shipment.ShipmentId)).toMatchObject({ ConsignorId: satellite, StatusId: 141 })
  // received there it is ready for the last hop
  const [tube] = ready.map((one) => one.SampleId)
  await arrived(tube, central)
  expect((await shippable(desk, central, reference)).map((one) => one.SampleId)).toEqual([tube])
  await dispatched(desk, { from: central, to: reference, samples: [tube], CourierId: courier.deccan })
  await arrived(tube, reference)
  expect(await valueOf(app, 'samples', { SampleId: tube }, 'next_hop_id')).toBe(null)
})

// What the sender says of tubes in transit: refused, broken or lost, one by one or the whole shipment; each is
// recollected, and nothing stays in transit for ever.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { aPdf, kept } from '../../../server/testing/files.fixture.ts'
import { readRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { role } from '../../../core/user.ts'
import { sampleStatus, shipmentStatus, workItemReason } from '../../lists/items.model.ts'
import { accessioned, aPatient, product, saleOf } from '../../sales/sales.fixture.ts'
import { receive, received, rowsOf } from '../../shipmentreceipt/shipmentreceipt.fixture.ts'
import { outsideLab, soldForTwoLabs } from '../../testreports/chain.fixture.ts'
import { labForTests } from '../../testresults/testresults.fixture.ts'
import { dispatched, party, shipmentOf, tubesOf } from '../shipments.fixture.ts'

const { app, bench } = labForTests()
afterEach(() => expectInvariants(app.db))
const { Rejected, NotFound, Damaged, Dispatched, Delivered, ToBeCollected } = sampleStatus
const ReasonId = workItemReason.QuantityNotSufficient

const onTheRoad = async () => {
  const front = await signedIn(app, 'frontdesk', 5, party.hadapsar)
  const sale = await accessioned(front, {
    PatientId: await aPatient(front),
    SellerId: party.hadapsar,
    products: [product.cbc, product.electrolytes],
  })
  const shipment = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  return { front, sale, shipment, tubes: tubesOf(sale) }
}
const reject = (person: Person, formId: unknown, StatusId: number, Remarks?: string) =>
  person.put('/api/reject/samples', { formId, StatusId, ReasonId, Remarks })
const lose = (person: Person, shipment: Read<'shipments'>, body: Json = { ReasonId }) =>
  person.put(`/api/lost/shipments/${String(shipment.ShipmentId)}`, body)
const statuses = async (person: Person, sale: Read<'sales'>): Promise<unknown[]> =>
  (await saleOf(person, Number(sale.SaleId))).Samples.map((tube) => tube.StatusId)
const tubeFor = async (sale: Read<'sales'>): Promise<number> => {
  const [tube] = await readRows<{ Id: number }>(
    app,
    'samples',
    { SaleId: sale.SaleId, PerformingLabId: outsideLab },
    'sample_id as id',
    'sample_id desc',
  )
  return tube?.Id ?? 0
}

test('a tube on the road is recorded as broken by its sender only: it is recollected and its shipment follows', async () => {
  const { front, sale, shipment, tubes } = await onTheRoad()
  const other = await reject(bench.desk, tubes[0], Damaged)
  expect([other.status, other.body.message]).toEqual([422, expect.stringContaining('is not here')])
  const said = await reject(front, tubes[0], Damaged, 'Fell out of the bag')
  expect([said.status, said.body.message]).toEqual([200, expect.stringContaining('is to be recollected as')])
  expect((await statuses(front, sale)).sort()).toEqual([ToBeCollected, Dispatched, Damaged])
  const after = await shipmentOf(front, shipment.ShipmentId)
  expect(after).toMatchObject({ StatusId: shipmentStatus.PartlyReceived })
  expect(after.ShipmentSamples.map((row) => row.StatusId)).toEqual([Damaged, Dispatched])
  const told = await readRows(app, 'notifications', { UserId: bench.desk.userId }, 'subject', 'notification_id desc')
  expect(told).toContainEqual({
    Subject: `Shipment ${String(shipment.ShipmentId)}: 1 of its samples will not arrive`,
  })
  // the consignee receives the rest
  expect((await receive(bench.desk, shipment.ShipmentId, [[rowsOf(shipment)[1], Delivered]])).status).toBe(200)
  expect((await shipmentOf(front, shipment.ShipmentId)).StatusId).toBe(shipmentStatus.WithExceptions)
  expect((await reject(front, tubes[1], Damaged)).status).toBe(422)
})

test('a sender records a shipment as lost with a reason: its tubes are not found and recollected, and may turn up', async () => {
  const { front, sale, shipment } = await onTheRoad()
  expect((await lose(bench.desk, shipment)).status).toBe(422)
  expect((await lose(front, shipment, {})).status).toBe(400)
  const said = await lose(front, shipment)
  expect([said.status, said.body.message]).toEqual([200, 'Lost in transit: 2 samples, of which 2 to be recollected'])
  expect((await shipmentOf(front, shipment.ShipmentId)).StatusId).toBe(shipmentStatus.Lost)
  expect((await statuses(front, sale)).sort()).toEqual([ToBeCollected, ToBeCollected, NotFound, NotFound])
  expect((await lose(front, shipment)).body.message).toBe('Nothing of the shipment is in transit any more')
  await received(bench.desk, shipment)
  expect((await statuses(front, sale)).filter((one) => one === Delivered)).toHaveLength(2)
})

test('only what nobody received of a shipment is lost with it', async () => {
  const { front, shipment } = await onTheRoad()
  await receive(bench.desk, shipment.ShipmentId, [[rowsOf(shipment)[0], Delivered]])
  expect((await lose(front, shipment)).status).toBe(200)
  const after = await shipmentOf(front, shipment.ShipmentId)
  expect(after.StatusId).toBe(shipmentStatus.WithExceptions)
  expect(after.ShipmentSamples.map((row) => row.StatusId)).toEqual([Delivered, NotFound])
})

test('what an outside lab without users refused is recorded by the lab that sent it, with what was written', async () => {
  const sale = await soldForTwoLabs(bench.desk)
  const tube = await tubeFor(sale)
  const shipment = await dispatched(bench.technologist, { from: party.central, to: outsideLab, samples: [tube] })
  const said = await reject(bench.technologist, tube, Rejected, 'Letter of the lab: haemolysed')
  expect(said.status).toBe(200)
  expect((await shipmentOf(bench.technologist, shipment.ShipmentId)).StatusId).toBe(shipmentStatus.WithExceptions)
  const events = (await bench.technologist.get(`/api/samples/${tube}`)).body.Events
  expect(events.map((one) => one.Remarks)).toContainEqual(expect.stringContaining('Letter of the lab: haemolysed'))
  // the new tube goes the same way
  const next = said.body.ReplacedById
  expect((await bench.desk.put('/api/collect/samples', { SampleIds: [next] })).status).toBe(200)
  await dispatched(bench.technologist, { from: party.central, to: outsideLab, samples: [next] })
  const rows = await bench.technologist.get(`/api/testresults?SaleId=${String(sale.SaleId)}`)
  expect(rows.text).toContain('"KeeperId":2')
})

test('a shipment of which an outside lab has sent a result is neither lost nor taken back', async () => {
  const technologist = await signedIn(app, 'technologist', role.Technologist, party.central)
  const sale = await soldForTwoLabs(bench.desk)
  const tube = await tubeFor(sale)
  const shipment = await dispatched(technologist, { from: party.central, to: outsideLab, samples: [tube] })
  const paper = { Kind: 'outside', Name: 'reference.pdf' }
  expect((await kept(technologist, `testresults/${String(sale.SaleId)}`, aPdf(), paper)).status).toBe(201)
  const [item] = await readRows<{ Id: number }>(
    app,
    'work_items',
    { SaleId: sale.SaleId, LabId: outsideLab },
    'work_item_id as id',
  )
  const entered = await technologist.put('/api/testresults/', { WorkItems: [{ WorkItemId: item?.Id, Result: '12' }] })
  expect(entered.status).toBe(200)
  const undone = await technologist.put(`/api/undispatch/shipments/${String(shipment.ShipmentId)}`)
  for (const answer of [undone, await lose(technologist, shipment)])
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('it has arrived')])
})

// Two consignees who take tubes out of their boxes that the other's shipment lists, again and again at the same time:
// neither waits for the other for ever, and each tube is received once.
import { expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Person } from '../../../server/testing/signed-in.ts'
import { deadlocksOf } from '../../../server/testing/waits.ts'
import { sampleStatus, shipmentStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { dispatched, party, shipmentOf } from '../../shipments/shipments.fixture.ts'
import { receive } from '../shipmentreceipt.fixture.ts'

const { app, front, desk, nashik, technologist } = networkForTests('front', 'desk', 'nashik', 'technologist')
const { hadapsar, central, satellite } = party
const rounds = 20

type Tube = { readonly id: number; readonly barcode: string }
/** Tubes of sales with two each: the first of a sale goes into one box, the second into the other. */
const tubes = async (sales: number): Promise<readonly [Tube[], Tube[]]> => {
  const boxes: [Tube[], Tube[]] = [[], []]
  const PatientId = await aPatient(front)
  for (let at = 0; at < sales; at += 1) {
    const products = [product.electrolytes, product.cbc]
    const { Samples } = await accessioned(front, { PatientId, SellerId: hadapsar, products })
    const [one, other] = Samples.map((row) => ({
      id: Number(row.SampleId),
      barcode: String(row.Barcode),
    }))
    if (one === undefined || other === undefined) throw new Error('Two tubes are needed')
    boxes[0].push(one)
    boxes[1].push(other)
  }
  return boxes
}
const boxTo = async (to: number, listed: readonly Tube[]): Promise<Read<'shipments'>> => {
  const box = await dispatched(front, { from: hadapsar, to: central, samples: listed.map(({ id }) => id) })
  await setRows(app, 'shipments', { ShipmentId: box.ShipmentId }, { ConsigneeId: to })
  return box
}
const take = (person: Person, box: Read<'shipments'>, tube: Tube | undefined) =>
  person.put(`/api/tubetoomany/shipmentreceipt/${String(box.ShipmentId)}`, { Barcode: tube?.barcode })
const rowsOf = (field: string, ids: readonly number[]) =>
  Promise.all(ids.map((SampleId) => readRows<{ Place: number }>(app, 'shipment_samples', { SampleId }, field)))
const marked: unknown = expect.stringContaining('is received with a mark')
const unchanged: unknown = expect.stringContaining('No sample was changed')
const refused: unknown = expect.stringContaining('is received already')
/** How often a tube was received, whichever way. */
const receiptsOf = async ({ id }: Tube): Promise<number> =>
  (await readRows<{ Action: string }>(app, 'audit', { ModuleId: 'samples', FormId: id }, 'action')).filter(
    ({ Action }) => ['receive', 'tube too many'].includes(Action),
  ).length

test('out of each other’s boxes: both take, neither waits for ever, no tube is received twice', async () => {
  const [ofOne, ofOther] = await tubes(rounds)
  const [one, other] = [await boxTo(central, ofOne), await boxTo(satellite, ofOther)]
  const before = await deadlocksOf(app)
  for (let at = 0; at < rounds; at += 1) {
    // opposite ways through the same sales
    const answers = await Promise.all([take(desk, one, ofOther[at]), take(nashik, other, ofOne[rounds - 1 - at])])
    expect(answers.map(({ text }) => text)).toEqual([marked, marked])
  }
  expect(await deadlocksOf(app)).toBe(before)
  // each has its one row, on the shipment that lists it, with the box in which it came
  const ids = (list: readonly Tube[]) => list.map(({ id }) => id)
  const came = (box: Read<'shipments'>) => Array.from({ length: rounds }, () => [{ Place: box.ShipmentId }])
  expect(await rowsOf('came_in_id as place', ids(ofOther))).toEqual(came(one))
  expect(await rowsOf('came_in_id as place', ids(ofOne))).toEqual(came(other))
  expect(await rowsOf('shipment_id as place', ids(ofOne))).toEqual(came(one))
  for (const box of [one, other])
    expect((await shipmentOf(front, box.ShipmentId)).StatusId).toBe(shipmentStatus.Received)
  for (const tube of [...ofOne, ...ofOther]) expect(await receiptsOf(tube)).toBe(1)
  await expectInvariants(app.db)
})

test('the same tube taken out of one box while a colleague receives it with its shipment: it is received once', async () => {
  const [ofOne, ofOther] = await tubes(8)
  const [one, other] = [await boxTo(central, ofOne), await boxTo(central, ofOther)]
  const before = await deadlocksOf(app)
  for (let at = 0; at < ofOther.length; at += 1) {
    const row = other.ShipmentSamples.find(({ SampleId }) => SampleId === ofOther[at]?.id)
    const answers = await Promise.all([
      take(desk, one, ofOther[at]),
      receive(technologist, other.ShipmentId, [[row?.ShipmentSampleId, sampleStatus.Delivered]]),
    ])
    const [taken, received] = answers.map(({ text }) => text)
    if (answers[0]?.status === 200) expect([taken, received]).toEqual([marked, unchanged])
    else expect([taken, received]).toEqual([refused, expect.stringContaining('1 sample received')])
  }
  expect(await deadlocksOf(app)).toBe(before)
  for (const tube of ofOther) expect(await receiptsOf(tube)).toBe(1)
  await expectInvariants(app.db)
})

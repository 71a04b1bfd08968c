// A tube too many in a box: received with a mark, told to the sender, its results held until a signatory decides.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { sampleStatus, shipmentStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { dispatched, packed, party, shipmentOf, tubesOf } from '../../shipments/shipments.fixture.ts'
import { approveAll, enterAll, itemsOf, rowOf, rowsOf as resultsOf } from '../../testresults/testresults.fixture.ts'
import { receive, received } from '../shipmentreceipt.fixture.ts'

const { app, front, desk, nashik, technologist, pathologist } = networkForTests(
  'front',
  'desk',
  'nashik',
  'technologist',
  'pathologist',
)
afterEach(() => expectInvariants(app.db))
const { hadapsar, central, satellite } = party

const aSale = async (): Promise<Read<'sales'>> =>
  accessioned(front, { PatientId: await aPatient(front), SellerId: hadapsar, products: [product.electrolytes] })
const barcodeOf = (sale: Read<'sales'>): string => String(sale.Samples[0]?.Barcode)
const take = (shipment: Read<'shipments'>, Barcode: string, person: Person = desk) =>
  person.put(`/api/tubetoomany/shipmentreceipt/${String(shipment.ShipmentId)}`, { Barcode })
const tubeOf = (sale: Read<'sales'>) =>
  readRow(app, 'samples', { SampleId: tubesOf(sale)[0] }, 'status_id, owner_id, performing_lab_id as lab')
const here = { StatusId: sampleStatus.Delivered, OwnerId: central, Lab: central }
const subjects = async () =>
  (await readRows<{ Subject: string }>(app, 'notifications', { UserId: front.userId }, 'subject')).map(
    (one) => one.Subject,
  )
const lastNews = async (person: Person) =>
  (
    await readRows<{ Subject: string; Content: string; Path: string | null }>(
      app,
      'notifications',
      { UserId: person.userId },
      'subject, content, path',
      'notification_id desc',
    )
  )[0]

test('a tube that was in no box is received with a mark, told to the sender, and its results wait for a signatory', async () => {
  const [listed, extra] = [await aSale(), await aSale()]
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(listed) })
  const id = box.ShipmentId
  const code = barcodeOf(extra)
  expect((await take(box, code, nashik)).status).toBe(404)
  expect((await take(box, code, front)).status).toBe(404)
  const unknown = await take(box, 'XYZ-01')
  expect([unknown.status, unknown.body.errors]).toEqual([
    422,
    { Barcode: ['No tube of this sender has the barcode XYZ-01: keep it apart and call the sender'] },
  ])
  expect((await take(box, barcodeOf(listed))).body.message).toContain('is on this shipment')
  expect(await tubeOf(extra)).toMatchObject({ OwnerId: hadapsar })
  const taken = await take(box, code.replace('-', ''))
  expect([taken.status, taken.body.message]).toEqual([
    200,
    `${code} is received with a mark: its results are held until a signatory decides`,
  ])
  expect(await tubeOf(extra)).toEqual(here)
  expect(await subjects()).toContain(`Shipment ${String(id)}: 1 sample too many`)
  expect((await shipmentOf(front, id)).ShipmentSamples).toMatchObject([
    { SampleId: tubesOf(listed)[0], CameInId: null },
    { SampleId: tubesOf(extra)[0], StatusId: sampleStatus.Delivered, CameInId: id },
  ])
  const { body } = await desk.get(`/api/samples/${String(tubesOf(extra)[0])}`)
  expect(body.Events.map((one) => one.What)).toContain(`Came in shipment ${String(id)}, which does not list it`)
  expect((await take(box, code)).body.message).toBe(`${code} is received already`)
  await received(desk, box)
  expect((await shipmentOf(desk, id)).StatusId).toBe(shipmentStatus.Received)
  // the bench may measure it; what is measured goes out when a signatory has decided
  await enterAll(technologist, extra.SaleId)
  const fault = `its tube came in shipment ${String(id)}, which does not list it`
  await expect(approveAll(pathologist, extra.SaleId)).rejects.toThrow(fault)
  const WorkItemIds = itemsOf(await resultsOf(pathologist, extra.SaleId))
  const Remarks = 'The centre confirms that it was in the bag'
  expect((await pathologist.put('/api/keep/testresults', { WorkItemIds, Remarks })).status).toBe(200)
  await approveAll(pathologist, extra.SaleId)
})

test('a tube of another box is received in its own one, which waits for it no longer; one that is being packed leaves it', async () => {
  const [listed, other, packing] = [await aSale(), await aSale(), await aSale()]
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(listed) })
  const second = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(other) })
  const third = await packed(front, { from: hadapsar, to: central, samples: tubesOf(packing) })
  expect((await take(box, barcodeOf(other))).status).toBe(200)
  expect(await shipmentOf(front, second.ShipmentId)).toMatchObject({
    StatusId: shipmentStatus.Received,
    ShipmentSamples: [{ StatusId: sampleStatus.Delivered, CameInId: box.ShipmentId }],
  })
  expect((await take(box, barcodeOf(packing))).status).toBe(200)
  expect((await shipmentOf(front, third.ShipmentId)).ShipmentSamples).toEqual([])
  expect(await Promise.all([other, packing].map(tubeOf))).toEqual([here, here])
  expect((await shipmentOf(front, box.ShipmentId)).StatusId).toBe(shipmentStatus.PartlyReceived)
})

test('the consignee who waited for it is notified, and both shipments have it in their history', async () => {
  const [own, other, extra] = [await aSale(), await aSale(), await aSale()]
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(own) })
  const second = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(other) })
  // it goes to another laboratory
  await setRows(app, 'shipments', { ShipmentId: second.ShipmentId }, { ConsigneeId: satellite })
  const history = async (shipment: Read<'shipments'>): Promise<unknown> =>
    (
      await readRows<{ Changes: Json }>(
        app,
        'audit',
        { ModuleId: 'shipments', FormId: shipment.ShipmentId, Action: 'tube too many' },
        'changes',
        'audit_id',
      )
    ).map(({ Changes }) => Changes.StatusId)
  expect((await take(box, barcodeOf(other))).status).toBe(200)
  expect(await lastNews(nashik)).toEqual({
    Subject: `Shipment ${String(second.ShipmentId)}: 1 of its samples will not arrive`,
    Content: `${barcodeOf(other)} came in a box to another place, and was received there.`,
    Path: `/shipments?ShipmentId=${String(second.ShipmentId)}`,
  })
  expect([await history(box), await history(second)]).toEqual([
    [],
    [[shipmentStatus.Dispatched, shipmentStatus.Received]],
  ])
  expect((await take(box, barcodeOf(extra))).status).toBe(200)
  expect(await history(box)).toEqual([[shipmentStatus.Dispatched, shipmentStatus.PartlyReceived]])
})

test('of a tube of a third sender its owner is notified of their own shipment, the sender of the box without its barcode', async () => {
  const [own, other] = [await aSale(), await aSale()]
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(own) })
  const second = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(other) })
  const [tube] = tubesOf(other)
  await setRows(app, 'shipments', { ShipmentId: second.ShipmentId }, { ConsignorId: satellite })
  await setRows(app, 'samples', { SampleId: tube }, { OwnerId: satellite })
  expect((await take(box, barcodeOf(other))).status).toBe(200)
  const after = 'It is received; its results are held until a signatory decides.'
  expect(await lastNews(front)).toEqual({
    Subject: `Shipment ${String(box.ShipmentId)}: 1 sample too many`,
    Content: `One of another sender came in it. ${after}`,
    Path: `/shipments?ShipmentId=${String(box.ShipmentId)}`,
  })
  expect(await lastNews(nashik)).toEqual({
    Subject: `Shipment ${String(second.ShipmentId)}: 1 of its samples came in another box`,
    Content: `${barcodeOf(other)} came in a box of another sender. ${after}`,
    Path: `/shipments?ShipmentId=${String(second.ShipmentId)}`,
  })
})

test('it is judged by the thermometer of the box in which it lay, and holds what is corrected there', async () => {
  const [listed, other] = [await aSale(), await aSale()]
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(listed) })
  const second = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(other) })
  const [tube] = second.ShipmentSamples
  const read = async (shipment: Read<'shipments'>, degrees: number): Promise<unknown> =>
    (
      await receive(desk, shipment.ShipmentId, [], {
        Temperatures: { [String(tube?.Sample.TemperatureId)]: degrees },
      })
    ).body.warnings
  const degreesSaid = async () =>
    (await rowOf(pathologist, other.SaleId, 'Potassium')).TubeFaults.map((one) => String(one.Says)).filter((says) =>
      says.includes('°C'),
    )
  await read(box, 31)
  expect((await take(box, barcodeOf(other))).status).toBe(200)
  await enterAll(technologist, other.SaleId)
  await read(second, 38)
  expect(await degreesSaid()).toEqual([expect.stringContaining('received at 31 °C')])
  // no tube came in the second one, and none that the first one lists is received yet
  expect(await read(second, 5)).toEqual([])
  expect(await read(box, 6)).toEqual([expect.stringContaining('31 °C was read before')])
  expect(await degreesSaid()).toEqual([expect.stringMatching(/received at 31 °C .*, corrected to 6 °C$/)])
})

test('one that came in two boxes which do not list it has two faults', async () => {
  const [first, extra] = [await aSale(), await aSale()]
  const away = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(first) })
  await received(desk, away)
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(await aSale()) })
  expect((await take(box, barcodeOf(extra))).status).toBe(200)
  // as if it had come to a laboratory on its way in the other one
  const way = { SampleId: tubesOf(first)[0] }
  const came = { SampleId: tubesOf(extra)[0], CameInId: away.ShipmentId }
  await setRows(app, 'shipment_samples', way, came)
  await enterAll(technologist, extra.SaleId)
  expect((await rowOf(pathologist, extra.SaleId, 'Potassium')).TubeFaults).toEqual([
    expect.objectContaining({ Key: `toomany:${String(away.ShipmentId)}` }),
    expect.objectContaining({ Key: `toomany:${String(box.ShipmentId)}` }),
  ])
})

test('of one whose sale is unlocked the answer says that no work is started', async () => {
  const [listed, extra] = [await aSale(), await aSale()]
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(listed) })
  const sale = { SaleId: extra.SaleId }
  await setRows(app, 'sales', sale, { AccessionDate: null })
  const taken = await take(box, barcodeOf(extra))
  expect([taken.status, taken.body.message]).toEqual([
    200,
    `${barcodeOf(extra)} is received with a mark: sale unlocked, no work is started`,
  ])
  expect((await lastNews(front))?.Content).toContain('sale unlocked, no work is started')
  // its work starts when it is accessioned again
  expect((await front.put('/api/accession/sales', { formId: sale.SaleId })).status).toBe(200)
})

test('the dispatch of a box out of which a tube was taken that it does not list is not undone', async () => {
  const [listed, extra] = [await aSale(), await aSale()]
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(listed) })
  await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(extra) })
  expect((await take(box, barcodeOf(extra))).status).toBe(200)
  const undone = await front.put(`/api/undispatch/shipments/${String(box.ShipmentId)}`)
  expect([undone.status, undone.body.message]).toEqual([
    422,
    'A sample that is not on it was received out of it already',
  ])
  expect((await shipmentOf(front, box.ShipmentId)).DispatchDate).not.toBeNull()
})

test('two users who take it in at once: one does, the other is refused', async () => {
  const [listed, extra] = [await aSale(), await aSale()]
  const box = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(listed) })
  const answers = await Promise.all([take(box, barcodeOf(extra)), take(box, barcodeOf(extra))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

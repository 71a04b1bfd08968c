// A box that lies on the consignee's table although its sender did not dispatch it.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Person } from '../../../server/testing/signed-in.ts'
import { sampleStatus, shipmentStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product, saleOf } from '../../sales/sales.fixture.ts'
import { receive, received, rowsOf } from '../../shipmentreceipt/shipmentreceipt.fixture.ts'
import { packed, party, shipmentOf, tubesOf } from '../shipments.fixture.ts'

const { app, front, desk, nashik } = networkForTests('front', 'desk', 'nashik')
afterEach(() => expectInvariants(app.db))

const arrive = (person: Person, shipment: Read<'shipments'>) =>
  person.put(`/api/arrived/shipments/${String(shipment.ShipmentId)}`)

test('a box that came without being dispatched is taken by its consignee alone, marked, told to the sender and received', async () => {
  const sale = await accessioned(front, {
    PatientId: await aPatient(front),
    SellerId: party.hadapsar,
    products: [product.electrolytes],
  })
  const shipment = await packed(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  const id = shipment.ShipmentId
  expect((await receive(desk, id, [[rowsOf(shipment)[0], 121]])).body.code).toBe('not-dispatched')
  expect((await arrive(front, shipment)).body.code).toBe('not-consignee')
  expect((await arrive(nashik, shipment)).status).toBe(404)
  expect((await shipmentOf(desk, id)).CameUndispatched).toBe(false)
  expect((await arrive(desk, shipment)).status).toBe(200)
  expect(await shipmentOf(desk, id)).toMatchObject({ CameUndispatched: true, StatusId: shipmentStatus.Dispatched })
  expect(await readRows(app, 'notifications', { UserId: front.userId }, 'subject')).toContainEqual({
    Subject: `Shipment ${String(id)} came without being dispatched`,
  })
  expect((await arrive(desk, shipment)).body.code).toBe('dispatched')
  await received(desk, shipment)
  expect((await shipmentOf(desk, id)).StatusId).toBe(shipmentStatus.Received)
  const tubes = (await saleOf(desk, Number(sale.SaleId))).Samples
  expect(tubes.map((tube) => tube.StatusId)).toEqual([sampleStatus.Delivered])
})

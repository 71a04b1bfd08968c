// The sender of a shipment is notified of each tube that was not accepted.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import { dispatched, party, shipmentOf, tubesOf } from '../shipments/shipments.fixture.ts'
import { receive, rowsOf } from './shipmentreceipt.fixture.ts'

const { app, front, desk } = networkForTests('front', 'desk')
const { hadapsar, central } = party
const insufficient = 164

test('the sender is notified of a refused tube at once, before the rest of the shipment is decided', async () => {
  const PatientId = await aPatient(front)
  const sale = await accessioned(front, {
    PatientId,
    SellerId: hadapsar,
    products: [product.cbc, product.electrolytes],
  })
  const shipment = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
  const rows = rowsOf(shipment)
  const id = shipment.ShipmentId
  const subjects = async () =>
    (await readRows<{ Subject: string }>(app, 'notifications', { UserId: front.userId }, 'subject')).map(
      (one) => one.Subject,
    )
  expect((await receive(desk, id, [[rows[0], 124, insufficient]])).status).toBe(200)
  expect((await shipmentOf(front, id)).StatusId).toBe(142)
  expect(await subjects()).toContain(`Shipment ${String(id)}: 1 sample not accepted`)
})

test('OPS-193 a shipment of which no tube was found is lost, its sender is notified, and it is received when it turns up', async () => {
  const PatientId = await aPatient(front)
  const products = [product.cbc, product.electrolytes]
  const sale = await accessioned(front, { PatientId, SellerId: hadapsar, products })
  const shipment = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
  const [rows, id] = [rowsOf(shipment), shipment.ShipmentId]
  const say = async (said: number, reason?: number) => {
    const answer = await receive(
      desk,
      id,
      rows.map((row) => [row, said, reason] as const),
    )
    expect(answer.status).toBe(200)
    return (await shipmentOf(front, id)).StatusId
  }
  expect(await say(123, insufficient)).toBe(145)
  const [told] = await readRows<Json>(app, 'notifications', { UserId: front.userId }, 'subject', 'notification_id desc')
  expect(told).toEqual({ Subject: `Shipment ${String(id)} is lost: none of its samples was found` })
  expect((await front.put(`/api/undispatch/shipments/${String(id)}`, {})).status).toBe(422)
  expect(await say(121)).toBe(143)
})

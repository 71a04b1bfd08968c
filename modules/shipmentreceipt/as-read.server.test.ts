// What a screen read is sent again with its act: the record's own fields are known, whatever the act declares.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { accessioned, aPatient } from '../sales/sales.fixture.ts'
import { dispatched, packed, party, shipmentOf, tubesOf } from '../shipments/shipments.fixture.ts'
import { receiptOf } from './shipmentreceipt.fixture.ts'

const { front, desk } = networkForTests('front', 'desk')
const { hadapsar, central } = party

test('a receipt and a dispatch take the record as it was read; what neither act nor record knows is refused', async () => {
  const first = await accessioned(front, { PatientId: await aPatient(front), SellerId: hadapsar })
  const { ShipmentId: id } = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(first) })
  const record = await receiptOf(desk, id)
  const ShipmentSamples = record.ShipmentSamples.map((row) => ({ ...row, StatusId: 121 }))
  const path = `/api/shipmentreceipt/${String(id)}` as const
  const unknown = await desk.put(path, { ...record, ShipmentSamples, Colour: 'red' })
  expect([unknown.status, unknown.body.errors]).toEqual([400, { Colour: ['This field is not known'] }])
  const answer = await desk.put(path, { ...record, ShipmentSamples })
  expect([answer.status, answer.body.errors, answer.body.message]).toEqual([200, undefined, '1 sample received'])
  const sale = await accessioned(front, { PatientId: await aPatient(front), SellerId: hadapsar })
  const packing = await packed(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
  const whole = await shipmentOf(front, packing.ShipmentId)
  const sent = await front.put(`/api/dispatchshipment/${String(packing.ShipmentId)}`, whole)
  expect([sent.status, sent.body.errors]).toEqual([200, undefined])
})

// A shipment from packing to dispatch and back: what lies ready, who may send it, and what moves with it.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { accessioned, saleOf } from '../../sales/sales.fixture.ts'
import { dispatch, dispatched, packed, party, shipmentOf, shippable, tubesOf } from '../shipments.fixture.ts'

const { front, desk } = networkForTests('front', 'desk')
const { hadapsar, central } = party

test('what a centre accessioned lies ready for its lab; packed, dispatched and taken back it moves along', async () => {
  const sale = await accessioned(front, { SellerId: hadapsar })
  const tubes = tubesOf(sale)
  const ready = await shippable(front, hadapsar, central)
  expect(ready.map((tube) => tube['SampleId'])).toEqual(expect.arrayContaining(tubes))
  const shipment = await packed(front, { from: hadapsar, to: central, samples: tubes })
  expect(shipment).toMatchObject({ NumberOfSamples: tubes.length, StatusId: 140, DispatchDate: null })
  expect(await shippable(front, hadapsar, central)).toHaveLength(ready.length - tubes.length)
  const sent = await dispatch(front, shipment['ShipmentId'])
  expect([sent.status, sent.body['message']]).toEqual([200, expect.stringContaining('is dispatched')])
  const way = await shipmentOf(desk, shipment['ShipmentId'])
  expect(way).toMatchObject({ StatusId: 141, Status: { ItemLabel: 'Dispatched' } })
  const { SaleProducts } = await saleOf(front, Number(sale['SaleId']))
  expect(SaleProducts).toEqual([expect.objectContaining({ StatusId: 103 })])
  const back = await front.put(`/api/undispatch/shipments/${String(shipment['ShipmentId'])}`)
  expect(back.status).toBe(200)
  expect(await shipmentOf(front, shipment['ShipmentId'])).toMatchObject({ StatusId: 140, DispatchDate: null })
})

test('a tube that left awaits its receipt', async () => {
  const sale = await accessioned(front, { SellerId: hadapsar })
  const { ShipmentSamples } = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
  expect(ShipmentSamples).toEqual([
    expect.objectContaining({ StatusId: 120, Status: { ItemLabel: 'Dispatched - awaiting receipt' } }),
  ])
})

// Who sees a shipment: a courier sees only what it carries. Tubes of a cancelled sale are not offered.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { accessioned } from '../sales/sales.fixture.ts'
import { courier, packed, party, shippable, tubesOf } from './shipments.fixture.ts'

const { app, front } = networkForTests('front')
const { hadapsar, central } = party

test('a courier opens only the shipments it carries', async () => {
  const sale = await accessioned(front, { SellerId: hadapsar })
  const { ShipmentId } = await packed(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
  const read = async (place: number) => {
    const person = await signedIn(app, 'courier', 8, place)
    return (await person.get(`/api/shipments/${String(ShipmentId)}`)).status
  }
  expect(await read(courier.puneCity)).toBe(200)
  await setRows(app, 'shipments', { ShipmentId }, { CourierId: courier.deccan })
  expect(await read(courier.puneCity)).toBe(404)
})

test('the tubes of a cancelled sale are not offered for a shipment', async () => {
  const sale = await accessioned(front, { SellerId: hadapsar })
  const offered = async () => (await shippable(front, hadapsar, central)).map((tube) => tube.SampleId)
  expect(await offered()).toEqual(expect.arrayContaining(tubesOf(sale)))
  expect((await front.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Booked twice' })).status).toBe(200)
  const left = await offered()
  for (const tube of tubesOf(sale)) expect(left).not.toContain(tube)
})

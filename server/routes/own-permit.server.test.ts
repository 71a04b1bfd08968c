// An act asks for its own permit: who may read or save the record, and whose permit for the act is narrowed, is refused.
import { expect, test } from 'vitest'
import type { Permit } from '../../core/model.ts'
import { paymentMode } from '../../modules/lists/items.model.ts'
import { accessioned, aPatient, booked, product } from '../../modules/sales/sales.fixture.ts'
import { dispatched, party, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import { receive, rowsOf } from '../../modules/shipmentreceipt/shipmentreceipt.fixture.ts'
import { networkForTests } from '../testing/network.ts'
import { setPermits } from '../testing/rows.ts'
import type { Answered, Json } from '../testing/signed-in.ts'

const { app, front, desk, accounts } = networkForTests('front', 'desk', 'accounts')
const tube = product.haemoglobin

/** Asked while the permit holds for no record, then as it was. */
const narrowed = async (
  [role, module, permit, criteria]: readonly [number, string, Permit, string],
  ask: () => Promise<Answered>,
): Promise<[number, number]> => {
  await setPermits(app, role, module, [permit], { criteria })
  const without = (await ask()).status
  await setPermits(app, role, module, [permit], { criteria: null })
  return [without, (await ask()).status]
}

test.each(['cleared', 'bounced'])(
  'a cheque is %s by who may update receipts, not by who may read them',
  async (act) => {
    const cheque = { PaymentModeId: paymentMode.Cheque, PaymentRef: '000417', Amount: 100 }
    const sale = await booked(desk, { PatientId: await aPatient(desk), receipts: [cheque] })
    const [receipt] = sale['Invoice'].Transactions as Json[]
    const ask = () =>
      accounts.put(`/api/${act}/transactions`, { formId: receipt?.['TransactionId'], reason: 'as tried' })
    expect(await narrowed([7, 'transactions', 'update', 'Amount < 0'], ask)).toEqual([403, 200])
  },
)

test('tubes are received by who may receive them, not by who may read or save their shipment', async () => {
  const sale = await accessioned(front, {
    PatientId: await aPatient(front),
    SellerId: party.hadapsar,
    products: [tube],
  })
  const shipment = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  const ask = () => receive(desk, shipment['ShipmentId'], [[rowsOf(shipment)[0], 121]])
  expect(await narrowed([5, 'shipmentreceipt', 'receive', 'ShipmentId < 0'], ask)).toEqual([403, 200])
})

// The books of each place add up to zero before and after a centre was merged into another.
import { expect, test } from 'vitest'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { paymentMode } from '../lists/items.model.ts'
import { booked } from '../sales/sales.fixture.ts'

const { app, admin, front } = networkForTests('admin', 'front')
const [centre, other] = [12, 13]
/** Closing balances by account in paise; each account of the place. */
const balances = async (EntityId: number): Promise<Map<string, number>> => {
  const { rows } = await listed(admin, 1070, { EntityId })
  return new Map(rows.map((row) => [String(row['Account']), Math.round(Number(row['ClosingBalance']) * 100)]))
}
const sumOf = (all: Map<string, number>): number => [...all.values()].reduce((sum, one) => sum + one, 0)

test('what a merged centre is owed and has goes to the other, what it sold stays: each adds up to zero', async () => {
  const cash = { PaymentModeId: paymentMode.Cash, Amount: 100 }
  const upi = { PaymentModeId: paymentMode.Upi, Amount: 50, PaymentRef: 'UPI-MERGE' }
  const sale = await booked(front, { SellerId: centre, products: [3001], receipts: [cash, upi] })
  const net = Math.round(Number(sale['NetAmount']) * 100)
  const before = await balances(centre)
  expect([before.get('Sales'), before.get('Money'), before.get('Parties')]).toEqual([-net, 15_000, net - 15_000])
  const merged = await admin.put('/api/merge/clients', { sourceId: centre, targetId: other })
  expect([merged.status, merged.body['message']]).toEqual([200, expect.stringContaining('Merged into')])
  const [gone, kept, lab, entity] = [
    await balances(centre),
    await balances(other),
    await balances(2),
    await balances(1),
  ]
  expect([gone, kept, lab, entity].map(sumOf)).toEqual([0, 0, 0, 0])
  expect([gone.get('Sales'), gone.get('Money') ?? 0, gone.get('Parties') ?? 0, gone.get('Merged places')]).toEqual([
    -net,
    0,
    0,
    net,
  ])
  expect([kept.get('Money'), kept.get('Parties'), kept.get('Merged places')]).toEqual([15_000, net - 15_000, -net])
  expect(entity.get('Merged places') ?? 0).toBe(0)
  await expectInvariants(app.db)
})

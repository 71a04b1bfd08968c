// A cashier writes off while their batch is closed, again and again at the same time: both hold the batch before the
// day, so neither waits for the other for ever.
import { beforeAll, expect, test } from 'vitest'
import { setNetwork } from '../../../core/network.ts'
import { readNetwork } from '../../../server/db/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import type { Answered, Person } from '../../../server/testing/signed-in.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { deadlocksOf } from '../../../server/testing/waits.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { cash, change } from '../../sales/receipts/receipts.fixture.ts'
import { aPatient, aSale, booked } from '../../sales/sales.fixture.ts'
import { aCashier, counted, openOf, takes } from '../../tranbatches/tranbatches.fixture.ts'

const { app, manager } = networkForTests('manager')
const rounds = 8
let PatientId: number
beforeAll(async () => {
  await setRows(app, 'network_settings', { SettingsId: 1 }, { DeskWriteOffLimit: 10_000 })
  setNetwork(await readNetwork(app.db.read))
  PatientId = await aPatient(manager)
})
const off = { PaymentModeId: paymentMode.WriteOff, Amount: 5, Remarks: 'Rounded off' }

test.each<[string, (person: Person, sale: Read<'sales'>) => Promise<Answered>]>([
  [
    'of a receipt',
    (person, { BuyerId, InvoiceId }) => {
      const of = { GiverId: BuyerId, InvoiceId, ReceiverId: 2, Date: new Date().toISOString() }
      return person.post('/api/transactions/', { ...off, ...of })
    },
  ],
  ['of a new sale', (person) => person.post('/api/sales/', aSale({ PatientId, receipts: [off] }))],
  ['of a sale that has receipts', (person, sale) => change(person, sale, [off])],
])('a write-off %s while the batch closes', async (_, writeOff) => {
  const cashier = await aCashier(app)
  const before = await deadlocksOf(app)
  for (let at = 0; at < rounds; at += 1) {
    const sale = await booked(cashier, { PatientId, receipts: [cash(100)] })
    await takes(cashier, PatientId, 100)
    const batch = await openOf(cashier, manager)
    const answers = await Promise.all([
      writeOff(cashier, sale),
      cashier.put(`/api/closebatch/${batch}`, counted([paymentMode.Cash, 200])),
    ])
    expect(answers.map(({ status, body }) => [Math.floor(status / 100), body.errors])).toEqual([
      [2, undefined],
      [2, undefined],
    ])
  }
  expect(await deadlocksOf(app)).toBe(before)
  await expectInvariants(app.db)
})

// The list of transactions: who gave whom how much, narrowed by day, parties, and shipments of the sale's tubes.
import { beforeAll, expect, test } from 'vitest'
import { accessioned, aPatient, booked } from '../sales/sales.fixture.ts'
import { dispatched, party, tubesOf } from '../shipments/shipments.fixture.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
let sent: Read<'sales'>, old: Read<'sales'>, refund: number, paid: number, earlier: number
const receiptOf = (sale: Read<'sales'>): number => sale.Invoice.Transactions[0]?.TransactionId
beforeAll(async () => {
  const receipts = [{ PaymentModeId: 40, Amount: 60 }]
  const desk = await signedIn(app, 'frontdesk', 5, 12)
  sent = await accessioned(desk, { PatientId: await aPatient(desk), SellerId: 12, receipts })
  paid = receiptOf(sent)
  await dispatched(desk, { from: party.hadapsar, to: party.central, samples: tubesOf(sent) })
  old = await booked(admin, { PatientId: await aPatient(admin), receipts })
  earlier = receiptOf(old)
  await setRows(app, 'transactions', { TransactionId: earlier }, { Date: '2026-04-01T18:29:59Z' })
  const given = await admin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    GiverId: 2,
    ReceiverId: 4,
    Amount: 50,
    PaymentModeId: 40,
  })
  expect([given.status, given.body.errors]).toEqual([201, undefined])
  refund = given.body.TransactionId
})
const left = async (filter: Json) =>
  (await narrowed(admin, 1022, filter)).map((row) => row.TransactionId).sort((a, b) => a - b)

test('OPS-031 FND-135 transactions are narrowed by each filter alone', async () => {
  const own = (ids: number[]) => ids.filter((id) => [paid, earlier, refund].includes(id))
  expect(await left({ FromDate: '2026-04-01', ToDate: '2026-04-01' })).toEqual([earlier])
  expect(own(await left({ FromDate: '2026-04-02' }))).toEqual([paid, refund].sort((a, b) => a - b))
  expect(await left({ GiverId: old.BuyerId })).toEqual([earlier])
  expect(await left({ ReceiverId: 4 })).toEqual([refund])
  expect(await left({ DispatchFromDate: '2001-01-01' })).toEqual([paid])
  expect((await listed(admin, 1022, { DispatchToDate: '2001-01-01' })).rows).toEqual([])
  expect(await left({ ConsignorId: party.hadapsar })).toEqual([paid])
  expect(await left({ ConsigneeId: party.central })).toEqual([paid])
  expect(await left({ ShipmentStatus: 141 })).toEqual([paid])
  expect((await listed(admin, 1022, { ShipmentStatus: 140 })).rows).toEqual([])
})

test('money from an organisation of the network to an outside party is a payment; the list names both sides', async () => {
  const row = (await listed(admin, 1022, { ReceiverId: 4 })).rows[0]
  expect(row).toMatchObject({
    TransactionId: refund,
    Kind: 'Refund',
    Amount: 50,
    PaymentMode: 'Cash',
    IsCancelled: false,
  })
  const theirs = await signedIn(app, 'nashik', 5, 3)
  expect((await listed(theirs, 1022)).rows).toEqual([])
})

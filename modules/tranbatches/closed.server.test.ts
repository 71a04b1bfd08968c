// Nothing moves in a closed batch: not by a request that runs while it closes, and not by a statement of the database.
import { beforeAll, expect, test } from 'vitest'
import { sql, type Sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { valueOf } from '../../server/testing/rows.ts'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { aCashier, openOf, takes } from './tranbatches.fixture.ts'

const { app, manager } = networkForTests('manager')
let PatientId: number
beforeAll(async () => {
  PatientId = await aPatient(manager)
})
const cash = (Amount: number) => ({ PaymentModeId: paymentMode.Cash, Amount })

test('a receipt is taken back before its batch closes, or not at all: what was expected is what the batch holds', async () => {
  for (let tries = 0; tries < 8; tries += 1) {
    const cashier = await aCashier(app)
    const sale = await booked(cashier, { PatientId, receipts: [cash(350)] })
    const id = await openOf(cashier, manager)
    const [receipt] = sale.Invoice.Transactions
    const isCancelled = tries % 2 === 0
    const change = isCancelled ? { Cancelled: true } : { Amount: 50 }
    const [closed, corrected] = await Promise.all([
      cashier.put(`/api/closebatch/${id}`, { Counted: [cash(350)], Remarks: 'As counted in the drawer' }),
      cashier.put(`/api/sales/${sale.SaleId}`, {
        ReceiptReason: 'Typed wrongly',
        Invoice: { Transactions: [{ ...receipt, ...change }] },
      }),
    ])
    expect(closed.status).toBe(200)
    const { Counted } = (await manager.get(`/api/tranbatches/${id}`)).body
    const expected = Counted.reduce((sum, row) => sum + Number(row.Expected), 0)
    const held = await valueOf<number>(app, 'batch_sums', { BatchId: id }, 'expected')
    // corrected, the batch was closed with what was left; closed first, the correction is refused
    const answer =
      expected === 350 ? [422, 'A transaction in a closed batch cannot be changed'] : [200, corrected.body.message]
    expect([corrected.status, corrected.body.message, held]).toEqual([...answer, expected])
    expect([350, isCancelled ? 0 : 50]).toContain(expected)
  }
  await expectInvariants(app.db)
})

test('the database refuses money into a closed batch, its change and its removal, by any writer', async () => {
  const cashier = await aCashier(app)
  const transaction = await takes(cashier, PatientId, 100)
  const id = await openOf(cashier, manager)
  expect((await cashier.put(`/api/closebatch/${id}`, { Counted: [cash(100)] })).status).toBe(200)
  await takes(cashier, PatientId, 5)
  const open = await openOf(cashier, manager)
  const of = sql`
    where
      transaction_id = ${transaction}
  `
  const writes: readonly Sql[] = [
    sql`
      insert into
        transactions (date, giver_id, receiver_id, amount, payment_mode_id, batch_id)
      values
        (now(), ${PatientId}, 2, 10, 40, ${id})
    `,
    sql`
      update transactions
      set
        amount = 1 ${of}
    `,
    sql`
      update transactions
      set
        payment_mode_id = 42 ${of}
    `,
    sql`
      update transactions
      set
        kind = 'Refund' ${of}
    `,
    sql`
      update transactions
      set
        is_cancelled = true ${of}
    `,
    sql`
      update transactions
      set
        batch_id = ${open} ${of}
    `,
    sql`
      update transactions
      set
        batch_id = ${id}
      where
        batch_id = ${open}
    `,
  ]
  for (const write of writes)
    await expect(app.db.transaction((tx) => tx.run(write))).rejects.toThrow('the batch is closed')
  // by the role of the application, no money is removed at all
  const removal = sql`delete from transactions ${of}`
  await expect(app.db.transaction((tx) => tx.run(removal))).rejects.toThrow(/batch is closed|permission denied/)
  // its words and the bank's answer are no money of the batch
  await app.db.transaction((tx) =>
    tx.run(sql`
      update transactions
      set
        remarks = 'found later' ${of}
    `),
  )
  expect(await valueOf(app, 'transactions', { TransactionId: transaction }, 'remarks')).toBe('found later')
})

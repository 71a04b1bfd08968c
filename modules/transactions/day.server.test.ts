// The day of a receipt is corrected with its entries in the ledger, from the day of the sale on, or not at all.
import { afterEach, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import { paymentMode } from '../lists/items.model.ts'
import { booked, daysAgo, saleOf } from '../sales/sales.fixture.ts'

const { app, manager } = networkForTests('manager')
afterEach(() => expectInvariants(app.db))

const noon = (back: number): string => `${addDays(dayOf(new Date()), -back)}T06:30:00.000Z`
/** What the ledger has of the money of a transaction, by day. */
const posted = (transactionId: number) =>
  app.db.read.rows<{ Day: string; Amount: number }>(sql`
    select
      network_day (entry_date)::text as day,
      sum(debit - credit)::float8 as amount
    from
      ledger_entries
    where
      transaction_id = ${transactionId}
      and account = 'money'
    group by
      1
    having
      sum(debit - credit) <> 0
  `)
const sold = async (back: number) => {
  const sale = await booked(manager, {
    SaleDate: daysAgo(back),
    CollectionDate: daysAgo(back),
    receipts: [{ Date: new Date().toISOString(), PaymentModeId: paymentMode.Cash, Amount: 350 }],
  })
  return { SaleId: sale.SaleId, id: sale.Invoice.Transactions[0].TransactionId }
}

test('the ledger has a receipt on its corrected day, whether it is corrected by itself or on its sale', async () => {
  const { SaleId, id } = await sold(5)
  expect((await manager.put(`/api/transactions/${id}`, { Date: noon(2) })).status).toBe(200)
  expect(await posted(id)).toEqual([{ Day: dayOf(noon(2)), Amount: 350 }])
  const moved = await manager.put(`/api/sales/${SaleId}`, {
    ReceiptReason: 'Typed on the wrong day',
    Invoice: { Transactions: [{ TransactionId: id, Date: noon(3) }] },
  })
  expect([moved.status, moved.body.message]).toEqual([200, `Sale ${SaleId} is saved`])
  expect(await posted(id)).toEqual([{ Day: dayOf(noon(3)), Amount: 350 }])
  expect(await valueOf<boolean>(app, 'transactions', { TransactionId: id }, 'is_cancelled')).toBe(false)
  expect((await saleOf(manager, SaleId)).Paid).toBe(350)
})

test('what was adjusted from a deposit has no day of its own to correct', async () => {
  const { id } = await sold(3)
  await setRows(app, 'transactions', { TransactionId: id }, { PaymentModeId: paymentMode.Deposit })
  const kept = await manager.put(`/api/transactions/${id}`, { Date: noon(1) })
  expect([kept.status, kept.body.code]).toEqual([400, 'no-money'])
  await setRows(app, 'transactions', { TransactionId: id }, { PaymentModeId: paymentMode.Cash })
})

test('no receipt is dated before its sale, nor into a closed period, and nothing of it moves then', async () => {
  const { id } = await sold(3)
  const before = await manager.put(`/api/transactions/${id}`, { Date: noon(5) })
  expect([before.status, before.body.errors]).toEqual([400, { Date: ['Date cannot be before the sale'] }])
  expect(await posted(id)).toEqual([{ Day: dayOf(new Date()), Amount: 350 }])
  await setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: addDays(dayOf(new Date()), -2) })
  const closed = await manager.put(`/api/transactions/${id}`, { Date: noon(2) })
  expect([closed.status, Object.keys(closed.body.errors)]).toEqual([422, ['Date']])
  expect(await posted(id)).toEqual([{ Day: dayOf(new Date()), Amount: 350 }])
})

// The order in which is locked: money, client, invoice, sale. Two requests that meet wait in one direction.
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import type { Read } from '../../server/testing/answers.ts'
import { waitersOf } from '../../server/testing/waits.ts'
import { booked } from './sales.fixture.ts'

const { app, desk } = networkForTests('desk')
let sale: Read<'sales'>
const holder = (): pg.Client => new pg.Client({ connectionString: app.ownerUrl })
beforeAll(async () => {
  sale = await booked(desk, { receipts: [{ PaymentModeId: 40, Amount: 10 }] })
})

test.each([
  ['the invoice', () => `select 1 from invoices where invoice_id = ${sale.InvoiceId} for update`],
  ['the buyer', () => `select 1 from clients where client_id = ${sale.BuyerId} for update`],
])('a save or an action that waits for %s of a sale does not lock the sale meanwhile', async (_what, held) => {
  const acts = [
    () => desk.put(`/api/sales/${sale.SaleId}`, { Remarks: `waited for ${_what}` }),
    () => desk.put('/api/refund/sales', { formId: sale.SaleId }),
  ]
  for (const act of acts) {
    const client = holder()
    await client.connect()
    try {
      await client.query('begin')
      await client.query(held())
      const answer = act()
      await expect.poll(() => waitersOf(app), { timeout: 25_000 }).toBe(1)
      await client.query(`select 1 from sales where sale_id = ${sale.SaleId} for update nowait`)
      await client.query('rollback')
      // saved, or refused by its rule: there is no overpayment
      expect([200, 422]).toContain((await answer).status)
    } finally {
      await client.end()
    }
  }
})

test('a correction of a receipt that waits for its sale does not lock the receipt meanwhile', async () => {
  const { TransactionId } = sale.Invoice.Transactions[0]
  const client = holder()
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select 1 from sales where sale_id = ${sale.SaleId} for update`)
    const answer = desk.put(`/api/transactions/${TransactionId}`, { Remarks: 'counted again' })
    await expect.poll(() => waitersOf(app), { timeout: 25_000 }).toBe(1)
    await client.query(`select 1 from transactions where transaction_id = ${TransactionId} for update nowait`)
    await client.query('rollback')
    expect((await answer).status).toBe(200)
  } finally {
    await client.end()
  }
})

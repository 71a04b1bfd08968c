// Payments of an invoice are allocated to its sales, each of which gets a new version.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { invoiced } from '../invoiced.fixture.ts'
import { aPatient, booked, mode } from '../sales.fixture.ts'
import { again, cash, change, put, record } from './receipts.fixture.ts'

const { app, desk, accounts } = networkForTests('desk', 'accounts')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

test('a separate payment makes a new version of the sale', async () => {
  const sale = await booked(desk, { PatientId: patient })
  await record(accounts, sale, 300)
  const answer = await put(desk, sale, { Remarks: 'late', RowVersion: sale.RowVersion })
  expect([answer.status, (await again(desk, sale)).Paid]).toEqual([409, 300])
})

test('each sale of an invoice that a payment reaches gets a new version', async () => {
  const [first, second] = [
    await booked(desk, { PatientId: patient, BuyerId: 21 }),
    await booked(desk, { PatientId: patient, BuyerId: 21 }),
  ]
  await invoiced(app, 'TSV/26-27/000001', first.SaleId, second.SaleId)
  const [one, two] = [await again(desk, first), await again(desk, second)]
  expect((await change(desk, one, [cash(300)])).status).toBe(200)
  const after = [await again(desk, first), await again(desk, second)]
  expect(after.map((sale) => sale.Paid)).toEqual([195, 105])
  expect((await put(desk, two, { Remarks: 'x', RowVersion: two.RowVersion })).status).toBe(409)
})

test('a payment of an invoice goes to its oldest sale first, and takes no payment from the others', async () => {
  const newer = await booked(desk, { PatientId: patient, BuyerId: 21 })
  const sales = [newer, await booked(desk, { PatientId: patient, BuyerId: 21 })]
  const ids = sales.map((sale) => sale.SaleId)
  await setRows(app, 'sales', { SaleId: ids[1] }, { SaleDate: sql`sale_date - interval '1 day'` })
  await invoiced(app, 'TSV/26-27/000002', ...ids)
  const paid = async () => Promise.all(sales.map(async (sale) => (await again(desk, sale)).Paid))
  for (const [amount, first, second] of [
    [100, 0, 100],
    [95, 0, 195],
    [195, 195, 195],
  ] as const) {
    expect((await record(accounts, await again(desk, newer), amount)).status).toBe(201)
    expect(await paid()).toEqual([first, second])
  }
  // an advance belongs to the invoice, not to any of its sales
  const more = {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: 21,
    PaymentModeId: mode.cash,
    Amount: 10,
    KeepsAdvance: true,
  }
  expect(
    (
      await accounts.post('/api/transactions/', {
        ...more,
        InvoiceId: (await again(desk, newer)).InvoiceId,
      })
    ).status,
  ).toBe(201)
  for (const sale of sales) expect(await again(desk, sale)).toMatchObject({ Paid: 195, KeepsAdvance: false })
})

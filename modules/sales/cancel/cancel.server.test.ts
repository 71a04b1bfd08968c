// Cancelling a sale: what is cancelled, what remains, and the refund.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { legsOf } from '../accession/legs.fixture.ts'
import { invoiced } from '../invoiced.fixture.ts'
import { accessioned, aPatient, booked, mode, owed, product, saleOf } from '../sales.fixture.ts'
import { refreshStatuses } from '../status/status.server.ts'
import { cancel, cancelItem } from './cancel.fixture.ts'

const { app, desk, front, manager } = networkForTests('desk', 'front', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

test('FND-400 OPS-152 OPS-153 OPS-270 OPS-317 a cancelled sale is at 90 with its lines at 100, and counts nowhere', async () => {
  const own = await aPatient(desk, { Name: 'Cancelled' })
  const sale = await booked(desk, {
    PatientId: own,
    products: [product.cbc, product.lipids],
    receipts: [{ PaymentModeId: 40, Amount: 200 }],
  })
  const answer = await cancel(desk, sale)
  expect([answer.status, answer.body.message]).toEqual([200, 'The sale is cancelled'])
  const after = await saleOf(desk, sale.SaleId)
  expect(after).toMatchObject({ StatusId: 90, GrossAmount: 0, NetAmount: 0, Paid: 200, Outstanding: -200 })
  expect(after.SaleProducts.map((line) => [line.StatusId, line.TestStatus.ItemValue])).toEqual([
    [100, '-10'],
    [100, '-10'],
  ])
  expect(await owed(desk, own)).toBe(-200)
  // a blank amount is none, not all of it
  const blank = await desk.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: 40, Amount: '' })
  expect([blank.status, Object.keys(blank.body.errors)]).toEqual([400, ['Amount']])
  expect((await desk.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: 40 })).status).toBe(200)
  expect([await owed(desk, own), (await saleOf(desk, sale.SaleId)).Paid]).toEqual([0, 0])
})

test('a cancelled sale takes no further action', async () => {
  const sale = await booked(desk, { PatientId: patient })
  await cancel(desk, sale)
  for (const action of ['cancel', 'accession', 'unlock'])
    expect([action, (await manager.put(`/api/${action}/sales`, { formId: sale.SaleId })).status]).toEqual([action, 422])
  expect((await manager.put(`/api/sales/${sale.SaleId}`, { Remarks: 'x' })).body.message).toBe('The sale is cancelled')
  expect((await desk.put(`/api/sales/${sale.SaleId}`, { Remarks: 'x' })).status).toBe(403)
  const paper = await manager.post('/api/print/sales/', { templateId: 1, formId: sale.SaleId, device: 'screen' })
  expect([paper.status, paper.text.includes('CANCELLED')]).toEqual([200, true])
})

test("OPS-309 after accession the accession and the lab's sale remain", async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  expect((await cancel(front, sale)).status).toBe(200)
  const after = await saleOf(front, sale.SaleId)
  expect(after).toMatchObject({ StatusId: 90, AccessionNo: sale.AccessionNo })
  expect(after.Samples.map((tube) => tube.StatusId)).toEqual([116])
  expect(await legsOf(app, sale.SaleId)).toMatchObject([{ NetAmount: 175, Products: [product.cbc] }])
})

test('OPS-310 an invoice of a lab for a cancelled sale does not change', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  const [hop] = await legsOf(app, sale.SaleId)
  await invoiced(app, 'TSL/26-27/000001', hop?.SaleId)
  const books = () =>
    app.db.read.rows(sql`
      select
        i.*,
        s.sale_id,
        s.net_amount as of_sale,
        (
          select
            sum(debit - credit)
          from
            ledger_entries l
          where
            l.invoice_id = i.invoice_id
            and l.account = 'party'
        ) as owed
      from
        invoices i
        join sales s using (invoice_id)
      where
        i.invoice_no = 'TSL/26-27/000001'
    `)
  const before = await books()
  expect(before).toMatchObject([{ SaleId: hop?.SaleId, NetAmount: 175, OfSale: 175, Owed: 175 }])
  expect((await cancel(front, sale)).status).toBe(200)
  expect(await saleOf(front, sale.SaleId)).toMatchObject({ StatusId: 90, NetAmount: 0 })
  expect(await books()).toEqual(before)
})

test('a sale on an issued invoice of several sales cannot be cancelled', async () => {
  const sale = await booked(desk, { PatientId: patient, BuyerId: 21 })
  await invoiced(app, 'TSU/26-27/000001', sale.SaleId)
  for (const answer of [await cancel(desk, sale), await cancelItem(desk, sale, 0)])
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'The sale is on invoice TSU/26-27/000001; cancel that invoice first',
    ])
  expect(
    (await manager.put(`/api/sales/${sale.SaleId}`, { SaleProducts: [{ ProductId: product.lipids }] })).status,
  ).toBe(422)
})

test('a refund that is no amount, too fine, or has a reference that is no text is refused field by field', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [{ PaymentModeId: mode.cash, Amount: 100.1 }] })
  await cancel(desk, sale)
  for (const [changes, field, text] of [
    [{ Amount: 'abc' }, 'Amount', 'Amount must be a number'],
    [{ Amount: 1.005 }, 'Amount', 'Amount can have two decimals at most'],
    [{ PaymentRef: 5 }, 'PaymentRef', 'Reference must be text'],
    [{ PaymentModeId: 'cash' }, 'PaymentModeId', 'Mode is not one of its choices'],
    [{ PaymentModeId: null }, 'Amount', 'Payment Mode is required'],
  ] as const) {
    const answer = await desk.put('/api/refund/sales', {
      formId: sale.SaleId,
      PaymentModeId: mode.cash,
      ...changes,
    })
    expect([changes, answer.status, answer.body.errors]).toEqual([changes, 400, { [field]: [text] }])
  }
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(100.1)
})

test('the lab cancels what it sold to a centre, not the centre that owes it', async () => {
  const sale = await accessioned(front, { PatientId: patient, SellerId: 12 })
  const [hop] = await legsOf(app, sale.SaleId)
  const lab = await saleOf(front, hop?.SaleId ?? 0)
  expect(lab.Actions.cancel).toBe('Only the seller may do this with the sale')
  const ask = (act: string) => front.put(`/api/${act}/sales`, { formId: lab.SaleId, PaymentModeId: mode.cash })
  const acts = [await ask('refund'), await ask('unlock'), await ask('accession')]
  for (const answer of [await cancel(front, lab), await cancelItem(front, lab, 0), ...acts])
    expect([answer.status, answer.body.message]).toEqual([422, 'Only the seller may do this with the sale'])
  expect(await legsOf(app, sale.SaleId)).toMatchObject([{ NetAmount: 175, StatusId: 95 }])
  expect((await cancel(desk, lab)).status).toBe(200)
  // the cancelled sale does not reopen with the work on the first sale
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update sales
      set
        status_id = 96
      where
        sale_id = ${sale.SaleId}
    `)
    await refreshStatuses(tx, [sale.SaleId])
  })
  expect((await saleOf(front, sale.SaleId)).StatusId).toBe(95)
  expect(await legsOf(app, sale.SaleId)).toMatchObject([{ NetAmount: 0, StatusId: 90, Products: null }])
})

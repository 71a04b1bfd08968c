// Issued invoices: numbers without gaps, cancelling, crediting, and their ledger entries.
import { expect, test } from 'vitest'
import { booked } from '../sales/sales.fixture.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows } from '../../server/testing/rows.ts'
import { BuyerId, SellerId, invoicing } from './invoices.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { PatientId, sold, pending, issue, issued, read, pay, owed, cancel, credit } = invoicing(app, admin)

test('an unpaid invoice is cancelled with a reason; its number is not reused, its sales are pending again', async () => {
  const [one, two] = [await sold(), await sold()]
  const before = await owed()
  const invoice = await issued(one, two)
  expect((await cancel(invoice, ' ')).status).toBe(400)
  await pay(invoice, 10)
  const refused = await cancel(invoice)
  expect([refused.status, refused.body.code]).toEqual([422, 'paid'])
  const free = await issued(await sold(), await sold())
  const answer = await cancel(free)
  expect([answer.status, answer.body.message]).toEqual([200, `Invoice ${String(free.InvoiceNo)} is cancelled`])
  const gone = await read(free)
  expect(gone).toMatchObject({
    IsCancelled: true,
    InvoiceNo: free.InvoiceNo,
    Outstanding: 0,
    CancelReason: 'Wrong month',
  })
  expect(gone.Sales).toEqual(free.Sales)
  const ids = (await pending()).map((row) => row.SaleId)
  for (const sale of free.Sales) expect(ids).toContain(sale.SaleId)
  expect((await cancel(free)).status).toBe(422)
  // invoiced again, under another number
  const again = await issued(...free.Sales)
  expect(again.InvoiceNo).not.toBe(free.InvoiceNo)
  const twoInvoices = Number(invoice.NetAmount) - 10 + Number(again.NetAmount)
  expect((await owed()) - before).toBeCloseTo(twoInvoices, 2)
  await expectInvariants(app.db)
})

test('a credit note takes whole sales off an invoice, under a number of its own, and it is no longer owed', async () => {
  const [one, two] = [await sold(), await sold({ products: [3002] })]
  const invoice = await issued(one, two)
  const before = await owed()
  expect((await credit(invoice, [])).status).toBe(422)
  expect((await credit(invoice, [one, two])).status).toBe(422)
  expect((await credit(invoice, [await sold()])).status).toBe(422)
  expect((await credit(invoice, [one], '')).status).toBe(400)
  for (const SaleIds of ['x', [null], { length: 1 }])
    expect(
      (await admin.put('/api/creditnote/invoices', { formId: invoice.InvoiceId, SaleIds, reason: 'x' })).status,
    ).toBe(400)
  const answer = await credit(invoice, [one])
  expect([answer.status, answer.body.CreditNoteNo]).toEqual([200, expect.stringMatching(/^NCL\/\d\d-\d\d\/C\d{5}$/)])
  expect(String(answer.body.CreditNoteNo).length).toBe(16)
  const left = await read(invoice)
  expect(left).toMatchObject({
    NetAmount: two.NetAmount,
    Outstanding: two.NetAmount,
    CreditNotes: [{ CreditNoteNo: answer.body.CreditNoteNo, Amount: one.NetAmount, Reason: 'Test not done' }],
  })
  expect(left.Sales.map((sale) => sale.SaleId)).toEqual([two.SaleId])
  expect(before - (await owed())).toBeCloseTo(Number(one.NetAmount), 2)
  // it may be cancelled now, or invoiced again
  expect((await admin.put('/api/cancel/sales', { formId: one.SaleId, reason: 'Not wanted' })).status).toBe(200)
  await expectInvariants(app.db)
})

test('the invoice of a single sale follows it: it is neither cancelled nor credited', async () => {
  const sale = await booked(admin, { PatientId: await PatientId(), products: [3001] })
  const invoice = (await admin.get(`/api/invoices/${sale.InvoiceId}`)).body
  expect((await cancel(invoice)).body.code).toBe('single-sale')
  expect((await credit(invoice, [sale])).body.code).toBe('single-sale')
  expect((await admin.put(`/api/invoices/${sale.InvoiceId}`, { BuyerId })).status).toBe(422)
})

test('fifty invoices of one seller at once have numbers without gap', async () => {
  const sales = await Promise.all(Array.from({ length: 50 }, () => sold()))
  const answers = await Promise.all(sales.map((sale) => issue([sale])))
  expect(answers.map(({ status }) => status)).toEqual(sales.map(() => 201))
  const numbers = (await readRows<{ N: string }>(app, 'invoices', { SellerId }, 'invoice_no as n'))
    .map(({ N }) => Number(N.split('/')[2]))
    .sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
})

test('two invoices for the same sale at once: one has it', async () => {
  const sale = await sold()
  const answers = await Promise.all([issue([sale]), issue([sale])])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
})

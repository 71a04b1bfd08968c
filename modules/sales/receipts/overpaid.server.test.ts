// More than is due: the question, the advance, and the bill.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { aPatient, aSale, booked, product, saleOf } from '../sales.fixture.ts'
import { cash, put } from './receipts.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

test('an overpayment raises a question: the answer is change, an advance, or another receipt', async () => {
  const body = (more: Json) => aSale({ PatientId: patient, receipts: [cash(5000)], ...more })
  const asked = await desk.post('/api/sales/', body({}))
  const question = '₹4,650.00 more than is due: give change, keep as advance, or correct the receipt'
  expect([asked.status, asked.body.message, asked.body.errors]).toEqual([422, question, { Overpaid: [question] }])
  const change = await desk.post('/api/sales/', body({ Overpaid: 'Change' }))
  expect(await saleOf(desk, change.body.SaleId)).toMatchObject({
    Paid: 350,
    Outstanding: 0,
    Invoice: { Transactions: [{ Amount: 350 }] },
  })
  const kept = await desk.post('/api/sales/', body({ Overpaid: 'Advance' }))
  const sale = await saleOf(desk, kept.body.SaleId)
  expect(sale).toMatchObject({ Paid: 5000, Outstanding: -4650, KeepsAdvance: true })
  // there is no second question while no further money comes in
  expect((await put(desk, sale, { Remarks: 'later', Invoice: sale.Invoice })).status).toBe(200)
  expect((await put(desk, sale, { Invoice: { Transactions: [cash(10)] } })).status).toBe(422)
  const card = await desk.post(
    '/api/sales/',
    body({ Overpaid: 'Change', Invoice: { Transactions: [{ PaymentModeId: 41, Amount: 500, PaymentRef: 'A1' }] } }),
  )
  expect([card.status, card.body.errors]).toEqual([422, { Overpaid: ['Only cash can be given back as change'] }])
  expect((await desk.post('/api/sales/', body({ Overpaid: 'Later' }))).status).toBe(400)
})

test('an absurd receipt is refused with any answer', async () => {
  const absurd = aSale({ PatientId: patient, receipts: [cash(100_000_000_000)], Overpaid: 'Advance' })
  const answer = await desk.post('/api/sales/', absurd)
  expect([answer.status, answer.body.message]).toEqual([400, 'Amount must be ₹1,00,00,000.00 at most'])
})

const printed = async (sale: Read<'sales'>): Promise<string> => {
  const templates = (await desk.get('/api/getdata/41?Module=sales')).body
  const templateId = templates.find((one) => one.Layout === 'bill')?.TemplateId
  const bill = await manager.post('/api/print/sales/', {
    templateId,
    formId: sale.SaleId,
    device: 'screen',
  })
  return bill.text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('the bill shows the advance and the amount to be returned, never a balance below zero', async () => {
  const receipts = [cash(1100)]
  const products = [product.cbc, product.lipids]
  const sale = await booked(desk, { PatientId: patient, products, receipts, Overpaid: 'Advance' })
  expect(await printed(sale)).toMatch(/Advance ₹ 50\.00/)
  await desk.put('/api/cancel/saleProduct', { SaleProductId: sale.SaleProducts[1].SaleProductId })
  const text = await printed(sale)
  expect(text).toMatch(/To be returned ₹ 750\.00/)
  expect(text).not.toMatch(/-\s*750/)
})

// A voucher of money: for a receipt, for money on account, for a refund; cancelled it says so.
import { afterEach, expect, test } from 'vitest'
import { dayOf, formatDate } from '../../../core/dates.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { BuyerId, invoicing } from '../../invoices/invoices.fixture.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { referring } from '../../referrals/referrals.fixture.ts'
import { byBank } from '../by-bank.fixture.ts'

const { app, labAdmin: admin, accounts, salesManager } = networkForTests('labAdmin', 'accounts', 'salesManager')
const { sold, issued, pay } = invoicing(app, admin)
const {
  aReferrer,
  sold: soldFor,
  pay: payBill,
  only,
  put,
  read,
  begin,
} = referring(
  () => app,
  () => admin,
)
afterEach(() => expectInvariants(app.db))

const money = async (more: Json): Promise<number> => {
  const answer = await admin.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: BuyerId,
    PaymentModeId: paymentMode.Cash,
    ...more,
  })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body.TransactionId
}
const print = async (formId: number, layout: string, person = admin) => {
  const templates = (await admin.get('/api/getdata/41?Module=transactions')).body
  const templateId = templates.find((one) => one.Layout === layout)?.TemplateId
  return person.post('/api/print/transactions/', { templateId, formId, device: 'screen' })
}
const pagesOf = async (formId: number, layout: string): Promise<string[]> => {
  const answer = await print(formId, layout)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return pdfPages((await admin.get(String(answer.body.location))).bytes)
}
const textOf = async (formId: number, layout: string): Promise<string> =>
  (await pagesOf(formId, layout)).join(' ').replace(/\s+/g, ' ')

test('what settles an invoice without money has no voucher; another laboratory’s money is not found', async () => {
  const invoice = await issued(await sold())
  const off = await money({ Amount: 5, InvoiceId: invoice.InvoiceId, PaymentModeId: paymentMode.WriteOff })
  const refused = await print(off, 'receipt')
  expect([refused.status, refused.body.code]).toEqual([422, 'no-money'])
  expect((await print(off, 'receipt', await signedIn(app, 'admin', 1, 3))).status).toBe(404)
  expect((await print(off, 'receipt', await signedIn(app, 'technologist', 4, 2))).status).toBe(403)
})

test('money on account and a receipt of an invoice have a receipt voucher; the second copy is a duplicate', async () => {
  const invoice = await issued(await sold())
  const paid = await pay(invoice, 20)
  expect(await textOf(paid, 'receipt')).toContain(`Invoice ${invoice.InvoiceNo}`)
  const free = await money({ Amount: 1250.5, PaymentModeId: paymentMode.Upi, PaymentRef: 'UTR-77001' })
  const text = await textOf(free, 'receipt')
  for (const part of [
    'RECEIPT VOUCHER',
    `T${free}`,
    'Received from Sunrise',
    'On account',
    'UPI',
    'UTR-77001',
    '1,250.50',
    'Rupees One Thousand Two Hundred Fifty and Fifty Paise only',
    'Original for recipient',
  ])
    expect(text).toContain(part)
  expect(await textOf(free, 'receipt')).toContain('DUPLICATE')
})

test('a refund has a refund voucher that names what it was taken from; the other voucher is refused with the way out', async () => {
  const free = await money({ Amount: 900 })
  const back = await money({ GiverId: 2, ReceiverId: BuyerId, Amount: 900 })
  const text = await textOf(back, 'refund')
  for (const part of [
    'REFUND VOUCHER',
    'Refunded to Sunrise',
    `receipt T${free} of ${formatDate(dayOf(new Date()))}`,
    '900.00',
  ])
    expect(text).toContain(part)
  const wrong = [await print(back, 'receipt'), await print(free, 'refund')]
  expect(wrong.map(({ status, body }) => [status, body.message])).toEqual([
    [422, 'This is a refund: print its refund voucher'],
    [422, 'This is a receipt: print its receipt voucher'],
  ])
})

test('a cancelled receipt is a new version of its voucher, marked cancelled with the reason', async () => {
  const free = await money({ Amount: 90_000 })
  await textOf(free, 'receipt')
  const cancelled = await admin.put('/api/cancel/transactions', { formId: free, reason: 'Ninety thousand for nine' })
  expect(cancelled.status).toBe(200)
  const text = await textOf(free, 'receipt')
  for (const part of ['CANCELLED', 'Ninety thousand for nine', 'Version 2, replaces version 1'])
    expect(text).toContain(part)
})

test('the payment of a commission has its voucher on one page, with its signature', async () => {
  await begin()
  const ReferrerId = await aReferrer()
  await payBill(await soldFor(ReferrerId))
  const { ReferralId } = await only(ReferrerId)
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(ReferralId, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
  expect((await accounts.put(`/api/pay/referrals/${ReferralId}`, byBank())).status).toBe(200)
  const paid = (await read(ReferralId)).PaidBy?.TransactionId
  const pages = await pagesOf(Number(paid), 'refund')
  expect(pages).toHaveLength(1)
  for (const part of ['PAYMENT VOUCHER', 'Paid to', 'For Nivara Central Laboratory', 'Page 1 of 1'])
    expect(pages[0]).toContain(part)
})

test('a voucher that says as much as it can is on one page, too', async () => {
  const free = await money({ Amount: 1_234_567.89, Remarks: 'By order 77. '.repeat(38).trim() })
  await textOf(free, 'receipt')
  const reason = 'Recorded for the wrong client of two that have the same name. '.repeat(3).trim()
  expect((await admin.put('/api/cancel/transactions', { formId: free, reason })).status).toBe(200)
  const pages = await pagesOf(free, 'receipt')
  expect(pages).toHaveLength(1)
  for (const part of ['CANCELLED', 'Version 2', 'Amount in words', 'Page 1 of 1']) expect(pages[0]).toContain(part)
})

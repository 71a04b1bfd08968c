// An unpaid bill and invoice have a code to pay by UPI where the seller has a UPI id.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { matrixSvg, qr } from '../../../server/print/barcode.ts'
import { invoicing } from '../../invoices/invoices.fixture.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { booked } from '../../sales/sales.fixture.ts'
import { upiAddress } from './upi.server.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { sold, issued, pay } = invoicing(app, admin)
const keep = (UpiId: string | null, person = admin) => person.put('/api/clients/2', { UpiId })
const print = async (module: string, layout: string, formId: unknown) => {
  const templates = (await admin.get(`/api/getdata/41?Module=${module}`)).body
  const templateId = templates.find((one) => one.Layout === layout)?.TemplateId
  return admin.post(`/api/print/${module}/`, { templateId, formId, device: 'screen' })
}
const invoiceText = async (invoice: Read<'invoices'>): Promise<string> => {
  const { location } = (await print('invoices', 'invoice', invoice.InvoiceId)).body
  return (await pdfPages((await admin.get(String(location))).bytes)).join(' ').replace(/\s+/g, ' ')
}

test('the code has payee, name, amount with two decimals, currency and number', () => {
  expect(upiAddress('lab@bank', { name: 'Nivara & Co, Pune', amount: 350.5, no: 'NCL/26-27/000001' })).toBe(
    'upi://pay?pa=lab@bank&pn=Nivara%20%26%20Co%2C%20Pune&am=350.50&cu=INR&tn=NCL%2F26-27%2F000001',
  )
})

test('an unpaid bill has the code of its due, a paid one none; so has an invoice', async () => {
  expect((await keep(null)).status).toBe(200)
  const without = await booked(admin)
  expect((await print('sales', 'bill', without.SaleId)).text).not.toContain('Scan to pay')
  expect((await keep('nivara.lab@hdfcbank')).status).toBe(200)
  const sale = await booked(admin)
  const net = Number(sale.NetAmount)
  const no = String(sale.Invoice.InvoiceNo)
  const code = matrixSvg(
    qr(upiAddress('nivara.lab@hdfcbank', { name: 'Nivara Central Laboratory, Pune', amount: net, no })),
  )
  const bill = (await print('sales', 'bill', sale.SaleId)).text
  expect([bill.includes(code), bill.includes('nivara.lab@hdfcbank')]).toEqual([true, true])
  const paid = await booked(admin, { receipts: [{ PaymentModeId: paymentMode.Cash, Amount: net }] })
  expect((await print('sales', 'bill', paid.SaleId)).text).not.toContain('Scan to pay')
  const invoice = await issued(await sold())
  expect(await invoiceText(invoice)).toContain('Scan to pay by UPI nivara.lab@hdfcbank')
  await pay(invoice, Number(invoice.NetAmount))
  expect(await invoiceText(invoice)).not.toContain('Scan to pay')
})

test('another UPI id is on the next copy of an unpaid bill, which is a new version of it', async () => {
  const sale = await booked(admin)
  const bill = async () => (await print('sales', 'bill', sale.SaleId)).text
  expect(await bill()).toContain('nivara.lab@hdfcbank')
  expect((await keep('nivara.new@hdfcbank')).status).toBe(200)
  const copy = await bill()
  expect([copy.includes('nivara.new@hdfcbank'), copy.includes('Version 2')]).toEqual([true, true])
  expect((await keep('nivara.lab@hdfcbank')).status).toBe(200)
})

test('only a manager says whose UPI id it is, and it looks like one', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  expect((await keep('thief@bank', desk)).status).toBe(422)
  expect((await admin.get('/api/clients/2')).body.UpiId).toBe('nivara.lab@hdfcbank')
  expect((await keep('no id')).body.errors).toEqual({ UpiId: ['UPI Id must be like laboratory@bank'] })
})

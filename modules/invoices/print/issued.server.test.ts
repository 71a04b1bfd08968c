// Invoices and credit notes as they were issued: kept bytes, versions that say so, and the credit note on paper.
import { afterEach, expect, test } from 'vitest'
import { dayOf, formatDate } from '../../../core/dates.ts'
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { countRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { BuyerId, invoicing } from '../invoices.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { sold, issued, read, pay, cancel, credit } = invoicing(app, admin)
const [original, duplicate] = ['Original for recipient', 'DUPLICATE']
afterEach(() => expectInvariants(app.db))

const print = async (invoice: Read<'invoices'>, layout: string, more: Json = {}) => {
  const templates = (await admin.get('/api/getdata/41?Module=invoices')).body
  const templateId = templates.find((one) => one.Layout === layout)?.TemplateId
  return admin.post('/api/print/invoices/', { templateId, formId: invoice.InvoiceId, device: 'screen', ...more })
}
const bytesOf = async (invoice: Read<'invoices'>, layout: string, more: Json = {}): Promise<Uint8Array> => {
  const answer = await print(invoice, layout, more)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return (await admin.get(String(answer.body.location))).bytes
}
const textOf = async (invoice: Read<'invoices'>, layout: string, more: Json = {}): Promise<string> =>
  (await pdfPages(await bytesOf(invoice, layout, more))).join('\n').replace(/\s+/g, ' ')
const without = (text: string): string => text.replace(original, '').replace(duplicate, '').trim()

test('an invoice prints as it was issued when its buyer is renamed and its terms change; a reprint is a duplicate', async () => {
  const invoice = await issued(await sold())
  const first = await textOf(invoice, 'invoice')
  expect([first.includes(original), first.includes(duplicate)]).toEqual([true, false])
  const buyer = (await admin.get(`/api/clients/${BuyerId}`)).body
  await setRows(
    app,
    'clients',
    { ClientId: BuyerId },
    { Name: 'Renamed Hospital', CreditDays: 3, Address: 'Elsewhere' },
  )
  const again = await bytesOf(invoice, 'invoice')
  expect((await bytesOf(invoice, 'invoice')).length).toBe(again.length)
  expect(Buffer.from(await bytesOf(invoice, 'invoice')).equals(Buffer.from(again))).toBe(true)
  const second = await textOf(invoice, 'invoice')
  expect([second.includes(original), second.includes(duplicate)]).toEqual([false, true])
  expect(without(second)).toBe(without(first))
  expect(await countRows(app, 'issued_papers', { Kind: 'invoice', DocumentId: invoice.InvoiceId })).toBe(1)
  await setRows(app, 'clients', { ClientId: BuyerId }, { Name: buyer.Name, CreditDays: null, Address: buyer.Address })
})

test('a credit note is a paper of its own; the invoice keeps its lines and its net, and says what was credited', async () => {
  const sales = [await sold(), await sold({ products: [3002] })]
  const invoice = await issued(...sales)
  const net = Number(invoice.NetAmount)
  await textOf(invoice, 'invoice')
  const refused = await print(invoice, 'creditnote')
  expect([refused.status, refused.body.message]).toEqual([422, 'This invoice has no credit note'])
  const no = String((await credit(invoice, sales.slice(1), 'Test not done')).body.CreditNoteNo)
  const amount = Number(sales[1]?.NetAmount)
  const note = await textOf(invoice, 'creditnote')
  for (const part of [
    'CREDIT NOTE',
    no,
    formatDate(dayOf(new Date())),
    String(invoice.InvoiceNo),
    formatDate(dayOf(String(invoice.InvoiceDate))),
    'Test not done',
    String(sales[1]?.SaleId),
    'Sunrise',
    'Tax ₹ 0.00',
    formatMoney(amount),
    original,
  ])
    expect(note).toContain(part)
  expect(note).not.toContain('Complete Blood Count')
  expect(no.length).toBeLessThanOrEqual(16)
  expect(await textOf(invoice, 'creditnote')).toContain(duplicate)
  const now = await textOf(invoice, 'invoice')
  for (const part of [
    'Version 2, replaces version 1',
    `Net ₹ ${formatMoney(net)}`,
    `Credited by ${no}`,
    'CREDITED',
    `Due ₹ ${formatMoney(sumAmounts([net, -amount]))}`,
    ...sales.map((sale) => String(sale.SaleId)),
  ])
    expect(now).toContain(part)
  expect((await textOf(invoice, 'invoice', { Version: 1 })).includes(`${duplicate} of version 1`)).toBe(true)
})

test('all credit notes of an invoice are one file', async () => {
  const sales = [await sold(), await sold(), await sold()]
  const invoice = await issued(...sales)
  const numbers: string[] = []
  for (const sale of sales.slice(1)) numbers.push(String((await credit(invoice, [sale])).body.CreditNoteNo))
  const pages = await pdfPages(await bytesOf(invoice, 'creditnote'))
  expect(pages).toHaveLength(2)
  for (const [at, no] of numbers.entries()) expect(pages[at]).toContain(no)
})

test('a payment and a cancellation are new versions, and the history says who printed which', async () => {
  const invoice = await issued(await sold())
  await textOf(invoice, 'invoice')
  await pay(invoice, 50)
  expect(await textOf(invoice, 'invoice')).toContain('Version 2, replaces version 1')
  const other = await issued(await sold())
  await textOf(other, 'invoice')
  expect((await cancel(other, 'Wrong month')).status).toBe(200)
  const text = await textOf(await read(other), 'invoice')
  for (const part of ['CANCELLED', 'Cancelled: Wrong month', 'Version 2', 'Due ₹ 0.00']) expect(text).toContain(part)
  const history = (await admin.get(`/api/actions?ModuleId=invoices&FormId=${other.InvoiceId}`)).body
  expect(history.filter((entry) => entry.Action === 'print').map((entry) => entry.Remarks)).toEqual([
    `Invoice ${other.InvoiceNo}, version 2: ${original}`,
    `Invoice ${other.InvoiceNo}, version 1: ${original}`,
  ])
})

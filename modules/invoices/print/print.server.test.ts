// The printed invoice and statement of account: read as text, page by page.
import { expect, test } from 'vitest'
import { amountInWords } from '../../../core/amount-in-words.ts'
import { addDays, dayOf, formatDate } from '../../../core/dates.ts'
import { formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { BuyerId, invoicing } from '../invoices.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { sold, issued, pay, cancel, credit } = invoicing(app, admin)

const print = async (invoice: Read<'invoices'>, layout: string, person: Person = admin) => {
  const templates = (await admin.get('/api/getdata/41?Module=invoices')).body
  const template = templates.find((one) => one.Layout === layout)
  return person.post('/api/print/invoices/', {
    templateId: template?.TemplateId,
    formId: invoice.InvoiceId,
    device: 'screen',
  })
}
const textOf = async (invoice: Read<'invoices'>, layout: string): Promise<string> => {
  const { location } = (await print(invoice, layout)).body
  return (await pdfPages((await admin.get(location)).bytes)).join('\n').replace(/\s+/g, ' ')
}

test('an invoice has its number, both parties, each sale with its patient and tests, words, amounts received and due', async () => {
  const sales = [await sold(), await sold({ products: [3001, 3002] })]
  const invoice = await issued(...sales)
  await pay(invoice, 50)
  const text = await textOf(invoice, 'invoice')
  const net = Number(invoice.NetAmount)
  for (const part of [
    'INVOICE (BILL OF SUPPLY)',
    String(invoice.InvoiceNo),
    'Sunrise',
    'GSTIN',
    '999316',
    'Maharashtra',
    'exempt from GST',
    formatMoney(net),
    amountInWords(net),
    formatMoney(lessAmounts(net, 50)),
    formatDate(addDays(dayOf(String(invoice.InvoiceDate)), 30)),
    'Page 1 of 1',
  ])
    expect(text).toContain(part)
  for (const sale of sales) {
    expect(text).toContain(String(sale.SaleId))
    for (const line of sale.SaleProducts) expect(text).toContain(String(line.Product.Name))
  }
  expect(String(invoice.InvoiceNo).length).toBeLessThanOrEqual(16)
  expect(text).not.toContain('CANCELLED')
})

test('a buyer from outside is printed with its own tax number or none, never with the seller’s', async () => {
  const taxed = (ClientId: number, RegistrationKey: string | null) =>
    setRows(app, 'clients', { ClientId }, { RegistrationKey })
  await taxed(1, '27AAAAA0000A1Z5')
  await taxed(2, null)
  await setRows(app, 'clients', { ClientId: BuyerId }, { LegalEntityId: 1, RegistrationKey: null })
  const numbers = async () => (await textOf(await issued(await sold()), 'invoice')).match(/GSTIN \w+/g)
  expect(await numbers()).toEqual(['GSTIN 27AAAAA0000A1Z5'])
  await taxed(BuyerId, '29BBBBB0000B1Z5')
  expect(await numbers()).toEqual(['GSTIN 27AAAAA0000A1Z5', 'GSTIN 29BBBBB0000B1Z5'])
})

test('invoice and credit note have the registrations of the day of issue, also where they are printed later', async () => {
  const taxed = (ClientId: number, RegistrationKey: string | null) =>
    setRows(app, 'clients', { ClientId }, { RegistrationKey })
  await taxed(1, '27AAAAA0000A1Z5')
  await taxed(BuyerId, '29BBBBB0000B1Z5')
  const sales = [await sold(), await sold()]
  const invoice = await issued(...sales)
  await taxed(1, '30AAAAA0000A1Z5')
  await taxed(BuyerId, '30BBBBB0000B1Z5')
  await credit(invoice, sales.slice(1))
  for (const template of ['invoice', 'creditnote'])
    expect((await textOf(invoice, template)).match(/GSTIN \w+/g)).toEqual([
      'GSTIN 27AAAAA0000A1Z5',
      'GSTIN 29BBBBB0000B1Z5',
    ])
  await taxed(1, '27AAAAA0000A1Z5')
})

test('a cancelled invoice says so and asks for no payment; a credited amount is shown', async () => {
  const gone = await issued(await sold())
  await cancel(gone)
  const text = await textOf(gone, 'invoice')
  expect(text).toContain('CANCELLED')
  expect(text).not.toContain('To be paid by')
  expect(text).toMatch(/Due ₹ ?0\.00/)
  const sales = [await sold(), await sold({ products: [3002] })]
  const part = await issued(...sales)
  await credit(part, sales.slice(1))
  expect(await textOf(part, 'invoice')).toContain('Credited')
})

test('a statement has each invoice that is not settled, by its age past the due day, and the sales not invoiced yet', async () => {
  const [young, old] = [await issued(await sold()), await issued(await sold())]
  const settled = await issued(await sold())
  await pay(settled, Number(settled.NetAmount))
  const waiting = await sold()
  // due a month after: 40 days late now
  await setRows(
    app,
    'invoices',
    { InvoiceId: old.InvoiceId },
    {
      InvoiceDate: new Date(Date.now() - 70 * 86_400_000).toISOString(),
      DueDate: addDays(dayOf(new Date()), -40),
    },
  )
  await pay(old, 10)
  const text = await textOf(young, 'statement')
  const left = lessAmounts(Number(old.NetAmount), 10)
  for (const part of ['STATEMENT OF ACCOUNT', 'Sunrise', String(young.InvoiceNo), String(old.InvoiceNo), '40'])
    expect(text).toContain(part)
  expect(text).toContain(`31 to 60 days ${formatMoney(left)}`)
  expect(text).toContain('Over 90 days 0.00')
  expect(text.split('Open on')[1]).not.toContain(String(settled.InvoiceNo))
  expect(text).toMatch(/not invoiced yet: ₹ ?[\d,.]+/)
  const all = (await admin.get(`/api/getdata/110?ReceiverId=2`)).body.filter((row) => row.BuyerId === BuyerId)
  expect(text).toContain(formatMoney(sumAmounts(all.map((row) => Number(row.Balance)))))
  expect(waiting.NetAmount).toBeGreaterThan(0)
})

test('a user who sees the invoice and may print prints it, and no one else', async () => {
  const invoice = await issued(await sold())
  expect((await print(invoice, 'invoice', await signedIn(app, 'accounts', 7, 2))).status).toBe(200)
  expect((await print(invoice, 'statement', await signedIn(app, 'frontdesk2', 5, 11))).status).toBe(404)
  expect((await print(invoice, 'invoice', await signedIn(app, 'technologist', 4, 2))).status).toBe(403)
})

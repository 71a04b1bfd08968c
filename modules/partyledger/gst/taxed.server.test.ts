// GST of a product: in its price, at the rate that its line keeps; apart in the ledger and in GSTR-1, and taken back with
// what is cancelled or credited.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { lessAmounts, sumAmounts } from '../../../core/money.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { listed } from '../../../server/testing/listed.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { BuyerId, invoicing } from '../../invoices/invoices.fixture.ts'
import { accessioned, aPatient, booked } from '../../sales/sales.fixture.ts'
import { cells, having, paperOf, printed, tableOf, within } from './gst.fixture.ts'
import type { GstTable } from './gst.rules.ts'

const { app, labAdmin, front } = networkForTests('labAdmin', 'front')
const { sold, issued, cancel, credit } = invoicing(app, labAdmin)
afterEach(() => expectInvariants(app.db))

/** One that is exempt, and one that is taxed. */
const [exempt, taxed] = [3001, 3002]
const tax = (GstRate: unknown, Sac: unknown) => labAdmin.put(`/api/products/${taxed}`, { GstRate, Sac })
let head: Person
beforeAll(async () => {
  head = await signedIn(app, 'admin', 1, 1)
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  await setRows(
    app,
    'clients',
    { ClientId: BuyerId },
    { PaymentTypeId: 22, RegistrationKey: '29BBBBB0000B1Z5', State: 'Karnataka' },
  )
  expect((await tax(18, '999799')).status).toBe(200)
})

type Entry = { readonly Tax: number; readonly Value: number }
/** What is posted of GST for an invoice, and what is kept of what it is charged on. */
const posted = async (invoiceId: unknown): Promise<Entry> => ({
  ...(await readRow<Pick<Entry, 'Tax'>>(
    app,
    'ledger_entries',
    { Account: 'gst payable', InvoiceId: invoiceId },
    'coalesce(sum(credit - debit), 0)::float8 as tax',
  )),
  ...(await readRow<Pick<Entry, 'Value'>>(
    app,
    'invoice_supplies',
    { InvoiceId: invoiceId },
    'coalesce(sum(value) filter (where gst_rate is not null), 0)::float8 as value',
  )),
})
const amountOf = (sale: Read<'sales'>, productId: number): number =>
  Number(sale.SaleProducts.find((line) => line.ProductId === productId)?.Amount)
const table = <Table extends GstTable>(name: Table) => tableOf(head, name)

test('a rate that the law lacks, a rate without its code and a code without a rate are refused at their field', async () => {
  for (const [rate, sac, at] of [
    [7, '999799', 'GstRate'],
    [-5, '999799', 'GstRate'],
    [18, null, 'Sac'],
    [18, '99979', 'Sac'],
    [18, '123456', 'Sac'],
    [null, '999799', 'GstRate'],
  ]) {
    const answer = await tax(rate, sac)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [at]])
  }
  expect((await labAdmin.get(`/api/products/${taxed}`)).body).toMatchObject({ GstRate: 18, Sac: '999799' })
})

test('what a patient pays for a taxed product has its GST in it, which leaves the income of the ledger', async () => {
  const sale = await booked(labAdmin, { products: [exempt, taxed], AddlDiscount: 100 })
  const [one, other] = [amountOf(sale, exempt), amountOf(sale, taxed)]
  const share = Math.round((other * Number(sale.NetAmount) * 100) / (one + other)) / 100
  expect(await posted(sale.InvoiceId)).toEqual(within(share))
  // so the sale says, and one that is exempt says nothing of it
  expect(sale.GstAmount).toBe(within(share).Tax)
  expect((await booked(labAdmin, { products: [exempt] })).GstAmount).toBeNull()
  const lines = await readRows(app, 'sale_products', { SaleId: sale.SaleId }, 'gst_rate::float8, sac', 'sequence')
  expect(lines).toEqual([
    { GstRate: null, Sac: null },
    { GstRate: 18, Sac: '999799' },
  ])
  // the balance of what the buyer owes is the whole price
  const [account] = (await listed(head, 1070)).rows.filter((row) => row.Account === 'GST payable')
  expect(account?.ClosingBalance).toBe(-within(share).Tax)
  const cancelled = await labAdmin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  expect(cancelled.status).toBe(200)
  expect(await posted(sale.InvoiceId)).toEqual({ Tax: 0, Value: 0 })
})

test('a line keeps the rate of its booking; a line that is cancelled, and another discount, take their GST along', async () => {
  const sale = await booked(labAdmin, { products: [exempt, taxed] })
  const price = amountOf(sale, taxed)
  expect(await posted(sale.InvoiceId)).toEqual(within(price))
  expect((await tax(5, '999799')).status).toBe(200)
  const now = (await labAdmin.get(`/api/sales/${String(sale.SaleId)}`)).body
  const rows = now.SaleProducts.map((line) =>
    line.ProductId === taxed ? { ...line, DiscountPercent: 50, Remarks: 'Agreed' } : line,
  )
  const changed = await labAdmin.put(`/api/sales/${String(sale.SaleId)}`, {
    RowVersion: now.RowVersion,
    SaleProducts: rows,
  })
  expect([changed.status, changed.body.errors]).toEqual([200, undefined])
  expect(await posted(sale.InvoiceId)).toEqual(within(price / 2))
  const line = rows.find((row) => row.ProductId === taxed)
  const gone = await labAdmin.put('/api/cancel/saleProduct', { SaleProductId: line?.SaleProductId })
  expect(gone.status).toBe(200)
  expect(await posted(sale.InvoiceId)).toEqual({ Tax: 0, Value: 0 })
  expect((await tax(18, '999799')).status).toBe(200)
})

test('an invoice is returned by rate with its value, a credit note and a cancellation take theirs back', async () => {
  const [one, two] = [await sold({ products: [exempt, taxed] }), await sold({ products: [taxed] })]
  const invoice = await issued(one, two)
  const [price, net] = [amountOf(one, taxed), Number(invoice.NetAmount)]
  const each = within(price)
  expect(await posted(invoice.InvoiceId)).toEqual({ Tax: 2 * each.Tax, Value: 2 * each.Value })
  const columns = ['Rate', 'Taxable Value', 'Exempt Value'] as const
  const invoiced = async (no: unknown) =>
    cells(having(await table('b2b'), 'Invoice Number', no), ...columns, 'Invoice Value')
  const noted = async (no: unknown) =>
    cells(having(await table('cdnr'), 'Invoice Number', no), ...columns, 'Note Value')
  expect(await invoiced(invoice.InvoiceNo)).toEqual([
    ['0', '0', String(amountOf(one, exempt)), String(net)],
    ['18', String(2 * each.Value), '0', String(net)],
  ])
  expect((await credit(invoice, [two], 'Not done')).status).toBe(200)
  expect(await posted(invoice.InvoiceId)).toEqual(each)
  expect(await noted(invoice.InvoiceNo)).toEqual([['18', String(each.Value), '0', String(price)]])
  const wrong = await issued(two)
  expect((await cancel(wrong)).status).toBe(200)
  expect([await posted(wrong.InvoiceId), await invoiced(wrong.InvoiceNo)]).toEqual([{ Tax: 0, Value: 0 }, []])
})

const paper = (...asked: [string, unknown, string]) => paperOf(labAdmin, ...asked)

test('bill, invoice and credit note say what is exempt and what is taxed, and between states the tax is one', async () => {
  const own = await booked(labAdmin, { products: [exempt, taxed] })
  const { Tax: gst, Value } = within(amountOf(own, taxed))
  const bill = await paper('sales', own.SaleId, 'bill')
  for (const part of ['INVOICE-CUM-BILL OF SUPPLY', 'GST 18 %', '999799', '999316', 'entry 74'])
    expect(bill).toContain(part)
  const half = printed(gst / 2)
  expect(bill).toContain(`999799 18 % ${printed(Value)} ${half} ${half} 0.00 ${printed(amountOf(own, taxed))}`)
  const [one, two] = [await sold({ products: [taxed] }), await sold({ products: [exempt] })]
  const invoice = await issued(one, two)
  const billed = within(amountOf(one, taxed))
  const invoicePaper = await paper('invoices', invoice.InvoiceId, 'invoice')
  expect(invoicePaper).toContain('INVOICE-CUM-BILL OF SUPPLY')
  expect(invoicePaper).toContain(`18 % ${printed(billed.Value)} 0.00 0.00 ${printed(billed.Tax)}`)
  expect(invoicePaper).toContain('Exempt')
  expect((await credit(invoice, [one], 'Not done')).status).toBe(200)
  const note = await paper('invoices', invoice.InvoiceId, 'creditnote')
  for (const part of [`Value ₹ ${printed(billed.Value)}`, `Tax ₹ ${printed(billed.Tax)}`, '999799'])
    expect(note).toContain(part)
  // one that is taxed alone is a tax invoice, one that is exempt as before
  expect(await paper('sales', (await booked(labAdmin, { products: [taxed] })).SaleId, 'bill')).toMatch(
    /(?<!CUM-)TAX INVOICE/,
  )
  const plain = await paper('sales', (await booked(labAdmin, { products: [exempt] })).SaleId, 'bill')
  expect([plain.includes('BILL OF SUPPLY'), plain.includes('CGST')]).toEqual([true, false])
})

test('a cancelled bill is called, and says of its tax, what it did before', async () => {
  for (const [products, title, words] of [
    [[exempt], 'BILL OF SUPPLY', [false, true]],
    [[taxed], 'TAX INVOICE', [true, false]],
    [[exempt, taxed], 'INVOICE-CUM-BILL OF SUPPLY', [true, true]],
  ] as const) {
    const sale = await booked(labAdmin, { products })
    const said = async (): Promise<unknown> => {
      const bill = await paper('sales', sale.SaleId, 'bill')
      const called = /(INVOICE-CUM-)?BILL OF SUPPLY|TAX INVOICE/.exec(bill)?.[0]
      const { Tax, Value } = within(amountOf(sale, taxed) || 0)
      const row = `999799 18 % ${printed(Value)} ${printed(Tax / 2)} ${printed(Tax / 2)} 0.00`
      expect([products, bill.includes(row)]).toEqual([products, words[0]])
      return [called, ['have their GST in them', 'entry 74'].map((part) => bill.includes(part))]
    }
    expect(await said()).toEqual([title, words])
    const cancelled = await labAdmin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
    expect([cancelled.status, await said()]).toEqual([200, [title, words]])
  }
})

test('a bill that was cancelled line by line says the tax of the lines that it shows', async () => {
  for (const gone of [[exempt], [taxed], [taxed, exempt]]) {
    const sale = await booked(labAdmin, { products: [exempt, taxed] })
    for (const ProductId of gone) {
      const line = sale.SaleProducts.find((one) => one.ProductId === ProductId)
      const SaleProductId = line?.SaleProductId
      expect((await labAdmin.put('/api/cancel/saleProduct', { SaleProductId })).status).toBe(200)
    }
    // also where no line is left
    await labAdmin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
    const bill = await paper('sales', sale.SaleId, 'bill')
    const { Tax: gst, Value } = within(amountOf(sale, taxed))
    const [half, whole] = [printed(gst / 2), printed(amountOf(sale, exempt))]
    expect([
      gone,
      bill.includes('CANCELLED'),
      bill.includes(`999316 Exempt ${whole} 0.00 0.00 0.00 ${whole}`),
      bill.includes(`999799 18 % ${printed(Value)} ${half} ${half} 0.00 ${printed(amountOf(sale, taxed))}`),
    ]).toEqual([gone, true, true, true])
  }
})

test('the tables come to the sales and the GST of the ledger', async () => {
  const sum = <Row>(rows: readonly Row[], name: keyof Row): number => sumAmounts(rows.map((row) => Number(row[name])))
  const [b2b, b2cs, cdnr, nil] = [await table('b2b'), await table('b2cs'), await table('cdnr'), await table('exemp')]
  const value = (name: 'Taxable Value' | 'Exempt Value'): number =>
    sumAmounts([sum(b2b, name), sum(b2cs, name), -sum(cdnr, name)])
  const sales = (await listed(head, 1070)).rows.find((row) => row.Account === 'Sales')
  expect(sumAmounts([value('Taxable Value'), value('Exempt Value')])).toBe(-Number(sales?.ClosingBalance))
  expect(value('Exempt Value')).toBe(sum(nil, 'Exempted'))
})

test('GST is no part of a margin, and the sales report ties to the ledger with it', async () => {
  const sumOf = async (): Promise<number> => {
    const answer = await labAdmin.get(`/api/getdata/2162?ProductId=${taxed}&SellerId=2`)
    return Number(answer.body[0]?.Sold)
  }
  const before = await sumOf()
  const sale = await booked(labAdmin, { products: [taxed] })
  expect(lessAmounts(await sumOf(), before)).toBeCloseTo(within(amountOf(sale, taxed)).Value, 1)
  const [tie] = (await head.get('/api/getdata/2157?Leg=both')).body
  expect(tie).toMatchObject({ OtherDays: 0 })
})

test('places of one legal entity supply each other nothing, and one without a registration charges no tax', async () => {
  expect((await tax(18, '999799')).status).toBe(200)
  // a place without a registration of its own has that of its legal entity
  for (const [entity, expected] of [
    [1, [18, null]],
    [null, [null, 18]],
  ] as const) {
    await setRows(app, 'clients', { ClientId: 12 }, { LegalEntityId: entity })
    const sale = await accessioned(front, { PatientId: await aPatient(front), SellerId: 12, products: [taxed] })
    const rates = await readRows<{ Rate: number | null }>(
      app,
      'sale_products join sales using (sale_id)',
      { PatientId: sale.PatientId },
      'gst_rate::float8 as rate',
      'sale_id',
    )
    expect(rates.map(({ Rate }) => Rate)).toEqual(expected)
  }
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: null })
  const untaxed = await booked(labAdmin, { products: [taxed] })
  expect(await posted(untaxed.InvoiceId)).toEqual({ Tax: 0, Value: 0 })
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
})

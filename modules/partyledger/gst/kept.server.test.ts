// What an invoice supplied is kept as it was issued: papers and returns say it whatever becomes of its sales, and what is
// kept follows a change of paise. What is taxed at nil is apart from what is exempt.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../../core/money.ts'
import { at } from '../../../server/clock.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { BuyerId, invoicing } from '../../invoices/invoices.fixture.ts'
import { aPatient, booked } from '../../sales/sales.fixture.ts'
import { cells, having, paperOf, printed, tableOf, within, type GstRow } from './gst.fixture.ts'

const { app, labAdmin } = networkForTests('labAdmin')
const { sold, issued, read, cancel, credit } = invoicing(app, labAdmin)
afterEach(() => expectInvariants(app.db))

const [exempt, taxed, nil, otherExempt] = [3001, 3002, 3003, 3013]
let head: Person
const taxAt = async (product: number, GstRate: number): Promise<void> => {
  expect((await labAdmin.put(`/api/products/${product}`, { GstRate, Sac: '999799' })).status).toBe(200)
}
const buyerIs = (RegistrationKey: string | null, state: string) =>
  setRows(app, 'clients', { ClientId: BuyerId }, { PaymentTypeId: 22, RegistrationKey, State: state })
beforeAll(async () => {
  head = await signedIn(app, 'admin', 1, 1)
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  await buyerIs('27BBBBB0000B1Z5', 'Maharashtra')
  await taxAt(taxed, 18)
  await taxAt(nil, 0)
})

const amountOf = (sale: Read<'sales'>, productId: number): number =>
  Number(sale.SaleProducts.find((line) => line.ProductId === productId)?.Amount)
const cancelSale = async (sale: Read<'sales'>): Promise<void> => {
  const answer = await labAdmin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  expect([answer.status, answer.body.message]).toEqual([200, answer.body.message])
}
/** Of its issue, and of the one change. */
const expectTwoMoments = async ({ InvoiceId }: Json): Promise<void> => {
  const moments = (table: string) =>
    readRows<{ EntryDate: string }>(app, table, { InvoiceId }, 'distinct entry_date', 'entry_date')
  const kept = await moments('invoice_supplies')
  expect([kept.length, await moments('ledger_entries')]).toEqual([2, kept])
}
const invoicePaper = (invoice: Read<'invoices'>) => paperOf(labAdmin, 'invoices', invoice.InvoiceId, 'invoice')
const sumOf = <Row>(rows: readonly Row[], column: keyof Row): number =>
  sumAmounts(rows.map((row) => Number(row[column])))

test('an invoice says the tax that it was issued with after its sale is credited and cancelled, and so does its note', async () => {
  const [one, two] = [await sold({ products: [exempt, taxed] }), await sold({ products: [taxed] })]
  const invoice = await issued(one, two)
  const { Tax, Value } = within(amountOf(one, taxed))
  const row = `999799 18 % ${printed(2 * Value)} ${printed(Tax)} ${printed(Tax)} 0.00`
  expect(await invoicePaper(invoice)).toContain(row)
  expect((await credit(invoice, [one])).status).toBe(200)
  // it is no longer on the invoice, and comes to nothing
  await cancelSale(one)
  expect(await invoicePaper(invoice)).toContain(row)
  const note = await paperOf(labAdmin, 'invoices', invoice.InvoiceId, 'creditnote')
  expect(note).toContain(`999799 18 % ${printed(Value)} ${printed(Tax / 2)} ${printed(Tax / 2)} 0.00`)
  expect(note).toContain(printed(amountOf(one, exempt)))
})

test('a cancelled invoice says the tax that it was issued with, also once its sale is another', async () => {
  const sale = await sold({ products: [taxed] })
  const invoice = await issued(sale)
  const { Tax, Value } = within(amountOf(sale, taxed))
  expect((await cancel(invoice)).status).toBe(200)
  await cancelSale(sale)
  const paper = await invoicePaper(await read(invoice))
  expect(paper).toContain('CANCELLED')
  expect(paper).toMatch(/(?<!CUM-)TAX INVOICE/)
  expect(paper).toContain(`999799 18 % ${printed(Value)} ${printed(Tax / 2)} ${printed(Tax / 2)} 0.00`)
})

test('a change of paise that leaves the tax as it is changes what it is charged on', async () => {
  const sale = await booked(labAdmin, { products: [taxed] })
  const price = amountOf(sale, taxed)
  const paise = [0.01, 0.02, 0.03, 0.04].find((off) => within(lessAmounts(price, off)).Tax === within(price).Tax)
  expect(paise).toBeDefined()
  const { RowVersion } = (await labAdmin.get(`/api/sales/${String(sale.SaleId)}`)).body
  const changed = await labAdmin.put(`/api/sales/${String(sale.SaleId)}`, {
    RowVersion,
    AddlDiscount: paise,
    Remarks: 'Agreed',
  })
  expect([changed.status, changed.body.errors]).toEqual([200, undefined])
  expect(
    await readRow(
      app,
      'invoice_supplies',
      { InvoiceId: sale.InvoiceId },
      'sum(value)::float8 as value, sum(tax)::float8 as tax',
    ),
  ).toEqual(within(lessAmounts(price, paise)))
})

test('what is taxed at nil is nil rated in the return, exempt is what has no rate', async () => {
  const before = await tableOf(head, 'exemp')
  const sale = await sold({ products: [exempt, taxed, nil] })
  const invoice = await issued(sale)
  const rows = having(await tableOf(head, 'b2b'), 'Invoice Number', invoice.InvoiceNo)
  expect(cells(rows, 'Rate', 'Taxable Value', 'Nil Rated Value', 'Exempt Value')).toEqual([
    ['0', '0', '0', String(amountOf(sale, exempt))],
    ['0', '0', String(amountOf(sale, nil)), '0'],
    ['18', String(within(amountOf(sale, taxed)).Value), '0', '0'],
  ])
  const after = await tableOf(head, 'exemp')
  const more = (column: keyof GstRow<'exemp'>): number => lessAmounts(sumOf(after, column), sumOf(before, column))
  expect([more('Nil Rated Supplies'), more('Exempted')]).toEqual([amountOf(sale, nil), amountOf(sale, exempt)])
})

test('a taxed invoice beyond a lakh to a buyer elsewhere without a registration is a row of its own, so is its note', async () => {
  await buyerIs(null, 'Karnataka')
  const prices = await readRows<{ Id: number; Price: number }>(
    app,
    'price_list_products',
    { ProductId: taxed },
    'price_list_product_id as id, price',
  )
  await setRows(app, 'price_list_products', { ProductId: taxed }, { Price: 50000, Discount: 0 })
  const other = await sold()
  const sales = [await sold({ products: [taxed] }), await sold({ products: [taxed] }), other]
  const large = await issued(...sales)
  const fewer = [await sold({ products: [taxed] }), await sold()]
  const small = await issued(...fewer)
  for (const { Id, Price } of prices) await setRows(app, 'price_list_products', { PriceListProductId: Id }, { Price })
  const others = async () => having(await tableOf(head, 'b2cs'), 'Place Of Supply', 'Karnataka')
  const each = within(50000)
  const rows = await tableOf(head, 'b2cl')
  expect(cells(rows, 'Invoice Number', 'Rate', 'Taxable Value', 'Exempt Value')).toEqual([
    [large.InvoiceNo, '0', '0', String(amountOf(other, exempt))],
    [large.InvoiceNo, '18', String(2 * each.Value), '0'],
  ])
  const ratesOfOthers = async () => cells(await others(), 'Rate', 'Taxable Value')
  expect(await ratesOfOthers()).toEqual([
    ['0', '0'],
    ['18', String(each.Value)],
  ])
  // the limit is that of the day of the invoice
  const limits = (await head.get('/api/settings/1')).body.GstLimits
  expect(limits.map((row) => [row.EffectiveFromDate, row.LargeValue])).toEqual([
    ['2017-07-01', 250000],
    ['2024-08-01', 100000],
  ])
  const limited = (LargeValue: number) =>
    head.put('/api/settings/1', { GstLimits: [...limits, { EffectiveFromDate: '2026-01-01', LargeValue }] })
  expect((await limited(900000)).status).toBe(200)
  expect(await tableOf(head, 'b2cl')).toEqual([])
  expect((await head.put('/api/settings/1', { GstLimits: limits })).status).toBe(200)
  const twice = { GstLimits: [...limits, { EffectiveFromDate: '2024-08-01', LargeValue: 1 }] }
  expect((await head.put('/api/settings/1', twice)).body.errors).toHaveProperty(['GstLimits.2.EffectiveFromDate'])
  expect((await credit(large, sales.slice(0, 1))).status).toBe(200)
  expect((await credit(small, fewer.slice(0, 1))).status).toBe(200)
  expect(await tableOf(head, 'b2cl')).toEqual(rows)
  const notes = await tableOf(head, 'cdnur')
  expect(cells(notes, 'UR Type', 'Invoice Number', 'Rate', 'Taxable Value')).toEqual([
    ['B2CL', large.InvoiceNo, '18', String(each.Value)],
  ])
  // that of another is off the others
  expect(await ratesOfOthers()).toEqual([['0', '0']])
  await buyerIs('27BBBBB0000B1Z5', 'Maharashtra')
})

test('the summary by code has value and tax of each code and rate, less credit notes, and comes to the other tables', async () => {
  const [toRegistered, toOthers] = [await tableOf(head, 'hsn-b2b'), await tableOf(head, 'hsn-b2c')]
  expect(cells(toRegistered, 'HSN', 'Rate', 'UQC', 'Total Quantity')).toEqual([
    ['999316', '0', 'NA', '0'],
    ['999799', '0', 'NA', '0'],
    ['999799', '18', 'NA', '0'],
  ])
  expect(toRegistered[0].Description).toBe('Medical laboratory and diagnostic-imaging services')
  const { Name } = await readRow<{ Name: string }>(app, 'products', { ProductId: taxed }, 'name')
  expect(toRegistered[2].Description).toContain(Name)
  // between states the tax is one
  const [inter] = toOthers.filter(({ 'Integrated Tax Amount': tax }) => Number(tax) > 0)
  expect(inter).toMatchObject({ HSN: '999799', Rate: '18' })
  const { Tax } = within(50000)
  expect(inter).toHaveProperty('Integrated Tax Amount', String(Tax))
  const [b2b, cdnr] = [await tableOf(head, 'b2b'), await tableOf(head, 'cdnr')]
  const [b2cs, b2cl, cdnur] = [await tableOf(head, 'b2cs'), await tableOf(head, 'b2cl'), await tableOf(head, 'cdnur')]
  const values = ['Taxable Value', 'Nil Rated Value', 'Exempt Value'] as const
  const all = (rows: readonly Record<(typeof values)[number], string>[]): number =>
    sumAmounts(values.map((column) => sumOf(rows, column)))
  expect(sumOf(toRegistered, 'Taxable Value')).toBe(lessAmounts(all(b2b), all(cdnr)))
  expect(sumOf(toOthers, 'Taxable Value')).toBe(lessAmounts(sumAmounts([all(b2cs), all(b2cl)]), all(cdnur)))
  const taxes = (['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount'] as const).map((column) =>
    sumAmounts([sumOf(toRegistered, column), sumOf(toOthers, column)]),
  )
  const ledger = await readRow<{ Tax: number }>(
    app,
    'ledger_entries',
    { Account: 'gst payable' },
    'sum(credit - debit)::float8 as tax',
  )
  expect(sumAmounts(taxes)).toBe(ledger.Tax)
})

test('an exempt invoice beyond a lakh moves no table of its month when something taxed is exchanged into it later', async () => {
  const PatientId = await aPatient(labAdmin)
  await setRows(app, 'clients', { ClientId: PatientId }, { State: 'Karnataka' })
  for (const ProductId of [exempt, taxed, otherExempt])
    await setRows(app, 'price_list_products', { ProductId }, { Price: 60_000, Discount: 0 })
  // of another month, whatever the day
  const before = new Date(Date.now() - 40 * 86_400_000)
  const moment = before.toISOString()
  const sale = await at(before, () =>
    booked(labAdmin, { PatientId, products: [exempt, otherExempt], SaleDate: moment, CollectionDate: moment }),
  )
  const tables = () => Promise.all((['b2cl', 'b2cs', 'exemp'] as const).map((table) => tableOf(head, table, before)))
  const returned = await tables()
  expect(returned[0]).toEqual([])
  const [one, two] = sale.SaleProducts.map((line) => line.SaleProductId)
  const path = `/api/sales/${String(sale.SaleId)}` as const
  const changed = await labAdmin.put(path, {
    RowVersion: (await labAdmin.get(path)).body.RowVersion,
    SaleProducts: [
      { SaleProductId: one, ProductId: exempt },
      { SaleProductId: two, ProductId: taxed },
    ],
  })
  expect([changed.status, changed.body.message]).toEqual([200, changed.body.message])
  const { Tax } = await readRow<{ Tax: number }>(
    app,
    'invoice_supplies',
    { InvoiceId: sale.InvoiceId },
    'sum(tax)::float8 as tax',
  )
  expect([Tax, await tables()]).toEqual([within(60_000).Tax, returned])
})

test('the invoice of a sale that is cancelled once its day is closed says its tax, and the note takes it back', async () => {
  const before = new Date(Date.now() - 2 * 86_400_000)
  const moment = before.toISOString()
  const sale = await at(before, () =>
    booked(labAdmin, { products: [exempt, taxed], SaleDate: moment, CollectionDate: moment }),
  )
  const { Tax, Value } = within(amountOf(sale, taxed))
  await setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: dayOf(before) })
  await cancelSale(sale)
  const half = printed(Tax / 2)
  const row = `999799 18 % ${printed(Value)} ${half} ${half} 0.00`
  const invoice = await read(sale)
  expect(invoice.CreditNotes).toHaveLength(1)
  await expectTwoMoments(invoice)
  expect(await invoicePaper(invoice)).toContain(row)
  expect(await paperOf(labAdmin, 'invoices', sale.InvoiceId, 'creditnote')).toContain(row)
})

test('what changes at once is of one moment, so that no end of a month comes between', async () => {
  for (const ProductId of [exempt, taxed])
    await setRows(app, 'price_list_products', { ProductId }, { Price: 100, Discount: 0 })
  const own = await booked(labAdmin, { products: [exempt, taxed] })
  const [one, two] = [await sold({ products: [exempt, taxed] }), await sold({ products: [taxed] })]
  const [partly, gone] = [await issued(one, two), await issued(await sold({ products: [taxed] }))]
  await cancelSale(own)
  expect((await credit(partly, [two])).status).toBe(200)
  expect((await cancel(gone)).status).toBe(200)
  for (const invoice of [own, partly, gone]) await expectTwoMoments(invoice)
})

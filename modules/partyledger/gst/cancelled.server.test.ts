// The bill of a cancelled sale, its invoice and a credit note say the same tax, whatever was taken off the bill.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { network } from '../../../core/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { BuyerId, invoicing } from '../../invoices/invoices.fixture.ts'
import { accessioned, booked } from '../../sales/sales.fixture.ts'
import { paperOf, printed } from './gst.fixture.ts'

const { app, admin, labAdmin } = networkForTests('admin', 'labAdmin')
const { sold, issued, credit } = invoicing(app, labAdmin)
afterEach(() => expectInvariants(app.db))

const [exempt, taxed, nil, otherTaxed] = [3001, 3002, 3003, 3013]
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  const buyer = { PaymentTypeId: 22, RegistrationKey: '27BBBBB0000B1Z5', State: 'Maharashtra' }
  await setRows(app, 'clients', { ClientId: BuyerId }, buyer)
  for (const [product, GstRate, Sac] of [
    [taxed, 18, '999799'],
    [nil, 0, '999799'],
    [otherTaxed, 5, '999722'],
  ] as const)
    expect((await labAdmin.put(`/api/products/${product}`, { GstRate, Sac })).status).toBe(200)
})

const rounding = async (RoundBills: boolean): Promise<void> => {
  expect((await admin.put('/api/settings/1', { RoundBills })).status).toBe(200)
  await vi.waitUntil(() => network.roundBills === RoundBills)
}
const row = /\d{6} (?:Exempt|[\d.]+ %)(?: [\d,]+\.\d\d){5}/g
/** The rows of tax of a paper. */
const rowsOf = async (module: string, formId: unknown, layout: string): Promise<string[]> =>
  (await paperOf(labAdmin, module, formId, layout)).match(row) ?? []
const billOf = (sale: Read<'sales'>): Promise<string[]> => rowsOf('sales', sale.SaleId, 'bill')
const textOf = (sale: Read<'sales'>): Promise<string> => paperOf(labAdmin, 'sales', sale.SaleId, 'bill')
const cancelSale = async (sale: Read<'sales'>): Promise<void> => {
  const answer = await labAdmin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  expect([answer.status, answer.body.message]).toEqual([200, 'The sale is cancelled'])
}
const cancelLine = async (sale: Read<'sales'>, at: number): Promise<void> => {
  const { SaleProductId } = sale.SaleProducts[at] ?? {}
  expect((await labAdmin.put('/api/cancel/saleProduct', { SaleProductId })).status).toBe(200)
}

const mixed = [exempt, taxed, nil, otherTaxed]
test.each([
  ['plain', [taxed], 0, []],
  ['discounted', [taxed], 10.01, []],
  ['exempt and discounted', [exempt], 100, []],
  ['mixed', mixed, 0, []],
  ['mixed and discounted', mixed, 99.99, []],
  ['cancelled line by line', mixed, 99.99, [1, 0]],
  ['cancelled by its lines alone', [exempt, taxed], 33.33, [1, 0]],
])('a cancelled bill says the tax that its invoice was issued with: %s', async (_, products, AddlDiscount, gone) => {
  for (const IsRounded of [false, true]) {
    await rounding(IsRounded)
    const sale = await booked(labAdmin, { products, AddlDiscount })
    const billed = await billOf(sale)
    expect(billed.length > 0).toBe(products.some((product) => product !== exempt))
    for (const at of gone) await cancelLine(sale, at)
    // with its last line it is cancelled itself
    if (gone.length < products.length) await cancelSale(sale)
    expect([IsRounded, await billOf(sale)]).toEqual([IsRounded, billed])
    const text = await textOf(sale)
    expect(text).toContain(`Cancelled - ${printed(Number(sale.NetAmount))}`)
    expect(text.includes(`Additional discount - ${printed(AddlDiscount)}`)).toBe(AddlDiscount > 0 && !IsRounded)
  }
  await rounding(false)
})

test('what is left of a bill has its share of the discount, and the whole is shown again once all is cancelled', async () => {
  const sale = await booked(labAdmin, { products: mixed, AddlDiscount: 77.77 })
  const billed = await billOf(sale)
  await cancelLine(sale, 3)
  const left = await billOf(sale)
  expect([billed.length, left.length]).toEqual([4, 3])
  await cancelSale(sale)
  expect(await billOf(sale)).toEqual(billed)
})

test('an invoice, its credit note and the bills of its sales, cancelled after it, say one tax', async () => {
  const [one, two] = [
    await sold({ products: [exempt, taxed], AddlDiscount: 100 }),
    await sold({ products: [exempt, taxed], AddlDiscount: 100 }),
  ]
  const alone = await billOf(one)
  expect(alone).toHaveLength(2)
  const invoice = await issued(one, two)
  expect((await credit(invoice, [one])).status).toBe(200)
  expect(await rowsOf('invoices', invoice.InvoiceId, 'creditnote')).toEqual(alone)
  await cancelSale(one)
  expect(await billOf(one)).toEqual(alone)
})

test('what a save took off an unlocked sale was never billed, also when the sale is cancelled', async () => {
  const booking = await accessioned(labAdmin, { products: [taxed, nil], AddlDiscount: 10 })
  expect((await labAdmin.put('/api/unlock/sales', { formId: booking.SaleId })).status).toBe(200)
  const path = `/api/sales/${String(booking.SaleId)}` as const
  const { body: unlocked } = await labAdmin.get(path)
  const [kept] = unlocked.SaleProducts
  const saved = await labAdmin.put(path, { SaleProducts: [kept] })
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  const billed = await billOf(booking)
  expect(billed).toHaveLength(1)
  const due = (await labAdmin.get(path)).body.NetAmount
  await cancelSale(booking)
  expect(await billOf(booking)).toEqual(billed)
  const text = await textOf(booking)
  expect(text).toContain(`Billed ${printed(due + 10)}`)
  expect(text).toContain(`Cancelled - ${printed(due)}`)
})

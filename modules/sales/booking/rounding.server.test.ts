// What a patient pays in whole rupees, by the settings: sale, bill, invoice, ledger, reports and files agree.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../../core/money.ts'
import { network } from '../../../core/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRow } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { aPatient, booked, product, saleOf } from '../sales.fixture.ts'

const { app, admin: owner, labAdmin: admin } = networkForTests('admin', 'labAdmin')
afterEach(() => expectInvariants(app.db))
const rounding = async (RoundBills: boolean): Promise<void> => {
  expect((await owner.put('/api/settings/1', { RoundBills })).status).toBe(200)
  await vi.waitUntil(() => network.roundBills === RoundBills)
}
beforeAll(() => rounding(true))

/** A line at a price of its own. */
const line = (Price: number, ProductId: number = product.cbc) => ({
  ProductId,
  Price,
  OriginalPrice: Price,
  Remarks: 'As agreed by telephone',
})
const figures = ({ NetAmount, Rounding, AddlDiscount, Outstanding }: Read<'sales'>): unknown[] => [
  NetAmount,
  Rounding,
  AddlDiscount,
  Outstanding,
]
/** What its invoice says, and what the ledger has of it as income. */
const inBooks = async (sale: Read<'sales'>): Promise<unknown[]> => {
  const invoiceId = sale.InvoiceId
  const { Income } = await readRow<{ Income: number }>(
    app,
    'ledger_entries',
    { InvoiceId: invoiceId, Account: 'sales' },
    'coalesce(sum(credit - debit), 0)::float8 as income',
  )
  const { Net } = await readRow<{ Net: number }>(app, 'invoices', { InvoiceId: invoiceId }, 'net_amount::float8 as net')
  return [Net, Income]
}

test('half a rupee is rounded up, less is taken off, and the rounding is a line of the bill', async () => {
  for (const [price, net, more] of [
    [100.5, 101, 0.5],
    [100.49, 100, -0.49],
    [100, 100, 0],
  ] as const) {
    const sale = await booked(admin, { products: [line(price)] })
    expect(figures(sale)).toEqual([net, more, 0, net])
    const templates = (await admin.get('/api/getdata/41?Module=sales')).body
    const templateId = templates.find((one) => one.Layout === 'bill')?.TemplateId
    const printed = await admin.post('/api/print/sales/', { templateId, formId: sale.SaleId, device: 'screen' })
    expect(printed.text.includes('Rounding')).toBe(more !== 0)
    expect(printed.text).toContain(`${net}.00`)
  }
})

test('invoice, ledger, sales report and GSTR-1 have what is payable', async () => {
  const today = { FromDate: dayOf(new Date()), ToDate: dayOf(new Date()), SellerId: '2' }
  const asked = new URLSearchParams(today).toString()
  const report = async () => (await admin.get(`/api/getdata/2140?${asked}`)).body[0] ?? {}
  const returned = async (): Promise<number> => {
    const month = { LegalEntityId: '1', Month: dayOf(new Date()).slice(0, 7), Table: 'b2cs' }
    const file = await owner.get(`/api/gstr1/partyledger?${new URLSearchParams(month).toString()}`)
    const [head = [], ...rows] = file.text
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','))
    return sumAmounts(rows.map((row) => row[head.indexOf('Exempt Value')]))
  }
  const [before, beforeInReturn] = [await report(), await returned()]
  const sale = await booked(admin, { products: [line(100.3), line(50.35, product.crp)], AddlDiscount: 10 })
  expect(figures(sale)).toEqual([141, 0.35, 10, 141])
  expect(await inBooks(sale)).toEqual([141, 141])
  const after = await report()
  const grown = (name: keyof typeof after): number =>
    Math.round((Number(after[name]) - Number(before[name])) * 100) / 100
  expect([grown('NetAmount'), grown('Rounding'), grown('AddlDiscount')]).toEqual([141, 0.35, 10])
  expect(lessAmounts(await returned(), beforeInReturn)).toBe(141)
  const [tie] = (await admin.get(`/api/getdata/2157?${asked}`)).body
  expect(tie).toMatchObject({ NotInvoiced: 0, OtherDays: 0 })
  expect(Number(tie?.Income)).toBe(Number(after.NetAmount))
})

test('a bill that grows, loses a line or is cancelled stays in whole rupees', async () => {
  const sale = await booked(admin, { products: [line(100.3), line(50.35, product.crp)] })
  expect(figures(sale)).toEqual([151, 0.35, 0, 151])
  const id = sale.SaleId
  const lines = sale.SaleProducts
  const more = { SaleProducts: [...lines, line(20.2, product.creatinine)] }
  expect((await admin.put(`/api/sales/${id}`, more)).status).toBe(200)
  const grown = await saleOf(admin, id)
  expect(figures(grown)).toEqual([171, 0.15, 0, 171])
  expect(await inBooks(grown)).toEqual([171, 171])
  const crp = grown.SaleProducts.find((one) => one.ProductId === product.crp)
  const cancelled = await admin.put('/api/cancel/saleProduct', { SaleProductId: crp?.SaleProductId })
  expect([cancelled.status, cancelled.body.errors]).toEqual([200, undefined])
  const less = await saleOf(admin, id)
  expect(less).toMatchObject({ NetAmount: 121, Rounding: 0.5 })
  expect(await inBooks(less)).toEqual([121, 121])
  expect((await admin.put('/api/cancel/sales', { formId: id, reason: 'Not wanted' })).status).toBe(200)
  expect(await inBooks(await saleOf(admin, id))).toEqual([0, 0])
})

test('a sale keeps how it was rounded, whatever the settings are later', async () => {
  const rounded = await booked(admin, { products: [line(100.4)] })
  await rounding(false)
  const exact = await booked(admin, { products: [line(100.4)] })
  expect(figures(exact)).toEqual([100.4, 0, 0, 100.4])
  const remark = async (sale: Read<'sales'>): Promise<unknown[]> => {
    expect((await admin.put(`/api/sales/${sale.SaleId}`, { Remarks: 'By telephone' })).status).toBe(200)
    return figures(await saleOf(admin, sale.SaleId))
  }
  expect(await remark(rounded)).toEqual([100, -0.4, 0, 100])
  await rounding(true)
  expect(await remark(exact)).toEqual([100.4, 0, 0, 100.4])
})

test('an organisation is billed to the paisa, and a sale that becomes its own is, too', async () => {
  const PatientId = await aPatient(admin)
  const sale = await booked(admin, { PatientId, BuyerId: 21, products: [line(100.4)] })
  expect([sale.NetAmount, sale.Rounding]).toEqual([100.4, 0])
  const own = await booked(admin, { PatientId, products: [line(100.4)] })
  expect(own.NetAmount).toBe(100)
  const moved = await admin.put(`/api/sales/${own.SaleId}`, {
    BuyerId: 21,
    SaleProducts: own.SaleProducts.map((one) => ({ ...one, Price: 100.4, Remarks: 'As agreed' })),
  })
  expect([moved.status, moved.body.errors]).toEqual([200, undefined])
  const after = await saleOf(admin, own.SaleId)
  expect([after.Rounding, after.IsRounded]).toEqual([0, false])
})

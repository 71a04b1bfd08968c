// GST of a line that gets another product, or whose sale gets another buyer, and of a place that is merged.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../../core/money.ts'
import { network } from '../../../core/network.ts'
import { at } from '../../../server/clock.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { listed } from '../../../server/testing/listed.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { countRows, readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { aPatient, booked, mode } from '../../sales/sales.fixture.ts'
import { cells, paperOf, printed, tableOf, within } from './gst.fixture.ts'

const { app, admin, labAdmin, front } = networkForTests('admin', 'labAdmin', 'front')
afterEach(() => expectInvariants(app.db))

const [exempt, taxed, otherExempt] = [3001, 3002, 3003]
const taxAt = async (GstRate: number): Promise<void> => {
  expect((await labAdmin.put(`/api/products/${taxed}`, { GstRate, Sac: '999799' })).status).toBe(200)
}
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 1 }, { RegistrationKey: '27AAAAA0000A1Z5' })
  await setRows(app, 'clients', { ClientId: 12 }, { LegalEntityId: 1 })
  await taxAt(18)
})

const ratesOf = async (sale: Read<'sales'>): Promise<unknown[]> => {
  const lines = await readRows<{ Rate: number | null; Sac: string | null }>(
    app,
    'sale_products',
    { SaleId: sale.SaleId },
    'gst_rate::float8 as rate, sac',
    'sequence',
  )
  return lines.map(({ Rate, Sac }) => (Rate === null ? Sac : `${Rate} ${Sac}`))
}
const postedOf = async (sale: Read<'sales'>): Promise<unknown> =>
  (
    await readRow<{ Tax: number }>(
      app,
      'ledger_entries',
      { Account: 'gst payable', InvoiceId: sale.InvoiceId },
      'coalesce(sum(credit - debit), 0)::float8 as tax',
    )
  ).Tax
const changing = async (sale: Read<'sales'>, changes: Json) => {
  const key = String(sale.SaleId)
  const { RowVersion } = (await labAdmin.get(`/api/sales/${key}`)).body
  return labAdmin.put(`/api/sales/${key}`, { RowVersion, ...changes })
}
const change = async (sale: Read<'sales'>, changes: Json): Promise<void> => {
  const answer = await changing(sale, changes)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
}
const priceIs = (ProductId: number, price: number) =>
  setRows(app, 'price_list_products', { ProductId }, { Price: price, Discount: 0 })

test('a stored line that gets another product is taxed as that one, and a line that keeps its own as it was', async () => {
  const sale = await booked(labAdmin, { products: [exempt, taxed] })
  const [one, two] = sale.SaleProducts.map((line) => line.SaleProductId)
  const before = await postedOf(sale)
  expect([await ratesOf(sale), Number(before) > 0]).toEqual([[null, '18 999799'], true])
  const lines = (first: number, second: number) => ({
    SaleProducts: [
      { SaleProductId: one, ProductId: first },
      { SaleProductId: two, ProductId: second },
    ],
  })
  await change(sale, lines(exempt, otherExempt))
  expect([await ratesOf(sale), await postedOf(sale)]).toEqual([[null, null], 0])
  await change(sale, lines(taxed, otherExempt))
  expect([await ratesOf(sale), await postedOf(sale)]).toEqual([['18 999799', null], before])
  await taxAt(5)
  await change(sale, lines(taxed, exempt))
  expect(await ratesOf(sale)).toEqual(['18 999799', null])
  await taxAt(18)
})

test('a sale to another buyer is taxed where that one is, at the rate of its booking while it stays taxed', async () => {
  const sale = await booked(labAdmin, { products: [exempt, taxed] })
  await taxAt(5)
  await change(sale, { BuyerId: 21, Remarks: 'Sent by the hospital' })
  expect(await ratesOf(sale)).toEqual([null, '18 999799'])
  expect(Number(await postedOf(sale))).toBeGreaterThan(0)
  // a place of the same registration
  await change(sale, { BuyerId: 12, Remarks: 'Sent by the centre' })
  expect([await ratesOf(sale), await postedOf(sale)]).toEqual([[null, null], 0])
  await change(sale, { BuyerId: 21, Remarks: 'Sent by the hospital' })
  expect(await ratesOf(sale)).toEqual([null, '5 999799'])
  await taxAt(18)
})

test('a line that gets another product of the same price is taxed as that one in books, return and paper', async () => {
  const head = await signedIn(app, 'admin', 1, 1)
  for (const product of [exempt, taxed, otherExempt]) await priceIs(product, 100)
  const sale = await booked(labAdmin, { products: [exempt, otherExempt] })
  const [one, two] = sale.SaleProducts.map((line) => line.SaleProductId)
  const lines = (second: number, more: Json = {}) => ({
    SaleProducts: [
      { SaleProductId: one, ProductId: exempt },
      { SaleProductId: two, ProductId: second },
    ],
    ...more,
  })
  const { Tax, Value } = within(100)
  const returned = async () =>
    sumAmounts(cells(await tableOf(head, 'hsn-b2c'), 'Taxable Value').map(([value]) => Number(value)))
  const before = await returned()
  const row = `999799 18 % ${printed(Value)} ${printed(Tax / 2)} ${printed(Tax / 2)} 0.00 100.00`
  const said = async (): Promise<unknown[]> => {
    const paper = await paperOf(labAdmin, 'invoices', sale.InvoiceId, 'invoice')
    return [paper.includes(row), /Version \d/.exec(paper)?.[0]]
  }
  expect([await postedOf(sale), ...(await said())]).toEqual([0, false, undefined])
  await change(sale, lines(taxed))
  expect([await postedOf(sale), lessAmounts(await returned(), before)]).toEqual([Tax, -Tax])
  expect(await said()).toEqual([true, 'Version 2'])
  // also where it is paid in the same moment
  await change(sale, lines(otherExempt, { Invoice: { Transactions: [{ PaymentModeId: mode.cash, Amount: 200 }] } }))
  expect([await postedOf(sale), (await said())[0]]).toEqual([0, false])
  // it is exempt alone again, by its title, too
  const paper = await paperOf(labAdmin, 'invoices', sale.InvoiceId, 'invoice')
  expect(
    ['BILL OF SUPPLY', 'CUM-BILL', 'have their GST in them', '999799'].map((part) => paper.includes(part)),
  ).toEqual([true, ...[false, false, false]])
})

test('on a closed day no part rises, not by less than a rupee and not with the right patient; that alone is corrected', async () => {
  const before = new Date(Date.now() - 4 * 86_400_000)
  const moment = before.toISOString()
  const sold = async (price: number): Promise<Read<'sales'>> => {
    await priceIs(exempt, 100)
    for (const product of [taxed, otherExempt]) await priceIs(product, price)
    return at(before, () => booked(labAdmin, { products: [exempt, taxed], SaleDate: moment, CollectionDate: moment }))
  }
  const [small, wrong] = [await sold(0.9), await sold(50)]
  await setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: dayOf(before) })
  const exchanged = (of: Read<'sales'>) => {
    const keys = of.SaleProducts.map((line) => line.SaleProductId)
    return [exempt, otherExempt].map((ProductId, at) => ({ SaleProductId: keys[at], ProductId }))
  }
  const wayOut: unknown = expect.stringContaining('book the other as a new sale')
  await priceIs(otherExempt, 0.9)
  const rise = await changing(small, { SaleProducts: exchanged(small) })
  expect([rise.status, rise.body.message, await postedOf(small)]).toEqual([422, wayOut, within(0.9).Tax])
  await priceIs(otherExempt, 50)
  const PatientId = await aPatient(labAdmin)
  const right = { PatientId, BuyerId: PatientId }
  const both = await changing(wrong, { ...right, SaleProducts: exchanged(wrong) })
  expect([both.status, both.body.message, await postedOf(wrong)]).toEqual([422, wayOut, within(50).Tax])
  const alone = await changing(wrong, right)
  expect([alone.status, alone.body.errors, await postedOf(wrong)]).toEqual([200, undefined, within(50).Tax])
})

test('on a closed day a line is not exchanged for one that is taxed otherwise; what is not wanted is credited', async () => {
  for (const product of [exempt, taxed]) await priceIs(product, 100)
  await priceIs(otherExempt, 60)
  const before = new Date(Date.now() - 2 * 86_400_000)
  const moment = before.toISOString()
  const sale = await at(before, () =>
    booked(labAdmin, { products: [exempt, otherExempt], SaleDate: moment, CollectionDate: moment }),
  )
  const other = await at(before, () =>
    booked(labAdmin, { products: [exempt, taxed], SaleDate: moment, CollectionDate: moment }),
  )
  await setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: dayOf(before) })
  const exchanged = async (of: Read<'sales'>, ProductIds: readonly number[]): Promise<unknown> => {
    const keys = of.SaleProducts.map((line) => line.SaleProductId)
    const rows = ProductIds.map((ProductId, at) => ({ SaleProductId: keys[at], ProductId }))
    const answer = await changing(of, { SaleProducts: rows })
    const notes = await countRows(app, 'credit_notes', { InvoiceId: of.InvoiceId })
    return [answer.status, String(answer.body.message), notes, await postedOf(of)]
  }
  const wayOut: unknown = expect.stringContaining('book the other as a new sale')
  const { Tax } = within(100)
  // for less: the note would have raised the tax
  await priceIs(taxed, 40)
  expect(await exchanged(sale, [exempt, taxed])).toEqual([422, wayOut, 0, 0])
  // for the same, and for less what is exempt would rise
  await priceIs(otherExempt, 100)
  expect(await exchanged(other, [exempt, otherExempt])).toEqual([422, wayOut, 0, Tax])
  await priceIs(otherExempt, 60)
  expect(await exchanged(other, [exempt, otherExempt])).toEqual([422, wayOut, 0, Tax])
  const [, line] = other.SaleProducts
  const gone = await labAdmin.put('/api/cancel/saleProduct', { SaleProductId: line?.SaleProductId })
  expect([gone.status, await postedOf(other)]).toEqual([200, 0])
})

test('on a closed day a line of a bill in whole rupees is cancelled; rounding does not hide what rises', async () => {
  const rounding = async (RoundBills: boolean): Promise<void> => {
    expect((await admin.put('/api/settings/1', { RoundBills })).status).toBe(200)
    await vi.waitUntil(() => network.roundBills === RoundBills)
  }
  await rounding(true)
  const before = new Date(Date.now() - 86_400_000)
  const moment = before.toISOString()
  const sold = async (ofExempt: number, ofTaxed: number): Promise<Read<'sales'>> => {
    await priceIs(exempt, ofExempt)
    for (const product of [taxed, otherExempt]) await priceIs(product, ofTaxed)
    return at(before, () => booked(labAdmin, { products: [exempt, taxed], SaleDate: moment, CollectionDate: moment }))
  }
  const [up, other, down] = [await sold(900, 99.5), await sold(99.5, 900), await sold(100, 0.4)]
  expect([up, other, down].map((sale) => [sale.NetAmount, sale.Rounding])).toEqual([
    [1000, 0.5],
    [1000, 0.5],
    [100, -0.4],
  ])
  await setRows(app, 'clients', { ClientId: 1 }, { BooksClosedTill: dayOf(before) })
  const [kept, swapped] = down.SaleProducts
  const exchanged = await changing(down, {
    SaleProducts: [
      { SaleProductId: kept?.SaleProductId, ProductId: exempt },
      { SaleProductId: swapped?.SaleProductId, ProductId: otherExempt },
    ],
  })
  expect([exchanged.status, await postedOf(down)]).toEqual([422, within(0.4).Tax])
  // what rounds the bill is all on the line that is left
  for (const [sale, at] of [
    [up, 0],
    [other, 1],
  ] as const) {
    const SaleProductId = sale.SaleProducts[at]?.SaleProductId
    const gone = await labAdmin.put('/api/cancel/saleProduct', { SaleProductId })
    expect([gone.status, gone.body.message]).toEqual([200, expect.any(String)])
    expect((await labAdmin.get(`/api/sales/${String(sale.SaleId)}`)).body).toMatchObject({ NetAmount: 100 })
  }
  expect([await postedOf(up), await postedOf(other)]).toEqual([within(100).Tax, 0])
  await rounding(false)
})

test('the GST of a merged place is taken back from the books of the one that has its invoices', async () => {
  const sale = await booked(front, { SellerId: 12, products: [taxed] })
  const payable = (): Promise<unknown[]> =>
    Promise.all(
      [12, 13].map(async (EntityId) => {
        const { rows } = await listed(admin, 1070, { EntityId })
        return Number(rows.find((row) => row.Account === 'GST payable')?.ClosingBalance ?? 0)
      }),
    )
  const tax = Number(await postedOf(sale))
  expect([tax > 0, await payable()]).toEqual([true, [-tax, 0]])
  expect((await admin.put('/api/merge/clients', { sourceId: 12, targetId: 13 })).status).toBe(200)
  expect(await payable()).toEqual([0, -tax])
  await expectInvariants(app.db)
  const cancelled = await labAdmin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  expect([cancelled.status, await payable()]).toEqual([200, [0, 0]])
})

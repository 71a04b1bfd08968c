// Margin per test: what was sold of it, less what outside laboratories charge by their bills, or agreed where none has
// come; it ties to the sales report and to the purchases of the ledger.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../core/money.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed, narrowed, sumsAt } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { invoicing } from '../invoices/invoices.fixture.ts'
import { aBill, entered, ours, outside } from '../purchasebills/purchasebills.fixture.ts'
import { legsOf, type Leg } from '../sales/accession/legs.fixture.ts'
import { accessioned, aPatient, booked, product } from '../sales/sales.fixture.ts'

const centre = 12
const { app, admin, labAdmin, accounts, front } = networkForTests('admin', 'labAdmin', 'accounts', 'front')
const { sold, issued } = invoicing(app, labAdmin)
afterEach(() => expectInvariants(app.db))

type Chain = { readonly sale: Read<'sales'>; readonly lab: Leg; readonly sent: Leg; readonly work: number }
/** A test that a centre sells, the laboratory takes on, and the outside laboratory does. */
const aChain = async (): Promise<Chain> => {
  const PatientId = await aPatient(front)
  const sale = await accessioned(front, { PatientId, SellerId: centre, products: [product.antiCcp] })
  const [lab, sent] = await legsOf(app, sale.SaleId)
  if (!lab || !sent) throw new Error('the test was not sent out')
  const [line] = await readRows<{ Id: number }>(app, 'sale_products', { SaleId: sent.SaleId }, 'sale_product_id as id')
  return { sale, lab, sent, work: Number(line?.Id) }
}
const rows = async (person: Person, filter: Json = {}) => (await listed(person, 1082, filter)).rows
const ofTest = { ProductId: product.antiCcp }
let one: Chain, two: Chain
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 21 }, { PaymentTypeId: 22 })
  one = await aChain()
  two = await aChain()
})

test('where no bill has come the price list says what a test costs, and a bill what it did', async () => {
  const agreed = sumAmounts([one.sent.NetAmount, two.sent.NetAmount])
  const Sold = sumAmounts([one.sale.NetAmount, two.sale.NetAmount])
  // the legal entity reads the patient's bill: what its laboratory charges its centre is within its books
  expect(await rows(admin, ofTest)).toEqual([
    expect.objectContaining({
      Code: expect.any(String),
      Seller: expect.any(String),
      OutsideLab: expect.any(String),
      Tests: 2,
      Sold,
      Billed: 0,
      ByPriceList: agreed,
      Margin: lessAmounts(Sold, agreed),
      MarginPercent: Math.round((1000 * (Sold - agreed)) / Sold) / 10,
    }),
  ])
  const dearer = one.sent.NetAmount + 12.5
  const bill = [
    { SaleProductId: one.work, Amount: dearer },
    { Description: 'Courier', Amount: 40 },
  ]
  const id = await entered(accounts, aBill(bill, { GstAmount: 3, TotalAmount: dearer + 43, Reason: 'New prices' }))
  const left = two.sent.NetAmount
  const billed = { Billed: dearer, ByPriceList: left, Margin: lessAmounts(Sold, dearer, left) }
  expect(await rows(admin, ofTest)).toEqual([expect.objectContaining({ Tests: 2, Sold, ...billed })])
  expect((await accounts.put(`/api/cancel/purchasebills/${id}`, { reason: 'Of another place' })).status).toBe(200)
  expect(await rows(admin, ofTest)).toEqual([expect.objectContaining({ Billed: 0, ByPriceList: agreed })])
  await entered(accounts, aBill(bill, { TotalAmount: dearer + 40, Reason: 'New prices' }))
})

test('the laboratory reads its own leg: what it charges less what it is charged; another one reads neither', async () => {
  const Sold = sumAmounts([one.lab.NetAmount, two.lab.NetAmount])
  const [row] = await rows(labAdmin, { ...ofTest, SellerId: ours })
  expect(row).toMatchObject({ Tests: 2, Sold, Billed: one.sent.NetAmount + 12.5, ByPriceList: two.sent.NetAmount })
  // between the own places, the patient's bill is left out
  expect(await rows(admin, { ...ofTest, Leg: 'between' })).toEqual([expect.objectContaining({ Sold })])
  const nashik = await signedIn(app, 'manager', 2, 3)
  expect(await rows(nashik)).toEqual([])
  expect((await (await signedIn(app, 'labdesk', 5, 2)).get('/api/getdata/1082')).status).toBe(403)
  expect((await (await signedIn(app, 'salesmanager', 9, 2)).get('/api/getdata/1082')).status).toBe(403)
  expect((await admin.get('/api/getdata/1082?Leg=none')).status).toBe(400)
})

test('each filter narrows, and a test that is done here has no cost', async () => {
  const here = await booked(labAdmin, { PatientId: await aPatient(labAdmin), products: [3001, 3002], AddlDiscount: 20 })
  const left = async (filter: Json): Promise<unknown[]> =>
    (await narrowed(labAdmin, 1082, filter)).map((row) => row.ProductId)
  const all = new Set((await rows(labAdmin)).map((row) => row.ProductId))
  expect(all).toEqual(new Set([3001, 3002, product.antiCcp]))
  expect(await left({ ProductId: 3001 })).toEqual([3001])
  expect(await left({ SupplierId: outside })).toEqual([product.antiCcp])
  expect(await left({ IsSentOut: 'true' })).toEqual([product.antiCcp])
  // its centre sends nothing out by itself
  expect(new Set(await left({ IsSentOut: 'false' }))).toEqual(all)
  const own = await rows(labAdmin, { IsSentOut: 'false', SellerId: ours })
  expect(own.map((row) => [row.Billed, row.ByPriceList, row.OutsideLab])).toEqual([
    [0, 0, null],
    [0, 0, null],
  ])
  expect(sumAmounts(own.map((row) => row.Sold))).toBe(here.NetAmount)
  expect(await rows(admin, { SellerId: centre, ...ofTest })).toHaveLength(1)
  expect(await rows(admin, { EntityId: centre, SellerId: ours })).toEqual([])
  const yesterday = addDays(dayOf(new Date()), -1)
  expect(await rows(admin, { ToDate: yesterday })).toEqual([])
  // a cost belongs to the period of its sale
  await setRows(app, 'sales', { SaleId: two.sale.SaleId }, { SaleDate: `${yesterday}T06:00:00Z` })
  expect(await rows(admin, { ...ofTest, ToDate: yesterday })).toEqual([
    expect.objectContaining({ Tests: 1, Billed: 0, ByPriceList: two.sent.NetAmount }),
  ])
})

test('a sale whose invoice was credited is not sold until it is invoiced again', async () => {
  const before = await sumsAt(labAdmin, 2162)
  const [kept, credited] = [await sold(), await sold()]
  const invoice = await issued(kept, credited)
  const both = sumAmounts([kept.NetAmount, credited.NetAmount])
  expect(await sumsAt(labAdmin, 2162)).toMatchObject({ Sold: sumAmounts([before.Sold, both]) })
  const note = { formId: invoice.InvoiceId, SaleIds: [credited.SaleId], reason: 'Not done' }
  expect((await labAdmin.put('/api/creditnote/invoices', note)).status).toBe(200)
  const once = sumAmounts([before.Sold, kept.NetAmount])
  expect(await sumsAt(labAdmin, 2162)).toMatchObject({ Sold: once })
  await issued(credited)
  expect(await sumsAt(labAdmin, 2162)).toMatchObject({ Sold: sumAmounts([before.Sold, both]) })
})

test('what is sold is the net of the sales report, and what is billed the purchases of the ledger less what is no test', async () => {
  for (const Leg of ['patient', 'both']) {
    const margin = await sumsAt(admin, 2162, { Leg })
    // in the sales report an administrator has what the outside laboratory sells, too
    const reports = await Promise.all([ours, centre].map((SellerId) => sumsAt(admin, 2140, { Leg, SellerId })))
    expect(margin.Sold).toBe(sumAmounts(reports.map((report) => report.NetAmount)))
    expect(margin.Margin).toBe(lessAmounts(margin.Sold, margin.Billed, margin.ByPriceList))
    const account = (await listed(admin, 1070)).rows.find((row) => row.Account === 'Outside laboratories')
    expect(sumAmounts([margin.Billed, 40])).toBe(account?.ClosingBalance)
  }
})

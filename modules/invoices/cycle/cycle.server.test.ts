// A job invoices a bill cycle: its drafts, one invoice a buyer, numbers without gaps, no sale twice.
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { testApp } from '../../../server/testing/app.ts'
import { networkOpened } from '../../../server/testing/network.ts'
import { countRows, setRows } from '../../../server/testing/rows.ts'
import type { Shaped } from '../../../core/answer/answer.ts'
import type { Present, Read } from '../../../server/testing/answers.ts'
import type { issuedByCycle } from '../answers/answers.model.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { billCycle, clientType, paymentType } from '../../lists/items.model.ts'
import { aPatient, booked } from '../../sales/sales.fixture.ts'

const { app, labAdmin: admin } = networkOpened(() => testApp({ jobs: true }), 'labAdmin')
const cycle = { SellerId: 2, BillCycleId: billCycle.Fortnightly }
let buyers: number[]
let accounts: Person
beforeAll(async () => {
  accounts = await signedIn(app, 'accounts', 7, 2)
  buyers = []
  for (const Name of ['Aster Clinic', 'Banyan Clinic', 'Cedar Clinic']) {
    const { status, body } = await admin.post('/api/clients/', {
      ClientTypeId: clientType.Institution,
      Name,
      Code: Name.slice(0, 3).toUpperCase(),
      ParentId: 2,
      LegalEntityId: 1,
      Area: 'Aundh',
      City: 'Pune',
      State: 'Maharashtra',
      PaymentTypeId: paymentType.Credit,
      BillCycleId: billCycle.Fortnightly,
      IsActive: true,
    })
    expect([status, body.errors]).toEqual([201, undefined])
    buyers.push(body.ClientId)
  }
})
const sell = async (BuyerId: number | undefined, more: Json = {}): Promise<Read<'sales'>> =>
  booked(admin, { PatientId: await aPatient(admin), BuyerId, products: [3001], ...more })
const drafts = async (person = admin, more: Record<string, string> = {}) =>
  (
    await person.get(
      `/api/getdata/113?${new URLSearchParams({ SellerId: '2', BillCycleId: String(billCycle.Fortnightly), ...more }).toString()}`,
    )
  ).body
const run = async (body: Json, person = accounts) => {
  const answer = await person.post('/api/generate/invoices', body)
  expect([answer.status, answer.body.message]).toEqual([202, expect.stringMatching(/^\d+ invoices? to issue$/)])
  const state = async () => (await person.get(`/api/jobs/${answer.body.JobRunId}`)).body
  await expect.poll(async () => (await state()).State, { timeout: 20_000, interval: 100 }).toMatch(/done|failed/)
  return state()
}
/** What the job answers at its end. */
type Issued = Present<Shaped<typeof issuedByCycle>>
const issuedIn = ({ Result }: { readonly Result: Issued }): Issued => Result

test('each buyer on credit of the cycle gets one invoice of its pending sales, under numbers without gaps', async () => {
  const [aster, banyan, cedar] = buyers
  const [one, two, three] = [await sell(aster), await sell(aster), await sell(banyan)]
  // another cycle, a buyer that pays at once, and cancelled sales are left out
  await sell(21)
  const gone = await sell(cedar)
  await admin.put('/api/cancel/sales', { formId: gone.SaleId, reason: 'Not wanted' })
  expect(await drafts()).toEqual([
    { BuyerId: aster, Buyer: 'Aster Clinic', Sales: 2, NetAmount: Number(one.NetAmount) + Number(two.NetAmount) },
    { BuyerId: banyan, Buyer: 'Banyan Clinic', Sales: 1, NetAmount: three.NetAmount },
  ])
  const done = await run(cycle)
  expect([done.State, done.Message, done.Errors]).toEqual([
    'done',
    expect.stringMatching(/^2 invoices issued, NCL\/\d\d-\d\d\/\d{6} to NCL\/\d\d-\d\d\/\d{6}$/),
    [],
  ])
  const { InvoiceIds } = issuedIn(done)
  const issued = await Promise.all(InvoiceIds.map(async (id) => (await admin.get(`/api/invoices/${id}`)).body))
  expect(issued.map((invoice) => [invoice.BuyerId, invoice.Sales.length])).toEqual([
    [aster, 2],
    [banyan, 1],
  ])
  const [first, second] = issued.map((invoice) => Number(String(invoice.InvoiceNo).slice(-6)))
  expect(second).toBe((first ?? 0) + 1)
  expect(await drafts()).toEqual([])
  const none = await accounts.post('/api/generate/invoices', cycle)
  expect([none.status, none.body.message]).toEqual([
    422,
    expect.stringMatching(/^There are no sales to invoice up to /),
  ])
  expect(
    await countRows(app, 'audit', {
      ModuleId: 'invoices',
      FormId: issued[0]?.InvoiceId,
      Remarks: 'Bill cycle',
    }),
  ).toBe(1)
})

test('chosen buyers alone; two requests at once issue each sale once', async () => {
  const [aster, banyan] = buyers
  await sell(aster)
  await sell(banyan)
  const done = await run({ ...cycle, BuyerIds: [banyan] })
  const [only] = issuedIn(done).Invoices
  expect([only.Buyer, done.Message]).toEqual(['Banyan Clinic', `1 invoice issued, ${only.InvoiceNo}`])
  expect((await drafts()).map((draft) => draft.BuyerId)).toEqual([aster])
  const both = await Promise.all([run(cycle), run(cycle, admin)])
  expect(both.flatMap((one) => issuedIn(one).InvoiceIds)).toHaveLength(1)
})

test('a prepaying buyer of the cycle is not invoiced, however many pending sales there are', async () => {
  const [, , cedar] = buyers
  const sale = await sell(cedar)
  const kind = (PaymentTypeId: number) => setRows(app, 'clients', { ClientId: cedar }, { PaymentTypeId })
  const drafted = async () => (await drafts()).map((draft) => [draft.BuyerId, draft.NetAmount])
  await kind(paymentType.Prepaid)
  expect(await drafted()).toEqual([])
  const none = await accounts.post('/api/generate/invoices', cycle)
  expect([none.status, none.body.message]).toEqual([
    422,
    expect.stringMatching(/^There are no sales to invoice up to /),
  ])
  await kind(paymentType.Credit)
  expect(await drafted()).toEqual([[cedar, sale.NetAmount]])
  expect((await run(cycle)).State).toBe('done')
})

test('only a manager sets the day; another lab’s seller, no cycle and no permit are refused', async () => {
  const [aster] = buyers
  const old = new Date(Date.now() - 10 * 86_400_000).toISOString()
  await sell(aster, { SaleDate: old, CollectionDate: old })
  await sell(aster)
  const earlier = new Date(Date.now() - 5 * 86_400_000).toISOString()
  expect((await drafts(admin, { InvoiceDate: earlier })).map((draft) => draft.Sales)).toEqual([1])
  const done = await run({ ...cycle, InvoiceDate: earlier }, admin)
  const [invoice] = issuedIn(done).InvoiceIds
  expect((await admin.get(`/api/invoices/${invoice}`)).body.InvoiceDate).toBe(earlier)
  const refused = async (body: Json, person = accounts) =>
    (await person.post('/api/generate/invoices', body)).body.errors
  expect(await refused({ BillCycleId: 53 })).toEqual({ SellerId: ['Seller is required'] })
  expect(await refused({ SellerId: 2 })).toEqual({ BillCycleId: ['Bill Cycle is required'] })
  expect(await refused({ ...cycle, SellerId: 3 })).toEqual({ SellerId: ['You cannot invoice for this seller'] })
  expect(await refused({ ...cycle, BuyerIds: [] })).toEqual({ BuyerIds: ['Select at least one buyer'] })
  for (const BuyerIds of ['all', { 0: 21 }, [1.5], ['21']])
    expect(await refused({ ...cycle, BuyerIds })).toEqual({ BuyerIds: ['BuyerIds must be a list of client ids'] })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect(await refused({ ...cycle, InvoiceDate: tomorrow })).toEqual({
    InvoiceDate: ['Invoice Date cannot be in the future'],
  })
  expect(await drafts(admin, { SellerId: '3' })).toEqual([])
  expect((await (await signedIn(app, 'labdesk', 5, 2)).post('/api/generate/invoices', cycle)).status).toBe(403)
})

test('a period is billed by its days: sales before or after are left out, and the paper is dated today', async () => {
  const [, , cedar] = buyers
  const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
  const sold = async (count: number) => sell(cedar, { SaleDate: daysAgo(count), CollectionDate: daysAgo(count) })
  const [before, within, after] = [await sold(12), await sold(8), await sold(2)]
  const period = { From: dayOf(daysAgo(9)), Until: dayOf(daysAgo(5)) }
  const cedarIn = async (more: Record<string, string>) =>
    (await drafts(accounts, more)).filter((draft) => draft.BuyerId === cedar).map((draft) => draft.Sales)
  expect([await cedarIn(period), await cedarIn({ Until: period.Until }), await cedarIn({})]).toEqual([[1], [2], [3]])
  const behind = new URLSearchParams({
    SellerId: '2',
    BuyerId: String(cedar),
    InvoiceDate: period.Until,
    From: period.From,
  })
  const sales = (await accounts.get(`/api/getdata/112?${behind.toString()}`)).body
  expect(sales.map((sale) => sale.SaleId)).toEqual([within.SaleId])
  const done = await run({ ...cycle, ...period, BuyerIds: [cedar] })
  const [issued] = issuedIn(done).InvoiceIds
  const invoice = (await admin.get(`/api/invoices/${issued}`)).body
  expect(invoice.Sales.map((sale) => sale.SaleId)).toEqual([within.SaleId])
  expect(dayOf(invoice.InvoiceDate)).toBe(dayOf(new Date()))
  expect(await cedarIn({})).toEqual([2])
  expect([before.InvoiceId, after.InvoiceId]).toEqual([null, null])
})

test('a period that ends before it begins, in the future, or after the date of its invoices is refused', async () => {
  const day = (count: number) => dayOf(new Date(Date.now() + count * 86_400_000))
  const errors = async (more: Json) => (await admin.post('/api/generate/invoices', { ...cycle, ...more })).body.errors
  expect(await errors({ From: day(-1), Until: day(-2) })).toEqual({ From: ['From cannot be later than Until'] })
  expect(await errors({ Until: day(1) })).toEqual({ Until: ['Until cannot be in the future'] })
  const InvoiceDate = new Date(Date.now() - 3 * 86_400_000).toISOString()
  expect(await errors({ Until: day(-1), InvoiceDate })).toEqual({
    InvoiceDate: ['Invoice Date cannot be earlier than the end of the period'],
  })
})

test('a seller without a prefix issues no invoice, and each buyer gets the reason', async () => {
  const [aster] = buyers
  await sell(aster)
  await setRows(app, 'clients', { ClientId: 2 }, { BillPrefix: null })
  const done = await run({ ...cycle, BuyerIds: [aster] })
  await setRows(app, 'clients', { ClientId: 2 }, { BillPrefix: 'NCL' })
  expect([done.Message, done.Errors]).toEqual([
    '0 invoices issued',
    [expect.stringMatching(/^Aster Clinic: .* has no bill prefix/)],
  ])
  expect((await drafts()).map((draft) => draft.BuyerId)).toContain(aster)
})

// The party ledger: opening, every entry with its balance, closing; the closing equals what is owed.
import { beforeAll, expect, test } from 'vitest'
import { booked } from '../sales/sales.fixture.ts'
import { BuyerId, SellerId, invoicing } from '../invoices/invoices.fixture.ts'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { PatientId, sold, issued, pay, owed, cancel, credit } = invoicing(app, admin)
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: BuyerId }, { PaymentTypeId: 22 })
  expect((await admin.put(`/api/clients/${BuyerId}`, { OpeningBalance: 250.5 })).status).toBe(200)
})

const asked = (ClientIdList: string, StartDate = '2026-01-01', EndDate = '2199-12-31', person: Person = admin) =>
  person.get(`/api/getdata/1032?${new URLSearchParams({ StartDate, EndDate, ClientIdList }).toString()}`)
const rowsOf = async (...args: Parameters<typeof asked>) => {
  const answer = await asked(...args)
  expect(answer.status).toBe(200)
  return answer.body
}
const types = (rows: readonly { readonly VoucherType: string }[]) => rows.map((row) => row.VoucherType)

test('each party has an opening, its entries with the balance running, and a closing that is what is owed', async () => {
  const [one, two] = [await sold(), await sold({ products: [3002] })]
  const invoice = await issued(one, two)
  const paid = await pay(invoice, 100)
  await credit(invoice, [one])
  const rows = await rowsOf(String(BuyerId))
  expect(types(rows)).toEqual(['Opening', 'Opening balance', 'Invoice', 'Receipt', 'Credit note', 'Closing'])
  const net = Number(one.NetAmount) + Number(two.NetAmount)
  // the opening balance is a document of the day that it was entered: no earlier period has it
  expect(rows[0]).toMatchObject({ ClientId: BuyerId, Debit: 0, Credit: 0, Balance: 0 })
  expect(rows[1]).toMatchObject({ Debit: 250.5, Credit: 0, Balance: 250.5 })
  expect(rows[2]).toMatchObject({
    Date: expect.any(String),
    VoucherNo: invoice.InvoiceNo,
    Particulars: `Invoice ${String(invoice.InvoiceNo)}`,
    Debit: net,
    Credit: 0,
    Balance: 250.5 + net,
    DueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(rows[3]).toMatchObject({ VoucherNo: `T${paid}`, Debit: 0, Credit: 100, Balance: 250.5 + net - 100 })
  expect(rows[4]).toMatchObject({
    VoucherNo: expect.stringMatching(/\/C\d{5}$/),
    Credit: one.NetAmount,
    DueDate: null,
  })
  expect(rows[5]?.Balance).toBeCloseTo(await owed(), 2)
  // due thirty days after it, on credit
  const [day, due] = [String(rows[2]?.Date), String(rows[2]?.DueDate)]
  expect(Math.round((Date.parse(due) - Date.parse(day)) / 86_400_000)).toBeGreaterThanOrEqual(29)
})

test('FND-150 earlier entries are in the opening, later ones are left out', async () => {
  const rows = await rowsOf(String(BuyerId), '2199-01-01', '2199-01-31')
  expect(types(rows)).toEqual(['Opening', 'Closing'])
  expect(rows[0]?.Balance).toBeCloseTo(await owed(), 2)
  const before = await rowsOf(String(BuyerId), '2001-01-01', '2001-01-31')
  expect(before.map((row) => row.Balance)).toEqual([0, 0])
})

test('the balance runs on over the pages, and is that of one seller when it is asked for', async () => {
  for (const _ of [1, 2]) await pay(await issued(await sold()), 10)
  const centre = await booked(admin, { PatientId: await PatientId(), SellerId: 12, BuyerId, products: [3001] })
  expect(centre.SaleId).toEqual(expect.any(Number))
  const whole = await rowsOf(String(BuyerId))
  const query = { StartDate: '2026-01-01', EndDate: '2199-12-31', ClientIdList: String(BuyerId), limit: '3' }
  const page = async (at: number, more: Record<string, string> = {}) =>
    admin.get(`/api/getdata/1032?${new URLSearchParams({ ...query, ...more, page: String(at) }).toString()}`)
  const [first, second] = [await page(1), await page(2)]
  expect(Number(first.headers.get('x-total-count'))).toBe(whole.length)
  expect([...first.body, ...second.body]).toEqual(whole.slice(0, 6))
  // a page begins where the one before it ended
  const [last, next] = [first.body.at(-1), second.body[0]]
  expect(Number(next?.Balance)).toBeCloseTo(Number(last?.Balance) + Number(next?.Debit) - Number(next?.Credit), 2)
  const ofLab = await page(1, { SellerId: String(SellerId), limit: '100' })
  const sellers = new Set(ofLab.body.map((row) => row.Seller).filter(Boolean))
  expect(sellers.size).toBe(1)
  expect(ofLab.body.at(-1)?.Balance).toBeCloseTo(await owed(), 2)
  expect((await page(1, { SellerId: '3', limit: '100' })).body.map((row) => row.VoucherType)).toEqual([
    'Opening',
    'Closing',
  ])
  expect(
    (await admin.get(`/api/getdata/1032?${new URLSearchParams({ ...query, format: 'csv' }).toString()}`)).text,
  ).toContain('Closing balance')
})

test('undoing is posted on its own day: cancelled is invoice and its opposite', async () => {
  const invoice = await issued(await sold())
  await cancel(invoice)
  const [one, other] = (await rowsOf(String(BuyerId))).filter((row) => row.VoucherNo === invoice.InvoiceNo)
  expect([one?.Debit, other?.Credit]).toEqual([invoice.NetAmount, invoice.NetAmount])
})

test('FND-150 several parties are read at once, each in full', async () => {
  const sale = await booked(admin, { PatientId: await PatientId(), products: [3001] })
  const patient = Number(sale.BuyerId)
  const rows = await rowsOf(`${BuyerId},${patient}`)
  const openings = rows.filter((row) => row.VoucherType === 'Opening')
  expect(openings.map((row) => row.ClientId).sort()).toEqual([BuyerId, patient].sort())
  expect(rows.filter((row) => row.ClientId === patient).at(-1)?.Balance).toBeCloseTo(Number(sale.NetAmount), 2)
})

test('FND-129 it needs StartDate, EndDate and ClientIdList, and takes no criteria', async () => {
  for (const name of ['StartDate', 'EndDate', 'ClientIdList']) {
    const query = new URLSearchParams({ StartDate: '2026-01-01', EndDate: '2026-01-31', ClientIdList: '21' })
    query.delete(name)
    const answer = await admin.get(`/api/getdata/1032?${query.toString()}`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [name]])
  }
  expect((await admin.get('/api/getdata/1032?filterCriteria={}')).status).toBe(400)
})

test('a user reads the ledger of organisations they work for, or their own; roles without accounts read none', async () => {
  await issued(await sold())
  const nashik = await signedIn(app, 'admin', 1, 3)
  expect(await rowsOf(String(BuyerId), undefined, undefined, nashik)).toEqual([])
  const institution = await signedIn(app, 'institution', 13, 21)
  const own = await rowsOf(`${BuyerId},22,${SellerId}`, undefined, undefined, institution)
  expect(new Set(own.map((row) => row.ClientId))).toEqual(new Set([BuyerId]))
  expect((await asked('21', undefined, undefined, await signedIn(app, 'labdesk', 5, 2))).status).toBe(403)
})

test('one plan serves every party and period: it is not planned for each that is asked for', async () => {
  for (const year of [2024, 2025, 2026]) await rowsOf(String(BuyerId), `${year}-01-01`, `${year}-12-31`)
  // each connection knows its own
  const plans = (): Promise<{ Generic: number; Custom: number }> =>
    app.db.read.one(sql`
      select
        coalesce(sum(generic_plans), 0)::int as generic,
        coalesce(sum(custom_plans), 0)::int as custom
      from
        pg_prepared_statements
      where
        statement like '%row_number() over whole%'
        and statement like '%opened%'
    `)
  const found = await Promise.all(Array.from({ length: 20 }, plans))
  expect(found.some(({ Generic }) => Generic > 0)).toBe(true)
  expect(found.every(({ Custom }) => Custom === 0)).toBe(true)
})

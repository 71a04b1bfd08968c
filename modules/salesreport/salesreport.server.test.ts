// The sales report: a row for each sold line, narrowed by each filter, with totals that add up.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, accessioned, booked } from '../sales/sales.fixture.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
let one: Read<'sales'>, two: Read<'sales'>, old: Read<'sales'>
beforeAll(async () => {
  const PatientId = await aPatient(admin)
  const receipts = [{ PaymentModeId: 40, Amount: 10 }]
  one = await accessioned(admin, { PatientId, ReferringDoctorId: 101, products: [3001, 3002], receipts })
  two = await booked(admin, { PatientId: await aPatient(admin), ReferringDoctorId: 102, BuyerId: 21, products: [3003] })
  old = await booked(admin, { PatientId, SellerId: 12, products: [3001] })
  await setRows(app, 'sales', { SaleId: old.SaleId }, { SaleDate: '2026-04-01T18:29:59Z' })
  const gone = await booked(admin, { PatientId, products: [3001, 3002] })
  await admin.put('/api/cancel/sales', { formId: gone.SaleId, reason: 'Not wanted' })
})
const linesOf = (...sales: Read<'sales'>[]): number[] =>
  sales.flatMap((sale) => sale.SaleProducts.map((line) => line.SaleProductId))
const sorted = (keys: number[]) => [...keys].sort((a, b) => a - b)
const left = async (filter: Json) => sorted((await narrowed(admin, 1031, filter)).map((row) => row.SaleProductId))
const totals = async (filter: Json, person: Person = admin) => {
  const asked = new URLSearchParams(
    Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return (await person.get(`/api/getdata/2140?${asked.toString()}`)).body[0]
}

test('a row is a line with its sale, parties, product and figures; a cancelled line has none', async () => {
  const { rows } = await listed(admin, 1031)
  expect(sorted(rows.map((row) => row.SaleProductId))).toEqual(sorted(linesOf(one, two, old)))
  const [line] = one.SaleProducts
  expect(rows.find((row) => row.SaleProductId === line?.SaleProductId)).toMatchObject({
    SaleDate: expect.any(String),
    Sale: String(one.SaleId),
    AccessionNo: one.AccessionNo,
    Patient: expect.any(String),
    Doctor: expect.any(String),
    Seller: expect.any(String),
    Buyer: expect.any(String),
    Code: 'P001',
    Product: expect.any(String),
    Price: line?.Price,
    DiscountPercent: line?.DiscountPercent,
    Amount: line?.Amount,
  })
})

test('FND-148 each filter narrows the rows', async () => {
  expect(await left({ FromDate: '2026-04-01', ToDate: '2026-04-01' })).toEqual(linesOf(old))
  expect(await left({ ToDate: '2026-04-01' })).toEqual(linesOf(old))
  await setRows(app, 'sales', { SaleId: two.SaleId }, { PatientName: 'Zubin Mistry' })
  expect(await left({ Patient: 'ZUBIN' })).toEqual(sorted(linesOf(two)))
  const doctor = (await admin.get('/api/clients/102')).body.Name
  expect(await left({ Doctor: doctor })).toEqual(sorted(linesOf(two)))
  expect(await left({ SellerId: 12 })).toEqual(linesOf(old))
  expect(await left({ BuyerIds: [21, 22] })).toEqual(linesOf(two))
  expect(await left({ GiverId: one.BuyerId })).toEqual(sorted(linesOf(one)))
  expect(await left({ LabId: 2 })).toEqual(sorted(linesOf(one)))
  expect(await left({ SaleId: one.SaleId })).toEqual(sorted(linesOf(one)))
  expect(await left({ ProductId: 3003 })).toEqual(linesOf(two))
})

test('totals are those of the rows, under each filter', async () => {
  for (const filter of [{}, { BuyerIds: [21] }, { SellerId: 2 }, { ProductId: 3001 }]) {
    const { rows } = await listed(admin, 1031, filter)
    const sum = (name: 'Amount' | 'Price') => rows.reduce((total, row) => total + Math.round(row[name] * 100), 0) / 100
    const found = await totals(filter)
    expect(found).toMatchObject({
      Lines: rows.length,
      Sales: new Set(rows.map((row) => row.Sale)).size,
      Gross: sum('Price'),
      Amount: sum('Amount'),
    })
    expect(found.Discount).toBeCloseTo(sum('Price') - sum('Amount'), 2)
  }
  expect(await totals({ SaleId: 999_999 })).toEqual({
    Lines: 0,
    Sales: 0,
    Gross: 0,
    Discount: 0,
    Amount: 0,
    AddlDiscount: 0,
    Rounding: 0,
    NetAmount: 0,
  })
})

test('the net of the report is what the sales cost: an additional discount is in, by its share of each line', async () => {
  const sale = await booked(admin, { products: [3001, 3002], AddlDiscount: 100 })
  const whole = await totals({ SaleId: sale.SaleId })
  expect(whole).toMatchObject({ AddlDiscount: 100, NetAmount: sale.NetAmount })
  const [first, second] = sale.SaleProducts.map((line) => Number(line.Amount))
  const one = await totals({ SaleId: sale.SaleId, ProductId: 3001 })
  const share = Math.round((100 * 100 * (first ?? 0)) / ((first ?? 0) + (second ?? 0))) / 100
  expect(one).toMatchObject({ AddlDiscount: share, NetAmount: Number(((first ?? 0) - share).toFixed(2)) })
  // a cancelled sale is in no report
  expect((await admin.put('/api/cancel/sales', { formId: sale.SaleId })).status).toBe(200)
  expect(await totals({ SaleId: sale.SaleId })).toMatchObject({ Lines: 0, NetAmount: 0 })
})

test('it covers the organisations that the user works for; roles without accounts read none', async () => {
  const nashik = await signedIn(app, 'admin', 1, 3)
  expect((await listed(nashik, 1031)).rows).toEqual([])
  expect((await totals({}, nashik)).Lines).toBe(0)
  expect((await (await signedIn(app, 'labdesk', 5, 2)).get('/api/getdata/1031')).status).toBe(403)
  expect((await (await signedIn(app, 'labdesk', 5, 2)).get('/api/getdata/2140')).status).toBe(403)
})

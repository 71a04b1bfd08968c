// Whose figures count on a sale: prices, discounts, dates, referrer and commission, by role.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { setRows } from '../../server/testing/rows.ts'
import { aPatient, aSale, booked, capped, product, saleOf } from './sales.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
  await capped(app, 116, 20)
  await setRows(app, 'clients', { ClientId: 117 }, { CanRefer: true })
})

const save = (changes: Parameters<typeof aSale>[0] = {}, person = desk) =>
  person.post('/api/sales/', aSale({ PatientId: patient, ...changes }))
const line = (sale: Read<'sales'>, i: 0 | 1 = 0) => sale.SaleProducts[i]

test('FND-319 OPS-251 OPS-252 OPS-255 roles above 2 change no price, commission or additional discount: 403; a discount of a line they do', async () => {
  for (const products of [
    [{ ProductId: product.cbc, Price: 1, Remarks: 'cheap' }],
    [{ ProductId: product.cbc, CommissionPercent: 50 }],
  ])
    expect((await save({ products })).status).toBe(403)
  expect((await save({ AddlDiscount: 10 })).status).toBe(403)
  const sale = await booked(desk, { PatientId: patient, ReferringDoctorId: 116 })
  const change = async (figure: Json, head: Json = {}) => {
    const SaleProducts = [{ SaleProductId: line(sale).SaleProductId, ProductId: product.cbc, Remarks: 'x', ...figure }]
    return (await desk.put(`/api/sales/${sale.SaleId}`, { SaleProducts, ...head })).status
  }
  for (const figure of [{ Price: 300 }, { CommissionPercent: 50 }])
    expect([figure, await change(figure)]).toEqual([figure, 403])
  expect(await change({}, { AddlDiscount: 10 })).toBe(403)
  expect((await saleOf(desk, sale.SaleId)).NetAmount).toBe(350)
  // the discount of a line is theirs to give
  expect(await change({ DiscountPercent: 10 })).toBe(200)
  expect((await saleOf(desk, sale.SaleId)).NetAmount).toBe(315)
})

test('an amount sent as text is read as its number', async () => {
  const sale = await booked(manager, {
    PatientId: patient,
    products: [{ ProductId: product.cbc, Price: '350.00', DiscountPercent: '10', Remarks: 'agreed' }],
    AddlDiscount: '15.50',
  })
  expect(sale).toMatchObject({ GrossAmount: 350, Discount: 35, AddlDiscount: 15.5, NetAmount: 299.5 })
  expect(line(sale)).toMatchObject({ Price: 350, DiscountPercent: 10, Amount: 315 })
  expect((await save({ AddlDiscount: 'ten' }, manager)).body.errors).toEqual({
    AddlDiscount: ['Additional Discount must be a number'],
  })
  // the list's value is no change, in any notation
  const desks = await booked(desk, { PatientId: patient, products: [{ ProductId: product.cbc, Price: '350.0' }] })
  expect(line(desks)).toMatchObject({ Price: 350, OriginalPrice: 350 })
})

test('OPS-225 OPS-251 a manager changes a price with remarks, and the list price is kept with it', async () => {
  const changed = { ProductId: product.cbc, Price: 300 }
  expect((await save({ products: [changed] }, manager)).body.message).toBe(
    'Please enter remarks for updating item price/discount',
  )
  const sale = await booked(manager, { PatientId: patient, products: [{ ...changed, Remarks: 'agreed' }] })
  expect(line(sale)).toMatchObject({ Price: 300, OriginalPrice: 350, Amount: 300 })
})

test("the doctor's cap binds the discount of roles above 2", async () => {
  const discount = (DiscountPercent: number) => ({
    products: [{ ProductId: product.cbc, DiscountPercent, Remarks: 'asked' }],
  })
  expect((await save({ ...discount(20), ReferringDoctorId: 116 })).status).toBe(201)
  expect((await save({ ...discount(21), ReferringDoctorId: 116 })).body.message).toBe(
    'Discount must not exceed 20% for patients of this doctor',
  )
  expect((await save({ ...discount(21), ReferringDoctorId: 116 }, manager)).status).toBe(201)
})

test('FND-322 OPS-253 OPS-168 the sale date of roles above 2 is now, and they cannot change it; a manager sets it', async () => {
  const past = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const own = await booked(desk, { PatientId: patient, SaleDate: past })
  expect(Math.abs(Date.now() - Date.parse(own.SaleDate))).toBeLessThan(60_000)
  expect((await desk.put(`/api/sales/${own.SaleId}`, { SaleDate: past })).status).toBe(403)
  expect((await booked(manager, { PatientId: patient, SaleDate: past })).SaleDate).toBe(past)
})

test('FND-323 OPS-169 OPS-170 OPS-171 OPS-254 the referrer applies to walk-in sales only, chosen by any role on a new sale and by managers on a saved one, else the doctor who can refer', async () => {
  expect((await booked(manager, { PatientId: patient, ReferrerId: 141 })).ReferrerId).toBe(141)
  expect((await booked(manager, { PatientId: patient, ReferrerId: 141, BuyerId: 21 })).ReferrerId).toBeNull()
  expect((await booked(manager, { PatientId: patient, ReferrerId: 118 })).ReferrerId).toBeNull()
  expect((await booked(desk, { PatientId: patient, ReferringDoctorId: 117 })).ReferrerId).toBe(117)
  expect((await booked(desk, { PatientId: patient })).ReferrerId).toBeNull()
  const chosen = await booked(desk, { PatientId: patient, ReferringDoctorId: 117, ReferrerId: 141 })
  expect(chosen.ReferrerId).toBe(141)
  expect(line(chosen)).toMatchObject({ CommissionPercent: 8, CommissionSource: { ReferralSchemeId: 1 } })
  expect((await booked(desk, { PatientId: patient, ReferrerId: 118 })).ReferrerId).toBeNull()

  const change = (person: Person, body: object) => person.put(`/api/sales/${chosen.SaleId}`, body)
  const referrer = async () => (await desk.get(`/api/sales/${chosen.SaleId}`)).body.ReferrerId
  for (const body of [{ ReferrerId: 142 }, { ReferrerId: 142, ReferringDoctorId: 118 }, { ReferrerId: 117 }]) {
    const answer = await change(desk, body)
    expect([answer.status, answer.body.message]).toEqual([403, 'You may not change Referrer'])
  }
  // a chosen one does not follow the doctor, one taken from the doctor does
  expect((await change(desk, { ReferringDoctorId: 118 })).status).toBe(200)
  expect(await referrer()).toBe(141)
  expect((await change(manager, { ReferrerId: 142 })).status).toBe(200)
  expect(await referrer()).toBe(142)
  const followed = await booked(desk, { PatientId: patient, ReferringDoctorId: 117 })
  expect((await desk.put(`/api/sales/${followed.SaleId}`, { ReferringDoctorId: 118 })).status).toBe(200)
  expect((await desk.get(`/api/sales/${followed.SaleId}`)).body.ReferrerId).toBeNull()
})

test('a referral scheme gives the commission of each line and is named with it', async () => {
  const sale = await booked(manager, { PatientId: patient, ReferrerId: 141 })
  expect(line(sale)).toMatchObject({ CommissionPercent: 8, CommissionSource: { ReferralSchemeId: 1 } })
  expect(line(await booked(desk, { PatientId: patient }))).toMatchObject({
    CommissionPercent: 0,
    CommissionSource: null,
  })
})

// Prices, commissions and discounts that a desk may keep, and those that only a manager sets.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { setRows, valueOf } from '../../../server/testing/rows.ts'
import { aPatient, aSale, booked, product, saleOf } from '../sales.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
const put = (sale: Read<'sales'>, changes: Json, person = desk) => person.put(`/api/sales/${sale.SaleId}`, changes)
const lineOf = (sale: Read<'sales'>): Read<'sales'>['SaleProducts'][0] => sale.SaleProducts[0]
const again = (sale: Read<'sales'>) => saleOf(desk, sale.SaleId)

test('the desk cannot sell a product without a price in any list, nor made free by changing the buyer', async () => {
  // the lab itself has no list for its own legal entity as buyer
  const answer = await desk.post(
    '/api/sales/',
    aSale({ PatientId: patient, BuyerId: 2, products: [{ ProductId: 3033, Price: null, Remarks: 'x' }] }),
  )
  expect([answer.status, answer.body.message]).toEqual([403, 'Only a manager may bill an item with no price'])
  const free = await booked(manager, {
    PatientId: patient,
    BuyerId: 2,
    products: [{ ProductId: 3033, Price: null, Remarks: 'own staff' }],
  })
  const moved = await put(free, { BuyerId: patient, SaleProducts: [{ ...lineOf(free) }] })
  expect([moved.status, moved.body.message]).toEqual([403, 'You may not change Price'])
  expect((await again(free)).NetAmount).toBe(0)
})

test('a No to the reset keeps an old price only where it is not below the list of the new buyer', async () => {
  const cheap = await booked(desk, { PatientId: patient, BuyerId: 21 })
  expect(lineOf(cheap).Price).toBe(195)
  const kept = await put(cheap, { BuyerId: patient, SaleProducts: [{ ...lineOf(cheap) }] })
  expect([kept.status, kept.body.errors]).toEqual([
    403,
    { 'SaleProducts.0.Price': ['The price is below the list of this buyer: reset the prices, or ask a manager'] },
  ])
  const { Price: _old, ...reset } = lineOf(cheap)
  expect((await put(cheap, { BuyerId: patient, SaleProducts: [reset] })).status).toBe(200)
  expect((await again(cheap)).NetAmount).toBe(350)
  // a higher price is no loss
  const dear = await booked(desk, { PatientId: patient })
  expect((await put(dear, { BuyerId: 21, SaleProducts: [{ ...lineOf(dear) }] })).status).toBe(200)
  expect((await again(dear)).NetAmount).toBe(350)
})

test('a line of a booked sale that is sent without its figures keeps its own, although the list has other ones', async () => {
  const agreed = { ProductId: product.cbc, Price: 300, DiscountPercent: 10, Remarks: 'agreed' }
  const sale = await booked(manager, { PatientId: patient, ReferrerId: 141, products: [agreed, product.lipids] })
  const bare = sale.SaleProducts.map(({ SaleProductId, ProductId }) => ({ SaleProductId, ProductId }))
  expect((await manager.put(`/api/sales/${sale.SaleId}`, { SaleProducts: bare })).status).toBe(200)
  const after = await again(sale)
  expect([after.SaleProducts, after.NetAmount]).toEqual([sale.SaleProducts, sale.NetAmount])
  expect((await put(sale, { SaleProducts: bare })).status).toBe(200)
  expect(lineOf(await again(sale))).toMatchObject({ Price: 300, DiscountPercent: 10, CommissionPercent: 8 })
  // another product, another buyer: the list's price
  const other = [{ ...bare[0], ProductId: product.creatinine }, bare[1]]
  expect((await put(sale, { SaleProducts: other })).status).toBe(200)
  expect(lineOf(await again(sale))).toMatchObject({ OriginalPrice: lineOf(await again(sale)).Price })
  expect(lineOf(await again(sale)).Price).not.toBe(300)
})

test('a user who may not change the commission cannot clear it', async () => {
  const sale = await booked(manager, { PatientId: patient, ReferrerId: 141 })
  expect(lineOf(sale).CommissionPercent).toBe(8)
  const none = await put(sale, { SaleProducts: [{ ...lineOf(sale), CommissionPercent: 0 }] })
  expect([none.status, none.body.message]).toEqual([403, 'You may not change Commission %'])
  expect((await put(sale, { SaleProducts: [{ ...lineOf(sale) }] })).status).toBe(200)
  expect(lineOf(await again(sale)).CommissionPercent).toBe(8)
})

test('a save by the desk keeps a manager’s discount; the desk cannot raise it', async () => {
  const discounted = { ProductId: product.cbc, DiscountPercent: 50, Remarks: 'staff' }
  const sale = await booked(manager, { PatientId: patient, products: [discounted] })
  expect((await put(sale, { Remarks: 'called', SaleProducts: [{ ...lineOf(sale) }] })).status).toBe(200)
  expect((await again(sale)).NetAmount).toBe(175)
  await setRows(app, 'clients', { ClientId: 114 }, { MaxDiscountForReferral: 0 })
  const saved = await put(sale, { Remarks: 'again', SaleProducts: [{ ...lineOf(sale) }] })
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('is saved')])
  const raised = await put(sale, { SaleProducts: [{ ...lineOf(sale), DiscountPercent: 51 }] })
  expect([raised.status, raised.body.message]).toEqual([400, 'Discount must not exceed 0% for patients of this doctor'])
})

test('a discount for the patients of one doctor is checked again for those of another', async () => {
  await app.db.transaction((tx) =>
    tx.run(sql`
      update clients
      set
        max_discount_for_referral = case client_id
          when 116 then 10
        end
      where
        client_id in (114, 116)
    `),
  )
  const sale = await booked(manager, {
    PatientId: patient,
    products: [{ ProductId: product.cbc, DiscountPercent: 50, Remarks: 'staff' }],
  })
  const SaleProducts = [{ ...lineOf(sale) }]
  expect((await put(sale, { Remarks: 'called', SaleProducts })).status).toBe(200)
  const moved = await put(sale, { ReferringDoctorId: 116, SaleProducts })
  expect([moved.status, moved.body.message]).toEqual([400, 'Discount must not exceed 10% for patients of this doctor'])
})

test('a doctor whom a desk adds has no discount until a manager sets one', async () => {
  const made = await desk.post('/api/clients/', {
    ClientTypeId: 11,
    Name: 'Dr Nocap',
    MobilePhone: '9822000333',
    IsActive: true,
  })
  const doctor = made.body.ClientId
  expect((await manager.get(`/api/clients/${doctor}`)).body.MaxDiscountForReferral).toBe(0)
  const free = () =>
    desk.post(
      '/api/sales/',
      aSale({
        PatientId: patient,
        ReferringDoctorId: doctor,
        products: [{ ProductId: product.cbc, DiscountPercent: 100, Remarks: 'x' }],
      }),
    )
  expect((await free()).body.message).toBe('Discount must not exceed 0% for patients of this doctor')
  const SalesManagerId = await valueOf<number>(app, 'users', { UserName: 'salesmanager' }, 'user_id')
  const agreed = await manager.put(`/api/clients/${doctor}`, { MaxDiscountForReferral: 100, SalesManagerId })
  expect([agreed.status, agreed.text]).toEqual([200, expect.stringContaining('saved')])
  expect((await free()).status).toBe(201)
})

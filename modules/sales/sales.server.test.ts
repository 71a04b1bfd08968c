// Booking a sale: what is required, what the server sets, and what it refuses.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { readRow } from '../../server/testing/rows.ts'
import { aPatient, aSale, booked, capped, product, saleOf } from './sales.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
  await capped(app, 116, 20)
  await app.db.transaction((tx) =>
    tx.run(sql`
      delete from price_list_products x using price_lists l
      where
        l.price_list_id = x.price_list_id
        and l.seller_id = 2
        and x.product_id = 3119
    `),
  )
})

const save = (changes: Parameters<typeof aSale>[0] = {}, person = desk) =>
  person.post('/api/sales/', aSale({ PatientId: patient, ...changes }))
const line = (sale: Read<'sales'>, i: 0 | 1 = 0) => sale.SaleProducts[i]

test('OPS-003 OPS-256 OPS-279 OPS-281 FND-390 a sale is booked and read back and listed with patient, doctor, referrer and product', async () => {
  const saved = await save({ LRN: '260940', Remarks: 'fasting', ReferrerId: 141 }, manager)
  expect([saved.status, saved.body.message]).toEqual([201, `Sale ${saved.body.SaleId} is saved`])
  const sale = await saleOf(desk, saved.body.SaleId)
  expect(sale).toMatchObject({
    PatientId: patient,
    Patient: { Name: 'Ramesh Kumar Joshi', Age: 46 },
    ReferringDoctorId: 114,
    Doctor: { Name: 'Dr Nikhil Sawant' },
    SellerId: 2,
    BuyerId: patient,
    LRN: '260940',
    ReferrerId: 141,
    Remarks: 'fasting',
    StatusId: 92,
    SaleStatus: { ItemLabel: 'Booked' },
    SaleProducts: [{ ProductId: product.cbc }],
  })
  const referrer = await readRow<{ Name: string }>(app, 'clients', { ClientId: 141 }, 'name')
  expect((await manager.get('/api/getdata/1001?filterCriteria={"LRN":"260940"}')).body).toMatchObject([
    {
      SaleId: saved.body.SaleId,
      Patient: 'Ramesh Kumar Joshi',
      Doctor: 'Dr Nikhil Sawant',
      Referrer: referrer.Name,
    },
  ])
})

test('OPS-122 OPS-123 a sale and its lines have every field of the specification', async () => {
  const receipts = [{ Amount: 50, PaymentModeId: 40 }]
  const sale = await booked(desk, { PatientId: patient, ReferringDoctorId: 101, Remarks: 'Fasting', receipts })
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(sale).toMatchObject({
    SaleId: expect.any(Number),
    SaleDate: at,
    CollectionDate: at,
    ReportDate: at,
    PatientId: patient,
    Patient: { ClientId: patient, Name: expect.any(String) },
    ReferringDoctorId: 101,
    Doctor: { ClientId: 101, Name: expect.stringMatching(/^Dr /), CanRefer: false },
    SellerId: 2,
    Seller: { ClientId: 2, Name: expect.any(String) },
    BuyerId: patient,
    Buyer: { ClientId: patient, ClientTypeId: 12 },
    ReferrerId: null,
    Referrer: null,
    LRN: expect.stringMatching(/^\d+$/),
    Remarks: 'Fasting',
    GrossAmount: 350,
    Discount: 0,
    AddlDiscount: 0,
    NetAmount: 350,
    Paid: 50,
    Outstanding: 300,
    StatusId: 92,
    SaleStatus: expect.anything(),
    BaseSaleId: null,
    InvoiceId: expect.any(Number),
    Invoice: {
      InvoiceNo: expect.stringMatching(/^NCL\//),
      InvoiceDate: at,
      Transactions: [{ TransactionId: expect.any(Number), Date: at, Amount: 50, PaymentModeId: 40 }],
    },
    SaleProducts: [{ ProductId: product.cbc }],
    Samples: [],
    Creater: expect.stringMatching(/\w/),
    AccessionNo: null,
    AccessionDate: null,
    RowVersion: expect.any(Number),
    Actions: expect.anything(),
  })
  // the referrer of a patient is sent with the name
  const brought = await booked(await signedIn(app, 'manager', 2, 2), { PatientId: patient, ReferrerId: 141 })
  expect(brought).toMatchObject({ ReferrerId: 141, Referrer: { ClientId: 141, Name: expect.any(String) } })
  for (const name of [
    'SaleProductId',
    'ProductId',
    'Product',
    'Price',
    'DiscountPercent',
    'CommissionPercent',
    'Amount',
    'Remarks',
    'LRN',
    'StatusId',
    'TestStatus',
    'OriginalPrice',
    'OriginalDiscountPercent',
    'PriceSource',
    'CommissionSource',
  ])
    expect(line(sale)).toHaveProperty(name)
  expect(line(sale)).toMatchObject({
    Product: { Code: 'P001', Name: 'Complete Blood Count (CBC)' },
    TestStatus: { ItemValue: '10' },
  })
})

test.each([
  ['OPS-211', 'PatientId', 'Patient is required'],
  ['OPS-212', 'ReferringDoctorId', 'Doctor is required'],
  ['OPS-213', 'SellerId', 'Seller is required'],
  ['OPS-214', 'BuyerId', 'Buyer is required'],
  ['OPS-215', 'LRN', 'LRN is required'],
  ['OPS-218', 'SaleDate', 'Sale Date is required'],
  ['OPS-219', 'CollectionDate', 'Collection Date is required'],
  ['OPS-220', 'ReportDate', 'Report Date is required'],
])('%s %s is required', async (_id, name, message) => {
  for (const empty of [null, '', undefined]) {
    const { [name]: _, ...body } = aSale({ PatientId: patient })
    const answer = await desk.post('/api/sales/', empty === undefined ? body : { ...body, [name]: empty })
    expect([answer.status, answer.body.errors?.[name]]).toEqual([400, [message]])
  }
})

test('OPS-216 the LRN accepts digits only, on the bill and on its lines', async () => {
  expect((await save({ LRN: '12A4' })).body.errors).toEqual({ LRN: ['LRN accepts digits only'] })
  expect((await save({ products: [{ ProductId: product.cbc, LRN: '1x' }] })).status).toBe(400)
  expect((await save({ LRN: '0', products: [{ ProductId: product.cbc, LRN: '77' }] })).status).toBe(201)
})

test.each<[string, string, Json[]]>([
  ['OPS-221', 'Sale must have at least 1 product', []],
  ['OPS-221', 'Sale must have at least 1 product', [{ ProductId: null, Price: 5 }]],
  ['OPS-222', 'Discount must be less than 100%', [{ ProductId: 3001, DiscountPercent: 101, Remarks: 'x' }]],
  ['OPS-226', 'Please enter remarks for updating item price/discount', [{ ProductId: 3001, DiscountPercent: 10 }]],
  ['OPS-227', 'Product is already selected', [{ ProductId: 3001 }, { ProductId: 3001 }]],
])('%s lines are refused: %s', async (_id, message, products) => {
  const answer = await save({ products, ReferringDoctorId: 116 })
  expect([answer.status, answer.body.message]).toEqual([400, message])
})

test('OPS-223 OPS-224 a discount of 100 and a line without price are accepted with remarks, the latter from a manager', async () => {
  const free = await booked(manager, {
    PatientId: patient,
    products: [{ ProductId: product.cbc, DiscountPercent: 100, Remarks: 'staff' }],
  })
  expect(free).toMatchObject({ GrossAmount: 350, Discount: 350, NetAmount: 0 })
  expect((await save({ products: [{ ProductId: 3119 }] }, manager)).body.message).toBe(
    'Please enter remarks for billing an item with no price',
  )
  const unpriced = { products: [{ ProductId: 3119, Remarks: 'to be priced' }] }
  const priceless = await booked(manager, { PatientId: patient, ...unpriced })
  expect(line(priceless)).toMatchObject({ Price: null, Amount: 0 })
  const refused = await save(unpriced)
  expect([refused.status, refused.body.message]).toEqual([403, 'Only a manager may bill an item with no price'])
  // the desk saves a sale that a manager billed so
  expect((await desk.put(`/api/sales/${priceless.SaleId}`, { Remarks: 'called' })).status).toBe(200)
})

test('OPS-314 OPS-315 OPS-316 amounts, net and outstanding are computed on the server', async () => {
  const sale = await booked(manager, {
    PatientId: patient,
    products: [{ ProductId: product.cbc, DiscountPercent: 10, Remarks: 'camp' }, product.lipids],
    AddlDiscount: 50,
    receipts: [{ PaymentModeId: 40, Amount: 500 }],
    NetAmount: 3,
    GrossAmount: 9,
  })
  expect(line(sale).Amount).toBe(315)
  expect(sale).toMatchObject({
    GrossAmount: 1050,
    Discount: 35,
    AddlDiscount: 50,
    NetAmount: 965,
    Paid: 500,
    Outstanding: 465,
  })
})

test('parties of the wrong kind, of another network or that do not exist are refused', async () => {
  for (const changes of [{ PatientId: 114 }, { ReferringDoctorId: 141 }, { BuyerId: 114 }, { SellerId: 21 }])
    expect([changes, (await save(changes)).status]).toEqual([changes, 400])
  for (const changes of [{ PatientId: 999_999 }, { ReferringDoctorId: 999_999 }, { SellerId: 3 }])
    expect([changes, (await save(changes)).status]).toEqual([changes, 404])
  const other = await aPatient(desk, { Name: 'Somebody Else' })
  expect((await save({ BuyerId: other })).body.message).toBe(
    'The buyer can be the patient or an organisation, not another patient',
  )
  expect((await save({ products: [999_999] })).status).toBeLessThan(500)
})

test('lines can be added, changed and removed before accession, and the invoice follows', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const id = sale.SaleId
  await desk.put(`/api/sales/${id}`, {
    SaleProducts: [{ SaleProductId: line(sale).SaleProductId, ProductId: product.cbc }, { ProductId: product.lipids }],
  })
  const two = await saleOf(desk, id)
  expect([two.NetAmount, two.SaleProducts.length, two.InvoiceId]).toEqual([1050, 2, sale.InvoiceId])
  await desk.put(`/api/sales/${id}`, {
    SaleProducts: [{ SaleProductId: line(two, 1).SaleProductId, ProductId: product.lipids }],
  })
  expect(await saleOf(desk, id)).toMatchObject({ NetAmount: 700, SaleProducts: [{ ProductId: product.lipids }] })
  expect(await readRow(app, 'invoices', { InvoiceId: sale.InvoiceId }, 'net_amount as n')).toEqual({ N: 700 })
})

test('a line with a key of its own is refused on a new sale, also with the key as text', async () => {
  for (const SaleProductId of [1, '1'])
    expect([SaleProductId, (await save({ products: [{ ProductId: product.cbc, SaleProductId }] })).status]).toEqual([
      SaleProductId,
      422,
    ])
})

test('a warning finds the same LRN of the seller and a similar patient', async () => {
  const sale = await booked(desk, { PatientId: patient, LRN: '881122' })
  const lrn = (more = '') => desk.get(`/api/warnings/lrn?LRN=881122&SellerId=2${more}`)
  expect((await lrn()).body).toMatchObject([{ SaleId: sale.SaleId }])
  expect((await lrn(`&SaleId=${sale.SaleId}`)).body).toEqual([])
  const twin = (phone: string) => desk.get(`/api/warnings/patient?Name=ramesh%20kumar%20JOSHI&MobilePhone=${phone}`)
  expect((await twin('9822000158')).body.length).toBeGreaterThan(0)
  expect((await twin('9000000000')).body).toEqual([])
})

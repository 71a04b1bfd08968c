import { describe, expect, test } from 'vitest'
import { validate } from '../../../core/validate.ts'
import {
  amountOf,
  bookingErrorAt,
  bookingErrors,
  bookingOf,
  bookingToSend,
  lockedForRole,
  newBooking,
  pricedRow,
} from './booking.rules.ts'
import { saleFields, type SaleDraft } from '../sales.model.ts'

test.each([
  ['OPS-211', 'PatientId', 'Patient is required'],
  ['OPS-212', 'ReferringDoctorId', 'Doctor is required'],
  ['OPS-213', 'SellerId', 'Seller is required'],
  ['OPS-214', 'BuyerId', 'Buyer is required'],
  ['OPS-215', 'LRN', 'LRN is required'],
  ['OPS-218', 'SaleDate', 'Sale Date is required'],
  ['OPS-219', 'CollectionDate', 'Collection Date is required'],
  ['OPS-220', 'ReportDate', 'Report Date is required'],
])('%s a sale without %s is refused with "%s"', (_id, name, text) =>
  expect(validate(saleFields, {})[name]).toEqual([text]),
)

const line = (more: object = {}) => ({
  ProductId: 1,
  Price: 350,
  OriginalPrice: 350,
  DiscountPercent: 0,
  OriginalDiscountPercent: 0,
  CommissionPercent: 0,
  StatusId: 101,
  ...more,
})
const desk = { RoleId: 5 }
const manager = { RoleId: 2 }

describe('what blocks the save of a sale', () => {
  test('OPS-221 at least one product', () =>
    expect(bookingErrors({ SaleProducts: [] }, desk)).toEqual({ SaleProducts: ['Sale must have at least 1 product'] }))
  test('OPS-224 an empty price without remarks', () =>
    expect(bookingErrors({ SaleProducts: [line({ Price: null, OriginalPrice: null })] }, manager)).toEqual({
      'SaleProducts.0.Remarks': ['Please enter remarks for billing an item with no price'],
    }))
  test('above role id 2 an empty price even with remarks, unless a manager billed it so', () => {
    const free = line({ Price: null, OriginalPrice: null, Remarks: 'to be priced' })
    expect(bookingErrors({ SaleProducts: [free] }, desk)).toEqual({
      'SaleProducts.0.Price': ['Only a manager may bill an item with no price'],
    })
    const opened = bookingOf({ SaleId: 1, SaleProducts: [{ ...free, SaleProductId: 7 }] })
    expect(bookingErrors(opened, desk, opened)).toEqual({})
  })
  test('a discount beyond the doctor’s is left to the server, which offers to ask a manager', () => {
    const Doctor = { MaxDiscountForReferral: 0 }
    const row = line({ SaleProductId: 7, DiscountPercent: 12, Remarks: 'agreed' })
    const opened = bookingOf({ SaleId: 1, SaleProducts: [row], ReferringDoctorId: 5, Doctor })
    const errors = (changes: SaleDraft) => bookingErrors({ ...opened, ...changes }, desk, opened)
    expect(errors({})).toEqual({})
    expect(errors({ ReferringDoctorId: 6 })).toEqual({})
    expect(errors({ SaleProducts: [{ ...row, DiscountPercent: 13 }] })).toEqual({})
  })
  test('OPS-225 OPS-226 a changed price or discount without remarks', () => {
    expect(bookingErrors({ SaleProducts: [line({ Price: 300 })] }, manager)).toEqual({
      'SaleProducts.0.Remarks': ['Please enter remarks for updating item price/discount'],
    })
    expect(bookingErrors({ SaleProducts: [line({ DiscountPercent: 5 })] }, manager)).toEqual({
      'SaleProducts.0.Remarks': ['Please enter remarks for updating item price/discount'],
    })
    expect(bookingErrors({ SaleProducts: [line({ DiscountPercent: 5, Remarks: 'Senior citizen' })] }, manager)).toEqual(
      {},
    )
  })
  test('an empty discount is none, and a cancelled or empty line is not checked', () => {
    const errors = (...rows: object[]) => bookingErrors({ SaleProducts: [line(), ...rows] }, desk)
    expect(errors(line({ ProductId: 2, DiscountPercent: null, OriginalDiscountPercent: null }))).toEqual({})
    expect(errors(line({ ProductId: 2, DiscountPercent: '', OriginalDiscountPercent: 0 }))).toEqual({})
    expect(errors(line({ StatusId: 100, Price: null }))).toEqual({})
    expect(errors({ ProductId: null })).toEqual({})
  })
  test('OPS-227 a product on two lines', () =>
    expect(bookingErrors({ SaleProducts: [line(), line()] }, desk)).toEqual({
      'SaleProducts.0.ProductId': ['Product is already selected'],
      'SaleProducts.1.ProductId': ['Product is already selected'],
    }))
  test('an additional discount above the amount', () =>
    expect(bookingErrors({ SaleProducts: [line()], AddlDiscount: 400 }, manager)).toHaveProperty('AddlDiscount'))
  test('a card receipt without reference; rows without mode or amount are not saved and not refused', () => {
    expect(
      bookingErrors(
        {
          SaleProducts: [line()],
          Receipts: [{ PaymentModeId: 42, Amount: 100 }, { Amount: 5 }, { PaymentModeId: 40 }],
        },
        desk,
      ),
    ).toEqual({ 'Receipts.0.PaymentRef': ['Payment reference is required'] })
    // a refund keeps its recorded amount, a new receipt is never below zero
    const receipt = (row: object) => bookingErrors({ SaleProducts: [line()], Receipts: [row] }, desk)
    expect(receipt({ TransactionId: 7, PaymentModeId: 42, Amount: -100 })).toEqual({})
    expect(receipt({ TransactionId: 7, PaymentModeId: 42, Amount: 100 })).toHaveProperty('Receipts.0.PaymentRef')
    expect(receipt({ PaymentModeId: 40, Amount: -100 })).toHaveProperty('Receipts.0.Amount')
  })
  test('a discount of the price list does not count against the doctor’s cap', () => {
    expect(
      bookingErrors(
        {
          SaleProducts: [line({ DiscountPercent: 10, OriginalDiscountPercent: 10 })],
          Doctor: { MaxDiscountForReferral: 0 },
        },
        desk,
      ),
    ).toEqual({})
  })
})

test('only receipts with a mode and an amount are sent, inside the invoice', () => {
  const sent = bookingToSend({ LRN: '1' }, { Receipts: [{ PaymentModeId: 40, Amount: 500 }, { Amount: 5 }, {}] })
  expect(sent).toEqual({
    LRN: '1',
    Invoice: { Transactions: [{ Date: null, PaymentModeId: 40, Amount: 500, PaymentRef: null, Remarks: null }] },
  })
  expect(bookingOf({ Invoice: { Transactions: [{ TransactionId: 1 }] } }).Receipts).toEqual([{ TransactionId: 1 }])
})
test('a receipt whose row was removed or emptied is cancelled by name; one that was not loaded is not named', () => {
  const stored = [
    { TransactionId: 7, PaymentModeId: 40, Amount: 100 },
    { TransactionId: 8, PaymentModeId: 40, Amount: 50 },
    { TransactionId: 9, PaymentModeId: 40, Amount: 20 },
  ]
  const sent = bookingToSend(
    {},
    { Invoice: { Transactions: stored }, Receipts: [...stored.slice(0, 1), { ...stored[1], Amount: null }] },
  )
  expect(sent.Invoice.Transactions).toEqual([
    { TransactionId: 7, Date: null, PaymentModeId: 40, Amount: 100, PaymentRef: null, Remarks: null },
    { TransactionId: 8, Cancelled: true },
    { TransactionId: 9, Cancelled: true },
  ])
})
test('a refusal of the server finds its cell by its path: receipts are inside the invoice', () => {
  expect(bookingErrorAt('SaleProducts.1.Remarks')).toBe('SaleProducts.1.Remarks')
  expect(bookingErrorAt('Invoice.Transactions.0.PaymentRef')).toBe('Receipts.0.PaymentRef')
  expect(bookingErrorAt('Invoice.Transactions.0')).toBe('Receipts.0')
  expect(bookingErrorAt('LRN')).toBe('LRN')
})
describe('a new sale', () => {
  const at = new Date('2026-11-21T10:29:00Z')
  test('OPS-165 OPS-166 OPS-168 now, and the report by its rule', () => {
    expect(newBooking(at, { ClientId: 12, ClientTypeId: 13, Name: 'Hadapsar' })).toMatchObject({
      SaleDate: at.toISOString(),
      CollectionDate: at.toISOString(),
      ReportDate: '2026-11-21T12:30:00.000Z',
    })
    expect(
      newBooking(new Date('2026-11-21T10:30:00Z'), { ClientId: 12, ClientTypeId: 13, Name: 'Hadapsar' }).ReportDate,
    ).toBe('2026-11-22T12:30:00.000Z')
  })
  test('the entity sells when it is a centre or a lab, and no other does', () => {
    const sells = [9, 10, 11, 12, 13, 14, 16, 19, 20].filter(
      (ClientTypeId) => newBooking(at, { ClientId: 12, ClientTypeId, Name: 'Hadapsar' }).SellerId === 12,
    )
    expect(sells).toEqual([10, 13])
  })
})
test('an amount is a number, typed or fetched; any other value is none', () => {
  expect([500, '500', ' 0.5 ', '', 'x', null, Number.NaN].map(amountOf)).toEqual([
    500,
    500,
    0.5,
    null,
    null,
    null,
    null,
  ])
})
test('OPS-164 fetched figures fill the line', () => {
  expect(pricedRow({ ProductId: 1 }, { ProductId: 1, Price: 200, Discount: 10, Commission: 8 })).toMatchObject({
    Price: 200,
    OriginalPrice: 200,
    DiscountPercent: 10,
    CommissionPercent: 8,
    OriginalDiscountPercent: 10,
    OriginalCommissionPercent: 8,
    Amount: 180,
    StatusId: 101,
  })
  const sources = { PriceSource: 'Seller and buyer', CommissionSource: 'Seller and referrer' }
  expect(pricedRow({ ProductId: 1, StatusId: 102 }, { ProductId: 1, Price: 200, ...sources } as never)).toMatchObject({
    DiscountPercent: 0,
    OriginalDiscountPercent: 0,
    CommissionPercent: 0,
    OriginalCommissionPercent: 0,
    Amount: 200,
    StatusId: 102,
    ...sources,
  })
})
test('OPS-255 above role id 2 the line discount is open, the additional discount and sale date are not, a new sale takes a referrer', () => {
  expect(
    ['SaleDate', 'ReferrerId', 'AddlDiscount', 'LRN'].map((name) => lockedForRole(name, desk) !== undefined),
  ).toEqual([true, false, true, false])
  expect(lockedForRole('SaleDate', manager)).toBeUndefined()
})

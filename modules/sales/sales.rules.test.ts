// Totals and lines of a bill.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineAmount, sumAmounts, toPaise } from '../../core/money.ts'
import {
  checkAddlDiscount,
  checkDiscount,
  checkLine,
  checkLines,
  checkReferralDiscount,
  mayEditPrice,
  mayKeepPrice,
  mayPick,
  saleTotals,
} from './sales.rules.ts'
import { aLine } from './sale-line.fixture.ts'

describe('totals', () => {
  test('OPS-315 OPS-316 net is gross less discount less additional discount, outstanding is net less paid', () => {
    const lines = [aLine({ Price: 600, DiscountPercent: 10 }), aLine({ Price: 400, DiscountPercent: 10 })]
    expect(saleTotals(lines, 50, 500)).toEqual({
      ...{ GrossAmount: 1000, Discount: 100, Rounding: 0 },
      ...{ NetAmount: 850, Outstanding: 350 },
    })
  })

  test('OPS-317 cancelled lines count nowhere', () => {
    expect(saleTotals([aLine(), aLine({ Price: 999, StatusId: 100 })], null, null)).toEqual({
      GrossAmount: 350,
      Discount: 0,
      Rounding: 0,
      NetAmount: 350,
      Outstanding: 350,
    })
    expect(saleTotals([], 0, 0)).toEqual({
      ...{ GrossAmount: 0, Discount: 0, Rounding: 0 },
      ...{ NetAmount: 0, Outstanding: 0 },
    })
  })

  test('figures add up to the paisa for any lines', () => {
    const line = fc.record({
      Price: fc.oneof(
        fc.integer({ min: 0, max: 10_000_000 }).map((paise) => paise / 100),
        fc.constant(null),
      ),
      DiscountPercent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
      StatusId: fc.integer({ min: 100, max: 109 }),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.nat({ max: 100_000 }), (lines, paid) => {
        const { GrossAmount, Discount, NetAmount, Outstanding } = saleTotals(lines, 0, paid / 100)
        expect(toPaise(GrossAmount) - toPaise(Discount)).toBe(toPaise(NetAmount))
        expect(toPaise(NetAmount) - paid).toBe(toPaise(Outstanding))
        expect(NetAmount).toBeGreaterThanOrEqual(0)
        expect(GrossAmount).toBe(sumAmounts(lines.filter((one) => one.StatusId !== 100).map((one) => one.Price)))
        expect(checkAddlDiscount(lines, NetAmount).ok).toBe(true)
        expect(checkAddlDiscount(lines, sumAmounts([NetAmount, 0.01])).ok).toBe(false)
      }),
    )
  })

  test('OPS-223 an additional discount is neither negative nor more than the amount', () => {
    expect(checkAddlDiscount([aLine()], 350).ok).toBe(true)
    expect(checkAddlDiscount([aLine()], 350.01)).toMatchObject({
      reason: 'Additional discount must not exceed the amount of the products',
      at: 'AddlDiscount',
    })
    expect(checkAddlDiscount([aLine()], -1)).toEqual({
      ok: false,
      reason: 'Additional discount must not be negative',
      at: 'AddlDiscount',
    })
  })
})

describe('lines', () => {
  test('OPS-221 a sale has at least one product', () => {
    const none = { ok: false, reason: 'Sale must have at least 1 product', at: 'SaleProducts', code: 'no-products' }
    expect(checkLines([])).toEqual(none)
    expect(checkLines([aLine({ ProductId: null })])).toEqual(none)
    expect(checkLines([aLine({ StatusId: 100 })])).toEqual(none)
    expect(checkLines([aLine(), aLine({ ProductId: null, Price: null })]).ok).toBe(true)
  })

  test('OPS-222 OPS-223 a discount over 100 is refused, 100 is allowed, a negative one is not', () => {
    expect(checkDiscount(101)).toEqual({
      ok: false,
      reason: 'Discount must be less than 100%',
      at: 'DiscountPercent',
    })
    expect(checkDiscount('100.01').ok).toBe(false)
    expect(checkDiscount(100).ok).toBe(true)
    expect(checkDiscount(-0.01)).toMatchObject({ reason: 'Discount must not be negative', at: 'DiscountPercent' })
    expect(checkLine(aLine({ Price: -0.01, Remarks: 'x' }))).toMatchObject({
      reason: 'Price must not be negative',
      at: 'Price',
    })
  })

  test('OPS-224 remarks are required without a price', () => {
    const free = aLine({ Price: null, OriginalPrice: null })
    expect(checkLine(free)).toEqual({
      ok: false,
      reason: 'Please enter remarks for billing an item with no price',
      at: 'Remarks',
      code: 'remarks-needed',
    })
    expect(checkLine({ ...free, Remarks: ' ' }).ok).toBe(false)
    expect(checkLine({ ...free, Remarks: 'camp' }).ok).toBe(true)
  })

  test('OPS-225 OPS-226 remarks are required when price or discount differ from the original', () => {
    const reason = 'Please enter remarks for updating item price/discount'
    expect(checkLine(aLine({ Price: 300 }))).toEqual({ ok: false, reason, at: 'Remarks', code: 'remarks-needed' })
    expect(checkLine(aLine({ DiscountPercent: 5 }))).toEqual({
      ok: false,
      reason,
      at: 'Remarks',
      code: 'remarks-needed',
    })
    expect(checkLine(aLine({ OriginalPrice: null }))).toEqual({
      ok: false,
      reason,
      at: 'Remarks',
      code: 'remarks-needed',
    })
    expect(checkLine(aLine({ Price: 300, DiscountPercent: 5, Remarks: 'staff' })).ok).toBe(true)
    expect(checkLine(aLine({ Price: '350.00', OriginalDiscountPercent: null })).ok).toBe(true)
    expect(checkLine(aLine({ Price: 300, StatusId: 100 })).ok).toBe(true)
  })

  test('OPS-227 a product is picked once, unless the other line is cancelled', () => {
    expect(mayPick([aLine(), aLine({ ProductId: null })], 3001, 1)).toEqual({
      ok: false,
      reason: 'Product is already selected',
      at: 'ProductId',
      code: 'picked-already',
    })
    expect(mayPick([aLine()], 3001, 0).ok).toBe(true)
    expect(mayPick([aLine({ StatusId: 100 }), aLine()], 3001, 1).ok).toBe(true)
    expect(checkLines([aLine(), aLine()])).toEqual({
      ok: false,
      reason: 'Product is already selected',
      at: 'SaleProducts.0.ProductId',
      code: 'picked-already',
    })
    expect(checkLines([aLine({ ProductId: 3002 }), aLine({ Price: 300 })])).toMatchObject({
      at: 'SaleProducts.1.Remarks',
    })
  })

  test('the cap of a doctor binds roles above 2', () => {
    const lines = [{ line: aLine({ DiscountPercent: 15 }), allowed: null }]
    expect(checkReferralDiscount(lines, 10, 5)).toEqual({
      ok: false,
      reason: 'Discount must not exceed 10% for patients of this doctor',
      at: 'SaleProducts',
      code: 'doctors-cap',
      needs: { kind: 'discount', by: [1, 2], amount: 17.5 },
    })
    expect([
      checkReferralDiscount(lines, 10, 2).ok,
      !checkReferralDiscount(lines, 10, 3).ok,
      checkReferralDiscount(lines, 15, 5).ok,
      // a doctor without a cap gives a desk none
      !checkReferralDiscount(lines, null, 5).ok,
    ]).toEqual([true, true, true, true])
    expect(mayEditPrice(2)).toEqual({ ok: true })
    expect(mayEditPrice(3)).toMatchObject({ reason: 'Only a manager may change prices and commissions' })
    // one line of several is enough
    expect(checkReferralDiscount([...lines, { line: aLine(), allowed: null }], 10, 5).ok).toBe(false)
    expect(
      checkReferralDiscount([{ line: aLine({ DiscountPercent: 15, StatusId: 100 }), allowed: null }], 10, 5).ok,
    ).toBe(true)
  })

  test('a discount of the list, or one allowed before, is not checked again; a larger one is', () => {
    const over = (DiscountPercent: number, OriginalDiscountPercent: number, allowed: number | null) =>
      checkReferralDiscount([{ line: aLine({ DiscountPercent, OriginalDiscountPercent }), allowed }], 10, 5).ok
    expect([over(15, 15, null), over(15, 0, 15), over(16, 15, 15), over(16, 0, null), over(12, 0, 15)]).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
  })

  test('a kept price is never below the list unless the parties or their lists are the same', () => {
    const amount = fc.integer({ min: 0, max: 100_000 })
    const percent = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(amount, percent, amount, percent, amount, (Price, DiscountPercent, listed, given, OriginalPrice) => {
        const stored = { Price, DiscountPercent, OriginalPrice, OriginalDiscountPercent: 0 }
        const list = { Price: listed, DiscountPercent: given }
        const isBelow = lineAmount(Price, DiscountPercent) < lineAmount(listed, given)
        const sameList = OriginalPrice === listed && given === 0
        expect(mayKeepPrice({ stored, list, sameParties: false }).ok).toBe(!isBelow || sameList)
        expect(mayKeepPrice({ stored, list, sameParties: true }).ok).toBe(true)
      }),
    )
    const same = { Price: 350, DiscountPercent: 10, OriginalPrice: 400, OriginalDiscountPercent: 0 }
    const kept = (Price: number) =>
      mayKeepPrice({ stored: same, list: { Price, DiscountPercent: 0 }, sameParties: false }).ok
    expect([kept(314.99), kept(315), kept(315.01)]).toEqual([true, true, false])
    expect(mayKeepPrice({ stored: same, list: { Price: 500, DiscountPercent: 0 }, sameParties: false })).toMatchObject({
      reason: 'The price is below the list of this buyer: reset the prices, or ask a manager',
      at: 'Price',
    })
    // the same price with another discount is not the same list
    const other = { ...same, Price: 300, OriginalPrice: 400, OriginalDiscountPercent: 10 }
    const listed = (DiscountPercent: number) =>
      mayKeepPrice({ stored: other, list: { Price: 400, DiscountPercent }, sameParties: false }).ok
    expect([listed(10), listed(9)]).toEqual([true, false])
    const unpriced = { Price: null, DiscountPercent: 0, OriginalPrice: null, OriginalDiscountPercent: 0 }
    expect(mayKeepPrice({ stored: unpriced, list: { Price: 1500, DiscountPercent: 0 }, sameParties: false }).ok).toBe(
      false,
    )
  })
})

test('a price of zero where the list has none is a price, and requires remarks', () => {
  const free = aLine({ Price: 0, OriginalPrice: null })
  expect(checkLine(free)).toEqual({
    ok: false,
    reason: 'Please enter remarks for updating item price/discount',
    at: 'Remarks',
    code: 'remarks-needed',
  })
  expect(checkLine({ ...free, Remarks: 'camp' }).ok).toBe(true)
  const stored = { Price: 0, DiscountPercent: 0, OriginalPrice: null, OriginalDiscountPercent: 0 }
  expect(mayKeepPrice({ stored, list: { Price: 350, DiscountPercent: 0 }, sameParties: false }).ok).toBe(false)
})

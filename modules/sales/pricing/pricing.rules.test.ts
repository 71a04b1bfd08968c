// Which list wins: tiers, dates, ids, and the reason shown.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseCommission, choosePrice, whyCommission, whyPrice } from './pricing.rules.ts'
import type { CommissionCandidate, PriceCandidate, PriceQuestion } from './pricing.rules.ts'

const ask: PriceQuestion = {
  ProductId: 3001,
  SellerId: 11,
  ParentLabId: 2,
  BuyerTypeId: 16,
  BuyerId: 21,
  SaleDay: '2026-11-21',
}
const list = (PriceListId: number, some: Partial<PriceCandidate> = {}): PriceCandidate => ({
  PriceListId,
  PriceListProductId: PriceListId * 10,
  SellerId: 11,
  BuyerTypeId: null,
  BuyerId: null,
  EffectiveFromDate: '2026-04-01',
  EffectiveTillDate: null,
  ProductId: 3001,
  Price: PriceListId,
  Discount: 0,
  ...some,
})
const ofBuyer = list(1, { BuyerTypeId: 16, BuyerId: 21 })
const ofType = list(2, { BuyerTypeId: 16 })
const ofAny = list(3)
const ofParent = list(4, { SellerId: 2, BuyerTypeId: 16 })
const ofParentAny = list(5, { SellerId: 2 })
const all = [ofParentAny, ofParent, ofAny, ofType, ofBuyer]
const chosen = (candidates: PriceCandidate[], some: Partial<PriceQuestion> = {}) =>
  choosePrice(candidates, { ...ask, ...some })?.PriceListId ?? null

describe('OPS-164 price', () => {
  test('buyer, buyer type, any buyer, the parent lab’s list for the type, none', () => {
    expect(chosen(all)).toBe(1)
    expect(chosen(all, { BuyerId: 22 })).toBe(2)
    expect(chosen(all, { BuyerId: null, BuyerTypeId: 12 })).toBe(3)
    expect(chosen([ofParentAny, ofParent])).toBe(4)
    expect(chosen([ofParentAny])).toBeNull()
    expect(chosen([ofParent], { ParentLabId: null })).toBeNull()
    // a list for one type of buyers is none for the others
    expect(chosen([ofType, ofBuyer], { BuyerId: null, BuyerTypeId: 12 })).toBeNull()
    expect(chosen([ofType, ofBuyer], { BuyerId: 22, BuyerTypeId: null })).toBeNull()
    expect(chosen([ofParent], { BuyerTypeId: 12 })).toBeNull()
  })

  test('an inherited price is named with its source', () => {
    expect(choosePrice([ofParent], ask)).toEqual({
      Price: 4,
      Discount: 0,
      PriceListId: 4,
      PriceListProductId: 40,
      Tier: 'parentLab',
      Inherited: true,
    })
    expect(whyPrice(choosePrice([ofParent], ask))).toBe(
      'Price list 4, inherited from the parent lab, for this type of buyer',
    )
    expect(whyPrice(choosePrice(all, ask))).toBe('Price list 1, for this buyer')
    expect(whyPrice(null)).toBe('No price list in force has this product')
  })

  test('only lists in force on the day, both ends included; then the latest, then the highest id', () => {
    const until = list(6, { EffectiveTillDate: '2026-11-21' })
    expect(chosen([until])).toBe(6)
    expect(chosen([until], { SaleDay: '2026-11-22' })).toBeNull()
    expect(chosen([list(7, { EffectiveFromDate: '2026-11-22' })])).toBeNull()
    expect(chosen([list(7, { EffectiveFromDate: '2026-11-21' })])).toBe(7)
    expect(chosen([list(8), list(9, { EffectiveFromDate: '2026-10-01' })])).toBe(9)
    expect(
      chosen([list(9, { EffectiveFromDate: '2026-10-01' }), list(8), list(10, { EffectiveFromDate: '2026-10-01' })]),
    ).toBe(10)
    expect(chosen([list(11, { ProductId: 3002 })])).toBeNull()
  })

  test('the choice does not depend on the order of the lists, and lists out of force do not affect it', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-11-${String(date).padStart(2, '0')}`)
    const candidate = fc.record({
      SellerId: fc.constantFrom(11, 2, 3),
      BuyerTypeId: fc.constantFrom(null, 16, 12),
      BuyerId: fc.constantFrom(null, 21, 22),
      EffectiveFromDate: day,
      EffectiveTillDate: fc.oneof(fc.constant(null), day),
      ProductId: fc.constantFrom(3001, 3002),
    })
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 10 }), (rows) => {
        const lists = rows.map((some, index) => list(index + 1, some))
        const choice = chosen(lists)
        expect(chosen([...lists].reverse())).toBe(choice)
        expect(
          chosen(
            lists.filter(
              (one) => one.EffectiveFromDate <= ask.SaleDay && (one.EffectiveTillDate ?? '9') >= ask.SaleDay,
            ),
          ),
        ).toBe(choice)
      }),
    )
  })
})

describe('commission', () => {
  const scheme = (ReferralSchemeId: number, some: Partial<CommissionCandidate> = {}): CommissionCandidate => ({
    ReferralSchemeId,
    ReferralSchemeProductId: ReferralSchemeId * 10,
    SellerId: 11,
    ReferrerId: null,
    EffectiveFromDate: '2026-04-01',
    EffectiveTillDate: null,
    ProductId: 3001,
    Commission: ReferralSchemeId,
    ...some,
  })
  const question = {
    ProductId: 3001,
    SellerId: 11,
    ParentLabId: 2,
    SaleDay: '2026-11-21',
    ReferrerId: 141,
    applies: true,
  }
  const own = scheme(1, { ReferrerId: 141 })
  const any = scheme(2)
  const parentOwn = scheme(3, { SellerId: 2, ReferrerId: 141 })
  const parentAny = scheme(4, { SellerId: 2 })

  test('seller and referrer, seller and any, then the same at the parent lab, else 0', () => {
    const order = [own, any, parentOwn, parentAny]
    const found = order.map((_, index) => chooseCommission([...order.slice(index)].reverse(), question))
    expect(found.map((one) => [one.ReferralSchemeId, one.Inherited])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [4, true],
    ])
    expect(chooseCommission([], question).Commission).toBe(0)
    expect(whyCommission(chooseCommission(order, question))).toBe('Referral scheme 1, for this referrer')
  })

  test('OPS-169 OPS-170 none when it does not apply or there is no referrer', () => {
    expect(chooseCommission([own, any], { ...question, applies: false }).Commission).toBe(0)
    expect(chooseCommission([own, any], { ...question, ReferrerId: null }).Commission).toBe(0)
    expect(whyCommission(chooseCommission([], question))).toBe('No commission')
  })
})

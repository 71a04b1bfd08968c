// How far a target is reached, and what a target needs.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayPickClient, mayPickProduct, reached, targetErrors } from './targets.rules.ts'

const april = { StartDate: '2026-04-01', EndDate: '2026-04-30', TargetSaleAmount: 30_000 }

test('what was sold, what is missing, and what a day sold and must sell', () => {
  expect(reached(april, 12_000, '2026-04-10')).toEqual({
    Percent: 40,
    Gap: 18_000,
    RunRate: 1_200,
    // ten days have begun, today is one of the twenty-one left
    NeededRate: 857.14,
  })
  expect(reached(april, 45_000, '2026-04-30')).toEqual({ Percent: 150, Gap: 0, RunRate: 1_500, NeededRate: 0 })
})
test('before it begins there are no sales per day, after its end none are needed, without an amount none are missing', () => {
  expect(reached(april, 0, '2026-03-31')).toEqual({ Percent: 0, Gap: 30_000, RunRate: null, NeededRate: 1_000 })
  expect(reached(april, 15_000, '2026-05-01')).toEqual({ Percent: 50, Gap: 15_000, RunRate: 500, NeededRate: null })
  expect(reached({ ...april, TargetSaleAmount: null }, 10, '2026-04-01')).toEqual({
    Percent: null,
    Gap: null,
    RunRate: 10,
    NeededRate: null,
  })
})
test('without its days, or with an invalid one, there are no figures', () => {
  const nothing = { Percent: null, Gap: null, RunRate: null, NeededRate: null }
  expect(reached({ ...april, StartDate: null }, 10, '2026-04-15')).toEqual(nothing)
  expect(reached({ ...april, EndDate: '31-4-26' }, 10, '2026-04-15')).toEqual(nothing)
})
test('sold and missing together are the target or more, and neither is below zero', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 10 ** 9 }), (target, sold) => {
      const { Gap, NeededRate } = reached({ ...april, TargetSaleAmount: target }, sold, '2026-04-15')
      expect((Gap ?? 0) + sold).toBeGreaterThanOrEqual(target)
      expect(Gap).toBeGreaterThanOrEqual(0)
      expect(NeededRate).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a product and a client are on one row each, and days are in order', () => {
  const products = [{ ProductId: 3001 }, { ProductId: null }]
  expect(mayPickProduct(products, 1, 3001)).toMatchObject({ ok: false, reason: 'Product is already selected' })
  expect(mayPickProduct(products, 0, 3001)).toMatchObject({ ok: true })
  expect(mayPickProduct(products, 1, 3002)).toMatchObject({ ok: true })
  expect(mayPickClient([{ ClientId: 101 }], 1, 101)).toMatchObject({
    ok: false,
    reason: 'Client/Doctor is already selected',
  })
  expect(
    targetErrors({
      StartDate: '2026-04-02',
      EndDate: '2026-04-01',
      TargetProducts: [{ ProductId: 3001 }, { ProductId: 3001 }, {}, {}],
      TargetClients: [{ ClientId: 101 }, { ClientId: 102 }, { ClientId: 101 }],
    }),
  ).toEqual({
    EndDate: ['End Date cannot be before Start Date'],
    'TargetProducts.1.ProductId': ['Product is already selected'],
    'TargetClients.2.ClientId': ['Client/Doctor is already selected'],
  })
  expect(targetErrors({ StartDate: '2026-04-01', EndDate: '2026-04-01' })).toEqual({})
})

// Ageing: each amount in one age, its bounds, and the sum.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumAmounts } from '../../../core/money.ts'
import { ageing } from './ageing.rules.ts'

test.each([
  [-400, 'Not due'],
  [0, 'Not due'],
  [1, '1 to 30 days'],
  [30, '1 to 30 days'],
  [31, '31 to 60 days'],
  [60, '31 to 60 days'],
  [61, '61 to 90 days'],
  [90, '61 to 90 days'],
  [91, 'Over 90 days'],
  [4000, 'Over 90 days'],
])('%i days past its day it is %s', (late, label) => {
  expect(ageing([{ late, due: 7.25 }]).filter(({ due }) => due !== 0)).toEqual([{ Label: label, due: 7.25 }])
})

test('each amount has one age: their sum is all that is due', () => {
  const owed = fc.array(
    fc.record({
      late: fc.integer({ min: -200, max: 500 }),
      due: fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 100),
    }),
  )
  fc.assert(
    fc.property(owed, (all) => {
      expect(sumAmounts(ageing(all).map(({ due }) => due))).toBe(sumAmounts(all.map(({ due }) => due)))
    }),
  )
})

// Where a result stands on its bar, and how intervals and critical bounds are told.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundText, criticalBounds, numberOf, placeOf, rangeText, trendPoints, unitText } from './interval.rules.ts'

const adult = { LowValue: 3.5, HighValue: 5.1, CriticallyLowValue: 2.5, CriticallyHighValue: 6.5, PrintableRange: null }

test('the bounds stand at the ends of the band, the middle in the middle', () => {
  expect([3.5, 4.3, 5.1].map((value) => Math.round(placeOf(value, adult) ?? 0))).toEqual([27, 50, 73])
})
test('a value far outside is pinned to the end of the bar', () => {
  expect([-100, 100].map((value) => placeOf(value, adult))).toEqual([3, 97])
})
test('a value inside the interval stands on the band, one outside beside it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 0.001, max: 1e6, noNaN: true }),
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      (LowValue, span, value) => {
        const HighValue = LowValue + span
        const at = placeOf(value, { LowValue, HighValue })
        expect(at).not.toBeNull()
        if (value >= LowValue && value <= HighValue) expect((at ?? 0) >= 27 - 1e-6 && (at ?? 0) <= 73 + 1e-6).toBe(true)
        else expect(value < LowValue ? (at ?? 99) <= 27 + 1e-6 : (at ?? 0) >= 73 - 1e-6).toBe(true)
        expect((at ?? 0) >= 3 && (at ?? 100) <= 97).toBe(true)
      },
    ),
  )
})
test('with one bound only the value stands on the right side of it', () => {
  const [above, below] = [placeOf(70, { LowValue: 60, HighValue: null }) ?? 0, placeOf(18, { LowValue: 60, HighValue: null }) ?? 99]
  expect([above > 27, below < 27]).toEqual([true, true])
  expect(placeOf(6, { LowValue: null, HighValue: 5 }) ?? 0).toBeGreaterThan(73)
  expect(placeOf(1, { LowValue: null, HighValue: null })).toBeNull()
  expect(placeOf(null, adult)).toBeNull()
})
test('OPS-110 the printed range is told as it is printed, else from its bounds', () => {
  expect([
    rangeText({ ...adult, PrintableRange: '3.5 - 5.1' }),
    rangeText(adult),
    rangeText({ LowValue: 60, HighValue: null }),
    rangeText({ LowValue: null, HighValue: 5 }),
    rangeText({ LowValue: null, HighValue: null, PrintableRange: '-' }),
    rangeText(null),
  ]).toEqual(['3.5 – 5.1', '3.5 – 5.1', '≥ 60', '≤ 5', '', ''])
})
test('critical bounds are told in words', () => {
  expect([boundText('HH', adult), boundText('LL', adult), boundText('H', adult), criticalBounds(adult)]).toEqual([
    'at or above 6.5',
    'at or below 2.5',
    '',
    'at or below 2.5, at or above 6.5',
  ])
})
test('numbers are read from results, limits at their bound, words not at all', () => {
  expect(['5.6', ' <5', '>= 10', 'abc', '', null].map(numberOf)).toEqual([5.6, 5, 10, null, null, null])
  expect(['mg/dL', '10^6/µL', '-', null].map(unitText)).toEqual(['mg/dL', '10⁶/µL', '', ''])
})
test('a trend fills its box from left to right', () => {
  expect(trendPoints([1, 3, 2], 40, 10)).toEqual([
    [0, 10],
    [20, 0],
    [40, 5],
  ])
  expect(trendPoints([2, 2], 40, 10)).toEqual([
    [0, 5],
    [40, 5],
  ])
})

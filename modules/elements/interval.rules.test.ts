// The place of a result on its bar, and the words for intervals and critical bounds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bandOf,
  boundNear,
  boundText,
  criticalBounds,
  flagTone,
  flagWords,
  monthsOf,
  placeOf,
  rangeText,
  sides,
  trendPoints,
  wholeRangeText,
} from './interval.rules.ts'

const adult = { LowValue: 3.5, HighValue: 5.1, CriticallyLowValue: 2.5, CriticallyHighValue: 6.5, PrintableRange: null }

test('the bounds are at the ends of the band, the middle in the middle', () => {
  expect([3.5, 4.3, 5.1].map((value) => Math.round(placeOf(value, adult) ?? 0))).toEqual([27, 50, 73])
})
test('a value far outside is pinned to the end of the bar', () => {
  expect([-100, 100].map((value) => placeOf(value, adult))).toEqual([3, 97])
})
test('a value inside the interval is on the band, one outside next to it', () => {
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
test('with one bound only the value is on the right side of it', () => {
  const [above, below] = [
    placeOf(70, { LowValue: 60, HighValue: null }) ?? 0,
    placeOf(18, { LowValue: 60, HighValue: null }) ?? 99,
  ]
  expect([above > 27, below < 27]).toEqual([true, true])
  expect([bandOf({ LowValue: 60, HighValue: null }), bandOf({ LowValue: null, HighValue: 5 }), bandOf(adult)]).toEqual([
    [27, 100],
    [0, 73],
    [27, 73],
  ])
  // the whole of what is inside lies on the band
  for (const value of [0.1, 2, 5])
    expect(placeOf(value, { LowValue: null, HighValue: 5 }) ?? 99).toBeLessThanOrEqual(73)
  for (const value of [60, 70, 500])
    expect(placeOf(value, { LowValue: 60, HighValue: null }) ?? 0).toBeGreaterThanOrEqual(27)
  expect(placeOf(6, { LowValue: null, HighValue: 5 }) ?? 0).toBeGreaterThan(73)
  expect(placeOf(1, { LowValue: null, HighValue: null })).toBeNull()
  expect(placeOf(null, adult)).toBeNull()
})
test('a range shows its printed text, else its bounds', () => {
  expect([
    rangeText({ ...adult, PrintableRange: '3.5 - 5.1' }),
    rangeText(adult),
    rangeText({ LowValue: 60, HighValue: null }),
    rangeText({ LowValue: null, HighValue: 5 }),
    rangeText({ LowValue: null, HighValue: null, PrintableRange: '-' }),
    rangeText(null),
  ]).toEqual(['3.5 – 5.1', '3.5 – 5.1', '≥\u00a060', '≤\u00a05', '', ''])
})
test('classes show as the bounds of the desirable one, and in full as all of them', () => {
  const ldl = { LowValue: null, HighValue: 99, PrintableRange: 'Optimal < 100; near-optimal 100 - 129; high >= 130' }
  expect(rangeText(ldl)).toBe('<\u00a0100')
  expect(wholeRangeText(ldl)).toBe('Optimal <\u00a0100; near-optimal 100–129; high ≥\u00a0130')
})
test('critical bounds are written in words', () => {
  expect([boundText('HH', adult), boundText('LL', adult), boundText('H', adult), criticalBounds(adult)]).toEqual([
    'at or above 6.5',
    'at or below 2.5',
    '',
    'at or below 2.5, at or above 6.5',
  ])
})
test('each month is named under its first point', () => {
  expect(
    monthsOf(['2026-08-14T04:00:00Z', '2026-08-30T04:00:00Z', '2026-10-09T04:00:00Z', '2027-10-09T04:00:00Z']),
  ).toEqual(['Aug', '', 'Oct', 'Oct'])
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
test('a flag has one word, one side and one tone wherever it is shown', () => {
  const words = (['N', 'L', 'H', 'LL', 'HH', 'A'] as const).map((flag) => [
    flagWords[flag],
    sides[flag],
    flagTone(flag),
  ])
  expect(words).toEqual([
    ['Normal', 'Normal', ''],
    ['Low', 'Low', 'outside'],
    ['High', 'High', 'outside'],
    ['Critical low', 'Low', 'critical'],
    ['Critical high', 'High', 'critical'],
    ['Abnormal', 'Abnormal', 'outside'],
  ])
  expect([flagTone(null), flagTone(undefined)]).toEqual(['', ''])
  expect((['H', 'HH', 'L', 'LL', 'N', 'A'] as const).map((flag) => boundNear(flag, adult))).toEqual([
    6.5,
    6.5,
    2.5,
    2.5,
    null,
    null,
  ])
})

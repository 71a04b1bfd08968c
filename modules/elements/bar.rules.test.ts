// Where a result is on the bar of its interval or of its classes.
import { expect, test } from 'vitest'
import { onPaper, onScreen, pinned, scaleOf } from './bar.rules.ts'

const places = (scale: ReturnType<typeof scaleOf>, ...values: number[]) =>
  values.map((value) => Number(scale?.at(value).toFixed(4)))
const limits = (LowValue: number | null, HighValue: number | null) => ({ LowValue, HighValue })

test('between two bounds the interval is the band of its layout, and values beyond it go on at the same pace', () => {
  const scale = scaleOf(limits(10, 20), onScreen)
  expect(scale).toMatchObject({ grey: [0.27, 0.73], ends: [0.27, 0.73], ticks: [] })
  expect(places(scale, 10, 15, 20, 5, 30)).toEqual([0.27, 0.5, 0.73, 0.04, 1.19])
  expect(places(scaleOf(limits(10, 20), onPaper), 10, 15, 20)).toEqual([0.3, 0.5, 0.7])
})
test('an interval of one value holds that value alone', () => {
  expect(places(scaleOf(limits(5, 5), onScreen), 5, 4.9, 5.1)).toEqual([0.5, -Infinity, Infinity])
})
test('open at one side it reaches to that end of the bar, and zero is at the end', () => {
  const below = scaleOf(limits(null, 200), onScreen)
  expect(below).toMatchObject({ grey: [0, 0.73], ends: [0.73], ticks: [] })
  expect(places(below, 0, 100, 200, 400)).toEqual([0, 0.365, 0.73, 1.46])
  const above = scaleOf(limits(40, null), onScreen)
  expect(above).toMatchObject({ grey: [0.27, 1], ends: [0.27], ticks: [] })
  expect(places(above, 0, 20, 40, 80)).toEqual([0, 0.135, 0.27, 0.54])
  // a bound of zero or below it
  expect(places(scaleOf(limits(null, 0), onScreen), 0, -1)).toEqual([0.73, 0])
  expect(places(scaleOf(limits(-2, null), onScreen), -2, -4, 0)).toEqual([0.27, 0, 0.54])
})
test('without bounds and classes there is no bar', () => {
  expect(scaleOf(limits(null, null), onScreen)).toBeNull()
  expect(scaleOf(limits(null, null), onScreen, [{ Low: null, Desirable: true }])).toBeNull()
})

const cholesterol = [
  { Low: 240, Desirable: false },
  { Low: null, Desirable: true },
  { Low: 200, Desirable: false },
]
test('classes have the same width in the order of their limits, the desirable one is grey', () => {
  const scale = scaleOf(limits(1, 2), onScreen, cholesterol)
  expect(scale?.grey).toEqual([0, 1 / 3])
  expect([scale?.ends, scale?.ticks]).toEqual([[1 / 3], [2 / 3]])
  expect(places(scale, 0, 100, 200, 220, 240, 280)).toEqual([0, 0.1667, 0.3333, 0.5, 0.6667, 1])
  // below the first and beyond the last
  expect(places(scale, -100, 320)).toEqual([-0.1667, 1.3333])
})
test('a desirable class in the middle has long ticks at both its ends', () => {
  const scale = scaleOf(limits(null, null), onScreen, [
    { Low: null, Desirable: false },
    { Low: 18.5, Desirable: true },
    { Low: 25, Desirable: false },
    { Low: 30, Desirable: false },
  ])
  expect([scale?.grey, scale?.ends, scale?.ticks]).toEqual([[0.25, 0.5], [0.25, 0.5], [0.75]])
  expect(places(scale, 18.5, 25, 27.5, 30, 32.5)).toEqual([0.25, 0.5, 0.625, 0.75, 0.875])
})
test('of two classes the higher one is as wide as the lower, and a lowest class may begin below zero', () => {
  expect(
    places(
      scaleOf(limits(null, null), onScreen, [
        { Low: null, Desirable: true },
        { Low: 4, Desirable: false },
      ]),
      2,
      4,
      6,
    ),
  ).toEqual([0.25, 0.5, 0.75])
  expect(
    places(
      scaleOf(limits(null, null), onScreen, [
        { Low: null, Desirable: false },
        { Low: -2.5, Desirable: false },
        { Low: -1, Desirable: true },
      ]),
      -1.75,
      -1,
      -0.25,
    ),
  ).toEqual([0.5, 0.6667, 0.8333])
})
test('classes of which none is desirable, or two begin at nothing, are no scale: the bounds are', () => {
  const bounds = scaleOf(limits(1, 2), onScreen)
  for (const classes of [
    [
      { Low: null, Desirable: false },
      { Low: 5, Desirable: false },
    ],
    [
      { Low: null, Desirable: true },
      { Low: null, Desirable: false },
    ],
  ])
    expect(scaleOf(limits(1, 2), onScreen, classes)).toMatchObject({ grey: bounds?.grey, ends: bounds?.ends })
})
test('a mark is inside its bar, near the end beyond which it lies', () => {
  expect([-Infinity, 0.01, 0.03, 0.5, 0.98, Infinity].map((at) => pinned(at, onScreen))).toEqual([
    0.03, 0.03, 0.03, 0.5, 0.97, 0.97,
  ])
  expect([0, 1].map((at) => pinned(at, onPaper))).toEqual([0.045, 0.955])
})

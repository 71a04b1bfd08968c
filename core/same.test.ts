import { expect, test } from 'vitest'
import { sameValue } from './same.ts'

test.each([
  [null, undefined],
  [350, '350.00'],
  ['0', 0],
  ['2026-11-21T18:30:00.000Z', '2026-11-22T00:00:00+05:30'],
  ['0042', '0042'],
  [true, true],
])('%j is %j', (a, b) => {
  expect(sameValue(a, b)).toBe(true)
  expect(sameValue(b, a)).toBe(true)
})

test.each([
  ['0042', '42'],
  ['', 0],
  [null, 0],
  [true, 1],
  ['1', true],
  [[], 0],
  ['12', '12.0'],
  ['2026-11-21', '2026-11-22'],
  ['2026-11-21 by hand', '2026-11-21 by cart'],
])('%j is not %j', (a, b) => {
  expect(sameValue(a, b)).toBe(false)
  expect(sameValue(b, a)).toBe(false)
})

// The slowest rate at which a file may arrive.
import { expect, test } from 'vitest'
import { isTooSlow } from './pace.ts'

test('64 KB in the first ten seconds, then 8 KB a second', () => {
  expect(isTooSlow(9, 9_999)).toBe(false)
  expect([isTooSlow(65_535, 10_000), isTooSlow(65_536, 10_000)]).toEqual([true, false])
  expect([isTooSlow(65_536, 11_000), isTooSlow(65_536 + 8192, 11_000)]).toEqual([true, false])
})

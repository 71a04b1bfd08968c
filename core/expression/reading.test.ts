// Every reader of a result gets the same number.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactNumberOf, numberOf, readingOf, withinDecimals } from './reading.ts'

test('`.5` and `+0.5` are 0.5, stored with a digit before the point and no plus', () => {
  expect(['.5', '+0.5', '0.5', '5.', '-.5', '−3', '007'].map((text) => readingOf(text)?.text)).toEqual([
    '0.5',
    '0.5',
    '0.5',
    '5',
    '-0.5',
    '-3',
    '7',
  ])
  expect(['.5', '+0.5', ' 0.5 '].map(exactNumberOf)).toEqual([0.5, 0.5, 0.5])
})

test('`<5` has the number 5 but is not exact', () => {
  expect(['<5', '< .5', '≥10', '>= 10'].map(numberOf)).toEqual([5, 0.5, 10, 10])
  expect(['<5', '≥10'].map(exactNumberOf)).toEqual([null, null])
  expect(readingOf('< .5')).toEqual({ limit: '<', number: 0.5, text: '<0.5' })
})

test('words, powers, grouped and endless numbers are not numbers', () => {
  for (const text of ['', null, undefined, 'abc', '1e3', '0x10', '1,200', '5 6', '.', '-', '9'.repeat(400), '<<5'])
    expect(readingOf(text)).toBeNull()
})

test('the stored text reads as the same number again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[+-]?(\d{1,6}(\.\d{0,6})?|\.\d{1,6})$/), (text) => {
      const reading = readingOf(text)
      expect(reading?.number).toBe(Number(text) + 0)
      expect(readingOf(reading?.text)).toEqual(reading)
    }),
  )
})

test('more decimals than declared are rounded half up, fewer do not change', () => {
  expect(withinDecimals('14.25', 1)).toBe('14.3')
  expect(withinDecimals('2.675', 2)).toBe('2.68')
  expect(withinDecimals('14', 1)).toBe('14')
  expect(withinDecimals('14.256', null)).toBe('14.256')
  expect(withinDecimals('-0.04', 1)).toBe('0.0')
})

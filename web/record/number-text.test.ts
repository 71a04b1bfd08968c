import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberText, shownNumber, typedNumber } from './number-text.ts'

test('a number equals the typed text: 123.5 never becomes 1235', () => {
  expect(typedNumber('money', '123.5')).toBe(123.5)
  expect(typedNumber('money', '1,23,456.50')).toBe(123456.5)
  expect(typedNumber('number', '123.')).toBe(123)
  expect(typedNumber('integer', '')).toBeNull()
})
test('a text that is not a number remains as typed, so that it can be refused', () => {
  expect(typedNumber('money', '12a')).toBe('12a')
  expect(shownNumber('money', '12a')).toBe('12a')
})
test('an amount survives being edited without a change', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }),
      (paise) => typedNumber('money', numberText(paise / 100)) === paise / 100,
    ),
  )
})

// Proves amounts in words.
import { expect, test } from 'vitest'
import { numberInWords, rupeesInWords } from './words.rules.ts'

test('amounts in words, with lakh and crore', () => {
  expect(rupeesInWords(182450)).toBe('Rupees one thousand eight hundred twenty-four and paise fifty only')
  expect(rupeesInWords(0)).toBe('Rupees zero only')
  expect(rupeesInWords(1)).toBe('Rupees zero and paise one only')
  expect(numberInWords(12_34_56_789)).toBe('twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine')
  expect(numberInWords(100_00_00_000)).toBe('one hundred crore')
  expect(() => rupeesInWords(-1)).toThrow(RangeError)
  expect(() => rupeesInWords(1.5)).toThrow(RangeError)
})

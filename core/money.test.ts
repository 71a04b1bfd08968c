// Money never drifts: rounding, sums, line amounts, reading and spelling.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  commissionAmount,
  compareAmounts,
  currencySign,
  formatFigure,
  formatMoney,
  fromPaise,
  lessAmounts,
  lineAmount,
  parseMoney,
  percentOf,
  roundAmount,
  shareOf,
  sumAmounts,
  toPaise,
  wholeAmount,
} from './money.ts'
import { network, setNetwork } from './network.ts'

const paise = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })
const positive = fc.integer({ min: 0, max: 99_999_999_999 })
const percent = fc.integer({ min: 0, max: 10_000 })

test('OPS-314 the amount of a line is price times (100 - discount) / 100, rounded half up to paise', () => {
  expect(lineAmount(250, 10)).toBe(225)
  expect(lineAmount('99.99', '12.5')).toBe(87.49)
  expect(lineAmount('0.05', 50)).toBe(0.03)
  expect(lineAmount(1.15, 50)).toBe(0.58)
  expect(lineAmount(350, 100)).toBe(0)
  expect(lineAmount(null, 10)).toBe(0)
  fc.assert(
    fc.property(positive, percent, (price, discount) => {
      // whole numbers only: price in paise, discount in hundredths of a percent
      const exact = BigInt(price) * BigInt(10_000 - discount)
      const halfUp = Number((exact * 2n + 10_000n) / 20_000n)
      expect(toPaise(lineAmount(fromPaise(price), discount / 100))).toBe(halfUp)
    }),
  )
})

test('a line discount never makes the amount negative or more than the price', () => {
  fc.assert(
    fc.property(positive, percent, (price, discount) => {
      const amount = lineAmount(fromPaise(price), discount / 100)
      expect(amount).toBeGreaterThanOrEqual(0)
      expect(compareAmounts(amount, fromPaise(price))).toBeLessThanOrEqual(0)
    }),
  )
})

test('rounding is half up and settles at once', () => {
  expect([0.005, 1.005, 2.675, -0.005, 10].map((value) => roundAmount(value))).toEqual([0.01, 1.01, 2.68, -0.01, 10])
  expect(roundAmount(null)).toBe(0)
  fc.assert(
    fc.property(paise, (value) => {
      expect(roundAmount(fromPaise(value))).toBe(fromPaise(value))
    }),
  )
})

test('sums are exact in any order', () => {
  expect(sumAmounts([0.1, 0.2])).toBe(0.3)
  expect(sumAmounts([])).toBe(0)
  expect(lessAmounts(1000, 100, '50')).toBe(850)
  fc.assert(
    fc.property(fc.array(paise, { maxLength: 50 }), (values) => {
      const total = values.reduce((sum, value) => sum + value, 0)
      expect(toPaise(sumAmounts(values.map(fromPaise)))).toBe(total)
      expect(sumAmounts(values.map(fromPaise).reverse())).toBe(sumAmounts(values.map(fromPaise)))
    }),
  )
})

test('the commission of a line is a percentage of the price after its discount', () => {
  expect(commissionAmount(350, 10, 8)).toBe(25.2)
  expect(commissionAmount(null, 0, 8)).toBe(0)
  // 5.005 is 5.01 on the bill, and half of that is paid: 2.505, not 2.5025
  expect(commissionAmount(10.01, 50, 50)).toBe(2.51)
})

test('the share of an amount is rounded half up to paise, and nothing of nothing', () => {
  expect(shareOf(100, 1, 3)).toBe(33.33)
  expect(shareOf(100, 2, 3)).toBe(66.67)
  expect(shareOf(0.05, 1, 2)).toBe(0.03)
  expect(shareOf(90, 50, 200)).toBe(22.5)
  expect([shareOf(100, 1, 0), shareOf(100, 0, 3), shareOf(null, 1, 3)]).toEqual([0, 0, 0])
})

test('whole rupees are rounded half up, away from zero', () => {
  expect([0.49, 0.5, 10.5, 10.49, -10.5, null].map(wholeAmount)).toEqual([0, 1, 11, 10, -11, 0])
})

test('there is no percentage of zero', () => {
  expect(percentOf(1, 3)).toBe(33.33)
  expect(percentOf(1, 0)).toBeNull()
})

describe('reading and showing', () => {
  test('amounts show in lakh grouping with two decimals', () => {
    expect(formatMoney(123456)).toBe('1,23,456.00')
    expect(formatMoney('12345678.5')).toBe('1,23,45,678.50')
    expect(formatMoney(123456, { symbol: true })).toBe('₹1,23,456.00')
    expect(formatMoney(-0.001)).toBe('0.00')
    expect(formatMoney(null)).toBe('')
  })

  test('typed amounts are read, other texts are refused', () => {
    expect(['1,23,456.50', '₹ 500', 'Rs. 20', '.5', '7.', '-12', ' 3 '].map(parseMoney)).toEqual([
      123456.5, 500, 20, 0.5, 7, -12, 3,
    ])
    for (const text of ['', '.', '-', '1,5', '1.234', 'abc', '1e5', '--1', '1 2', 'Infinity'])
      expect(parseMoney(text), text).toBeNull()
  })

  test('a displayed amount is read back', () => {
    fc.assert(
      fc.property(paise, (value) => {
        expect(toPaise(parseMoney(formatMoney(fromPaise(value))))).toBe(value)
      }),
    )
  })
})

describe('a network of another currency', () => {
  const before = { ...network }
  afterEach(() => setNetwork(before))

  test('each amount has its sign and its grouping, and is read back', () => {
    setNetwork({ currency: 'USD', locale: 'en-US' })
    expect(currencySign()).toBe('$')
    expect(formatMoney(1234567.5, { symbol: true })).toBe('$1,234,567.50')
    expect(formatFigure(1234567)).toBe('1,234,567')
    expect(formatFigure(1234.567, 1, 2)).toBe('1,234.57')
    expect(['$ 5', '-$5', 'USD 7.50', '$1,234.50'].map(parseMoney)).toEqual([5, -5, 7.5, 1234.5])
    expect(parseMoney('₹ 5')).toBeNull()
  })

  test('a currency without a sign shows its code', () => {
    setNetwork({ currency: 'AED', locale: 'en-IN' })
    expect(currencySign()).toBe('AED')
    expect(parseMoney('AED 1,23,456')).toBe(123456)
  })
})

test('the paise of an amount are rounded half up, away from zero', () => {
  expect([0, 1.23, '0.994', '0.995', '-0.995', 12.3].map((value) => toPaise(value))).toEqual([
    0, 123, 99, 100, -100, 1230,
  ])
})

import { afterEach, expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { network, setNetwork } from './network.ts'

const before = { ...network }
afterEach(() => setNetwork(before))

test('amounts are spelled in lakh and crore', () => {
  expect(amountInWords(0)).toBe('Rupees Zero only')
  expect(amountInWords(123456.5)).toBe(
    'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise only',
  )
  expect(amountInWords('10000000')).toBe('Rupees One Crore only')
  expect(amountInWords(1234567890.01)).toBe(
    'Rupees One Hundred Twenty-Three Crore Forty-Five Lakh Sixty-Seven Thousand Eight Hundred Ninety and One Paise only',
  )
  expect(amountInWords(-40)).toBe('Minus Rupees Forty only')
})

test('another currency is spelled with its name and hundredths, in million and billion where its locale groups so', () => {
  setNetwork({ currency: 'AED', locale: 'en-US' })
  expect(amountInWords(1234567890.05)).toBe(
    'United Arab Emirates Dirham One Billion Two Hundred Thirty-Four Million Five Hundred Sixty-Seven Thousand Eight Hundred Ninety and 05/100 only',
  )
  expect(amountInWords(-100)).toBe('Minus United Arab Emirates Dirham One Hundred only')
  setNetwork({ currency: 'NPR', locale: 'en-IN' })
  expect(amountInWords(100_000.5)).toBe('Nepalese Rupee One Lakh and 50/100 only')
})

// Money: exact sums, rounding half up to paise, amounts as people type, read and spell them.
import Big from 'big.js'
import { network } from './network.ts'

/** Rupees as a decimal string or a number with two decimals at most. Never computed with as a float. */
export type Amount = number | string

const half = Big.roundHalfUp
const big = (amount: Amount | null | undefined): Big => new Big(amount === null || amount === undefined || amount === '' ? 0 : amount)
const rounded = (value: Big): number => value.round(2, half).toNumber()

/** Rounded half up (away from zero) to two decimals; nothing counts as 0. Throws on text that is no number. */
export const roundAmount = (amount: Amount | null | undefined): number => rounded(big(amount))

/** Whole paise of an amount, rounded half up. */
export const toPaise = (amount: Amount | null | undefined): number => big(amount).times(100).round(0, half).toNumber()

/** The amount of whole paise. */
export const fromPaise = (paise: number): number => rounded(new Big(paise).div(100))

/** Exact sum, rounded once. */
export const sumAmounts = (amounts: readonly (Amount | null | undefined)[]): number =>
  rounded(amounts.reduce<Big>((total, amount) => total.plus(big(amount)), new Big(0)))

/** `from` less all the others, rounded once. */
export const lessAmounts = (from: Amount | null | undefined, ...amounts: readonly (Amount | null | undefined)[]): number =>
  rounded(amounts.reduce<Big>((left, amount) => left.minus(big(amount)), big(from)))

/** -1, 0 or 1. */
export const compareAmounts = (a: Amount | null | undefined, b: Amount | null | undefined): -1 | 0 | 1 => big(a).cmp(big(b))

/** An amount of a bill line: price times (100 - discount) / 100, rounded half up to paise. */
export const lineAmount = (Price: Amount | null | undefined, DiscountPercent: Amount | null | undefined): number =>
  rounded(
    big(Price)
      .times(new Big(100).minus(big(DiscountPercent)))
      .div(100),
  )

/** Commission of a bill line: a percentage of the price after the line discount, which is rounded first. */
export const commissionAmount = (
  Price: Amount | null | undefined,
  DiscountPercent: Amount | null | undefined,
  CommissionPercent: Amount | null | undefined,
): number => rounded(new Big(lineAmount(Price, DiscountPercent)).times(big(CommissionPercent)).div(100))

/** `part` as a percentage of `whole`, rounded half up to two decimals; null when the whole is zero. */
export const percentOf = (part: Amount | null | undefined, whole: Amount | null | undefined): number | null =>
  big(whole).eq(0) ? null : rounded(big(part).times(100).div(big(whole)))

export type MoneyFormat = { readonly symbol?: boolean; readonly currency?: string; readonly locale?: string }

const formats = new Map<string, Intl.NumberFormat>()

/** `1,23,456.00`, with `symbol` `₹1,23,456.00`; empty for nothing. Currency and locale are the network's. */
export function formatMoney(
  amount: Amount | null | undefined,
  { symbol = false, currency = network.currency, locale = network.locale }: MoneyFormat = {},
): string {
  if (amount === null || amount === undefined || amount === '') return ''
  const key = `${locale} ${symbol ? currency : ''}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      ...(symbol ? { style: 'currency' as const, currency } : {}),
    })
    formats.set(key, format)
  }
  const value = roundAmount(amount)
  return format.format(value === 0 ? 0 : value)
}

// Commas only where they group: "1,5" may mean 1.5 elsewhere and is refused rather than guessed.
const typed = /^(-?)\s*(?:₹|rs\.?|inr)?\s*(-?)(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(\.\d{0,2})?$/i

/** What a person typed (`1,23,456.50`, `₹ 500`, `.5`) as an amount; null when it is none or has more than two decimals. */
export function parseMoney(text: string): number | null {
  const match = typed.exec(text.trim())
  if (!match) return null
  const [, minus = '', innerMinus = '', whole = '', fraction = ''] = match
  if ((minus && innerMinus) || (whole === '' && fraction.length < 2)) return null
  const value = rounded(new Big(`${whole.replaceAll(',', '') || '0'}${fraction.length > 1 ? fraction : ''}`))
  return (minus || innerMinus) && value !== 0 ? -value : value
}

const small = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']
const groups: readonly (readonly [number, string])[] = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
]

function words(count: number): string {
  if (count < 20) return small[count] ?? ''
  if (count < 100) return `${tens[Math.floor(count / 10)]}${count % 10 ? `-${small[count % 10]}` : ''}`
  const [size, name] = groups.find(([size]) => count >= size) ?? [100, 'Hundred']
  const rest = count % size
  return `${words(Math.floor(count / size))} ${name}${rest ? ` ${words(rest)}` : ''}`
}

/** `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise only`. */
export function amountInWords(amount: Amount): string {
  const paise = Math.abs(toPaise(amount))
  const part = paise % 100
  return `${toPaise(amount) < 0 ? 'Minus ' : ''}Rupees ${words(Math.floor(paise / 100))}${part ? ` and ${words(part)} Paise` : ''} only`
}

// Money: exact sums, rounding half up to paise, typed and displayed amounts.
import Big from 'big.js'
import { network } from './network.ts'

/**
 * In the network's currency, as a decimal string or a number with two decimals at most. Never computed with as a float.
 */
export type Amount = number | string

const half = Big.roundHalfUp
const big = (amount: Amount | null | undefined): Big =>
  new Big(amount === null || amount === undefined || amount === '' ? 0 : amount)
const rounded = (value: Big): number => value.round(2, half).toNumber()

/**
 * Rounded half up (away from zero) to two decimals; an absent amount counts as 0. Throws on text that is not a number.
 */
export const roundAmount = (amount: Amount | null | undefined): number => rounded(big(amount))

/** Rounded half up to whole rupees. */
export const wholeAmount = (amount: Amount | null | undefined): number => big(amount).round(0, half).toNumber()

/** Whole paise of an amount, rounded half up. */
export const toPaise = (amount: Amount | null | undefined): number => big(amount).times(100).round(0, half).toNumber()

/** The amount of whole paise. */
export const fromPaise = (paise: number): number => rounded(new Big(paise).div(100))

/** Exact sum, rounded once. */
export const sumAmounts = (amounts: readonly (Amount | null | undefined)[]): number =>
  rounded(amounts.reduce<Big>((total, amount) => total.plus(big(amount)), new Big(0)))

/** `from` less all the others, rounded once. */
export const lessAmounts = (
  from: Amount | null | undefined,
  ...amounts: readonly (Amount | null | undefined)[]
): number => rounded(amounts.reduce<Big>((left, amount) => left.minus(big(amount)), big(from)))

/** -1, 0 or 1. */
export const compareAmounts = (a: Amount | null | undefined, b: Amount | null | undefined): -1 | 0 | 1 =>
  big(a).cmp(big(b))

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

/** The part of an amount that falls to `part` of `whole`, rounded half up to paise; 0 of nothing. */
export const shareOf = (
  amount: Amount | null | undefined,
  part: Amount | null | undefined,
  whole: Amount | null | undefined,
): number => (big(whole).eq(0) ? 0 : rounded(big(amount).times(big(part)).div(big(whole))))

/** `part` as a percentage of `whole`, rounded half up to two decimals; null when the whole is zero. */
export const percentOf = (part: Amount | null | undefined, whole: Amount | null | undefined): number | null =>
  big(whole).eq(0) ? null : rounded(big(part).times(100).div(big(whole)))

export type MoneyFormat = { readonly symbol?: boolean; readonly currency?: string; readonly locale?: string }

const formats = new Map<string, Intl.NumberFormat>()

/** `1,23,456.00`, with `symbol` `₹1,23,456.00`; empty for an absent amount. Currency and locale are the network's. */
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

/** The sign before an amount: `₹`, `$`, or the code where the currency has none. */
export const currencySign = (currency = network.currency): string =>
  new Intl.NumberFormat(network.locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency

/**
 * `1,23,456.5`: a count or another figure that is not money, grouped by the network's locale, with the given number of
 * decimals.
 */
export const formatFigure = (value: number, least = 0, most = least): string => {
  const key = `${network.locale} ${least} ${most}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(network.locale, { minimumFractionDigits: least, maximumFractionDigits: most })
  formats.set(key, format)
  return format.format(value)
}

// Commas only where they group: "1,5" may mean 1.5 elsewhere and is refused rather than guessed.
const typed = /^(-?)\s*(-?)(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(\.\d{0,2})?$/i
// other spellings of the rupee than its sign and code
const spellings: Readonly<Record<string, readonly string[]>> = { INR: ['rs.', 'rs'] }
const withoutCurrency = (text: string): string => {
  const { currency } = network
  const [, minus = '', rest = ''] = /^(-?)\s*(.*)$/.exec(text) ?? []
  const written = [currencySign(), currency, ...(spellings[currency] ?? [])].find((name) =>
    rest.toLowerCase().startsWith(name.toLowerCase()),
  )
  return `${minus}${rest.slice(written?.length ?? 0).trim()}`
}

/**
 * What a person typed (`1,23,456.50`, `₹ 500`, `.5`) as an amount; null when it is not one or has more than two
 * decimals.
 */
export function parseMoney(text: string): number | null {
  const match = typed.exec(withoutCurrency(text.trim()))
  if (!match) return null
  const [, minus = '', innerMinus = '', whole = '', fraction = ''] = match
  if ((minus && innerMinus) || (whole === '' && fraction.length < 2)) return null
  const value = rounded(new Big(`${whole.replaceAll(',', '') || '0'}${fraction.length > 1 ? fraction : ''}`))
  return (minus || innerMinus) && value !== 0 ? -value : value
}

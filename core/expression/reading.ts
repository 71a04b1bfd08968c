// The number in a measured result: one function for typing, judging, calculating, drawing and printing.
import Big from 'big.js'

/**
 * `text` is the result as stored: no plus sign, a digit before the point (`.5` becomes `0.5`), its decimals as typed.
 */
export type Reading = {
  /** The sign before it as typed: `<`, `<=`, `>`, `>=`, `≤` or `≥`; empty for an exact number. */
  readonly limit: string
  readonly number: number
  readonly text: string
}

const shape = /^(<=|>=|<|>|≤|≥)?\s*([+−-]?)(\d+(?:\.\d*)?|\.\d+)$/

/**
 * A text read as a number, exact or with a sign before it; null for words, powers (`1e3`) and numbers too large to be a
 * measurement.
 */
export function readingOf(text: string | null | undefined): Reading | null {
  const found = shape.exec(text?.trim() ?? '')
  if (!found) return null
  const [, limit = '', sign = '', digits = ''] = found
  const [whole = '', decimals = ''] = digits.split('.')
  // no negative zero
  const minus = sign === '' || sign === '+' || Number(digits) === 0 ? '' : '-'
  const fraction = decimals === '' ? '' : `.${decimals}`
  const plain = `${minus}${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction}`
  const number = Number(plain)
  return Number.isFinite(number) ? { limit, number, text: `${limit}${plain}` } : null
}

/** The number of a result at its bound: 5 for `5` and for `<5`; null for other texts. */
export const numberOf = (text: string | null | undefined): number | null => readingOf(text)?.number ?? null

/** The number of an exact result; null for `<5` and for other texts. */
export const exactNumberOf = (text: string | null | undefined): number | null => {
  const reading = readingOf(text)
  return reading !== null && reading.limit === '' ? reading.number : null
}

/** An exact result, rounded half up where it has more decimals than declared. Decimals null: none are declared. */
export function withinDecimals(text: string, decimals: number | null): string {
  const given = text.split('.')[1]?.length ?? 0
  if (decimals === null || given <= decimals) return text
  const rounded = new Big(text).round(decimals, Big.roundHalfUp)
  return (rounded.eq(0) ? new Big(0) : rounded).toFixed(decimals)
}

// Numbers as people type them: the text remains as typed until it is a number, so 123.5 never becomes 1235.
import type { Kind } from '../../core/model.ts'
import { formatMoney, parseMoney } from '../../core/money.ts'
import { isEmpty } from './values.ts'

const plainNumber = /^-?(\d+|\d{1,3}(,\d{2,3})*,\d{3})?(\.\d*)?$/
const twoDecimals: ReadonlySet<Kind> = new Set(['money', 'percent'])

/**
 * The typed text as a value: a number, null for an empty one, or the text itself when it is not a number (validation
 * refuses it).
 */
export const typedNumber = (kind: Kind, text: string): number | string | null => {
  const typed = text.trim()
  if (typed === '') return null
  if (twoDecimals.has(kind)) return parseMoney(typed) ?? typed
  if (!plainNumber.test(typed) || !/\d/.test(typed)) return typed
  return Number(typed.replaceAll(',', ''))
}

/** The value as text for editing: without grouping, with its own decimals. */
export const numberText = (value: unknown): string => (isEmpty(value) ? '' : String(value))

/** The value as text for reading. */
export const shownNumber = (kind: Kind, value: unknown): string => {
  if (isEmpty(value)) return ''
  if (typeof value === 'string' && !Number.isFinite(Number(value))) return value
  return twoDecimals.has(kind) ? formatMoney(Number(value)) : String(value)
}

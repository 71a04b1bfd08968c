// CSV that spreadsheets read and cannot be tricked by: BOM, quotes, and formulas made harmless.
import { titleOf } from '../core/model.ts'
import type { Loaded } from './module.ts'

/** One cell: quoted where needed, a leading = + - @ (or tab) made text with an apostrophe, unless it is a number. */
const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** Shown columns with their titles, ISO dates as they come. */
export const csvOf = (rows: readonly Loaded[], hidden: (name: string) => boolean): string => {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !hidden(name))
  return `\uFEFF${[names.map((name) => csvCell(titleOf(name))).join(','), ...rows.map((row) => names.map((name) => csvCell(row[name])).join(','))].join('\r\n')}\r\n`
}

// How a value is written in a list: dates, money, yes and no, a dash for an empty one.
import { formatDate, formatDateTime } from '../../../core/dates.ts'
import { formatFigure, formatMoney } from '../../../core/money.ts'
import type { Column } from './columns.ts'
import { textOf } from './text-of.ts'

export const nothing = '–'
const dayOnly = /^\d{4}-\d{2}-\d{2}$/
const dateText = (value: string) => (dayOnly.test(value) ? formatDate(value) : formatDateTime(value))

/** The text of a value under its column; never NaN, null or Invalid Date. */
export const cellText = (column: Pick<Column, 'kind' | 'labels'>, value: unknown): string => {
  if (value === null || value === undefined || value === '') return nothing
  if (column.kind === 'date') return dateText(textOf(value)) || nothing
  if (column.kind === 'money') return Number.isFinite(Number(value)) ? formatMoney(textOf(value)) : nothing
  if (column.kind === 'boolean') return value ? 'Yes' : 'No'
  if (column.kind === 'number') return Number.isFinite(Number(value)) ? formatFigure(Number(value), 0, 2) : nothing
  return column.labels?.get(textOf(value)) ?? textOf(value)
}
/** Empty values and zero amounts are written quietly. */
export const isQuiet = (column: Pick<Column, 'kind'>, value: unknown): boolean =>
  value === null || value === undefined || value === '' || (column.kind === 'money' && Number(value) === 0)

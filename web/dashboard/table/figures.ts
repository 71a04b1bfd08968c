// How rows of a dashboard's table are shown as figures: parts of the greatest, dues by age, changes, what is overdue.
import { cellText, nothing } from '../../list/table/cell.ts'
import type { Column } from '../../list/table/columns.ts'
import type { WidgetRow } from '../use-widget.ts'

/** Aligned right: numbers, and how late a row is. */
export const isFigure = (column: Column): boolean =>
  column.kind === 'money' || column.kind === 'number' || column.name === 'LateBy'

/** Dues by their age, drawn as parts of one bar. */
export const ages = [
  ['Days30Dues', '0–30'],
  ['Days60Dues', '31–60'],
  ['OlderDues', 'over 60 days'],
] as const
const isAge = (name: string): boolean => ages.some(([one]) => one === name)
/** The columns written as text; those of a bar are drawn. */
export const written = (columns: readonly Column[]): readonly Column[] => columns.filter(({ name }) => !isAge(name))
export const hasAges = (columns: readonly Column[]): boolean => columns.some(({ name }) => isAge(name))
type Part = { readonly name: string; readonly part: number; readonly text: string }
/** The parts of a row's bar, the newest dues first, each with its words. */
export const agesOf = (row: WidgetRow): readonly Part[] => {
  const total = ages.reduce((sum, [name]) => sum + Number(row[name]), 0)
  return ages
    .map(([name, label]) => ({
      name,
      part: total > 0 ? Number(row[name]) / total : 0,
      text: `${label}: ${cellText({ kind: 'money' }, row[name])}`,
    }))
    .filter(({ part }) => part > 0)
}

/** A column of which each row is a part, in order of preference. */
const sums = ['NetAmount', 'Amount', 'Percent', 'MedianHours', 'Pending']
/** Columns that mark rows as sums, not records. */
const counted = ['Sales', 'Quantity', 'Percent', 'MedianHours', 'ToApprove']
/** The figures of a table of sums as parts of the greatest one, a percentage as part of 100; records have none. */
export const sharesOf = (rows: readonly WidgetRow[], columns: readonly Column[]): readonly number[] => {
  const names = new Set(columns.map(({ name }) => name))
  const at = sums.findIndex((name, i) => names.has(name) && names.has(counted[i] ?? ''))
  const name = sums[at]
  if (name === undefined) return []
  const values = rows.map((row) => Math.max(0, Number(row[name]) || 0))
  const most = name === 'Percent' ? 100 : Math.max(...values, 0)
  return most > 0 ? values.map((value) => Math.min(1, value / most)) : []
}

/** The text of a cell; a change is written without its sign, which its arrow shows. */
export const figureText = (column: Column, row: WidgetRow): string => {
  const text = cellText(column, row[column.name])
  if (column.name !== 'Change') return text
  return text === nothing ? text : `${Math.abs(Number(row[column.name])).toFixed(1)} %`
}
/** Overdue for more than two months, or late by six hours. */
export const isLong = ({ name }: Column, row: WidgetRow): boolean =>
  name === 'OverdueDays'
    ? Number(row[name]) > 60
    : name === 'LateBy' && (/ d /.test(String(row[name])) || Number.parseInt(String(row[name]), 10) >= 6)

// The columns of a list: the fields of its first row, in order, with a title, a kind and a width.
import { isDateField, titleOf } from '../../core/model.ts'
import type { Fields } from '../../core/model.ts'
import { textOf } from './text-of.ts'

export type Row = Readonly<Record<string, unknown>>
type ColumnKind = 'text' | 'date' | 'money' | 'number' | 'status' | 'boolean'
export type Column = {
  name: string
  title: string
  kind: ColumnKind
  width: number
  /** Codes, ids and other things read second. */ secondary: boolean
}

const moneyName = /(Amount|Price|Balance|Outstanding|Paid|Debit|Credit|Discount|Cost|Total|Sales|Collection|Dues)$/
const secondaryName = /(No|Code|LRN|Phone|Area|Doctor|Seller|Giver|Receiver|Referrer|Buyer|Email|Owner)$/
const statusName = /Status$/

const isPlain = (value: unknown) => value === null || typeof value !== 'object'
/** Hidden: keys of other records, versions and nested values; the module's own keys show. */
const isShown = (name: string, rows: readonly Row[], keys: readonly string[]) =>
  (keys.includes(name) || !/Ids?$/.test(name)) && name !== 'RowVersion' && name !== 'Actions' && rows.every((row) => isPlain(row[name]))

const kindOf = (name: string, rows: readonly Row[], fields: Fields): ColumnKind => {
  const declared = fields[name]?.kind
  const value = rows.find((row) => row[name] !== null && row[name] !== undefined)?.[name]
  if (isDateField(name) || declared === 'datetime' || declared === 'date') return 'date'
  if (statusName.test(name) && typeof value !== 'number' && typeof value !== 'boolean') return 'status'
  if (typeof value === 'boolean' || declared === 'boolean') return 'boolean'
  const numeric = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
  if ((declared === 'money' || declared === 'percent' || moneyName.test(name)) && (numeric || value === undefined)) return 'money'
  return typeof value === 'number' && !/Ids?$/.test(name) ? 'number' : 'text'
}

/** Rows looked at for a width. */
const measured = 40
const narrowest = 56
const widest = 260
/** Pixels a text takes at 13 px: capitals and figures are wider. */
const textWidth = (text: string): number => {
  let width = 0
  for (const sign of text)
    width += sign >= 'A' && sign <= 'Z' ? 9.4 : sign >= '0' && sign <= '9' ? 8.5 : sign < '0' || sign === 'i' || sign === 'l' ? 4.3 : 7.3
  return width
}
/** Nine rows of ten fit: one long name does not widen the column for all. */
const usualWidth = (texts: readonly string[]): number => {
  const widths = texts.map(textWidth).sort((a, b) => a - b)
  return widths[Math.max(0, Math.ceil(widths.length * 0.9) - 1)] ?? 0
}
/** Dates stand in 170 so that they never break. */
const fixed: Partial<Record<ColumnKind, number>> = { date: 170, money: 112, boolean: 80 }
const widthOf = (name: string, title: string, kind: ColumnKind, rows: readonly Row[], scale: number): number => {
  const head = title.length * 7 + 34
  const usual = usualWidth(rows.slice(0, measured).map((row) => textOf(row[name]))) + (kind === 'status' ? 34 : 20)
  return Math.round(Math.min(widest, Math.max(narrowest, head, fixed[kind] ?? usual)) * scale)
}

/** Columns of the rows; none without rows. `keys` are the module's key fields, `fields` its declared ones, `scale` the text size against 13 px. */
export const columnsOf = (rows: readonly Row[], keys: readonly string[], fields: Fields, scale = 1): Column[] =>
  Object.keys(rows[0] ?? {})
    .filter((name) => isShown(name, rows, keys))
    .map((name) => {
      const kind = kindOf(name, rows, fields)
      const title = titleOf(name)
      return { name, title, kind, width: widthOf(name, title, kind, rows, scale), secondary: kind === 'text' && secondaryName.test(name) }
    })

/** Widths on screen: what the user chose stays; free room goes to the text columns, by their need. */
export const fitted = (columns: readonly Column[], chosen: Readonly<Record<string, number>>, room: number): number[] => {
  const widths = columns.map((column) => chosen[column.name] ?? column.width)
  const free = room - widths.reduce((sum, width) => sum + width, 0)
  const growing = columns.map((column) => column.kind !== 'date' && column.kind !== 'boolean' && chosen[column.name] === undefined)
  const base = widths.reduce((sum, width, i) => sum + (growing[i] ? width : 0), 0)
  return free <= 0 || base === 0 ? widths : widths.map((width, i) => (growing[i] ? Math.floor(width + (free * width) / base) : width))
}

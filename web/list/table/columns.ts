// The columns of a list: the fields of its first row, in order, with a title, a kind and a width.
import { isDateField, titleOf } from '../../../core/titles.ts'
import type { Field, Fields } from '../../../core/model.ts'
import { textOf } from './text-of.ts'

export type Row = Readonly<Record<string, unknown>>
type ColumnKind = 'text' | 'date' | 'money' | 'number' | 'status' | 'boolean'
export type Column = {
  name: string
  title: string
  kind: ColumnKind
  width: number
  /** The words of the values of a declared choice. */
  labels?: ReadonlyMap<string, string> | undefined
  /** Codes, ids and other secondary columns. */
  secondary: boolean
  /** The smallest width before the list scrolls sideways: names shrink, codes and figures do not. */
  tightest: number
}

const moneyName = /(Amount|Price|Balance|Outstanding|Paid|Debit|Credit|Discount|Cost|Total|Collection|Dues)$/
const secondaryName = /(No|Code|LRN|Phone|Area|Doctor|Seller|Giver|Receiver|Referrer|Buyer|Email|Owner)$/
const statusName = /Status$/

/** An instant as it travels: whatever its column is called, it is shown as a date and time. */
const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)
const isPlain = (value: unknown) => value === null || typeof value !== 'object'
/** Hidden: keys of other records, versions and nested values. The module's own keys show. */
const isShown = (name: string, rows: readonly Row[], keys: readonly string[], fields: Fields) =>
  (!/Ids?$/.test(name) || (keys.includes(name) && fields[name]?.kind !== 'reference')) &&
  name !== 'RowVersion' &&
  name !== 'Actions' &&
  rows.every((row) => isPlain(row[name]))

const kindOf = (name: string, rows: readonly Row[], fields: Fields): ColumnKind => {
  const declared = fields[name]?.kind
  const value = rows.find((row) => row[name] !== null && row[name] !== undefined)?.[name]
  if (isDateField(name) || declared === 'datetime' || declared === 'date' || isInstant(value)) return 'date'
  if (statusName.test(name) && typeof value !== 'number' && typeof value !== 'boolean') return 'status'
  if (typeof value === 'boolean' || declared === 'boolean') return 'boolean'
  const numeric = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
  if ((declared === 'money' || declared === 'percent' || moneyName.test(name)) && (numeric || value === undefined))
    return 'money'
  return typeof value === 'number' && !/Ids?$/.test(name) ? 'number' : 'text'
}

/** The words of a field's own choices; undefined for any other field. */
const labelsOf = (field: Field | undefined): ReadonlyMap<string, string> | undefined =>
  field?.options && new Map(field.options.map(([value, label]) => [String(value), label]))

/** Columns that name the person or thing of a row. */
export const rowNames = new Set(['Patient', 'Name', 'FullName'])

/** Rows looked at for a width. */
const measured = 40
const narrowest = 56
const widest = 260
/** Width of a text in pixels at 13 px: capitals and figures are wider. */
const textWidth = (text: string): number => {
  let width = 0
  for (const sign of text)
    width +=
      sign >= 'A' && sign <= 'Z'
        ? 9.4
        : sign >= '0' && sign <= '9'
          ? 8.35
          : sign === '-'
            ? 5.9
            : sign < '0' || sign === 'i' || sign === 'l'
              ? 4.3
              : 7.1
  return width
}
const usualWidth = (texts: readonly string[], part: number): number => {
  const widths = texts.map(textWidth).sort((a, b) => a - b)
  return widths[Math.max(0, Math.ceil(widths.length * part) - 1)] ?? 0
}
/** Dates get 170 so that they never wrap. */
const fixed: Partial<Record<ColumnKind, number>> = { date: 170, money: 96, boolean: 64 }
const widthOf = (name: string, title: string, kind: ColumnKind, rows: readonly Row[], scale: number): number => {
  const head = title.length * 6.6 + 32
  // nine names of ten fit; one long one does not widen the column. A status must fit whole
  const usual =
    usualWidth(
      rows.slice(0, measured).map((row) => textOf(row[name])),
      kind === 'status' ? 1 : 0.9,
    ) + (kind === 'status' ? 46 : 20)
  return Math.round(Math.min(widest, Math.max(narrowest, head, fixed[kind] ?? usual)) * scale)
}

/**
 * Columns of the rows; without rows those the server names. `keys` are the module's key fields, `fields` its declared
 * ones, `scale` the text size against 13 px.
 */
export const columnsOf = (
  rows: readonly Row[],
  keys: readonly string[],
  fields: Fields,
  scale = 1,
  named: readonly string[] = [],
): Column[] =>
  (rows[0] ? Object.keys(rows[0]) : named)
    .filter((name) => isShown(name, rows, keys, fields))
    .map((name) => {
      const kind = kindOf(name, rows, fields)
      const title = titleOf(name)
      const width = widthOf(name, title, kind, rows, scale)
      const labels = kind === 'text' ? labelsOf(fields[name]) : undefined
      const secondary = kind === 'text' && secondaryName.test(name)
      const isName = kind === 'text' && rows.some((row) => textOf(row[name]).includes(' '))
      return {
        name,
        title,
        kind,
        width,
        ...(labels && { labels }),
        secondary,
        tightest: isName ? Math.min(width, (secondary ? 92 : 132) * scale) : width,
      }
    })

/**
 * The columns that fit: the last ones are dropped first, except the status, the name of the row, and the column that
 * the rows are sorted by: without it their order has no visible reason, and no head to turn it round. Without a width
 * all.
 */
export const roomFor = (columns: readonly Column[], room: number, sort?: string): readonly Column[] => {
  const sorted = sort?.replace(/^-/, '')
  let over = columns.reduce((sum, column) => sum + column.tightest, 0) - room
  if (room <= 0 || over <= 0) return columns
  const kept = new Set(columns)
  for (const column of [...columns].reverse()) {
    if (over <= 0) break
    if (column.kind === 'status' || rowNames.has(column.name) || column.name === sorted) continue
    kept.delete(column)
    over -= column.tightest
  }
  return columns.filter((column) => kept.has(column))
}

/**
 * Widths on screen. Widths that the user chose do not change. Free room goes to the text columns in proportion, and
 * names shrink where room is missing.
 */
export const fitted = (
  columns: readonly Column[],
  chosen: Readonly<Record<string, number>>,
  room: number,
): number[] => {
  const widths = columns.map((column) => chosen[column.name] ?? column.width)
  const free = room - widths.reduce((sum, width) => sum + width, 0)
  const spare = columns.map((column, i) =>
    chosen[column.name] === undefined ? Math.max(0, (widths[i] ?? 0) - column.tightest) : 0,
  )
  const givable = spare.reduce((sum, one) => sum + one, 0)
  const part = givable > 0 && room > 0 ? Math.min(1, Math.max(0, -free / givable)) : 0
  if (part > 0) return widths.map((width, i) => Math.floor(width - part * (spare[i] ?? 0)))
  const growing = columns.map(
    (column) => column.kind !== 'date' && column.kind !== 'boolean' && chosen[column.name] === undefined,
  )
  const base = widths.reduce((sum, width, i) => sum + (growing[i] ? width : 0), 0)
  return free <= 0 || base === 0
    ? widths
    : widths.map((width, i) => (growing[i] ? Math.floor(width + (free * width) / base) : width))
}

/** Counts of work on a card. */
const workNames = new Set(['Pending', 'ToApprove', 'Normal', 'ToRelease', 'Critical'])
/** Texts of a card's second line. */
const cardLine = 4
/**
 * The place of a column on a phone's card: `main` and `end` on the first line, `line` below; the others show only in
 * the record.
 */
export type CardPlace = 'main' | 'end' | 'line' | 'rest'
export const cardPlaces = (columns: readonly Column[]): readonly CardPlace[] => {
  const first = (test: (column: Column) => boolean): number | undefined => {
    const at = columns.findIndex(test)
    return at < 0 ? undefined : at
  }
  const main =
    first((column) => rowNames.has(column.name)) ??
    first((column) => column.name === 'Client') ??
    first((column) => column.kind === 'text' && !column.secondary && !/Id$/.test(column.name)) ??
    0
  const status = first((column) => column.kind === 'status')
  // of several amounts what they add up to
  const end =
    first((column) => column.kind === 'money' && column.name === 'Total') ??
    first((column) => column.kind === 'money') ??
    status
  let room = status === undefined || status === end ? cardLine : cardLine - 1
  return columns.map((column, at) => {
    if (at === main) return 'main'
    if (at === end) return 'end'
    if (at === status) return 'line'
    // counts of remaining work show with their word
    if (workNames.has(column.name)) return 'line'
    if ((column.kind !== 'date' && column.kind !== 'text') || room === 0) return 'rest'
    room -= 1
    return 'line'
  })
}

// Records out of the lines of a file: a line begins one, and lines without a field of their own add rows to its grids.
import type { Line } from '../lines.ts'
import { isLookedUp, plain, textsIn, valueOf, type Column } from './columns.ts'

/** The key of the record that a text names; undefined: none, null: several. */
export type Lookup = (column: Column, text: string) => number | null | undefined
export type Read = {
  readonly record: Readonly<Record<string, unknown>>
  /** The error of the first bad line. */
  readonly error: string | undefined
}

/** The lines of each record. @param order the columns of the head, in its order */
export const groupsOf = (lines: readonly Line[], order: readonly Column[]): readonly (readonly Line[])[] => {
  const groups: Line[][] = []
  for (const line of lines) {
    const begins = order.some(({ grid }, at) => grid === undefined && plain(line.cells[at] ?? '') !== '')
    const last = groups.at(-1)
    if (begins || last === undefined) groups.push([line])
    else last.push(line)
  }
  return groups
}

type Found = { readonly values: readonly unknown[]; readonly error?: string }
/** The value or record of a cell. */
const readCell = (column: Column, cell: string, line: Line, lookup: Lookup, now: Date): Found => {
  if (!isLookedUp(column.field)) return { values: [valueOf(column.field, cell, now)] }
  const texts = textsIn(column, cell)
  const values = texts.map((text) => lookup(column, text))
  const at = values.findIndex((found) => typeof found !== 'number')
  if (at === -1) return { values }
  const named = `${column.title} "${column.isMany ? (texts[at] ?? '') : plain(cell)}"`
  return { values, error: `${named} ${values[at] === null ? 'names several' : 'not found'}: ${line.text}` }
}

/** Reads a record from its lines. */
export const readLines = (lines: readonly Line[], order: readonly Column[], lookup: Lookup, now: Date): Read => {
  const record: Record<string, unknown> = {}
  const errors: string[] = []
  const add = (grid: string, ...rows: readonly object[]): void => {
    record[grid] = [...((record[grid] as object[] | undefined) ?? []), ...rows]
  }
  for (const line of lines) {
    if (line.cells.length > order.length) errors.push(`Error reading: ${line.text}`)
    const rows = new Map<string, object>()
    for (const [at, column] of order.entries()) {
      const cell = line.cells[at] ?? ''
      if (plain(cell) === '') continue
      const { name, grid, isMany = false } = column
      const { values, error } = readCell(column, cell, line, lookup, now)
      if (error !== undefined) errors.push(error)
      if (grid === undefined) record[name] = values[0]
      else if (isMany) add(grid, ...values.map((value) => ({ [name]: value })))
      else rows.set(grid, { ...rows.get(grid), [name]: values[0] })
    }
    for (const [grid, row] of rows) add(grid, row)
  }
  return { record, error: errors[0] }
}

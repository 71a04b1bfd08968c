// Rows of a grid as the form stores them: one changed, one added, one removed.
import type { Fields } from '../../core/model.ts'
import type { Row } from './values.ts'

export const blankRow: Row = Object.freeze({})

/** Rows on screen: with one blank row at the end while rows can be added. */
export const shownRows = (rows: readonly Row[], growing: boolean): readonly Row[] =>
  growing ? [...rows, blankRow] : rows

/** Rows with one replaced; an index after the last adds it. */
export const withRow = (rows: readonly Row[], index: number, row: Row): readonly Row[] =>
  index >= rows.length ? [...rows, row] : rows.map((one, i) => (i === index ? row : one))
export const withoutRow = (rows: readonly Row[], index: number): readonly Row[] => rows.filter((_, i) => i !== index)

export type Position = { readonly row: number; readonly column: number }
/** The next editable cell: to the right, then in the next row; undefined at the end. */
export const nextCell = (
  from: Position,
  rowCount: number,
  columnCount: number,
  canEdit: (at: Position) => boolean,
): Position | undefined => {
  for (let place = from.row * columnCount + from.column + 1; place < rowCount * columnCount; place += 1) {
    const at = { row: Math.floor(place / columnCount), column: place % columnCount }
    if (canEdit(at)) return at
  }
  return undefined
}

/** What picking a record sets in a row: its key, and the row's fields of it, as names or as fields of the row. */
export const pickedInto = (fields: Fields, name: string, id: unknown, picked: Row | null | undefined): Row => {
  const names = fields[name]?.names
  if (names !== undefined) return { [name]: id, [names]: picked ?? null }
  const shown = Object.entries(fields).filter(
    ([one, field]) => field.computed && (picked === null || picked === undefined || one in picked),
  )
  return { [name]: id, ...Object.fromEntries(shown.map(([one]) => [one, picked?.[one] ?? null])) }
}

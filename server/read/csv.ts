// A list as CSV: a byte order mark, a line of titles, and a line a row.
import { csvCell } from '../../core/csv.ts'
import { titleOf } from '../../core/model.ts'
import type { Loaded } from '../caller.ts'

/** The first line: byte order mark and titles of the columns. */
export const csvHead = (names: readonly string[]): string =>
  `\uFEFF${names.map((name) => csvCell(titleOf(name))).join(',')}\r\n`
/** The lines of these rows; dates are ISO as they come. */
export const csvLines = (rows: readonly Loaded[], names: readonly string[]): string =>
  rows.map((row) => `${names.map((name) => csvCell(row[name])).join(',')}\r\n`).join('')

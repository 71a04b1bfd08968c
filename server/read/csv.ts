// A list as CSV: a byte order mark, a line of titles, a line for each row, and a last line if it was cut.
import { csvCell, cutLine } from '../../core/files/csv.ts'
import { titleOf } from '../../core/titles.ts'
import type { Loaded } from '../caller.ts'

/** The first line: byte order mark and titles of the columns. */
export const csvHead = (names: readonly string[]): string =>
  `\uFEFF${names.map((name) => csvCell(titleOf(name))).join(',')}\r\n`
/** The lines of these rows; dates are ISO. */
export const csvLines = (rows: readonly Loaded[], names: readonly string[]): string =>
  rows.map((row) => `${names.map((name) => csvCell(row[name])).join(',')}\r\n`).join('')

/** Most rows of a file: no spreadsheet shows more. */
const mostRows = 1_000_000

type Told = { readonly names: readonly string[]; readonly most?: number; readonly failed: (error: unknown) => void }
/**
 * A file, some rows at a time. If it ends early its last line reports that, since the headers of the answer are already
 * sent; `failed` gets the error.
 */
export const csvFile = async function* (
  rows: AsyncIterable<readonly Loaded[]>,
  { names, most = mostRows, failed }: Told,
): AsyncGenerator<string> {
  yield csvHead(names)
  let count = 0
  try {
    for await (const some of rows) {
      const taken = some.slice(0, most - count)
      count += taken.length
      yield csvLines(taken, names)
      if (taken.length === some.length) continue
      yield cutLine(count, 'there are more than a file may have')
      return
    }
  } catch (error) {
    failed(error)
    yield cutLine(count, 'reading failed: export it again')
  }
}

// A CSV file: cells that spreadsheets read but never run as formulas, and the last line of a file that was cut.

/**
 * Text that a spreadsheet treats as a formula: = + - @, also full-width, also after blanks and zero-width characters,
 * which some spreadsheets skip; and text that begins with a tab or the end of a line.
 */
const formula = /^(?:[\t\r\n]|[\s\u200B-\u200F\u2060\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

/** The text of a cell before `csvCell` guarded it. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell

/**
 * One cell: quoted where needed, and guarded with an apostrophe where a spreadsheet would treat it as a formula, unless
 * it is a number. Quoted at a semicolon too, which separates cells where the comma is the decimal sign.
 */
export const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = formula.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

const cut = 'THIS FILE IS NOT COMPLETE: '
/** The last line of a file that was cut before all rows were written. */
export const cutLine = (rows: number, why: string): string => `"${cut}${rows} rows are here, then ${why}"\r\n`
/** The message of the last line of a cut file; `end` is the end of the file's text. */
export const cutIn = (end: string): string | undefined => {
  const last = end.trimEnd().split('\r\n').at(-1) ?? ''
  const said = last.replace(/^"(.*)"$/, '$1')
  return said.startsWith(cut) ? said : undefined
}

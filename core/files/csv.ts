// A CSV file: its cells, written so that spreadsheets read them and cannot be tricked by them, and how one says that it
// was cut.

/**
 * One cell: quoted where needed, a leading = + - @ (or tab; also full-width, as some spreadsheets read them) made text
 * with an apostrophe, unless it is a number. Quoted at a semicolon too, which separates cells where the comma is the
 * decimal sign.
 */
export const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

const cut = 'THIS FILE IS NOT COMPLETE: '
/** The last line of a file that holds fewer rows than there are. */
export const cutLine = (rows: number, why: string): string => `"${cut}${rows} rows are here, then ${why}"\r\n`
/** What the last line of a file says if it was cut; `end` is how the file ends. */
export const cutIn = (end: string): string | undefined => {
  const last = end.trimEnd().split('\r\n').at(-1) ?? ''
  const said = last.replace(/^"(.*)"$/, '$1')
  return said.startsWith(cut) ? said : undefined
}

// One cell of a CSV file, written so that spreadsheets read it and cannot be tricked by it.

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

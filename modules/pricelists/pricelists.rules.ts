// A price list as a file: what Export writes, which Import takes back.
type Line = {
  readonly Product?: { readonly Code?: string | null; readonly Name?: string | null } | null
  readonly Price?: number | null
  readonly Discount?: number | null
}

/** A text that a spreadsheet would run as a formula starts with an apostrophe. */
const cell = (value: string | number | null | undefined): string => {
  if (typeof value === 'number' || value === null || value === undefined) return String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
/** Lines of code, name, price and discount, without a head; UTF-8 with BOM. */
export const priceListCsv = (lines: readonly Line[]): string =>
  `\uFEFF${lines.map((line) => `${[line.Product?.Code, line.Product?.Name, line.Price, line.Discount].map(cell).join(',')}\r\n`).join('')}`
/** `day` as yyyy-mm-dd. */
export const priceListFile = (priceListId: number, day: string): string => `pricelist-${priceListId}-${day}.csv`

// A price list as a file: written by Export, read by Import.
import { lineAmount } from '../../core/money.ts'
import { csvCell } from '../../core/files/csv.ts'
import type { PriceListDraft } from './pricelists.model.ts'

type Line = {
  readonly Product?: { readonly Code?: string | null; readonly Name?: string | null } | null
  readonly Price?: number | null
  readonly Discount?: number | null
}

/** Lines of code, name, price and discount, without a head; UTF-8 with BOM. */
export const priceListCsv = (lines: readonly Line[]): string => {
  const rows = lines.map((line) => [line.Product?.Code, line.Product?.Name, line.Price, line.Discount])
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`
}
/** A list whose prices are all `change` percent higher, or lower below 0, with the same discounts. Rounded half up. */
export const pricesChanged = (lines: readonly PriceLine[], change: number): PriceLine[] =>
  lines.map((line) => ({
    ...line,
    Price: (line.Price ?? null) === null ? line.Price : lineAmount(line.Price, -change),
  }))
/** The percentage as it was typed; undefined when it is none, or leaves no price. */
export const typedChange = (text: string): number | undefined => {
  const plain = text.trim().replace(/\s*%$/, '')
  if (!/^[+-]?\d+(\.\d{1,2})?$/.test(plain)) return undefined
  const change = Number(plain)
  return change > -100 && change <= 1000 ? change : undefined
}
export const overlapText = (overlaps: string): string =>
  `Price list ${overlaps} holds on some of these days too: the latest one wins`

/** `day` as yyyy-mm-dd. */
export const priceListFile = (priceListId: number, day: string): string => `pricelist-${priceListId}-${day}.csv`

export type PriceLine = NonNullable<PriceListDraft['PriceListProducts']>[number]

/** The lines with each missing product added, and the message about it. */
export const withMissing = (
  lines: readonly PriceLine[],
  all: readonly PriceLine[],
): { readonly lines: PriceLine[]; readonly said: string } => {
  const there = new Set(lines.map((line) => line.ProductId))
  const added = all.filter((line) => !there.has(line.ProductId))
  const unpriced = added.filter((line) => (line.Price ?? null) === null).length
  const count = `${added.length} ${added.length === 1 ? 'product' : 'products'} added at the maximum price`
  if (added.length === 0) return { lines: [...lines], said: 'The list has all products already' }
  return { lines: [...lines, ...added], said: unpriced === 0 ? count : `${count}, ${unpriced} of them without a price` }
}

// A price list as a file: what Export writes, which Import takes back.
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
/** `day` as yyyy-mm-dd. */
export const priceListFile = (priceListId: number, day: string): string => `pricelist-${priceListId}-${day}.csv`

export type PriceLine = NonNullable<PriceListDraft['PriceListProducts']>[number]

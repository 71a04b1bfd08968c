// What a sale's state or invoice has locked: a stored value stays, a different one is refused.
import { sameValue } from '../../core/same.ts'
import type { Caller, Loaded } from '../../server/module.ts'
import { refused } from '../../server/refusal.ts'
import type { SentLine } from './lines.server.ts'
import { saleFields } from './sales.model.ts'
import { lockedFields } from './status.rules.ts'

/** Fields locked by the sale's state: the stored value stays, a different one is refused. */
export const checkLocked = (user: Caller, record: Loaded, before: Loaded): void => {
  const invoice = before['Invoice'] as { InvoiceNo?: string; IsSingleSale?: boolean } | null
  const frozen =
    invoice?.InvoiceNo !== undefined && !(invoice.IsSingleSale === true && Number(before['StatusId']) < 95) ? invoice.InvoiceNo : null
  for (const name of lockedFields(
    { StatusId: Number(before['StatusId']), BaseSaleId: before['BaseSaleId'] as number | null, FrozenByInvoiceNo: frozen },
    1,
  )) {
    if (record[name] === undefined) continue
    if (name === 'SaleProducts') {
      if (!sameLines(record[name] as SentLine[], before[name] as SentLine[]))
        throw refused(
          frozen ? `The sale is on invoice ${frozen}; its products can not be changed` : 'Products can not be changed after accession',
        )
    } else if (!sameValue(record[name], before[name]))
      throw refused(`${(saleFields as Record<string, { label: string }>)[name]?.label ?? name} can not be changed any more`)
  }
}
const sameLines = (a: readonly SentLine[], b: readonly SentLine[]): boolean => {
  const text = (lines: readonly SentLine[]): string =>
    JSON.stringify(
      lines
        .filter((l) => l.ProductId !== null && l.ProductId !== undefined)
        .map((l) => [l.ProductId, Number(l.Price ?? 0), Number(l.DiscountPercent ?? 0), Number(l.CommissionPercent ?? 0)])
        .sort((x, y) => Number(x[0]) - Number(y[0])),
    )
  return text(a) === text(b.filter((l) => (l as Loaded)['StatusId'] !== 100)) || text(a) === text(b)
}

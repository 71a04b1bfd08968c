// Values that a sale's state or invoice locks: the stored value is kept, a different one is refused with the reason.
import { sameValue } from '../../../core/same.ts'
import { refused } from '../../../server/refusal.ts'
import { lockedByState } from '../status/locked.rules.ts'
import { saleFields, type Sale, type SaleDraft, type SaleProduct, type StoredLine } from '../sales.model.ts'
import { saleStateOf } from '../status/status.rules.ts'
import { lineStatus } from '../../lists/items.model.ts'

/**
 * Keeps what the sale's state locks. The door answers 403 for what a role may not change. @throws 422
 */
export const checkLocked = (record: SaleDraft, before: Sale, locked = lockedByState(saleStateOf(before))): void => {
  for (const [name, reason] of locked) {
    if (record[name] === undefined) continue
    const same =
      name === 'SaleProducts'
        ? sameLines(record.SaleProducts ?? [], before.SaleProducts)
        : sameValue(record[name], before[name])
    if (!same) throw refused(`${saleFields[name].label} cannot be changed: ${reason}`, { [name]: [reason] })
  }
}

const sameLines = (a: readonly SaleProduct[], b: readonly StoredLine[]): boolean => {
  const text = (lines: readonly SaleProduct[]): string =>
    JSON.stringify(
      lines
        .filter((l) => l.ProductId !== null && l.ProductId !== undefined)
        .map((l) => [
          l.ProductId,
          Number(l.Price ?? 0),
          Number(l.DiscountPercent ?? 0),
          Number(l.CommissionPercent ?? 0),
        ])
        .sort((x, y) => Number(x[0]) - Number(y[0])),
    )
  return text(a) === text(b.filter((l) => l.StatusId !== lineStatus.Cancelled)) || text(a) === text(b)
}

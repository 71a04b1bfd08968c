// What a sale's state or invoice has locked: a stored value stays, a different one is refused with the reason.
import { sameValue } from '../../../core/same.ts'
import type { Loaded } from '../../../server/caller.ts'
import { refused } from '../../../server/refusal.ts'
import type { SentLine } from './lines.server.ts'
import { lockedFields } from '../status/locked.rules.ts'
import { saleFields } from '../sales.model.ts'
import { saleStateOf } from '../status/status.rules.ts'
import { lineStatus } from '../../lists/items.model.ts'

const labelOf = (name: string): string => (saleFields as Record<string, { label: string }>)[name]?.label ?? name

/** Fields locked by the sale's state. What a role may not change answers the door, with 403. @throws 422 */
export const checkLocked = (record: Loaded, before: Loaded): void => {
  for (const [name, reason] of lockedFields(saleStateOf(before), 1)) {
    if (record[name] === undefined) continue
    const same =
      name === 'SaleProducts'
        ? sameLines(record[name] as SentLine[], before[name] as SentLine[])
        : sameValue(record[name], before[name])
    if (!same) throw refused(`${labelOf(name)} can not be changed: ${reason}`, { [name]: [reason] })
  }
}

const sameLines = (a: readonly SentLine[], b: readonly SentLine[]): boolean => {
  const text = (lines: readonly SentLine[]): string =>
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
  return text(a) === text(b.filter((l) => (l as Loaded)['StatusId'] !== lineStatus.Cancelled)) || text(a) === text(b)
}

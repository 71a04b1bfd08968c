// Values that a sale's state or invoice locks: the stored value is kept, a different one is refused with the reason.
import type { Field } from '../../../core/model.ts'
import { sameValue } from '../../../core/same.ts'
import type { Loaded } from '../../../server/caller.ts'
import { refused } from '../../../server/refusal.ts'
import { lockedByState } from '../status/locked.rules.ts'
import { saleFields, type Sale, type SaleDraft, type SaleProduct, type StoredLine } from '../sales.model.ts'
import { saleStateOf } from '../status/status.rules.ts'
import { lineStatus } from '../../lists/items.model.ts'

/**
 * Keeps what the sale's state locks, and answers what is left to save: locked lines are the stored ones, whatever
 * figure was not sent. The door answers 403 for what a role may not change. @throws 422
 */
export const checkLocked = (
  record: SaleDraft,
  before: Sale,
  locked = lockedByState(saleStateOf(before)),
): SaleDraft => {
  for (const [name, reason] of locked) {
    if (record[name] === undefined) continue
    const same =
      name === 'SaleProducts'
        ? sameLines(record.SaleProducts ?? [], before.SaleProducts)
        : sameValue(record[name], before[name])
    if (!same) throw refused(`${saleFields[name].label} cannot be changed: ${reason}`, { [name]: [reason] })
  }
  const { SaleProducts: _, ...others } = record
  return locked.has('SaleProducts') ? others : record
}

/** Fields of a line that a person may write, from the model: a new one is compared without a change here. */
const written = Object.entries<Field>(saleFields.SaleProducts.fields ?? {}).filter(
  ([name, field]) =>
    name !== 'SaleProductId' && !field.computed && !field.asked && !field.view && field.kind !== 'object',
)
const isFigure = ({ kind }: Field): boolean => kind === 'money' || kind === 'percent'
/** Whether a sent line says what is stored; a field that was not sent says it. */
const sameLine = (sent: Loaded, stored: Loaded): boolean =>
  written.every(([name, field]) => {
    const [is, was] = [sent[name], stored[name]]
    if (is === undefined) return true
    return isFigure(field) ? Number(is ?? 0) === Number(was ?? 0) : sameValue(is ?? null, was ?? null)
  })
/** Each sent line says a stored one of its own, and none is left; those that name their key come first. */
const sameLines = (sent: readonly SaleProduct[], stored: readonly StoredLine[]): boolean => {
  const lines = sent.filter((line) => (line.ProductId ?? null) !== null)
  const isNamed = (line: SaleProduct): boolean => (line.SaleProductId ?? null) !== null
  const inTurn = [...lines.filter(isNamed), ...lines.filter((line) => !isNamed(line))]
  const are = (others: readonly StoredLine[]): boolean => {
    const left = new Set(others)
    const isOneLeft = (line: SaleProduct): boolean => {
      const found = [...left].find(
        (other) =>
          (line.SaleProductId ?? other.SaleProductId) === other.SaleProductId &&
          line.ProductId === other.ProductId &&
          sameLine(line, other),
      )
      return found !== undefined && left.delete(found)
    }
    return lines.length === others.length && inTurn.every(isOneLeft)
  }
  return are(stored.filter((line) => line.StatusId !== lineStatus.Cancelled)) || are(stored)
}

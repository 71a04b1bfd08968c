// What makes a price list one: its own seller, days in their order, one price for a product.
import type { Errors } from '../../core/validate.ts'
import { must, type Decision } from '../../core/refusal.ts'
import type { PriceListDraft } from './pricelists.model.ts'

type User = { readonly Clients: readonly number[] }

/** A seller prices for itself and for those below it; the buyer it names reads the list and no more. */
export const mayPrice = (seller: number | null | undefined, user: User): Decision =>
  must(user.Clients.includes(seller ?? 0), 'The seller of a price list keeps it')

/**
 * Where a key stands for the second time; -1 when each stands once. Lists have many thousand rows, so each is looked at
 * once.
 */
const firstTwice = (keys: readonly unknown[]): number => {
  const seen = new Set<unknown>()
  for (const [index, key] of keys.entries()) {
    if ((key ?? null) === null) continue
    if (seen.has(key)) return index
    seen.add(key)
  }
  return -1
}

/** What is wrong by field; an empty object when nothing is. */
export const priceListErrors = (list: PriceListDraft): Errors => {
  const [from, till] = [(list.EffectiveFromDate ?? '').slice(0, 10), (list.EffectiveTillDate ?? '').slice(0, 10)]
  const products = (list.PriceListProducts ?? []).map((row) => row.ProductId)
  const twice = firstTwice(products)
  return {
    ...(till !== '' && till < from && { EffectiveTillDate: ['Effective Till can not be before Effective From'] }),
    ...(twice !== -1 && { [`PriceListProducts.${twice}.ProductId`]: ['This product has a price here already'] }),
  }
}

// The rules of a seller's dated list of products, of prices or of commissions: its own seller, days in their
// order, each product once.
import type { Errors } from '../../core/validate.ts'
import { must, type Decision } from '../../core/refusal.ts'
import type { PriceListDraft } from './pricelists.model.ts'

type User = { readonly Clients: readonly number[] }

/** A seller changes its lists, for itself and those below it; `what` names the list. Its buyer only reads it. */
export const mayPrice = (seller: number | null | undefined, user: User, what = 'price list'): Decision =>
  must(user.Clients.includes(seller ?? 0), `Only its seller can change this ${what}`)

/**
 * The index of the first repeated key; -1 when all are different. Lists have many thousand rows, so each is looked at
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

type Dated = { readonly EffectiveFromDate?: string | null; readonly EffectiveTillDate?: string | null }
type Line = { readonly ProductId?: number | null }
/** What is wrong with its days and products, by field; `twice` is the error of a product's second line in `grid`. */
export const datedErrors = (list: Dated, grid: string, lines: readonly Line[], twice: string): Errors => {
  const [from, till] = [(list.EffectiveFromDate ?? '').slice(0, 10), (list.EffectiveTillDate ?? '').slice(0, 10)]
  const at = firstTwice(lines.map((line) => line.ProductId))
  return {
    ...(till !== '' && till < from && { EffectiveTillDate: ['Effective Till cannot be before Effective From'] }),
    ...(at !== -1 && { [`${grid}.${at}.ProductId`]: [twice] }),
  }
}

/** What is wrong by field; an empty object when all is right. */
export const priceListErrors = (list: PriceListDraft): Errors =>
  datedErrors(list, 'PriceListProducts', list.PriceListProducts ?? [], 'This product has a price here already')

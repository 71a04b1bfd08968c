// What holds an accession back: a leg that no price list prices, or that its buyer may not owe.
import { must, yes, type Decision, type Refused } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'

/** A product of a leg without a price. */
export type Unpriced = {
  readonly Product: string
  readonly Seller: string
  readonly Buyer: string
  /** The seller's list in force for this buyer; null when there is none. */
  readonly PriceListId: number | null
}

const where = ({ Seller, Buyer, PriceListId }: Unpriced): string =>
  PriceListId === null
    ? `${Seller} has no price list for ${Buyer}`
    : `price list ${PriceListId} of ${Seller} for ${Buyer}`

/** Product and list of each, in a sentence. */
const named = (lacking: readonly Unpriced[]): string => {
  const lists = Map.groupBy(lacking, where)
  return [...lists]
    .map(([list, rows]) => {
      const products = rows.map((row) => row.Product).join(', ')
      return rows[0]?.PriceListId === null ? `${products}: ${list}` : `${products}: no price in ${list}`
    })
    .join('; ')
}

/** Goes on without a price only by a manager who says why; the lines are then on the list of those to be priced. */
export const mayGoUnpriced = (lacking: readonly Unpriced[], roleId: number, reason?: string | null): Decision => {
  if (lacking.length === 0) return yes
  const mend = `${named(lacking)}. Add the price and accession again`
  return roleId <= role.BusinessManager
    ? must((reason ?? '').trim() !== '', `${mend}, or give a reason to go on without one`, {
        at: 'reason',
        code: 'no-leg-price',
      })
    : must(false, `${mend}, or ask a manager to go on without one`, { at: 'reason', code: 'no-leg-price' })
}

/** The refusal of a leg's credit, with its buyer by name and what can be done. */
export const creditOfLeg = (refusal: Refused, buyer: string, mayGoOn: boolean): Refused => ({
  ...refusal,
  reason: `${buyer}: ${refusal.reason}${
    mayGoOn ? '' : '. Pay what is due, or ask a manager of the lab to raise the limit or to go on with a reason'
  }`,
  at: 'OverrideRemarks',
})

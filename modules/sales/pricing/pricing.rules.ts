// Which price and which commission apply to a product on a day, and why.

/** One product's row of a price list. Days are yyyy-mm-dd, both included; without a last day it is open. */
export type PriceCandidate = {
  readonly PriceListId: number
  readonly PriceListProductId: number
  readonly SellerId: number
  readonly BuyerTypeId: number | null
  readonly BuyerId: number | null
  readonly EffectiveFromDate: string
  readonly EffectiveTillDate: string | null
  readonly ProductId: number
  readonly Price: number
  readonly Discount: number
}
/** One product's row of a referral scheme. */
export type CommissionCandidate = {
  readonly ReferralSchemeId: number
  readonly ReferralSchemeProductId: number
  readonly SellerId: number
  readonly ReferrerId: number | null
  readonly EffectiveFromDate: string
  readonly EffectiveTillDate: string | null
  readonly ProductId: number
  readonly Commission: number
}
export type PriceQuestion = {
  readonly ProductId: number
  readonly SellerId: number
  /** The seller's parent lab, whose list for the buyer's type is inherited. */
  readonly ParentLabId: number | null
  readonly BuyerTypeId: number | null
  readonly BuyerId: number | null
  /** Day of the sale in the network's time zone. */
  readonly SaleDay: string
}
type PriceTier = 'buyer' | 'buyerType' | 'anyBuyer' | 'parentLab'
export type ChosenPrice = {
  readonly Price: number
  readonly Discount: number
  readonly PriceListId: number
  readonly PriceListProductId: number
  readonly Tier: PriceTier
  readonly Inherited: boolean
}

/** The source of a price, stored with the line. */
export type PriceSource = Pick<ChosenPrice, 'PriceListId' | 'Tier' | 'Inherited'>

type Dated = { readonly EffectiveFromDate: string; readonly EffectiveTillDate: string | null }

const inForce = (row: Dated, day: string): boolean =>
  row.EffectiveFromDate <= day && (row.EffectiveTillDate === null || day <= row.EffectiveTillDate)

/** Latest start first, then the highest id. */
function latest<T extends Dated>(rows: readonly T[], idOf: (row: T) => number): T | undefined {
  return rows.reduce<T | undefined>((best, row) => {
    if (!best) return row
    if (row.EffectiveFromDate !== best.EffectiveFromDate)
      return row.EffectiveFromDate > best.EffectiveFromDate ? row : best
    return idOf(row) > idOf(best) ? row : best
  }, undefined)
}

/**
 * The price in force: the seller's list for this buyer, else for the buyer's type, else for any buyer, else the parent
 * lab's list for the buyer's type.
 * Null when there is none.
 */
export function choosePrice(candidates: readonly PriceCandidate[], ask: PriceQuestion): ChosenPrice | null {
  const rows = candidates.filter((row) => row.ProductId === ask.ProductId && inForce(row, ask.SaleDay))
  const ofType = (row: PriceCandidate): boolean =>
    row.BuyerId === null && row.BuyerTypeId !== null && row.BuyerTypeId === ask.BuyerTypeId
  const tiers: readonly (readonly [PriceTier, (row: PriceCandidate) => boolean])[] = [
    ['buyer', (row) => row.SellerId === ask.SellerId && row.BuyerId !== null && row.BuyerId === ask.BuyerId],
    ['buyerType', (row) => row.SellerId === ask.SellerId && ofType(row)],
    ['anyBuyer', (row) => row.SellerId === ask.SellerId && row.BuyerId === null && row.BuyerTypeId === null],
    ['parentLab', (row) => ask.ParentLabId !== null && row.SellerId === ask.ParentLabId && ofType(row)],
  ]
  for (const [Tier, matches] of tiers) {
    const row = latest(rows.filter(matches), (one) => one.PriceListId)
    if (!row) continue
    const { Price, Discount, PriceListId, PriceListProductId } = row
    return { Price, Discount, PriceListId, PriceListProductId, Tier, Inherited: Tier === 'parentLab' }
  }
  return null
}

const tierTexts: Readonly<Record<PriceTier, string>> = {
  buyer: 'for this buyer',
  buyerType: 'for this type of buyer',
  anyBuyer: 'for all buyers',
  parentLab: 'inherited from the parent lab, for this type of buyer',
}

/** A source as it may be sent: whole, in part or not at all. */
type Source<S> = { readonly [K in keyof S]?: S[K] | null } | null | undefined

/** Why this price, in a sentence for the line. */
export const whyPrice = (chosen: Source<Pick<PriceSource, 'PriceListId' | 'Tier'>>): string =>
  chosen?.Tier
    ? `Price list ${chosen.PriceListId}, ${tierTexts[chosen.Tier]}`
    : 'No price list in force has this product'

export type CommissionQuestion = Pick<PriceQuestion, 'ProductId' | 'SellerId' | 'ParentLabId' | 'SaleDay'> & {
  readonly ReferrerId: number | null
  /** Commission is due only when the patient buys and the referrer can refer; a network may bar paying doctors. */
  readonly applies: boolean
}
type CommissionTier = 'referrer' | 'anyReferrer' | 'parentLabReferrer' | 'parentLabAnyReferrer'
export type ChosenCommission = {
  readonly Commission: number
  readonly ReferralSchemeId: number | null
  readonly ReferralSchemeProductId: number | null
  readonly Tier: CommissionTier | null
  readonly Inherited: boolean
}

/** The source of a commission, stored with the line. */
export type CommissionSource = {
  readonly ReferralSchemeId: number
  readonly Tier: CommissionTier
  readonly Inherited: boolean
}

const noCommission: ChosenCommission = {
  Commission: 0,
  ReferralSchemeId: null,
  ReferralSchemeProductId: null,
  Tier: null,
  Inherited: false,
}

/**
 * The commission in percent: the seller's scheme for this referrer, else for any, then the parent lab's likewise, else
 * 0.
 */
export function chooseCommission(
  candidates: readonly CommissionCandidate[],
  ask: CommissionQuestion,
): ChosenCommission {
  if (!ask.applies || ask.ReferrerId === null) return noCommission
  const rows = candidates.filter((row) => row.ProductId === ask.ProductId && inForce(row, ask.SaleDay))
  const tiers: readonly (readonly [CommissionTier, number | null, number | null])[] = [
    ['referrer', ask.SellerId, ask.ReferrerId],
    ['anyReferrer', ask.SellerId, null],
    ['parentLabReferrer', ask.ParentLabId, ask.ReferrerId],
    ['parentLabAnyReferrer', ask.ParentLabId, null],
  ]
  for (const [Tier, seller, referrer] of tiers) {
    const row =
      seller === null
        ? undefined
        : latest(
            rows.filter((one) => one.SellerId === seller && one.ReferrerId === referrer),
            (one) => one.ReferralSchemeId,
          )
    if (!row) continue
    const { Commission, ReferralSchemeId, ReferralSchemeProductId } = row
    return { Commission, ReferralSchemeId, ReferralSchemeProductId, Tier, Inherited: Tier.startsWith('parentLab') }
  }
  return noCommission
}

const commissionTexts: Readonly<Record<CommissionTier, string>> = {
  referrer: 'for this referrer',
  anyReferrer: 'for all referrers',
  parentLabReferrer: 'inherited from the parent lab, for this referrer',
  parentLabAnyReferrer: 'inherited from the parent lab, for all referrers',
}

/** Why this commission, in a sentence for the line. */
export const whyCommission = (chosen: Source<Pick<CommissionSource, 'ReferralSchemeId' | 'Tier'>>): string =>
  chosen?.Tier ? `Referral scheme ${chosen.ReferralSchemeId}, ${commissionTexts[chosen.Tier]}` : 'No commission'

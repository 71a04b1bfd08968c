// A bill's figures and lines: totals, checks, what a change of the header resets, which referrer applies.
import { compareAmounts, lessAmounts, lineAmount, sumAmounts, wholeAmount, type Amount } from '../../core/money.ts'
import { allOf, must, under, yes } from '../../core/refusal.ts'
import type { Decision } from '../../core/refusal.ts'
import { sameValue } from '../../core/same.ts'
import type { SaleDraft } from './sales.model.ts'
import { isLive } from './status/status.rules.ts'
import { network } from '../../core/network.ts'
import { managers, role } from '../../core/user.ts'

/** A line being filled in; percents 0 to 100. */
export type SaleLine = {
  readonly ProductId: number | null
  readonly Price: Amount | null
  readonly DiscountPercent: Amount | null
  readonly CommissionPercent?: Amount | null
  readonly OriginalPrice: Amount | null
  readonly OriginalDiscountPercent: Amount | null
  readonly Remarks: string | null
  readonly StatusId: number
}

export type SaleTotals = {
  readonly GrossAmount: number
  readonly Discount: number
  readonly Rounding: number
  readonly NetAmount: number
  readonly Outstanding: number
}

/**
 * Figures under the lines; cancelled lines count nowhere. Gross: prices; discount: gross less amounts; net: less the
 * additional discount, in whole rupees where it rounds.
 */
export function saleTotals(
  SaleProducts: readonly Pick<SaleLine, 'Price' | 'DiscountPercent' | 'StatusId'>[],
  AddlDiscount: Amount | null,
  Paid: Amount | null,
  rounds = false,
): SaleTotals {
  const live = SaleProducts.filter(isLive)
  const GrossAmount = sumAmounts(live.map((line) => line.Price))
  const amounts = sumAmounts(live.map((line) => lineAmount(line.Price, line.DiscountPercent)))
  const exact = lessAmounts(amounts, AddlDiscount)
  const NetAmount = rounds ? wholeAmount(exact) : exact
  return {
    GrossAmount,
    Discount: lessAmounts(GrossAmount, amounts),
    Rounding: lessAmounts(NetAmount, exact),
    NetAmount,
    Outstanding: lessAmounts(NetAmount, Paid),
  }
}

/** The additional discount is an amount from 0 to gross less discount: net is never negative. */
export function checkAddlDiscount(
  SaleProducts: readonly Pick<SaleLine, 'Price' | 'DiscountPercent' | 'StatusId'>[],
  AddlDiscount: Amount | null,
): Decision {
  const { NetAmount } = saleTotals(SaleProducts, 0, 0)
  return allOf(
    must(compareAmounts(AddlDiscount, 0) >= 0, 'Additional discount must not be negative', { at: 'AddlDiscount' }),
    must(
      compareAmounts(AddlDiscount, NetAmount) <= 0,
      'Additional discount must not exceed the amount of the products',
      { at: 'AddlDiscount' },
    ),
  )
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const differs = (a: Amount | null, b: Amount | null): boolean => isEmpty(a) !== isEmpty(b) || compareAmounts(a, b) !== 0

/** Discount of a line; exactly 100 is allowed. */
export const checkDiscount = (DiscountPercent: Amount | null): Decision =>
  allOf(
    must(compareAmounts(DiscountPercent, 100) <= 0, 'Discount must be less than 100%', { at: 'DiscountPercent' }),
    must(compareAmounts(DiscountPercent, 0) >= 0, 'Discount must not be negative', { at: 'DiscountPercent' }),
  )

/** Role id 2 or lower bills lines without a price; for others a product must be in a list of the seller. */
export const maySellUnpriced = (roleId: number): Decision =>
  must(roleId <= role.BusinessManager, 'Only a manager may bill an item with no price', {
    at: 'Price',
    code: 'no-price',
  })

const unexplained = { at: 'Remarks', code: 'remarks-needed' }
/** A line to save; a cancelled one is not checked. */
export function checkLine(line: SaleLine): Decision {
  if (!isLive(line)) return yes
  const remarked = (line.Remarks?.trim() ?? '') !== ''
  const noPrice = isEmpty(line.Price)
  const changed =
    differs(line.Price, line.OriginalPrice) || compareAmounts(line.DiscountPercent, line.OriginalDiscountPercent) !== 0
  return allOf(
    checkDiscount(line.DiscountPercent),
    must(compareAmounts(line.Price, 0) >= 0, 'Price must not be negative', { at: 'Price' }),
    must(remarked || !noPrice, 'Please enter remarks for billing an item with no price', unexplained),
    must(remarked || !changed, 'Please enter remarks for updating item price/discount', unexplained),
  )
}

/** At least one product that is not cancelled. */
export const checkProducts = (lines: readonly Pick<SaleLine, 'ProductId' | 'StatusId'>[]): Decision =>
  must(
    lines.some((line) => line.ProductId !== null && isLive(line)),
    'Sale must have at least 1 product',
    { at: 'SaleProducts', code: 'no-products' },
  )

/** The lines of a sale: at least one product, none twice, each in order. The first refusal, at its cell. */
export const checkLines = (lines: readonly SaleLine[]): Decision =>
  allOf(
    checkProducts(lines),
    ...lines.map((line, index) => () => {
      if (line.ProductId === null || !isLive(line)) return yes
      return under(
        `SaleProducts.${index}`,
        allOf(mayPick(lines, line.ProductId, index), () => checkLine(line)),
      )
    }),
  )

/** Whether a product can be picked on a line: no other live line has it. */
export const mayPick = (
  lines: readonly Pick<SaleLine, 'ProductId' | 'StatusId'>[],
  ProductId: number | null,
  place: number,
): Decision =>
  must(
    !lines.some(
      (line, index) => index !== place && isLive(line) && line.ProductId !== null && line.ProductId === ProductId,
    ),
    'Product is already selected',
    { at: 'ProductId', code: 'picked-already' },
  )

type Discounted = Pick<SaleLine, 'Price' | 'DiscountPercent' | 'OriginalDiscountPercent' | 'StatusId'>
/** A line with the discount that was allowed on it before, null for a new line. */
export type GrownDiscount = { readonly line: Discounted; readonly allowed: Amount | null }

const ownDiscount = (line: Discounted, cap: Amount): number =>
  Math.max(Number(cap), Number(line.OriginalDiscountPercent ?? 0))
/** Whether its discount grows beyond the doctor's cap, the list's discount and what was allowed on it before. */
const growsBeyond = ({ line, allowed }: GrownDiscount, cap: Amount): boolean =>
  isLive(line) && Number(line.DiscountPercent ?? 0) > Math.max(ownDiscount(line, cap), Number(allowed ?? 0))
/** Rupees of a line's discount beyond the doctor's cap and the list's discount. */
const beyondCap = ({ line }: GrownDiscount, cap: Amount): number => {
  if (!isLive(line)) return 0
  const own = ownDiscount(line, cap)
  return lessAmounts(
    lineAmount(line.Price, own),
    lineAmount(line.Price, Math.max(own, Number(line.DiscountPercent ?? 0))),
  )
}
/**
 * The doctor's cap limits the line discounts that roles above 2 give; without a cap they give none. A front desk goes
 * beyond it up to a limit of the network, with the remarks that a changed discount has; then a manager is asked.
 */
export function checkReferralDiscount(
  lines: readonly GrownDiscount[],
  MaxDiscountForReferral: Amount | null,
  roleId: number,
): Decision {
  if (roleId <= role.BusinessManager) return yes
  const cap = isEmpty(MaxDiscountForReferral) ? 0 : (MaxDiscountForReferral ?? 0)
  // the limit is of a sale: what was given before counts, too, once more is given
  const grows = lines.some((line) => growsBeyond(line, cap))
  const beyond = grows ? sumAmounts(lines.map((line) => beyondCap(line, cap))) : 0
  const limit = roleId === role.FrontDesk ? network.deskDiscountLimit : 0
  return must(compareAmounts(beyond, limit) <= 0, `Discount must not exceed ${cap}% for patients of this doctor`, {
    at: 'SaleProducts',
    code: 'doctors-cap',
    needs: { kind: 'discount', by: managers, amount: beyond },
  })
}

type Figures = { readonly Price: Amount | null; readonly DiscountPercent: Amount | null }
export type KeptPrice = {
  readonly stored: Figures & { readonly OriginalPrice: Amount | null; readonly OriginalDiscountPercent: Amount | null }
  /** The list's figures for the present parties and date. */
  readonly list: Figures
  /** The line was priced for the present buyer, seller and sale date. */
  readonly sameParties: boolean
}
/**
 * Whether a line may keep its stored figures without role id 2 or lower: its parties are the same, the list gives the
 * same to both, or the line is not below the present list.
 */
export const mayKeepPrice = ({ stored, list, sameParties }: KeptPrice): Decision => {
  const sameList =
    !differs(stored.OriginalPrice, list.Price) &&
    compareAmounts(stored.OriginalDiscountPercent, list.DiscountPercent) === 0
  const notBelow =
    !isEmpty(stored.Price) &&
    compareAmounts(lineAmount(stored.Price, stored.DiscountPercent), lineAmount(list.Price, list.DiscountPercent)) >= 0
  return must(
    sameParties || sameList || notBelow,
    'The price is below the list of this buyer: reset the prices, or ask a manager',
    { at: 'Price', code: 'below-list' },
  )
}

/** Only role id 2 or lower sets prices and commissions. */
export const mayEditPrice = (roleId: number): Decision =>
  must(roleId <= role.BusinessManager, 'Only a manager may change prices and commissions', { code: 'manager-only' })

export type ResettingField = 'SaleDate' | 'SellerId' | 'BuyerId' | 'ReferrerId'
export type Reset = { readonly text: string; readonly prices: boolean; readonly commissions: boolean }

const resets: Readonly<Record<ResettingField, Reset>> = {
  SaleDate: {
    text: 'Reset all prices, discounts and commissions in this bill using the new sale date',
    prices: true,
    commissions: true,
  },
  SellerId: {
    text: 'Reset all prices, discounts and commissions in this bill using the new seller',
    prices: true,
    commissions: true,
  },
  BuyerId: {
    text: 'Reset all prices and discounts in this bill using the new buyer',
    prices: true,
    commissions: false,
  },
  ReferrerId: { text: 'Reset all commissions in this bill using the new referrer', prices: false, commissions: true },
}

/**
 * The question when a header field has changed; null when no line has a product. No keeps the new header value and the
 * old figures.
 */
export const resetPrompt = (field: ResettingField, lines: readonly Pick<SaleLine, 'ProductId'>[]): Reset | null =>
  lines.some((line) => line.ProductId !== null) ? resets[field] : null

export type FetchedPrice = {
  readonly ProductId: number
  readonly Price: number | null
  readonly Discount: number | null
  readonly Commission: number | null
}

/**
 * Live lines with the fetched figures that the reset names; a product without answer has no price and no discount.
 * Cancelled lines do not change.
 */
export function resetLines<L extends SaleLine>(
  lines: readonly L[],
  fetched: readonly FetchedPrice[],
  reset: Pick<Reset, 'prices' | 'commissions'>,
): readonly L[] {
  const byProduct = new Map(fetched.map((price) => [price.ProductId, price]))
  return lines.map((line) => {
    if (line.ProductId === null || !isLive(line)) return line
    const price = byProduct.get(line.ProductId)
    const [Price, DiscountPercent] = [price?.Price ?? null, price?.Discount ?? 0]
    return {
      ...line,
      ...(reset.prices
        ? { Price, OriginalPrice: Price, DiscountPercent, OriginalDiscountPercent: DiscountPercent }
        : {}),
      ...(reset.commissions ? { CommissionPercent: price?.Commission ?? 0 } : {}),
    }
  })
}

export type ReferrerQuestion = {
  readonly PatientId: number | null
  readonly BuyerId: number | null
  readonly roleId: number
  readonly doctor: { readonly ClientId: number; readonly CanRefer: boolean } | null
  /** The chosen referrer; null when the field is empty or follows the doctor. */
  readonly picked: { readonly ClientId: number; readonly CanRefer: boolean } | null
}

/** The patient is the buyer: billed at once, and a referrer may earn. */
export const isWalkIn = (sale: { readonly PatientId: number | null; readonly BuyerId: number | null }): boolean =>
  sale.PatientId !== null && sale.PatientId === sale.BuyerId

/**
 * The referrer of a sale: only when the patient buys and the referrer can refer. Above role id 2 an empty field means
 * the doctor.
 */
export function referrerOf(ask: ReferrerQuestion): number | null {
  if (!isWalkIn(ask)) return null
  const referrer = ask.roleId <= role.BusinessManager ? ask.picked : (ask.picked ?? ask.doctor)
  return referrer?.CanRefer ? referrer.ClientId : null
}

const followed = ['PatientId', 'BuyerId', 'ReferringDoctorId'] as const
/**
 * A saved sale keeps its referrer, by any editor and even if the referrer has changed since, until patient, buyer or
 * doctor change, or role id 2 or lower picks another one.
 */
export const keepsReferrer = (sent: SaleDraft, stored: SaleDraft, roleId: number): boolean =>
  [...followed, ...(roleId <= role.BusinessManager ? (['ReferrerId'] as const) : [])].every(
    (name) => sent[name] === undefined || sameValue(sent[name], stored[name]),
  )

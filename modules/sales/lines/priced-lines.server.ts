// The lines of a sale at its save: priced from the lists, checked, and limited to what the user may set.
import { lineAmount } from '../../../core/money.ts'
import { allOf, errorsOf, under } from '../../../core/refusal.ts'
import { sameValue } from '../../../core/same.ts'
import { isPrivileged } from '../../../core/user.ts'
import type { Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { seconded } from '../../../server/door/second.ts'
import { invalid, invalidBy, notPermitted, Refusal, refused } from '../../../server/refusal.ts'
import { isWholeConsent } from '../consent/consent.rules.ts'
import { asStored, type PricedLine } from './lines.server.ts'
import type { Party } from './parties.server.ts'
import { priceProducts, type Priced } from '../pricing/prices.server.ts'
import { checkAddlDiscount, checkLines, checkReferralDiscount, mayKeepPrice, maySellUnpriced } from '../sales.rules.ts'
import type { Sale, SaleDraft, SaleProduct, StoredLine } from '../sales.model.ts'
import { lineStatus } from '../../lists/items.model.ts'

/** The values to save over the stored ones, with the referrer that applies. */
type Change = { readonly sale: SaleDraft; readonly before: Sale | null; readonly referrerId: number | null }

const storedLines = (before: Sale | null): ReadonlyMap<number, StoredLine> =>
  new Map((before?.SaleProducts ?? []).map((line) => [Number(line.SaleProductId), line]))
const pricedFor = ['BuyerId', 'SellerId', 'SaleDate'] as const
const sameParties = ({ sale, before }: Change): boolean =>
  before !== null && pricedFor.every((name) => sameValue(sale[name], before[name]))

type Named = { readonly SaleProductId?: number | null; readonly ProductId?: number | null }
/** The stored line while it has the same product. */
const keptOf = (line: Named, known: StoredLine | undefined): StoredLine | null =>
  known && known.ProductId === line.ProductId ? known : null

const wrongPrice = (index: number, reason: string): Refusal =>
  new Refusal(403, 'You may not change Price', { errors: { [`SaleProducts.${index}.Price`]: [reason] } })

type Figures = Pick<PricedLine, 'Price' | 'DiscountPercent' | 'CommissionPercent'>
type Asked = { line: Figures; index: number; kept: StoredLine | null; list: Priced | undefined }
/** Above role id 2 a price is the list's, or the stored one where it may be kept; so is a commission. @throws 403 */
const checkAllowed = (change: Change, { line, index, kept, list }: Asked): void => {
  const listed = { Price: list?.Price ?? null, DiscountPercent: list?.Discount ?? 0 }
  const isStored = kept !== null && sameValue(line.Price, kept.Price)
  const isListed = sameValue(line.Price, listed.Price)
  if (!isListed && !isStored) throw wrongPrice(index, "This is not the buyer's price. Pick the product again")
  // a new discount on a listed price is checked against the list, and against the doctor's cap
  const typed = isListed && !sameValue(line.DiscountPercent, kept?.DiscountPercent ?? 0)
  if (isStored && kept && !typed) {
    const stored = {
      Price: kept.Price,
      DiscountPercent: line.DiscountPercent,
      OriginalPrice: kept.OriginalPrice,
      OriginalDiscountPercent: kept.OriginalDiscountPercent ?? 0,
    }
    const decision = mayKeepPrice({ stored, list: listed, sameParties: sameParties(change) })
    if (!decision.ok) throw wrongPrice(index, decision.reason)
  }
  const commissions = [list?.Commission ?? 0, ...(kept ? [kept.CommissionPercent ?? 0] : [])]
  if (!commissions.some((one) => one === line.CommissionPercent)) throw notPermitted('You may not change Commission %')
}

/** List price and source kept with a line: what the lists gave, or the stored line where its figures are kept. */
const originalOf = ({ line, kept, list }: Omit<Asked, 'index'>, sameReferrer: boolean) => {
  const isListed = sameValue(line.Price, list?.Price ?? null)
  const asListed = isListed && sameValue(line.DiscountPercent, list?.Discount ?? 0)
  // untouched figures need no remarks, even when the list has changed since
  const asKept =
    kept !== null && sameValue(line.Price, kept.Price) && sameValue(line.DiscountPercent, kept.DiscountPercent)
  const original = asListed || (!asKept && isListed) ? null : kept
  // so that a later scheme does not make an untouched commission look like one that was set by hand
  const earns = sameReferrer && kept !== null && sameValue(line.CommissionPercent, kept.CommissionPercent) ? kept : null
  return {
    OriginalPrice: original ? original.OriginalPrice : (list?.Price ?? null),
    OriginalDiscountPercent: original ? (original.OriginalDiscountPercent ?? 0) : (list?.Discount ?? 0),
    OriginalCommissionPercent: earns ? (earns.OriginalCommissionPercent ?? 0) : (list?.Commission ?? 0),
    PriceSource: original ? original.PriceSource : (list?.PriceSource ?? null),
    CommissionSource: earns ? earns.CommissionSource : (list?.CommissionSource ?? null),
  }
}

type Sent = SaleProduct & { ProductId: number }
const isSent = (line: SaleProduct): line is Sent => typeof line.ProductId === 'number'

/**
 * The figures of a line: the sent ones; one that was not sent is the line's own while nothing that it was priced for
 * has changed, else the list's.
 */
const askedOf = (line: Sent, list: Priced | undefined, kept: StoredLine | null, sameReferrer: boolean): Figures => {
  const own = <T>(sent: T | undefined, stored: T | undefined): T | undefined => (sent === undefined ? stored : sent)
  const Price = own(line.Price, kept?.Price)
  const commission = own(line.CommissionPercent, sameReferrer ? kept?.CommissionPercent : undefined)
  return {
    Price: Price === undefined ? (list?.Price ?? null) : Price,
    CommissionPercent: commission ?? list?.Commission ?? 0,
    DiscountPercent: own(line.DiscountPercent, kept?.DiscountPercent) ?? list?.Discount ?? 0,
  }
}

/** Prices of the lines: the list's own for users who may not change them; the list's values with the charged ones. */
export const pricedLines = async (tx: Tx, user: Caller, change: Change): Promise<PricedLine[]> => {
  const { sale, before, referrerId } = change
  const stored = storedLines(before)
  // a stored line that is sent without its product keeps it
  const sent = (sale.SaleProducts ?? [])
    .map((line) => ({ ProductId: stored.get(Number(line.SaleProductId))?.ProductId, ...line }))
    .filter(isSent)
  const priced = await priceProducts(tx, {
    SellerId: Number(sale.SellerId),
    BuyerId: Number(sale.BuyerId),
    BuyerTypeId: null,
    ReferrerId: referrerId,
    SaleDate: String(sale.SaleDate),
    ProductIds: sent.map((line) => line.ProductId),
  })
  const stays = sameParties(change)
  const sameReferrer = stays && sameValue(before?.ReferrerId ?? null, referrerId)
  return sent.map((line, index): PricedLine => {
    const list = priced[index]
    const known = typeof line.SaleProductId === 'number' ? stored.get(line.SaleProductId) : undefined
    if (typeof line.SaleProductId === 'number' && !known) throw refused('This line does not belong to this sale')
    if (known?.StatusId === lineStatus.Cancelled) return asStored(known)
    const kept = keptOf(line, known)
    const asked = askedOf(line, list, stays ? kept : null, sameReferrer)
    if (!isPrivileged(user)) checkAllowed(change, { line: asked, index, kept, list })
    return {
      // all fields of a line except its figures: the sent values over the stored ones
      ...known,
      ...line,
      SaleProductId: line.SaleProductId ?? null,
      ProductId: line.ProductId,
      StatusId: known?.StatusId ?? lineStatus.Ordered,
      ...asked,
      ...originalOf({ line: asked, kept, list }, sameReferrer),
      Amount: lineAmount(asked.Price, asked.DiscountPercent),
      Remarks: (line.Remarks === undefined ? known?.Remarks : line.Remarks) ?? null,
    }
  })
}

/** The additional discount, which only a manager changes. @throws 400 at the field, 403 */
export const checkAdditional = (user: Caller, lines: readonly PricedLine[], { sale, before }: Change): void => {
  const additional = sale.AddlDiscount ?? 0
  if (!isPrivileged(user) && additional !== (before?.AddlDiscount ?? 0))
    throw notPermitted('You may not change Additional Discount')
  const bounded = checkAddlDiscount(lines, additional)
  if (!bounded.ok) throw invalid(errorsOf(bounded))
}

/** Lines, additional discount and the doctor's cap. @throws 400 at the field, 403 for what the role may not give */
export const checkFigures = (user: Caller, lines: readonly PricedLine[], change: Change, doctor: Party): void => {
  const { sale, before } = change
  const stored = storedLines(before)
  const keptLine = (line: PricedLine) => keptOf(line, stored.get(Number(line.SaleProductId)))
  const unpriced = lines.find(
    (line) => line.StatusId !== lineStatus.Cancelled && line.Price === null && keptLine(line)?.Price !== null,
  )
  const mayUnpriced = maySellUnpriced(user.RoleId)
  if (unpriced && !mayUnpriced.ok) throw notPermitted(mayUnpriced.reason)
  const inOrder = checkLines(lines)
  if (!inOrder.ok) throw invalid(errorsOf(inOrder))
  const whole = allOf(...lines.map((line, index) => under(`SaleProducts.${index}`, isWholeConsent(line))))
  if (!whole.ok) throw invalid(errorsOf(whole))
  checkAdditional(user, lines, change)
  // another doctor has another cap: a discount allowed for patients of the first is checked again
  const sameDoctor = before !== null && before.ReferringDoctorId === sale.ReferringDoctorId
  const grown = lines.map((line) => ({ line, allowed: sameDoctor ? (keptLine(line)?.DiscountPercent ?? null) : null }))
  const cap = seconded(user, checkReferralDiscount(grown, doctor.MaxDiscountForReferral, user.RoleId))
  if (!cap.ok) throw invalidBy(cap)
}

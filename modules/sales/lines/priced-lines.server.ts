// The lines of a sale as they are saved: priced from the lists, checked, and what of them the user may set.
import { lineAmount } from '../../../core/money.ts'
import { sameValue } from '../../../core/same.ts'
import { isPrivileged } from '../../../core/user.ts'
import type { Tx } from '../../../server/db/db.ts'
import type { Caller, Loaded } from '../../../server/caller.ts'
import { invalid, notPermitted, Refusal, refused } from '../../../server/refusal.ts'
import type { SentLine } from './lines.server.ts'
import type { Party } from './parties.server.ts'
import { priceProducts, type Priced } from '../pricing/prices.server.ts'
import { checkAddlDiscount, checkLines, checkReferralDiscount, mayKeepPrice, maySellUnpriced } from '../sales.rules.ts'
import { lineStatus } from '../../lists/items.model.ts'

type Sale = { readonly sale: Loaded; readonly before: Loaded | null; readonly referrerId: number | null }

const storedLines = (before: Loaded | null): ReadonlyMap<number | null | undefined, SentLine> =>
  new Map(((before?.['SaleProducts'] ?? []) as SentLine[]).map((line) => [line.SaleProductId, line]))
const sameParties = ({ sale, before }: Sale): boolean =>
  before !== null && ['BuyerId', 'SellerId', 'SaleDate'].every((name) => sameValue(sale[name], before[name]))

/** The stored line when it still is about the same product. */
const keptOf = (line: SentLine, known: SentLine | undefined): SentLine | null =>
  known && known.ProductId === line.ProductId ? known : null
const figuresOf = (line: SentLine) => ({ Price: line.Price ?? null, DiscountPercent: line.DiscountPercent ?? 0 })

const wrongPrice = (index: number, reason: string): Refusal =>
  new Refusal(403, 'You may not change Price', { errors: { [`SaleProducts.${index}.Price`]: [reason] } })

type Asked = { line: SentLine; index: number; kept: SentLine | null; list: Priced | undefined }
/** Above role id 2 a price is the list's, or the stored one where it may be kept; a commission likewise. @throws 403 */
const checkAllowed = (context: Sale, { line, index, kept, list }: Asked): void => {
  const listed = { Price: list?.Price ?? null, DiscountPercent: list?.Discount ?? 0 }
  const isStored = kept !== null && sameValue(line.Price ?? null, kept.Price ?? null)
  const isListed = sameValue(line.Price ?? null, listed.Price)
  if (!isListed && !isStored) throw wrongPrice(index, 'Not the price of this buyer: pick the product again')
  // a discount typed anew on a listed price is measured against the list, and by the doctor's cap
  const typed = isListed && !sameValue(line.DiscountPercent ?? 0, kept?.DiscountPercent ?? 0)
  if (isStored && kept && !typed) {
    const stored = {
      ...figuresOf({ ...kept, DiscountPercent: line.DiscountPercent ?? 0 }),
      OriginalPrice: (kept['OriginalPrice'] as number | null | undefined) ?? null,
      OriginalDiscountPercent: (kept['OriginalDiscountPercent'] as number | undefined) ?? 0,
    }
    const decision = mayKeepPrice({ stored, list: listed, sameParties: sameParties(context) })
    if (!decision.ok) throw wrongPrice(index, decision.reason)
  }
  const commissions = [list?.Commission ?? 0, ...(kept ? [kept.CommissionPercent ?? 0] : [])]
  if (!commissions.some((one) => Number(one) === Number(line.CommissionPercent ?? 0)))
    throw notPermitted('You may not change Commission %')
}

/** Prices of the lines: the list's own for whoever may not change them; the list's values beside what was charged. */
export const pricedLines = async (tx: Tx, user: Caller, context: Sale): Promise<SentLine[]> => {
  const { sale, before, referrerId } = context
  const sent = (sale['SaleProducts'] as SentLine[]).filter((line) => typeof line.ProductId === 'number')
  const stored = storedLines(before)
  const priced = await priceProducts(tx, {
    SellerId: Number(sale['SellerId']),
    BuyerId: Number(sale['BuyerId']),
    BuyerTypeId: null,
    ReferrerId: referrerId,
    SaleDate: String(sale['SaleDate']),
    ProductIds: sent.map((line) => Number(line.ProductId)),
  })
  return sent.map((line, index) => {
    const list = priced[index]
    const known = typeof line.SaleProductId === 'number' ? stored.get(line.SaleProductId) : undefined
    if (typeof line.SaleProductId === 'number' && !known) throw refused('This line is not one of this sale')
    if (known && known['StatusId'] === lineStatus.Cancelled) return { ...known, Cancelled: true }
    const kept = keptOf(line, known)
    const asked = {
      ...line,
      Price: line.Price === undefined ? (list?.Price ?? null) : (line.Price ?? null),
      CommissionPercent: line.CommissionPercent ?? list?.Commission ?? 0,
      DiscountPercent: line.DiscountPercent ?? list?.Discount ?? 0,
    }
    if (!isPrivileged(user)) checkAllowed(context, { line: asked, index, kept, list })
    const { Price, DiscountPercent } = asked
    const asListed = sameValue(Price, list?.Price ?? null) && sameValue(DiscountPercent, list?.Discount ?? 0)
    // figures that nobody touched are no change to be explained, also when the list has changed since
    const asStored = kept !== null && sameValue(Price, kept.Price) && sameValue(DiscountPercent, kept.DiscountPercent)
    const original = asListed || (!asStored && sameValue(Price, list?.Price ?? null)) ? null : kept
    return {
      ...asked,
      OriginalPrice: original ? (original['OriginalPrice'] as number | null) : (list?.Price ?? null),
      OriginalDiscountPercent: original ? (original['OriginalDiscountPercent'] as number) : (list?.Discount ?? 0),
      OriginalCommissionPercent: list?.Commission ?? 0,
      PriceSource: original ? original['PriceSource'] : (list?.PriceSource ?? null),
      CommissionSource: list?.CommissionSource ?? null,
      StatusId: (known?.['StatusId'] as number | undefined) ?? lineStatus.Ordered,
      Remarks: line.Remarks ?? null,
      Amount: lineAmount(Price, DiscountPercent),
      Sequence: index,
    }
  })
}

type Checked = {
  readonly ProductId: number | null
  readonly Price: number | null
  readonly DiscountPercent: number
  readonly OriginalPrice: number | null
  readonly OriginalDiscountPercent: number
  readonly Remarks: string | null
  readonly StatusId: number
}
const toCheck = (line: SentLine): Checked => ({
  ProductId: line.ProductId ?? null,
  ...figuresOf(line),
  DiscountPercent: line.DiscountPercent ?? 0,
  OriginalPrice: line['OriginalPrice'] as number | null,
  OriginalDiscountPercent: line['OriginalDiscountPercent'] as number,
  Remarks: line.Remarks ?? null,
  StatusId: line['StatusId'] as number,
})

/** Lines, additional discount and the doctor's cap. @throws 400 at the field, 403 for what the role may not give */
export const checkFigures = (user: Caller, lines: readonly SentLine[], { sale, before }: Sale, doctor: Party): void => {
  const asked = lines.map(toCheck)
  const stored = storedLines(before)
  const unpriced = lines.find(
    (one) =>
      one['StatusId'] !== lineStatus.Cancelled &&
      one.Price === null &&
      keptOf(one, stored.get(one.SaleProductId))?.Price !== null,
  )
  const mayUnpriced = maySellUnpriced(user.RoleId)
  if (unpriced && !mayUnpriced.ok) throw notPermitted(mayUnpriced.reason)
  const { decision, line } = checkLines(asked)
  if (!decision.ok) throw invalid({ [line === null ? 'SaleProducts' : `SaleProducts.${line}`]: [decision.reason] })
  const additional = Number(sale['AddlDiscount'] ?? 0)
  if (!isPrivileged(user) && additional !== Number(before?.['AddlDiscount'] ?? 0))
    throw notPermitted('You may not change Additional Discount')
  const additionalDecision = checkAddlDiscount(asked, additional)
  if (!additionalDecision.ok) throw invalid({ AddlDiscount: [additionalDecision.reason] })
  // another doctor has a cap of his own: what was allowed for the patients of the first is asked again
  const sameDoctor = before !== null && before['ReferringDoctorId'] === sale['ReferringDoctorId']
  const grown = lines.map((one, index) => ({
    line: asked[index] as Checked,
    allowed: sameDoctor ? (keptOf(one, stored.get(one.SaleProductId))?.DiscountPercent ?? null) : null,
  }))
  const cap = checkReferralDiscount(grown, doctor.MaxDiscountForReferral, user.RoleId)
  if (!cap.ok) throw invalid({ SaleProducts: [cap.reason] })
}

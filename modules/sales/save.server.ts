// Saving a sale: prices, discounts and totals are computed again here; invoice, receipts and credit follow in the same transaction.
import { dayOf } from '../../core/dates.ts'
import { lineAmount } from '../../core/money.ts'
import { allOf } from '../../core/refusal.ts'
import { sameValue } from '../../core/same.ts'
import { isPrivileged } from '../../core/user.ts'
import { now } from '../../server/clock.ts'
import type { Tx } from '../../server/db.ts'
import type { Caller, Loaded, SaveContext } from '../../server/module.ts'
import { invalid, notPermitted, Refusal, refused } from '../../server/refusal.ts'
import { insertRecord, updateRecord } from '../../server/table.ts'
import { saveBilling, sentReceipts } from './billing.server.ts'
import { checkCredit } from './credit.server.ts'
import { saveLines, type SentLine } from './lines.server.ts'
import { checkLocked } from './locked.server.ts'
import { readParties, type Party } from './parties.server.ts'
import { priceProducts } from './prices.server.ts'
import { saleFields } from './sales.model.ts'
import { checkAddlDiscount, checkLines, checkReferralDiscount, isWalkIn, keepsReferrer, referrerOf, saleTotals } from './sales.rules.ts'

/** Prices of the lines: the list's own for whoever may not change them; the list's values beside what was charged. */
const pricedLines = async (tx: Tx, user: Caller, sale: Loaded, referrerId: number | null, before: Loaded | null): Promise<SentLine[]> => {
  const sent = (sale['SaleProducts'] as SentLine[]).filter((line) => typeof line.ProductId === 'number')
  const stored = new Map(((before?.['SaleProducts'] ?? []) as SentLine[]).map((line) => [line.SaleProductId, line]))
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
    if (known && known['StatusId'] === 100) return { ...known, Cancelled: true }
    const kept = known && known.ProductId === line.ProductId
    // No to a reset keeps the stored figures; else what is sent must be the list's unless the role may change it
    const allowedPrice = [list?.Price ?? null, kept ? (known.Price ?? null) : undefined]
    const Price = line.Price === undefined ? (list?.Price ?? null) : (line.Price ?? null)
    if (!isPrivileged(user) && !allowedPrice.some((p) => p !== undefined && sameValue(p, Price)))
      throw new Refusal(403, 'You may not change Price', {
        errors: { [`SaleProducts.${index}.Price`]: ['Not the price of this buyer: pick the product again'] },
      })
    const CommissionPercent = line.CommissionPercent ?? list?.Commission ?? 0
    const allowed = [list?.Commission ?? 0, kept ? Number(known.CommissionPercent ?? 0) : undefined, 0]
    if (!isPrivileged(user) && !allowed.some((c) => c !== undefined && Number(c) === Number(CommissionPercent)))
      throw notPermitted('You may not change Commission %')
    const DiscountPercent = line.DiscountPercent ?? list?.Discount ?? 0
    const asListed = sameValue(Price, list?.Price ?? null) && sameValue(DiscountPercent, list?.Discount ?? 0)
    // figures that nobody touched are no change to be explained, also when the list has changed since
    const asStored = kept && sameValue(Price, known.Price) && sameValue(DiscountPercent, known.DiscountPercent)
    const reset = !kept || asListed || (!asStored && sameValue(Price, list?.Price ?? null))
    return {
      ...line,
      Price,
      CommissionPercent: !isPrivileged(user) && !kept ? (list?.Commission ?? 0) : CommissionPercent,
      DiscountPercent,
      OriginalPrice: reset ? (list?.Price ?? null) : (known['OriginalPrice'] as number | null),
      OriginalDiscountPercent: reset ? (list?.Discount ?? 0) : (known['OriginalDiscountPercent'] as number),
      OriginalCommissionPercent: list?.Commission ?? 0,
      PriceSource: reset ? (list?.PriceSource ?? null) : known['PriceSource'],
      CommissionSource: list?.CommissionSource ?? null,
      StatusId: (known?.['StatusId'] as number | undefined) ?? 101,
      Remarks: line.Remarks ?? null,
      Amount: lineAmount(Price, DiscountPercent),
      Sequence: index,
    }
  })
}

const checkFigures = (user: Caller, lines: readonly SentLine[], sale: Loaded, doctor: Party, before: Loaded | null): void => {
  const asked = lines.map((l) => ({
    ProductId: l.ProductId ?? null,
    Price: l.Price ?? null,
    DiscountPercent: l.DiscountPercent ?? 0,
    OriginalPrice: l['OriginalPrice'] as number | null,
    OriginalDiscountPercent: l['OriginalDiscountPercent'] as number,
    Remarks: l.Remarks ?? null,
    StatusId: l['StatusId'] as number,
  }))
  const { decision, line } = checkLines(asked)
  if (!decision.ok) throw invalid({ [line === null ? 'SaleProducts' : `SaleProducts.${line}`]: [decision.reason] })
  const additional = Number(sale['AddlDiscount'] ?? 0)
  if (!isPrivileged(user) && additional !== Number(before?.['AddlDiscount'] ?? 0))
    throw notPermitted('You may not change Additional Discount')
  const figures = allOf(checkAddlDiscount(asked, additional), () =>
    checkReferralDiscount(asked, doctor.MaxDiscountForReferral, user.RoleId),
  )
  // the doctor's cap of 0 means no discount agreed on: it binds only where a line's discount is above what the list gives
  const beyondList = asked.some((l) => Number(l.DiscountPercent) > Number(l.OriginalDiscountPercent))
  if (!figures.ok && (beyondList || additional > 0)) throw invalid({ SaleProducts: [figures.reason] })
}

const headerOf = (user: Caller, sale: Loaded, referrerId: number | null, before: Loaded | null): Loaded => ({
  ...sale,
  SaleDate: !isPrivileged(user) ? (before?.['SaleDate'] ?? new Date().toISOString()) : sale['SaleDate'],
  ReferrerId: referrerId,
})

/** The save of the door: answers the key. */
export const saveSale = async ({ tx, user, record, before, key }: SaveContext): Promise<number> => {
  if (before) checkLocked(user, record, before)
  const merged: Loaded = { ...before, ...record }
  const parties = await readParties(tx, user, merged, before)
  const asked = { PatientId: parties.patient.ClientId, BuyerId: parties.buyer.ClientId, BuyerPaymentTypeId: parties.buyer.PaymentTypeId }
  if (parties.buyer.ClientTypeId === 12 && !isWalkIn(asked))
    throw invalid({ BuyerId: ['The buyer can be the patient or an organisation, not another patient'] })
  const referrerId =
    before && keepsReferrer(record, before, user.RoleId)
      ? (before['ReferrerId'] as number | null)
      : referrerOf({ ...asked, roleId: user.RoleId, doctor: parties.doctor, picked: parties.picked })
  if (
    record['ReferrerId'] !== undefined &&
    record['ReferrerId'] !== null &&
    !isPrivileged(user) &&
    record['ReferrerId'] !== referrerId &&
    record['ReferrerId'] !== (before?.['ReferrerId'] ?? null)
  )
    throw notPermitted('You may not change Referrer')
  const sale = headerOf(user, merged, referrerId, before)
  // by the day, since clocks at counters differ by minutes
  if (dayOf(String(sale['SaleDate'])) > dayOf(now())) throw invalid({ SaleDate: ['Sale Date can not be in the future'] })
  const lines = await pricedLines(tx, user, sale, referrerId, before)
  checkFigures(user, lines, sale, parties.doctor, before)
  const totals = saleTotals(
    lines.map((l) => ({ Price: l.Price ?? null, DiscountPercent: l.DiscountPercent ?? 0, StatusId: l['StatusId'] as number })),
    Number(sale['AddlDiscount'] ?? 0),
    0,
  )
  const receipts = sentReceipts(record, user)
  await checkCredit(tx, user, {
    key,
    walkIn: isWalkIn(asked),
    buyerId: parties.buyer.ClientId,
    net: totals.NetAmount,
    remarks: (record['OverrideRemarks'] as string | null | undefined) ?? null,
  })
  const computed = {
    patient_name: parties.patient.Name,
    referrer_id: referrerId,
    gross_amount: totals.GrossAmount,
    discount: totals.Discount,
    addl_discount: Number(sale['AddlDiscount'] ?? 0),
    net_amount: totals.NetAmount,
  }
  const { Invoice: _invoice, OverrideRemarks: _override, ...plain } = saleFields
  const id =
    key === null
      ? await insertRecord(
          tx,
          'sales',
          'sale_id',
          plain,
          { ...sale, IsStat: sale['IsStat'] ?? false },
          { ...computed, sales_manager_id: parties.doctor.SalesManagerId, created_by: user.UserId },
        )
      : (await updateRecord(tx, 'sales', 'sale_id', key, plain, { ...record, SaleDate: sale['SaleDate'] }, computed), key)
  if (!before || Number(before['StatusId']) < 95) await saveLines(tx, id, lines, key === null)
  await saveBilling(
    tx,
    user,
    id,
    { ...asked, sellerId: parties.seller.ClientId, net: totals.NetAmount, date: String(sale['SaleDate']) },
    receipts,
    before,
  )
  return id
}

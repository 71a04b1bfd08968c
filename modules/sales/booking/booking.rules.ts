// What the sale screen adds to the rules of the bill: picked lines, errors and their places, and the record to
// send.
import type { Errors } from '../../../core/validate.ts'
import { defaultReportDate } from '../../../core/dates.ts'
import { lineAmount } from '../../../core/money.ts'
import { allOf, errorsOf, orAsked, under, yes } from '../../../core/refusal.ts'
import { isPrivileged } from '../../../core/user.ts'
import { dateErrors } from './dates.rules.ts'
import { lockedByRole } from '../status/locked.rules.ts'
import { checkReceipt, receiptsToSave } from '../receipts/receipts.rules.ts'
import type { Receipt } from '../receipt.model.ts'
import type { SaleDraft, SaleProduct } from '../sales.model.ts'
import {
  checkAddlDiscount,
  checkLine,
  checkProducts,
  checkReferralDiscount,
  mayPick,
  maySellUnpriced,
} from '../sales.rules.ts'
import type { FetchedPrice, SaleLine } from '../sales.rules.ts'
import { isLive, testStatusValue } from '../status/status.rules.ts'
import { clientType, lineStatus } from '../../lists/items.model.ts'

type Who = { readonly RoleId: number }

/** A typed number; any other value counts as none. */
export const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value)
    ? value
    : typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
      ? Number(value)
      : null

/** A row of the product grid as the rules of the bill know it. */
const lineOf = (row: SaleProduct): SaleLine & { readonly ProductId: number | null } => ({
  ProductId: row.ProductId ?? null,
  Price: amountOf(row.Price),
  DiscountPercent: amountOf(row.DiscountPercent) ?? 0,
  CommissionPercent: amountOf(row.CommissionPercent) ?? 0,
  OriginalPrice: amountOf(row.OriginalPrice),
  OriginalDiscountPercent: amountOf(row.OriginalDiscountPercent) ?? 0,
  Remarks: row.Remarks ?? null,
  StatusId: row.StatusId ?? lineStatus.Ordered,
})
export const linesOf = ({ SaleProducts }: Pick<SaleDraft, 'SaleProducts'>): SaleLine[] =>
  (SaleProducts ?? []).map(lineOf)
export const receiptsOf = ({ Receipts }: Pick<SaleDraft, 'Receipts'>): readonly Receipt[] => Receipts ?? []

/** A row with its figures as fetched, its amount and where they come from. */
export const pricedRow = (
  row: SaleProduct,
  price: FetchedPrice & Pick<SaleProduct, 'PriceSource' | 'CommissionSource'>,
): SaleProduct => ({
  ...row,
  Price: price.Price,
  OriginalPrice: price.Price,
  DiscountPercent: price.Discount ?? 0,
  OriginalDiscountPercent: price.Discount ?? 0,
  CommissionPercent: price.Commission ?? 0,
  OriginalCommissionPercent: price.Commission ?? 0,
  PriceSource: price.PriceSource ?? null,
  CommissionSource: price.CommissionSource ?? null,
  Amount: lineAmount(price.Price, price.Discount ?? 0),
  StatusId: row.StatusId ?? lineStatus.Ordered,
})

/** The sale as it was opened; null for a new one, whatever its first values. */
const openedOf = (began: SaleDraft): SaleDraft | null => (typeof began.SaleId === 'number' ? began : null)
/** The stored line that a row is about, while it is about the same product. */
const lineBefore = (row: SaleProduct | undefined, before: SaleDraft | null): SaleProduct | undefined =>
  before?.SaleProducts?.find(
    (one) =>
      typeof one.SaleProductId === 'number' &&
      one.SaleProductId === row?.SaleProductId &&
      one.ProductId === row.ProductId,
  )

const lineErrors = (values: SaleDraft, before: SaleDraft | null, RoleId: number): Errors => {
  const lines = linesOf(values)
  const some = checkProducts(lines)
  if (!some.ok) return errorsOf(some)
  return errorsOf(
    ...lines.flatMap((line, index) => {
      if (line.ProductId === null || !isLive(line)) return []
      const stored = lineBefore(values.SaleProducts?.[index], before)
      const isUnpriced = line.Price === null && !(stored && amountOf(stored.Price) === null)
      const priced = isUnpriced ? maySellUnpriced(RoleId) : yes
      return [mayPick(lines, line.ProductId, index), allOf(priced, () => checkLine(line))].map((decision) =>
        under(`SaleProducts.${index}`, decision),
      )
    }),
  )
}
const receiptErrors = (values: SaleDraft, RoleId: number): Errors =>
  errorsOf(
    ...receiptsOf(values).map((row, index) => {
      const receipt = { PaymentModeId: row.PaymentModeId ?? null, Amount: amountOf(row.Amount) }
      // a refund keeps its recorded amount
      const isRefund = typeof row.TransactionId === 'number' && (receipt.Amount ?? 0) < 0
      return receiptsToSave([receipt]).length === 0 || isRefund
        ? yes
        : under(`Receipts.${index}`, checkReceipt({ ...receipt, PaymentRef: row.PaymentRef ?? null }, RoleId))
    }),
  )

/**
 * What blocks the save of a sale in addition to its required fields, each at its place. `began`: the sale as it was
 * opened, for checks on changed values only.
 */
export const bookingErrors = (values: SaleDraft, { RoleId }: Who, began: SaleDraft = {}): Errors => {
  const before = openedOf(began)
  const lines = linesOf(values)
  const sameDoctor = before !== null && before.ReferringDoctorId === values.ReferringDoctorId
  const grown = lines.map((line, index) => {
    const stored = sameDoctor ? lineBefore(values.SaleProducts?.[index], before) : undefined
    return { line, allowed: stored ? (amountOf(stored.DiscountPercent) ?? 0) : null }
  })
  return {
    ...errorsOf(
      checkAddlDiscount(lines, amountOf(values.AddlDiscount) ?? 0),
      orAsked(checkReferralDiscount(grown, values.Doctor?.MaxDiscountForReferral ?? null, RoleId)),
    ),
    ...lineErrors(values, before, RoleId),
    ...receiptErrors(values, RoleId),
    ...dateErrors(values, before, new Date()),
  }
}

const storedReceipts = (values: Pick<SaleDraft, 'Invoice'>): readonly Receipt[] => values.Invoice?.Transactions ?? []

/**
 * The record to send: receipts are sent inside the invoice. Those with a mode and an amount are added or corrected;
 * a stored one whose row was removed, or emptied, is cancelled by name.
 */
export const bookingToSend = (sent: SaleDraft, values: Pick<SaleDraft, 'Receipts' | 'Invoice'>) => {
  const rows = receiptsToSave(
    receiptsOf(values).map((row) => ({
      ...row,
      PaymentModeId: row.PaymentModeId ?? null,
      Amount: amountOf(row.Amount),
    })),
  )
  const receipt = ({ TransactionId, Date, PaymentModeId, Amount, PaymentRef, Remarks }: (typeof rows)[number]) => ({
    ...(TransactionId ? { TransactionId } : {}),
    Date: Date ?? null,
    PaymentModeId,
    Amount,
    PaymentRef: PaymentRef ?? null,
    Remarks: Remarks ?? null,
  })
  const there = new Set(rows.map((row) => row.TransactionId))
  const takenBack = storedReceipts(values)
    .filter((row) => !there.has(row.TransactionId))
    .map(({ TransactionId }) => ({ TransactionId, Cancelled: true }))
  return { ...sent, Invoice: { Transactions: [...rows.map(receipt), ...takenBack] } }
}

/** The loaded record with its receipts as the rows of a grid. */
export const bookingOf = (record: SaleDraft): SaleDraft => ({ ...record, Receipts: [...storedReceipts(record)] })

/** The place of a server's refusal on the screen: receipts are sent inside the invoice. */
export const bookingErrorAt = (name: string): string => name.replace(/^Invoice\.Transactions\b/, 'Receipts')

/** A new sale: now, the report by its rule, the entity as seller when it sells. */
export const newBooking = (
  now: Date,
  entity: { readonly ClientId: number; readonly ClientTypeId: number; readonly Name: string },
): SaleDraft => {
  const SaleDate = now.toISOString()
  const sells = entity.ClientTypeId === clientType.CollectionCentre || entity.ClientTypeId === clientType.Lab
  return {
    SaleDate,
    CollectionDate: SaleDate,
    ReportDate: defaultReportDate(SaleDate),
    AddlDiscount: 0,
    IsStat: false,
    SaleProducts: [],
    Receipts: [],
    ...(sells && {
      SellerId: entity.ClientId,
      Seller: { ClientId: entity.ClientId, Name: entity.Name, ClientTypeId: entity.ClientTypeId },
    }),
  }
}

/** Lines of a copied sale: they are ordered again, without cancelled ones and without the others' progress. */
export const linesToCopy = (rows: readonly SaleProduct[]): SaleProduct[] =>
  rows
    .filter((row) => row.TestStatus?.ItemValue !== String(testStatusValue(lineStatus.Cancelled)))
    .map(({ TestStatus: _done, ...row }) => row)

/** Why a role may not change a field whatever the sale's state. */
export const lockedForRole = (name: string, who: Who): string | undefined => {
  if (isPrivileged(who)) return undefined
  if (name === 'AddlDiscount') return 'Only a manager may give an additional discount'
  return lockedByRole(who.RoleId).get(name)
}

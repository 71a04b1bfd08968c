// What the sale screen keeps beside the rules of the bill: lines as picked, what is wrong where, and the record as it
// is sent.
import type { Errors } from '../../../core/validate.ts'
import { defaultReportDate } from '../../../core/dates.ts'
import { lineAmount } from '../../../core/money.ts'
import { allOf, yes } from '../../../core/refusal.ts'
import { isPrivileged } from '../../../core/user.ts'
import { dateErrors } from './dates.rules.ts'
import { lockedFields } from '../status/locked.rules.ts'
import { checkReceipt, receiptsToSave } from '../receipts/receipts.rules.ts'
import type { Receipt, SaleProduct } from '../sales.model.ts'
import { checkAddlDiscount, checkLine, checkReferralDiscount, mayPick, maySellUnpriced } from '../sales.rules.ts'
import type { FetchedPrice, SaleLine } from '../sales.rules.ts'
import { isLive, saleStateOf, testStatusValue } from '../status/status.rules.ts'
import { clientType, lineStatus } from '../../lists/items.model.ts'

type Values = Readonly<Record<string, unknown>>
type Who = { readonly RoleId: number }

/** A number that was typed; what is none counts as nothing. */
export const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value)
    ? value
    : typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
      ? Number(value)
      : null

/** A row of the product grid as the rules of the bill know it. */
export const lineOf = (row: SaleProduct): SaleLine & { readonly ProductId: number | null } => ({
  ProductId: row.ProductId ?? null,
  Price: amountOf(row.Price),
  DiscountPercent: amountOf(row.DiscountPercent) ?? 0,
  CommissionPercent: amountOf(row.CommissionPercent) ?? 0,
  OriginalPrice: amountOf(row.OriginalPrice),
  OriginalDiscountPercent: amountOf(row.OriginalDiscountPercent) ?? 0,
  Remarks: row.Remarks ?? null,
  StatusId: row.StatusId ?? lineStatus.Ordered,
})
export const linesOf = (values: Values): SaleLine[] =>
  ((values['SaleProducts'] as readonly SaleProduct[] | undefined) ?? []).map(lineOf)
export const receiptsOf = (values: Values): readonly Receipt[] =>
  (values['Receipts'] as readonly Receipt[] | undefined) ?? []

/** A row with its figures as fetched, its amount and where they come from. */
export const pricedRow = (
  row: SaleProduct,
  price: FetchedPrice & { readonly PriceSource?: unknown; readonly CommissionSource?: unknown },
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

/** Which cell of a line a refusal is about. */
export const cellOf = (text: string): string =>
  /remarks/i.test(text)
    ? 'Remarks'
    : /discount/i.test(text)
      ? 'DiscountPercent'
      : /price/i.test(text)
        ? 'Price'
        : /commission/i.test(text)
          ? 'CommissionPercent'
          : 'Code'
/** Which cell of a receipt a refusal is about. */
export const receiptCellOf = (text: string): string =>
  /reference/i.test(text) ? 'PaymentRef' : /amount must/i.test(text) ? 'Amount' : 'PaymentModeId'

/** What a line was allowed when the sale was opened, beside what is typed into it. */
type Opened = SaleProduct & { readonly Allowed?: { readonly Price: number | null; readonly DiscountPercent: number } }
const rowsOf = (values: Values): readonly Opened[] => (values['SaleProducts'] as readonly Opened[] | undefined) ?? []

const lineErrors = (values: Values, RoleId: number): Errors => {
  const lines = linesOf(values)
  if (!lines.some((line) => line.ProductId !== null && isLive(line)))
    return { SaleProducts: ['Sale must have at least 1 product'] }
  const errors: Errors = {}
  lines.forEach((line, index) => {
    if (line.ProductId === null || !isLive(line)) return
    const isUnpriced = line.Price === null && rowsOf(values)[index]?.Allowed?.Price !== null
    const priced = isUnpriced ? maySellUnpriced(RoleId) : yes
    for (const decision of [mayPick(lines, line.ProductId, index), allOf(priced, () => checkLine(line))])
      if (!decision.ok) errors[`SaleProducts.${index}.${cellOf(decision.reason)}`] = [decision.reason]
  })
  return errors
}
const receiptErrors = (values: Values, RoleId: number): Errors => {
  const errors: Errors = {}
  receiptsOf(values).forEach((row, index) => {
    const amount = amountOf(row.Amount)
    // a refund stands as it was recorded
    if (
      receiptsToSave([{ PaymentModeId: row.PaymentModeId ?? null, Amount: amount }]).length === 0 ||
      (typeof row.TransactionId === 'number' && (amount ?? 0) < 0)
    )
      return
    const decision = checkReceipt(
      { PaymentModeId: row.PaymentModeId ?? null, Amount: amount, PaymentRef: row.PaymentRef ?? null },
      RoleId,
    )
    if (!decision.ok) errors[`Receipts.${index}.${receiptCellOf(decision.reason)}`] = [decision.reason]
  })
  return errors
}

/** What keeps a sale from being saved beside its required fields, each at its place. */
export const bookingErrors = (values: Values, { RoleId }: Who): Errors => {
  const before = (values['Opened'] as Values | undefined) ?? null
  const errors = {
    ...lineErrors(values, RoleId),
    ...receiptErrors(values, RoleId),
    ...dateErrors(values, before, new Date()),
  }
  const lines = linesOf(values)
  const additional = amountOf(values['AddlDiscount']) ?? 0
  const net = checkAddlDiscount(lines, additional)
  if (!net.ok) errors['AddlDiscount'] = [net.reason]
  const cap =
    (values['Doctor'] as { MaxDiscountForReferral?: number | null } | null | undefined)?.MaxDiscountForReferral ?? null
  const sameDoctor = before !== null && before['ReferringDoctorId'] === values['ReferringDoctorId']
  const grown = lines.map((line, index) => ({
    line,
    allowed: sameDoctor ? (rowsOf(values)[index]?.Allowed?.DiscountPercent ?? null) : null,
  }))
  const capped = checkReferralDiscount(grown, cap, RoleId)
  if (!capped.ok && !errors['SaleProducts']) errors['SaleProducts'] = [capped.reason]
  return errors
}

const storedReceipts = (values: Values): readonly Receipt[] =>
  (values['Invoice'] as { Transactions?: readonly Receipt[] } | null | undefined)?.Transactions ?? []

/**
 * The record as it is sent: receipts travel inside the invoice. Those with a mode and an amount are added or corrected;
 * a stored one whose row was taken out, or emptied, is taken back by name.
 */
export const bookingToSend = (sent: Record<string, unknown>, values: Values): Record<string, unknown> => {
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

/** The loaded record with its receipts beside it, and what it was, for what is asked only of what has changed. */
export const bookingOf = (record: Values): Values => ({
  ...record,
  SaleProducts: ((record['SaleProducts'] as readonly SaleProduct[] | undefined) ?? []).map((row) => ({
    ...row,
    Allowed: { Price: amountOf(row.Price), DiscountPercent: amountOf(row.DiscountPercent) ?? 0 },
  })),
  Receipts: storedReceipts(record),
  Opened: record,
})

/** Where a refusal of the server stands on the screen. */
export const bookingErrorAt = (name: string, text: string): string => {
  const line = /^SaleProducts\.(\d+)$/.exec(name)
  if (line) return `SaleProducts.${line[1]}.${cellOf(text)}`
  const receipt = /^Invoice\.Transactions\.(\d+)/.exec(name)
  return receipt ? `Receipts.${receipt[1]}.${receiptCellOf(text)}` : name
}

/** A new sale: now, the report by its rule, the entity as seller when it sells. */
export const newBooking = (
  now: Date,
  entity: { readonly ClientId: number; readonly ClientTypeId: number; readonly Name: string },
): Record<string, unknown> => {
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

/** Lines of a copied sale: ordered anew, so neither what was cancelled nor how far the others had come goes along. */
export const linesToCopy = (rows: readonly SaleProduct[]): readonly SaleProduct[] =>
  rows
    .filter((row) => row.TestStatus?.ItemValue !== String(testStatusValue(lineStatus.Cancelled)))
    .map(({ TestStatus: _done, ...row }) => row)

/** Why a role may not change a field whatever the sale's state. */
export const lockedForRole = (name: string, who: Who): string | undefined => {
  if (isPrivileged(who)) return undefined
  if (name === 'AddlDiscount') return 'Only a manager may give an additional discount'
  return lockedFields(saleStateOf({}), who.RoleId).get(name)
}

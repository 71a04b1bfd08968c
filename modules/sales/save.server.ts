// Saving a sale: prices, discounts and totals are computed again here; invoice, receipts and credit follow in the same transaction.
import { lineAmount, roundAmount } from '../../core/money.ts'
import { allOf } from '../../core/refusal.ts'
import { fieldError } from '../../core/validate.ts'
import { isPrivileged } from '../../core/user.ts'
import { sql, type Tx } from '../../server/db.ts'
import type { Caller, Loaded, SaveContext } from '../../server/module.ts'
import { now } from '../../server/clock.ts'
import { invalid, notFound, notPermitted, refused } from '../../server/refusal.ts'
import { insertRecord, updateRecord } from '../../server/table.ts'
import { followSale, issueSingleInvoice, type FirstReceipt } from '../invoices/invoices.server.ts'
import { allocatePaid, openBatch, saveReceipts, type ReceiptRow } from '../transactions/receipts.server.ts'
import { checkCredit } from './credit.server.ts'
import { saveLines, type SentLine } from './lines.server.ts'
import { priceProducts } from './prices.server.ts'
import { checkReceipt, invoicedAtOnce, receiptsToSave } from './receipts.rules.ts'
import { receiptFields, saleFields, type Receipt } from './sales.model.ts'
import { checkAddlDiscount, checkLines, checkReferralDiscount, isWalkIn, referrerOf, saleTotals } from './sales.rules.ts'
import { lockedFields } from './status.rules.ts'

type Party = {
  ClientId: number
  Name: string
  ClientTypeId: number
  CanRefer: boolean
  PaymentTypeId: number | null
  MaxDiscountForReferral: number | null
  SalesManagerId: number | null
  IsActive: boolean
  ParentId: number | null
}
type Parties = { patient: Party; doctor: Party; seller: Party; buyer: Party; picked: Party | null }

const readParties = async (tx: Tx, user: Caller, sale: Loaded): Promise<Parties> => {
  const ids = ['PatientId', 'ReferringDoctorId', 'SellerId', 'BuyerId', 'ReferrerId']
    .map((name) => sale[name])
    .filter((id) => typeof id === 'number')
  const rows =
    await tx.rows<Party>(sql`select client_id as "ClientId", name as "Name", client_type_id as "ClientTypeId", can_refer as "CanRefer", payment_type_id as "PaymentTypeId",
    max_discount_for_referral as "MaxDiscountForReferral", sales_manager_id as "SalesManagerId", is_active as "IsActive", parent_id as "ParentId" from clients where client_id = any(${ids}) and merged_into_id is null`)
  const byId = new Map(rows.map((row) => [row.ClientId, row]))
  const find = (name: string, types: readonly number[]): Party => {
    const party = byId.get(Number(sale[name]))
    const label = (saleFields as Record<string, { label: string }>)[name]?.label ?? name
    if (!party || !types.includes(party.ClientTypeId)) throw invalid({ [name]: [`${label} does not exist`] })
    return party
  }
  const seller = find('SellerId', [10, 13])
  if (!user.Clients.includes(seller.ClientId)) throw notFound('This seller does not exist')
  const patient = find('PatientId', [12])
  if (patient.ParentId !== null && user.EmployerId !== null && patient.ParentId !== user.EmployerId)
    throw notFound('This patient does not exist')
  const picked = typeof sale['ReferrerId'] === 'number' ? find('ReferrerId', [11, 14]) : null
  return { patient, doctor: find('ReferringDoctorId', [11]), seller, buyer: find('BuyerId', [10, 12, 13, 16]), picked }
}

/** Fields locked by the sale's state: the stored value stays, a different one is refused. */
const checkLocked = (user: Caller, record: Loaded, before: Loaded): void => {
  const invoice = before['Invoice'] as { InvoiceNo?: string; IsSingleSale?: boolean } | null
  const frozen =
    invoice?.InvoiceNo !== undefined && !(invoice.IsSingleSale === true && Number(before['StatusId']) < 95) ? invoice.InvoiceNo : null
  for (const name of lockedFields(
    { StatusId: Number(before['StatusId']), BaseSaleId: before['BaseSaleId'] as number | null, FrozenByInvoiceNo: frozen },
    1,
  )) {
    if (record[name] === undefined) continue
    if (name === 'SaleProducts') {
      if (!sameLines(record[name] as SentLine[], before[name] as SentLine[]))
        throw refused(
          frozen ? `The sale is on invoice ${frozen}; its products can not be changed` : 'Products can not be changed after accession',
        )
    } else if (!sameValue(record[name], before[name]))
      throw refused(`${(saleFields as Record<string, { label: string }>)[name]?.label ?? name} can not be changed any more`)
  }
}
const sameValue = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (a !== null &&
    b !== null &&
    (Number(a) === Number(b) || (typeof a === 'string' && typeof b === 'string' && Date.parse(a) === Date.parse(b))))
const sameLines = (a: readonly SentLine[], b: readonly SentLine[]): boolean => {
  const text = (lines: readonly SentLine[]): string =>
    JSON.stringify(
      lines
        .filter((l) => l.ProductId !== null && l.ProductId !== undefined)
        .map((l) => [l.ProductId, Number(l.Price ?? 0), Number(l.DiscountPercent ?? 0), Number(l.CommissionPercent ?? 0)])
        .sort((x, y) => Number(x[0]) - Number(y[0])),
    )
  return text(a) === text(b.filter((l) => (l as Loaded)['StatusId'] !== 100)) || text(a) === text(b)
}

const money = (record: Loaded): { rows: readonly Receipt[] | undefined } => {
  const invoice = record['Invoice'] as { Transactions?: Receipt[] } | null | undefined
  // no list of receipts leaves them as they are; an empty one takes them back
  if (invoice === undefined || invoice === null || invoice.Transactions === undefined) return { rows: undefined }
  const sent: readonly Receipt[] = invoice.Transactions
  if (!Array.isArray(sent) || sent.some((row: unknown) => typeof row !== 'object' || row === null))
    throw invalid({ Invoice: ['Receipts must be a list'] })
  sent.forEach((row: Loaded, index) => {
    for (const [name, field] of Object.entries(receiptFields)) {
      // the amount of a refund is below zero; how much it may be says checkReceipt
      const error =
        field.kind === 'object' ? undefined : fieldError(name === 'Amount' ? { kind: 'money', label: 'Amount' } : field, row[name])
      if (error) throw invalid({ [`Invoice.Transactions.${index}`]: [error] })
    }
  })
  const empty = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''
  return {
    rows: receiptsToSave(
      (sent as readonly Receipt[]).map((row) => ({
        ...row,
        PaymentModeId: row.PaymentModeId ?? null,
        Amount: empty(row.Amount) ? null : (row.Amount ?? null),
      })),
    ),
  }
}

const checkReceipts = (rows: readonly Receipt[], user: Caller): void => {
  rows.forEach((row, index) => {
    const decision = checkReceipt(
      { PaymentModeId: row.PaymentModeId ?? null, Amount: row.Amount ?? null, PaymentRef: row.PaymentRef ?? null },
      user.RoleId,
    )
    const isStoredRefund = typeof row.TransactionId === 'number' && Number(row.Amount) < 0
    if (!decision.ok && !isStoredRefund) throw invalid({ [`Invoice.Transactions.${index}`]: [decision.reason] })
  })
}

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
      throw notPermitted('You may not change Price')
    const CommissionPercent = line.CommissionPercent ?? list?.Commission ?? 0
    const allowed = [list?.Commission ?? 0, kept ? Number(known.CommissionPercent ?? 0) : undefined, 0]
    if (!isPrivileged(user) && !allowed.some((c) => c !== undefined && Number(c) === Number(CommissionPercent)))
      throw notPermitted('You may not change Commission %')
    const reset = !kept || sameValue(Price, list?.Price ?? null)
    return {
      ...line,
      Price,
      CommissionPercent: !isPrivileged(user) && !kept ? (list?.Commission ?? 0) : CommissionPercent,
      DiscountPercent: line.DiscountPercent ?? list?.Discount ?? 0,
      OriginalPrice: reset ? (list?.Price ?? null) : (known['OriginalPrice'] as number | null),
      OriginalDiscountPercent: reset ? (list?.Discount ?? 0) : (known['OriginalDiscountPercent'] as number),
      OriginalCommissionPercent: list?.Commission ?? 0,
      PriceSource: reset ? (list?.PriceSource ?? null) : known['PriceSource'],
      CommissionSource: list?.CommissionSource ?? null,
      StatusId: (known?.['StatusId'] as number | undefined) ?? 101,
      Remarks: line.Remarks ?? null,
      Amount: lineAmount(Price, line.DiscountPercent ?? list?.Discount ?? 0),
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

const headerOf = (user: Caller, sale: Loaded, parties: Parties, referrerId: number | null, before: Loaded | null): Loaded => ({
  ...sale,
  SaleDate: !isPrivileged(user) ? (before?.['SaleDate'] ?? new Date().toISOString()) : sale['SaleDate'],
  ReferrerId: referrerId,
})

/** The save of the door: answers the key. */
export const saveSale = async ({ tx, user, record, before, key }: SaveContext): Promise<number> => {
  if (before) checkLocked(user, record, before)
  const merged: Loaded = { ...before, ...record }
  const parties = await readParties(tx, user, merged)
  const asked = { PatientId: parties.patient.ClientId, BuyerId: parties.buyer.ClientId, BuyerPaymentTypeId: parties.buyer.PaymentTypeId }
  if (parties.buyer.ClientTypeId === 12 && !isWalkIn(asked))
    throw invalid({ BuyerId: ['The buyer can be the patient or an organisation, not another patient'] })
  const referrerId =
    isPrivileged(user) && before && record['ReferrerId'] === undefined && record['BuyerId'] === undefined
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
  const sale = headerOf(user, merged, parties, referrerId, before)
  const lines = await pricedLines(tx, user, sale, referrerId, before)
  checkFigures(user, lines, sale, parties.doctor, before)
  const totals = saleTotals(
    lines.map((l) => ({ Price: l.Price ?? null, DiscountPercent: l.DiscountPercent ?? 0, StatusId: l['StatusId'] as number })),
    Number(sale['AddlDiscount'] ?? 0),
    0,
  )
  const { rows } = money(record)
  if (rows) checkReceipts(rows, user)
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
  await saveMoney(
    tx,
    user,
    id,
    { ...asked, sellerId: parties.seller.ClientId, net: totals.NetAmount, date: String(sale['SaleDate']) },
    rows,
    before,
  )
  return id
}

/** The first invoice of a sale, with the receipts that come with it. Above role id 2 a receipt is dated now. */
const issueFirst = async (tx: Tx, user: Caller, saleId: number, sale: MoneySale, rows: readonly Receipt[]): Promise<void> => {
  if (rows.some((row) => typeof row.TransactionId === 'number')) throw refused('This receipt is not one of this sale')
  const at = now().toISOString()
  const receipts = rows.map((row): FirstReceipt => ({
    Date: isPrivileged(user) && row.Date ? row.Date : at,
    Amount: roundAmount(Number(row.Amount)),
    PaymentModeId: Number(row.PaymentModeId),
    PaymentRef: row.PaymentRef ?? null,
    Remarks: row.Remarks ?? null,
  }))
  const batch = receipts.length > 0 ? await openBatch(tx, user.UserId) : null
  await issueSingleInvoice(
    tx,
    { saleId, sellerId: sale.sellerId, buyerId: sale.BuyerId, net: sale.net, date: at, userId: user.UserId },
    receipts,
    batch,
  )
}

type MoneySale = { PatientId: number; BuyerId: number; BuyerPaymentTypeId: number | null; sellerId: number; net: number; date: string }
const saveMoney = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  sale: MoneySale,
  rows: readonly Receipt[] | undefined,
  before: Loaded | null,
): Promise<void> => {
  const invoiceId = (before?.['InvoiceId'] as number | null | undefined) ?? null
  const paidBefore = Number(before?.['Paid'] ?? 0)
  if (before && paidBefore !== 0 && before['BuyerId'] !== sale.BuyerId)
    throw refused('The buyer can not be changed while there are receipts. Take the receipts back first.')
  const own = (before?.['Invoice'] as { IsSingleSale?: boolean } | null | undefined)?.IsSingleSale === true
  if (invoiceId !== null && own && Number(before?.['StatusId']) < 95)
    await followSale(tx, invoiceId, { buyerId: sale.BuyerId, net: sale.net })
  if (invoiceId === null) {
    if (invoicedAtOnce(sale) || (rows ?? []).length > 0) await issueFirst(tx, user, saleId, sale, rows ?? [])
    return
  }
  if (rows) {
    const received = rows.filter((row) => !(typeof row.TransactionId === 'number' && Number(row.Amount) < 0))
    const refunds = rows.filter((row) => typeof row.TransactionId === 'number' && Number(row.Amount) < 0)
    await saveReceipts(
      tx,
      user,
      invoiceId,
      sale.BuyerId,
      sale.sellerId,
      [...received, ...refunds].map((row): ReceiptRow => ({
        TransactionId: row.TransactionId ?? null,
        PaymentModeId: Number(row.PaymentModeId),
        Amount: Number(row.Amount),
        PaymentRef: row.PaymentRef ?? null,
        Remarks: row.Remarks ?? null,
        ...(row.Date ? { Date: row.Date } : {}),
      })),
    )
  }
  await allocatePaid(tx, invoiceId)
}

// The money side of saving a sale: its receipts as they were sent, its own invoice and what is paid on it.
import { roundAmount } from '../../core/money.ts'
import { isPrivileged } from '../../core/user.ts'
import { fieldError } from '../../core/validate.ts'
import { now } from '../../server/clock.ts'
import { checkChoices } from '../../server/choices.ts'
import type { Tx } from '../../server/db.ts'
import type { Caller, Loaded } from '../../server/module.ts'
import { invalid, refused } from '../../server/refusal.ts'
import { followSale, issueSingleInvoice, type FirstReceipt } from '../invoices/invoices.server.ts'
import { allocatePaid, openBatch, saveReceipts, type ReceiptRow } from '../transactions/receipts.server.ts'
import { checkReceipt, invoicedAtOnce, receiptsToSave } from './receipts.rules.ts'
import { receiptFields, type Receipt } from './sales.model.ts'

/** Net in rupees; the date is the sale's. */
type Billed = { PatientId: number; BuyerId: number; BuyerPaymentTypeId: number | null; sellerId: number; net: number; date: string }

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

/** The receipts that were sent, undefined when none were: they stay as they are then. Refuses what is no receipt. */
export const sentReceipts = (record: Loaded, user: Caller): readonly Receipt[] | undefined => {
  const invoice = record['Invoice'] as { Transactions?: Receipt[] } | null | undefined
  // no list of receipts leaves them as they are; an empty one takes them back
  if (invoice === undefined || invoice === null || invoice.Transactions === undefined) return undefined
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
  const rows = receiptsToSave(
    (sent as readonly Receipt[]).map((row) => ({
      ...row,
      PaymentModeId: row.PaymentModeId ?? null,
      Amount: empty(row.Amount) ? null : (row.Amount ?? null),
    })),
  )
  checkReceipts(rows, user)
  return rows
}

/** The first invoice of a sale, with the receipts that come with it. Above role id 2 a receipt is dated now. */
const issueFirst = async (tx: Tx, user: Caller, saleId: number, sale: Billed, rows: readonly Receipt[]): Promise<void> => {
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

/** The invoice and the receipts of a sale that was just written: issued, followed or left, by what the buyer is and what was sent. */
export const saveBilling = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  sale: Billed,
  rows: readonly Receipt[] | undefined,
  before: Loaded | null,
): Promise<void> => {
  const invoiceId = (before?.['InvoiceId'] as number | null | undefined) ?? null
  const receipts = { Transactions: { kind: 'rows', label: 'Receipts', fields: receiptFields } } as const
  if (rows) await checkChoices(tx, receipts, { Transactions: rows }, (before?.['Invoice'] as Loaded | null | undefined) ?? null, 'Invoice.')
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

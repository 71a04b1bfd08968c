// The money side of saving a sale: its sent receipts, its own invoice and its payments.
import { compareAmounts, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { isObject, sameValue } from '../../../core/same.ts'
import { fieldError, unknownKeys } from '../../../core/validate.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller, Loaded } from '../../../server/caller.ts'
import { agreed } from '../../../server/door/second.ts'
import { invalid, refused, refusedBy } from '../../../server/refusal.ts'
import { followSale } from '../../invoices/single-sale/follow.server.ts'
import { issueSingleInvoice } from '../../invoices/single-sale/issue.server.ts'
import { holdFree } from '../../ledger/hold.server.ts'
import { isSettlement, maySettle } from '../../transactions/drawer/limits.server.ts'
import { checkNewReferences } from '../../transactions/drawer/references.server.ts'
import { openBatch } from '../../transactions/money.server.ts'
import { allocatePaid } from '../../transactions/paid.server.ts'
import { holdForReceipts, moveMoney, saveReceipts } from '../../transactions/receipts.server.ts'
import { settledWithin } from '../../transactions/drawer/settled.server.ts'
import { paymentMode, paymentType } from '../../lists/items.model.ts'
import { firstOf, isBilledNow, receiptsOf, settleExcess } from './excess.server.ts'
import { broughtBy, checkTakenBack, receiptActs, takenBack, toClear, type ReceiptAct } from './receipt-acts.rules.ts'
import { asksCredit, cashDecision, invoicedAtOnce } from './receipts.rules.ts'
import { receiptFields, type Receipt } from '../receipt.model.ts'
import { isWalkIn } from '../sales.rules.ts'
import type { Sale, SaleDraft, SaleInvoice } from '../sales.model.ts'

/** Net in rupees; `overpaid` as sent. */
type Billed = {
  saleId: number
  PatientId: number
  BuyerId: number
  BuyerPaymentTypeId: number | null
  sellerId: number
  net: number
  overpaid: SaleDraft['Overpaid']
  remarks: string | null
  /** Why money is taken back. */
  reason: string | null
  /** What is charged is for other parts than before, though it may come to the same. */
  isForOther: boolean
}

const invoiceOf = (before: Sale | null): SaleInvoice | null => before?.Invoice ?? null
const invoiceKeys = new Set(['InvoiceId', 'InvoiceNo', 'InvoiceDate', 'IsSingleSale', 'Transactions'])

const isRow = (row: unknown): row is Receipt => isObject(row)

/** The shape of the sent invoice: known names, values that fit their fields. @throws 400 */
const checkShape = (invoice: Loaded, rows: readonly Receipt[]): void => {
  const unknown = [
    ...Object.keys(invoice).filter((name) => !invoiceKeys.has(name)),
    ...rows.flatMap((row, index) => unknownKeys(receiptFields, row, `Transactions.${index}.`)),
  ]
  if (unknown.length > 0)
    throw invalid(
      Object.fromEntries(unknown.map((name) => [`Invoice.${name}`, ['This field is not known']])),
      `Unknown field "Invoice.${unknown[0]}"`,
    )
  rows.forEach((row: Loaded, index) => {
    for (const [name, field] of Object.entries(receiptFields)) {
      if (field.kind === 'object' || ('computed' in field && field.computed)) continue
      // the amount of a refund is below zero; checkReceipt limits it
      const error = fieldError(name === 'Amount' ? { kind: 'money', label: 'Amount' } : field, row[name])
      if (error) throw invalid({ [`Invoice.Transactions.${index}`]: [error] })
    }
  })
}

/** The row with null in place of blanks. */
const withoutBlanks = (row: Receipt): Receipt =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' && value.trim() === '' ? null : value]),
  )

/**
 * What the save does to the receipts: named ones are added, corrected or cancelled, the others do not change.
 * `saleDate`: the earliest day of a receipt. @throws 400 for a value that is no receipt, 422 for one of another sale or
 * one that may not be changed
 */
export const sentReceipts = (
  record: SaleDraft,
  before: Sale | null,
  user: Caller,
  saleDate: string,
): readonly ReceiptAct[] => {
  // only its type declares its shape: the sent value is still unchecked
  const invoice: unknown = record.Invoice
  if (invoice === undefined || invoice === null) return []
  if (!isObject(invoice)) throw invalid({ Invoice: ['Invoice is not valid'] })
  const { Transactions: sent } = invoice
  if (sent === undefined) return []
  if (!Array.isArray(sent) || !sent.every(isRow)) throw invalid({ Invoice: ['Receipts must be a list'] })
  checkShape(invoice, sent)
  const answer = receiptActs(sent.map(withoutBlanks), receiptsOf(before), user, {
    SaleDate: saleDate,
    now: now(),
  })
  if (answer.ok) {
    const asked = checkTakenBack(answer.acts, receiptsOf(before), record.ReceiptReason)
    if (!asked.ok) throw refusedBy(asked)
    return answer.acts
  }
  const errors = { [`Invoice.Transactions.${answer.row}`]: [answer.reason] }
  throw answer.isRule ? refused(answer.reason, errors) : invalid(errors)
}

/** The first invoice of a sale, with its first receipts. */
const issueFirst = (
  tx: Tx,
  user: Caller,
  sale: Billed,
  acts: readonly ReceiptAct[],
  { batch, isNew }: { batch: number | null; isNew: boolean },
): void => {
  const receipts = firstOf(acts)
  const sold = {
    saleId: sale.saleId,
    sellerId: sale.sellerId,
    buyerId: sale.BuyerId,
    net: sale.net,
    date: now().toISOString(),
    userId: user.UserId,
    isNew,
  }
  // the number last: other bills of this seller wait for it
  tx.late((late) => issueSingleInvoice(late, sold, receipts, batch))
}

/** Whether money was received that stays: not cancelled, also not by its opposite, and not bounced. */
const hasReceived = async (tx: Tx, invoiceId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      transactions receipt
    where
      receipt.invoice_id = ${invoiceId}
      and not receipt.is_cancelled
      and receipt.clearing is distinct from 'Bounced'
      and receipt.reverses_id is null
      and not exists (
        select
          1
        from
          transactions opposite
        where
          opposite.reverses_id = receipt.transaction_id
      )
    limit
      1
  `)) !== undefined

/** The sale's own invoice takes its net and buyer; when a wrong patient is corrected, the receipts move too. */
const followOwn = async (tx: Tx, user: Caller, sale: Billed, before: Sale, invoiceId: number): Promise<void> => {
  const buyerChanged = before.BuyerId !== sale.BuyerId
  const isRightPatient = buyerChanged && before.BuyerId === before.PatientId && isWalkIn(sale)
  if (buyerChanged && (await hasReceived(tx, invoiceId))) {
    if (!isRightPatient)
      throw refused('The buyer cannot be changed while there are receipts. Cancel the receipts first.')
    await moveMoney(tx, user, invoiceId, sale.BuyerId)
  }
  const rounding = before.Rounding
  await followSale(tx, user.UserId, invoiceId, { buyerId: sale.BuyerId, net: sale.net, rounding, isRightPatient })
}

const dueOf = (tx: Tx, invoiceId: number): Promise<{ Net: number; Paid: number }> =>
  tx.one(sql`
    select
      net_amount as net,
      paid
    from
      invoices
    where
      invoice_id = ${invoiceId}
    for update
  `)

/** Payments that come with a reference, or with another one than before. */
const newlyReferred = (acts: readonly ReceiptAct[], before: Sale | null): readonly ReceiptAct[] => {
  const byId = new Map(receiptsOf(before).map((row) => [row.TransactionId, row]))
  return acts.filter((act) => {
    const known = act.TransactionId === null ? undefined : byId.get(act.TransactionId)
    const isSame = known?.PaymentModeId === act.PaymentModeId && (known.PaymentRef ?? null) === act.PaymentRef
    return !act.Cancelled && act.Amount > 0 && !isSame
  })
}
/** What is written off now, or settled by an insurer. */
const newlySettled = (acts: readonly ReceiptAct[], goneIds: readonly number[]): readonly ReceiptAct[] =>
  acts.filter(({ TransactionId, Cancelled, PaymentModeId }) => {
    const isNew = TransactionId === null || goneIds.includes(TransactionId)
    return !Cancelled && isSettlement(PaymentModeId) && isNew
  })
const isDrawn = (act: ReceiptAct): boolean => act.PaymentModeId === paymentMode.Deposit && !act.Cancelled

/** A buyer who pays at booking leaves nothing unpaid, beyond a limit. @throws 422 */
const checkCash = async (tx: Tx, user: Caller, sale: Billed, paid: number, before: Sale | null): Promise<void> => {
  if (isWalkIn(sale) || ![null, paymentType.Cash].includes(sale.BuyerPaymentTypeId)) return
  const owed = before && { BuyerId: Number(before.BuyerId), NetAmount: Number(before.NetAmount) }
  const isLess = before !== null && compareAmounts(paid, before.Paid) < 0
  if (!isLess && !asksCredit({ BuyerId: sale.BuyerId, NetAmount: sale.net }, owed)) return
  const { CreditLimit } = await tx.one<{ CreditLimit: number | null }>(sql`
    select
      credit_limit
    from
      clients
    where
      client_id = ${sale.BuyerId}
  `)
  const decision = cashDecision({
    unpaid: lessAmounts(sale.net, paid),
    CreditLimit: CreditLimit,
    roleId: user.RoleId,
    Remarks: sale.remarks,
  })
  agreed(user, decision)
}

/**
 * The invoice and the receipts of a sale that was just written: issued, changed or left, by the buyer and
 * the sent values.
 */
export const saveBilling = async (
  tx: Tx,
  user: Caller,
  sale: Billed,
  sent: readonly ReceiptAct[],
  before: Sale | null,
): Promise<void> => {
  const isSameBill = before !== null && before.BuyerId === sale.BuyerId && sameValue(before.NetAmount, sale.net)
  if (before !== null && before.InvoiceId !== null) {
    // also where it comes to the same: what is taxed may have become another part of it
    if (invoiceOf(before)?.IsSingleSale === true && (!isSameBill || sale.isForOther))
      await followOwn(tx, user, sale, before, before.InvoiceId)
    if (isSameBill && sent.length === 0) return
  }
  await bill(tx, user, sale, sent, before)
}

const bill = async (...[tx, user, sale, sent, before]: Parameters<typeof saveBilling>): Promise<void> => {
  const invoiceId = before?.InvoiceId ?? null
  const due = invoiceId === null ? { Net: sale.net, Paid: 0 } : await dueOf(tx, invoiceId)
  const { acts, keepsAdvance } = settleExcess(sent, due, before, sale.overpaid)
  const paid = sumAmounts([due.Paid, toClear(receiptsOf(before)), broughtBy(acts, receiptsOf(before))])
  await checkCash(tx, user, sale, paid, before)
  await checkNewReferences(tx, user, sale.sellerId, newlyReferred(acts, before), 'Invoice.Transactions')
  const goneIds = takenBack(acts, receiptsOf(before))
  const settled = newlySettled(acts, goneIds)
  // the batches before the day, as who closes one holds them
  const atOf = ({ row }: ReceiptAct): string => `Invoice.Transactions.${row}`
  const settle = (): Promise<void> => maySettle(tx, user, settled, atOf, goneIds)
  if (invoiceId === null) {
    if (acts.length > 0 && (before?.BaseSaleId ?? null) !== null && !invoicedAtOnce(sale))
      throw refused(
        'The part of a laboratory is invoiced with its bill cycle. Record the money of its buyer without an invoice',
      )
    if (acts.some(isDrawn)) await holdFree(tx, [sale.BuyerId])
    const batch = acts.length > 0 ? await openBatch(tx, user.UserId) : null
    await settle()
    if (isBilledNow(sale, acts)) issueFirst(tx, user, sale, acts, { batch, isNew: before === null })
  } else {
    if (settled.length > 0) await holdForReceipts(tx, user, invoiceId, acts)
    await settle()
    await saveReceipts(tx, user, { invoiceId, giverId: sale.BuyerId, receiverId: sale.sellerId }, acts, sale.reason)
    await allocatePaid(tx, invoiceId)
  }
  await settledWithin(tx, { invoiceId, net: sale.net }, settled, atOf)
  if (keepsAdvance)
    await tx.run(sql`
      update sales
      set
        keeps_advance = true
      where
        sale_id = ${sale.saleId}
    `)
}

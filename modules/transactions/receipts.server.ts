// Receipts of an invoice: added, corrected or cancelled, each by its own act; money follows another buyer.
import { compareAmounts, sumAmounts } from '../../core/money.ts'
import { allOf } from '../../core/refusal.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { refused, refusedBy } from '../../server/refusal.ts'
import { paymentMode } from '../lists/items.model.ts'
import { draw, undo } from './allocations/free.server.ts'
import type { Purpose } from '../ledger/post.server.ts'
import { drawerHolds, holdBatches, takenBack, takesNotes } from './drawer/drawer.server.ts'
import { withinLimit } from './drawer/limits.server.ts'
import { correctWords } from './drawer/references.server.ts'
import { moveReceipt } from './day.server.ts'
import { allocatePaid } from './paid.server.ts'
import { addMoney, openBatch, partiesOfInvoice, postRecorded } from './money.server.ts'
import { taxBeside } from './tds/deducted.server.ts'
import { isUntaxed, mayChangeMoney, mayTakeBack, waitsToClear } from './transactions.rules.ts'

type Stored = {
  TransactionId: number
  Date: string
  Amount: number
  PaymentModeId: number
  PaymentRef: string | null
  Remarks: string | null
  Kind: 'Receipt' | 'Refund'
  GiverId: number
  ReceiverId: number
  BatchId: number | null
  OwnerId: number | null
  Closed: boolean
  /** Whether it is part of what is paid: a cheque counts only once it has cleared. */
  Counts: boolean
  Clearing: string | null
  ReversesId: number | null
  Purpose: Purpose | null
  TaxedById: number | null
}
/** Their batches first: while one closes its money does not move, and a closed one is seen to be closed. */
const storedOf = async (tx: Tx, invoiceId: number, takenBackBy: number | null): Promise<Stored[]> => {
  await holdBatches(tx, invoiceId, takenBackBy)
  return tx.rows<Stored>(sql`
    select
      payment.transaction_id,
      payment.date,
      payment.amount,
      payment.payment_mode_id,
      payment.payment_ref,
      payment.remarks,
      payment.kind,
      payment.giver_id,
      payment.receiver_id,
      payment.batch_id,
      payment.counts,
      payment.clearing,
      payment.reverses_id,
      payment.purpose,
      batch.owner_id,
      batch.close_date is not null as closed,
      ${taxBeside(sql`payment.transaction_id`)} as taxed_by_id
    from
      transactions payment
      left join tran_batches batch on batch.batch_id = payment.batch_id
    where
      payment.invoice_id = ${invoiceId}
      and not payment.is_cancelled
    order by
      payment.transaction_id
    for update of
      payment
  `)
}

const moneyOf = (stored: Stored, invoiceId: number) => ({
  InvoiceId: invoiceId,
  Kind: stored.Kind,
  Amount: stored.Amount,
  PaymentModeId: stored.PaymentModeId,
  Purpose: stored.Purpose,
})

type Reversed = { readonly stored: Stored; readonly invoiceId: number; readonly reason: string }
/** Reverses a posting, today; a party that has changed since is named. */
const reversePosting = async (tx: Tx, user: Caller, { stored, invoiceId, reason }: Reversed): Promise<void> => {
  const id = stored.TransactionId
  if (stored.PaymentModeId === paymentMode.Deposit) {
    await undo(tx, user.UserId, { toTransactionId: id }, reason)
    return
  }
  const parties = await partiesOfInvoice(tx, invoiceId)
  await postRecorded(tx, id, moneyOf(stored, invoiceId), parties, now().toISOString(), -1)
}

/** Marks it, with when, by whom and why. */
const markCancelled = (tx: Tx, user: Caller, transactionId: number, reason: string | null): Promise<number> =>
  tx.run(sql`
    update transactions
    set
      is_cancelled = true,
      cancelled_at = ${now().toISOString()},
      cancelled_by_id = ${user.UserId},
      cancel_reason = ${reason},
      row_version = row_version + 1
    where
      transaction_id = ${transactionId}
  `)

/** Cancels a transaction: the record is kept, and the ledger gets the opposite posting. */
const takeBack = async (
  tx: Tx,
  user: Caller,
  stored: Stored,
  invoiceId: number,
  reason: string | null,
): Promise<void> => {
  const decision = allOf(
    mayTakeBack({ Clearing: stored.Clearing, ReversesId: stored.ReversesId }),
    mayChangeMoney({ ownerId: stored.OwnerId, closed: stored.Closed }, user),
    isUntaxed({ Purpose: stored.Purpose, TaxedById: stored.TaxedById }),
  )
  if (!decision.ok) throw refusedBy(decision)
  // first: what is cancelled was taken from nothing
  if (stored.Counts) await reversePosting(tx, user, { stored, invoiceId, reason: reason ?? 'Receipt cancelled' })
  await markCancelled(tx, user, stored.TransactionId, reason)
}

/**
 * Cancels the receipts that drew on money that never came: what else they drew is free again. Answers their keys. They
 * are no money, so it does not matter whether their batch is closed.
 */
export const cancelDraws = async (
  tx: Tx,
  user: Caller,
  freed: readonly { ToTransactionId: number | null; ToInvoiceId: number | null }[],
  reason: string,
): Promise<readonly number[]> => {
  const drawn = new Map(
    freed.flatMap(({ ToTransactionId, ToInvoiceId }) =>
      ToTransactionId === null || ToInvoiceId === null ? [] : [[ToTransactionId, ToInvoiceId]],
    ),
  )
  for (const [transactionId, invoiceId] of drawn) {
    await undo(tx, user.UserId, { toTransactionId: transactionId }, reason)
    await markCancelled(tx, user, transactionId, reason)
    await allocatePaid(tx, invoiceId)
  }
  return [...drawn.keys()]
}

/**
 * A receipt as it should become: without an id it is new, with one it changes the stored one; `Cancelled` cancels that.
 */
export type ReceiptRow = {
  TransactionId: number | null
  Cancelled: boolean
  /** ISO. */
  Date: string
  PaymentModeId: number
  /** Below zero for a stored refund. */
  Amount: number
  PaymentRef: string | null
  Remarks: string | null
}
const sameMoney = (stored: Stored, row: ReceiptRow): boolean =>
  compareAmounts(stored.Kind === 'Refund' ? -stored.Amount : stored.Amount, row.Amount) === 0 &&
  stored.PaymentModeId === row.PaymentModeId &&
  Date.parse(row.Date) === Date.parse(stored.Date)
/** Only its day is another one. */
const movesDayAlone = (stored: Stored, row: ReceiptRow): boolean => sameMoney(stored, { ...row, Date: stored.Date })
/** Where its words are corrected. */
const wordsOf = ({ TransactionId, Closed, PaymentRef }: Stored) => ({
  transactionId: TransactionId,
  closed: Closed,
  at: 'Invoice.Transactions',
  wasRef: PaymentRef,
})
const sameWords = (stored: Stored, row: ReceiptRow): boolean =>
  (stored.PaymentRef ?? '') === (row.PaymentRef ?? '') && (stored.Remarks ?? '') === (row.Remarks ?? '')

const takenBackBy = (user: Caller, rows: readonly Pick<ReceiptRow, 'TransactionId'>[]): number | null =>
  rows.some((row) => row.TransactionId !== null) ? user.UserId : null

/** The batches that `saveReceipts` is about to use, for who holds the user's day before that. */
export const holdForReceipts = async (
  tx: Tx,
  user: Caller,
  invoiceId: number,
  rows: readonly Pick<ReceiptRow, 'TransactionId'>[],
): Promise<void> => {
  await holdBatches(tx, invoiceId, takenBackBy(user, rows))
  if (rows.some((row) => row.TransactionId === null)) await openBatch(tx, user.UserId)
}

/**
 * Adds, corrects and cancels the receipts that are named; other receipts do not change. A corrected receipt is kept
 * in its batch.
 * @throws 422 for a receipt of another invoice, in a closed batch, or in another user's.
 */
export const saveReceipts = async (
  tx: Tx,
  user: Caller,
  { invoiceId, giverId, receiverId }: { invoiceId: number; giverId: number; receiverId: number },
  rows: readonly ReceiptRow[],
  reason: string | null,
): Promise<void> => {
  const byId = new Map((await storedOf(tx, invoiceId, takenBackBy(user, rows))).map((row) => [row.TransactionId, row]))
  let takenBackSum = 0
  let takesBack = false
  const emptied = new Set<number>()
  for (const row of rows) {
    const known = row.TransactionId === null ? undefined : byId.get(row.TransactionId)
    if (row.TransactionId !== null && !known) throw refused('This receipt does not belong to this sale')
    if (known && (row.Cancelled || !(sameMoney(known, row) || movesDayAlone(known, row)))) {
      takesBack = true
      takenBackSum = sumAmounts([takenBackSum, known.Amount])
      const isCash = takesNotes({ PaymentModeId: known.PaymentModeId, Kind: known.Kind })
      if (isCash && known.BatchId !== null) emptied.add(known.BatchId)
    }
    if (known && row.Cancelled) {
      await takeBack(tx, user, known, invoiceId, reason)
      continue
    }
    if (known && sameMoney(known, row)) {
      if (!sameWords(known, row)) await correctWords(tx, user, wordsOf(known), row)
      continue
    }
    if (known && movesDayAlone(known, row)) {
      await moveReceipt(tx, user, known, row.Date, { invoiceId, sellerId: receiverId })
      if (!sameWords(known, row)) await correctWords(tx, user, wordsOf(known), row)
      continue
    }
    if (known) await takeBack(tx, user, known, invoiceId, reason)
    // a cheque corrected to money becomes money today, not on the day of the cheque
    const isNew = known?.Counts === false && !waitsToClear({ PaymentModeId: row.PaymentModeId, Kind: 'Receipt' })
    await addMoney(
      tx,
      user,
      {
        Date: isNew ? now().toISOString() : row.Date,
        GiverId: giverId,
        ReceiverId: receiverId,
        InvoiceId: invoiceId,
        Amount: row.Amount,
        PaymentModeId: row.PaymentModeId,
        PaymentRef: row.PaymentRef,
        Remarks: row.Remarks,
        Kind: 'Receipt',
      },
      // the notes are where they were: a correction moves no money between batches
      known ? { batchId: known.BatchId, postedOn: now().toISOString() } : {},
    )
  }
  for (const batchId of emptied) await drawerHolds(tx, batchId, takenBack('Invoice.Transactions'))
  if (takesBack) await withinLimit(tx, user, 'takeBack', takenBackSum, 'Invoice.Transactions')
}

/**
 * Money of an invoice whose buyer has changed, since the wrong patient had been picked: corrects its giver
 * and the ledger's party. Batches, days and authors do not change. Called before the invoice's buyer is
 * written.
 */
export const moveMoney = async (tx: Tx, user: Caller, invoiceId: number, buyerId: number): Promise<void> => {
  const invoice = await partiesOfInvoice(tx, invoiceId)
  for (const stored of await storedOf(tx, invoiceId, null)) {
    if (!stored.Counts) continue
    await reversePosting(tx, user, { stored, invoiceId, reason: 'The buyer of the invoice was corrected' })
    if (stored.PaymentModeId === paymentMode.Deposit) {
      const parties = { buyerId, sellerId: invoice.SellerId }
      await draw(tx, user.UserId, parties, { transactionId: stored.TransactionId, invoiceId }, stored.Amount)
      continue
    }
    const parties = { SellerId: invoice.SellerId, BuyerId: buyerId }
    await postRecorded(tx, stored.TransactionId, moneyOf(stored, invoiceId), parties, now().toISOString())
  }
  await tx.run(sql`
    update transactions
    set
      giver_id = case
        when giver_id = ${invoice.BuyerId} then ${buyerId}
        else giver_id
      end,
      receiver_id = case
        when receiver_id = ${invoice.BuyerId} then ${buyerId}
        else receiver_id
      end,
      row_version = row_version + 1
    where
      invoice_id = ${invoiceId}
      and not is_cancelled
  `)
}

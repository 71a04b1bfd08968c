// Cancelling a transaction that is wrong. While its batch is open it is marked; in a closed batch the opposite is
// recorded today, in the batch of the user who cancels it. Both remain in their batches and in the history.
import { text } from '../../../core/model.ts'
import { formatMoney, lessAmounts } from '../../../core/money.ts'
import { allOf } from '../../../core/refusal.ts'
import { recordPath } from '../../../core/record-path.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { notifyUsers } from '../../../server/db/notify.ts'
import { actionOf } from '../../../server/module.ts'
import { refused, refusedBy } from '../../../server/refusal.ts'
import { holdFree } from '../../ledger/hold.server.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { moneyCancelled } from '../allocations/answers.model.ts'
import { creditsOf, putOn, undo } from '../allocations/free.server.ts'
import { unspent } from '../allocations/on-account.server.ts'
import { drawerHolds, takenBack, takesNotes } from '../drawer/drawer.server.ts'
import { withinLimit } from '../drawer/limits.server.ts'
import { addMoney, partiesOf, postRecorded, type Money, type Parties } from '../money.server.ts'
import { allocatePaid } from '../paid.server.ts'
import { transactions, type Transaction } from '../transactions.model.ts'
import { checkReason, isMarked, isRecorder, mayCancelMoney } from '../transactions.rules.ts'

const moneyOf = (before: Transaction): Money => ({
  Date: now().toISOString(),
  GiverId: Number(before.GiverId),
  ReceiverId: Number(before.ReceiverId),
  InvoiceId: before.InvoiceId,
  Amount: Number(before.Amount),
  PaymentModeId: Number(before.PaymentModeId),
  PaymentRef: before.PaymentRef,
  Remarks: before.Remarks,
  Kind: before.Kind === 'Refund' ? 'Refund' : 'Receipt',
  Purpose: before.Purpose,
})

/** The opposite of it: what came goes, what went comes. */
const oppositeOf = (money: Money, reason: string): Money => ({
  ...money,
  GiverId: money.ReceiverId,
  ReceiverId: money.GiverId,
  Kind: money.Kind === 'Receipt' ? 'Refund' : 'Receipt',
  Remarks: reason,
})

type Wrong = { readonly money: Money; readonly parties: Parties; readonly reason: string }
type Noted = { key: number; reason: string; isOpen: boolean }
const note = (tx: Tx, user: Caller, { key, reason, isOpen }: Noted): Promise<number> =>
  tx.run(sql`
    update transactions
    set
      is_cancelled = is_cancelled
      or ${isOpen},
      cancelled_at = ${now().toISOString()},
      cancelled_by_id = ${user.UserId},
      cancel_reason = ${reason}
    where
      transaction_id = ${key}
  `)

/** Marked in its open batch, and posted back today. */
const mark = async (tx: Tx, key: number, before: Transaction, { money, parties }: Wrong): Promise<void> => {
  const batchId = before.Batch?.BatchId
  if (takesNotes(money) && typeof batchId === 'number') await drawerHolds(tx, batchId, takenBack('reason'))
  // what was adjusted from a deposit has no posting of its own
  if (money.PaymentModeId === paymentMode.Deposit) return
  await postRecorded(tx, key, money, parties, money.Date, -1)
}

/** What a payment without an invoice gave that was no free money of its receiver: a commission. */
const commissionIn = async (tx: Tx, key: number, amount: number): Promise<number> => {
  const { Drawn } = await tx.one<{ Drawn: number }>(sql`
    select
      coalesce(sum(amount), 0) as drawn
    from
      allocations
    where
      to_transaction_id = ${key}
      and undone_at is null
  `)
  return lessAmounts(amount, Drawn)
}

/**
 * The opposite one, recorded today. Of money on account that came by mistake, that is what goes; a commission that was
 * not paid is owed as before, and is no money on account.
 */
const reverse = async (tx: Tx, user: Caller, key: number, { money, parties, reason }: Wrong): Promise<number> => {
  const id = await addMoney(tx, user, oppositeOf(money, reason), { reversesId: key })
  if (money.InvoiceId !== null) return id
  const of = { buyerId: parties.BuyerId, sellerId: parties.SellerId }
  const [from, to, amount] =
    money.Kind === 'Receipt' ? [key, id, money.Amount] : [id, key, await commissionIn(tx, key, money.Amount)]
  const credits = await creditsOf(tx, of, { transactionId: from })
  await putOn(tx, user.UserId, of, credits, { transactionId: to }, amount)
  return id
}

/** What is paid of its invoice follows; it is never below zero. @throws 422 */
const follow = async (tx: Tx, invoiceId: number): Promise<void> => {
  await allocatePaid(tx, invoiceId)
  const { Paid } = await tx.one<{ Paid: number }>(sql`
    select
      paid
    from
      invoices
    where
      invoice_id = ${invoiceId}
  `)
  if (Paid < 0) throw refused('Its money was refunded. Cancel the refund first')
}

const tellHolder = async (tx: Tx, user: Caller, key: number, before: Transaction, reason: string): Promise<void> => {
  const holder = await tx.maybe<{ OwnerId: number }>(sql`
    select
      owner_id
    from
      tran_batches
    where
      batch_id = ${before.Batch?.BatchId ?? null}
  `)
  if (holder && holder.OwnerId !== user.UserId)
    await notifyUsers(tx, [holder.OwnerId], {
      creater: user.FullName,
      subject: `Transaction ${key} of your batch is cancelled`,
      content: `${formatMoney(before.Amount, { symbol: true })}: ${reason}`,
      path: recordPath('transactions', { TransactionId: key }),
    })
}

export const cancelled = actionOf(transactions, {
  name: 'cancel',
  permit: 'update',
  ...moneyCancelled,
  summary: 'Cancel a transaction that is wrong: in a closed batch by the opposite one, today',
  body: { reason: text('Reason', { required: 'Please enter why it is cancelled', maxLength: 500 }) },
  decide: (money, user) => allOf(mayCancelMoney(money, user), isRecorder(money, user)),
  run: async ({ tx, user, key, before, body }) => {
    const asked = checkReason(body.reason, 'reason')
    if (!asked.ok) throw refusedBy(asked)
    const reason = body.reason ?? ''
    const money = moneyOf(before)
    const isOpen = isMarked(before)
    const parties = await partiesOf(tx, money)
    const wrong: Wrong = { money, parties, reason }
    await holdFree(tx, [parties.BuyerId])
    // what it pays, and what it was taken from, is free again
    unspent(await undo(tx, user.UserId, { fromTransactionId: key }, reason))
    if (isOpen) await undo(tx, user.UserId, { toTransactionId: key }, reason)
    await note(tx, user, { key, reason, isOpen })
    if (isOpen) await mark(tx, key, before, wrong)
    const reversal = isOpen ? null : await reverse(tx, user, key, wrong)
    if (money.InvoiceId !== null) await follow(tx, money.InvoiceId)
    await withinLimit(tx, user, 'takeBack', money.Amount, 'reason')
    await tellHolder(tx, user, key, before, reason)
    return reversal === null
      ? { message: `Transaction ${key} is cancelled` }
      : { message: `Transaction ${key} is cancelled by transaction ${reversal}`, TransactionId: reversal }
  },
})

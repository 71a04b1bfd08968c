// Recording money: in the batch of the user who takes it, and in the ledger.
import { roundAmount } from '../../core/money.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { paymentMode } from '../lists/items.model.ts'
import { draw } from './allocations/free.server.ts'
import { batchHeld, drawerHolds, paidOut, paysOut } from './drawer/drawer.server.ts'
import { checkPaidReference } from './drawer/references.server.ts'
import { postMoney, type Purpose } from '../ledger/post.server.ts'
import { waitsToClear } from './transactions.rules.ts'

/**
 * The user's open batch; the first transaction opens it. It is locked against being closed meanwhile, not against the
 * user's other receipts; `alone`: against these too, since cash leaves it.
 */
export const openBatch = async (tx: Tx, userId: number, alone = false): Promise<number> => {
  const open = await tx.maybe<{ BatchId: number }>(sql`
    select
      batch_id
    from
      tran_batches
    where
      owner_id = ${userId}
      and close_date is null ${batchHeld(alone)}
  `)
  if (open) return open.BatchId
  const opened = await tx.one<{ BatchId: number }>(sql`
    insert into
      tran_batches (owner_id, open_date)
    values
      (${userId}, ${now().toISOString()})
    on conflict (owner_id)
    where
      close_date is null do update
    set
      row_version = tran_batches.row_version
    returning
      batch_id
  `)
  return opened.BatchId
}

export type Money = {
  Date: string
  GiverId: number
  ReceiverId: number
  InvoiceId: number | null
  Amount: number
  PaymentModeId: number
  PaymentRef: string | null
  Remarks: string | null
  Kind: 'Receipt' | 'Refund'
  Purpose?: Purpose | null
  /** Of tax that is paid to the government. */
  ChallanNo?: string
}
export type Parties = { SellerId: number; BuyerId: number }

/** The present seller and buyer of an invoice. */
export const partiesOfInvoice = (tx: Tx, invoiceId: number): Promise<Parties> =>
  tx.one<Parties>(sql`
    select
      seller_id,
      buyer_id
    from
      invoices
    where
      invoice_id = ${invoiceId}
  `)

export const partiesOf = async (tx: Tx, money: Money): Promise<Parties> =>
  money.InvoiceId === null
    ? money.Kind === 'Refund'
      ? { SellerId: money.GiverId, BuyerId: money.ReceiverId }
      : { SellerId: money.ReceiverId, BuyerId: money.GiverId }
    : partiesOfInvoice(tx, money.InvoiceId)

type Posted = Pick<Money, 'InvoiceId' | 'Kind' | 'Amount' | 'PaymentModeId' | 'Purpose'>
/** Posts recorded money, on `date`; `sign` -1 reverses its posting. */
export const postRecorded = (
  tx: Tx,
  transactionId: number,
  { InvoiceId, Kind, Amount, PaymentModeId, Purpose = null }: Posted,
  { SellerId, BuyerId }: Parties,
  date: string,
  sign: 1 | -1 = 1,
): Promise<void> =>
  postMoney(
    tx,
    {
      TransactionId: transactionId,
      date,
      InvoiceId,
      Kind,
      SellerId,
      PartyId: BuyerId,
      Amount,
      PaymentModeId,
      Purpose,
    },
    sign,
  )

/**
 * Records money into a batch (the user's own where none is named) and the ledger; answers the key. The ledger has it on
 * the money's own day, or on `postedOn` where it corrects an earlier posting; a cheque only once it has cleared, unless
 * it reverses one that we gave.
 */
export const addMoney = async (
  tx: Tx,
  user: Caller,
  money: Money,
  { batchId, postedOn, reversesId }: { batchId?: number | null; postedOn?: string; reversesId?: number } = {},
): Promise<number> => {
  const batch = batchId ?? (await openBatch(tx, user.UserId, paysOut(money)))
  const amount = roundAmount(money.Amount)
  const isCheque = waitsToClear(money)
  // what we gave and take back waits for no bank
  const waits = isCheque && reversesId === undefined
  const { TransactionId } = await tx.one<{ TransactionId: number }>(sql`
    insert into
      transactions (
        date,
        giver_id,
        receiver_id,
        invoice_id,
        amount,
        payment_mode_id,
        payment_ref,
        remarks,
        batch_id,
        kind,
        clearing,
        cleared_on,
        created_by,
        reverses_id,
        purpose
      )
    values
      (
        ${money.Date},
        ${money.GiverId},
        ${money.ReceiverId},
        ${money.InvoiceId},
        ${amount},
        ${money.PaymentModeId},
        ${money.PaymentRef},
        ${money.Remarks},
        ${batch},
        ${money.Kind},
        ${waits ? 'Waiting' : isCheque ? 'Cleared' : null},
        ${isCheque && !waits ? money.Date : null},
        ${user.UserId},
        ${reversesId ?? null},
        ${money.Purpose ?? null}
      )
    returning
      transaction_id
  `)
  // a reversal takes out no notes: the money was never there
  if (paysOut(money) && reversesId === undefined) await drawerHolds(tx, batch, paidOut)
  if (money.Kind === 'Refund' && reversesId === undefined)
    await checkPaidReference(tx, user, { ...money, TransactionId: TransactionId }, 'PaymentRef')
  if (waits) return TransactionId
  const parties = await partiesOf(tx, money)
  if (money.PaymentModeId === paymentMode.Deposit && money.InvoiceId !== null) {
    // no new money: it takes from what the buyer has here
    const of = { buyerId: parties.BuyerId, sellerId: parties.SellerId }
    await draw(tx, user.UserId, of, { transactionId: TransactionId, invoiceId: money.InvoiceId }, amount)
    return TransactionId
  }
  await postRecorded(tx, TransactionId, { ...money, Amount: amount }, parties, postedOn ?? money.Date)
  return TransactionId
}

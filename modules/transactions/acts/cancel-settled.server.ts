// Cancels a receipt or payment that is no money, as part of the document that it belongs to: what it paid is owed
// again, today.
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { postMoney, type Purpose } from '../../ledger/post.server.ts'
import { undo } from '../allocations/free.server.ts'
import { unspent } from '../allocations/on-account.server.ts'

type Settled = {
  readonly TransactionId: number
  readonly InvoiceId: null
  readonly Kind: string
  readonly SellerId: number
  readonly PartyId: number
  readonly Amount: number
  readonly PaymentModeId: number
  readonly Purpose: Purpose | null
}

/** The caller holds its party. @throws 422 where its money was refunded or adjusted */
export const cancelSettled = async (tx: Tx, user: Caller, key: number, reason: string): Promise<void> => {
  unspent(await undo(tx, user.UserId, { fromTransactionId: key }, reason))
  const settled = await tx.one<Settled>(sql`
    update transactions
    set
      is_cancelled = true,
      cancelled_at = ${now().toISOString()},
      cancelled_by_id = ${user.UserId},
      cancel_reason = ${reason},
      row_version = row_version + 1
    where
      transaction_id = ${key}
      and not is_cancelled
    returning
      transaction_id,
      invoice_id,
      kind,
      case
        when kind = 'Receipt' then receiver_id
        else giver_id
      end as seller_id,
      case
        when kind = 'Receipt' then giver_id
        else receiver_id
      end as party_id,
      amount,
      payment_mode_id,
      purpose
  `)
  await postMoney(tx, { ...settled, date: now().toISOString() }, -1)
}

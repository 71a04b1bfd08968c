// Money of a buyer that is given back without an invoice: first what came in the mode in which it goes, and in another
// mode as a refund of a bill is.
import { sumAmounts } from '../../../core/money.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { seconded } from '../../../server/door/second.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { mayRefundBy } from '../drawer/refund.rules.ts'
import { draw, type Credit, type Parties } from './free.server.ts'

type Came = { readonly TransactionId: number | null; readonly InvoiceId: number | null; readonly Came: number }
/**
 * What of the free money came in a mode, by its document. Tax that a customer deducted and an opening balance came in
 * none; what was given back of an invoice's excess in this mode did so no more.
 */
const cameIn = (tx: Tx, { buyerId, sellerId }: Parties, mode: number): Promise<Came[]> =>
  tx.rows<Came>(sql`
    select
      credit.transaction_id,
      credit.invoice_id,
      least(
        credit.free,
        coalesce(
          (
            select
              sum(
                case payment.kind
                  when 'Receipt' then payment.amount
                  else - payment.amount
                end
              )
            from
              transactions payment
            where
              (
                payment.transaction_id = credit.transaction_id
                or payment.invoice_id = credit.invoice_id
              )
              and payment.counts
              and payment.payment_mode_id = ${mode}
              and payment.purpose is null
          ),
          0
        ) - coalesce(
          (
            select
              sum(given.amount)
            from
              allocations given
              join transactions back on back.transaction_id = given.to_transaction_id
            where
              given.from_invoice_id = credit.invoice_id
              and given.undone_at is null
              and back.kind = 'Refund'
              and back.payment_mode_id = ${mode}
          ),
          0
        )
      ) as came
    from
      free_credits credit
    where
      credit.party_id = ${buyerId}
      and credit.seller_id = ${sellerId}
      and credit.free > 0
  `)

/** Whether the user took something of what a refund was drawn from. */
const tookOf = async (tx: Tx, UserId: number, refundId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      allocations drawn
      join transactions receipt on receipt.transaction_id = drawn.from_transaction_id
      or receipt.invoice_id = drawn.from_invoice_id
    where
      drawn.to_transaction_id = ${refundId}
      and drawn.undone_at is null
      and receipt.kind = 'Receipt'
      and not receipt.is_cancelled
      and receipt.created_by = ${UserId}
    limit
      1
  `)) !== undefined

type Given = {
  readonly id: number
  readonly amount: number
  readonly PaymentModeId: number
  readonly Remarks: string | null
}
/**
 * Draws a recorded refund from what its receiver has here; the caller holds the buyer (`holdFree`). @throws 422 for
 * more than is free, and in another mode for who took the money, or without a reason
 */
export const giveBack = async (
  tx: Tx,
  user: Caller,
  parties: Parties,
  { id, amount, PaymentModeId, Remarks }: Given,
): Promise<void> => {
  const came = (await cameIn(tx, parties, PaymentModeId)).filter((one) => one.Came > 0)
  const isOf = (credit: Credit): boolean =>
    came.some((one) => one.TransactionId === credit.TransactionId && one.InvoiceId === credit.InvoiceId)
  await draw(tx, user.UserId, parties, { transactionId: id }, amount, isOf)
  const tookIt = await tookOf(tx, user.UserId, id)
  const secondTookIt = user.Second !== undefined && (await tookOf(tx, user.Second.UserId, id))
  const said = Remarks ?? user.Second?.reason ?? null
  const back = mayRefundBy(
    sumAmounts(came.map((one) => one.Came)),
    { Amount: amount, Remarks: said },
    { RoleId: user.RoleId, tookIt },
  )
  if (!back.ok && (secondTookIt || !seconded(user, back).ok)) throw refusedBy(back)
}

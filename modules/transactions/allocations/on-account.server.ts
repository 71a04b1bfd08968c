// What money without an invoice does at once: a receipt pays the oldest, a refund uses what its receiver has here.
import { compareAmounts, formatMoney } from '../../../core/money.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { invalid, refused } from '../../../server/refusal.ts'
import { buyerTypes, paymentType } from '../../lists/items.model.ts'
import { putOnBills } from './bills.server.ts'
import { giveBack } from './back.server.ts'
import { putOnOldest, type Parties } from './free.server.ts'
import { holdBalance, holdFree } from '../../ledger/hold.server.ts'

type OnAccount = {
  giver: number
  receiver: number
  isBack: boolean
  amount: number
  PaymentModeId: number
  Remarks: string | null
}

/** No one else uses or moves this buyer's money meanwhile. @throws 400 for one that was merged while this waited */
export const holdBuyer = async (tx: Tx, buyerId: number, at: string): Promise<void> => {
  await holdFree(tx, [buyerId])
  const merged = await tx.maybe(sql`
    select
      1
    from
      clients
    where
      client_id = ${buyerId}
      and merged_into_id is not null
  `)
  if (merged) throw invalid({ [at]: ['This client was merged into another one'] })
}

/** Allocations that were undone may not have paid out money, nor a receipt. @throws 422 naming those */
export const unspent = (freed: readonly { ToTransactionId: number | null }[]): void => {
  const spent = freed.flatMap(({ ToTransactionId }) => (ToTransactionId === null ? [] : [ToTransactionId]))
  if (spent.length > 0)
    throw refused(`This money was refunded or adjusted by transaction ${spent.join(', ')}. Cancel that first`)
}

/** Buyers are refunded what they have here; the others (referrers, outside laboratories, couriers) are paid. */
const whatIs = (tx: Tx, clientId: number): Promise<{ Buys: boolean; IsPrepaid: boolean }> =>
  tx.one(sql`
    select
      client_type_id in (${literal(...buyerTypes)}) as buys,
      coalesce(payment_type_id = ${literal(paymentType.Prepaid)}, false) as is_prepaid
    from
      clients
    where
      client_id = ${clientId}
  `)

/** What a prepaid buyer has left: what is sold and not invoiced yet has used its money, too. @throws 422 beyond it */
const withinPrepaid = async (
  tx: Tx,
  { buyerId, sellerId }: Parties,
  { id, amount }: { readonly id: number; readonly amount: number },
): Promise<void> => {
  // a booking holds it before it reads the balance
  await holdBalance(tx, buyerId)
  const { Left } = await tx.one<{ Left: number }>(sql`
    select
      coalesce(- sum(owed), 0) as left
    from
      party_dues
    where
      party_id = ${buyerId}
      and seller_id = ${sellerId}
      -- the refund itself is recorded already
      and transaction_id is distinct from ${id}
  `)
  if (compareAmounts(amount, Left) > 0)
    throw refused(
      `The prepaid balance is ${formatMoney(Left, { symbol: true })}, with what is sold and not invoiced yet. ` +
        'Refund that much at most',
    )
}

/** @throws 422 for a refund of more than is free, or in another mode than the money came */
export const settleOnAccount = async (tx: Tx, user: Caller, id: number, money: OnAccount): Promise<void> => {
  if (!money.isBack) {
    await putOnOldest(tx, user.UserId, { buyerId: money.giver, sellerId: money.receiver }, { transactionId: id })
    return
  }
  const parties = { buyerId: money.receiver, sellerId: money.giver }
  const { Buys, IsPrepaid } = await whatIs(tx, money.receiver)
  if (!Buys) {
    await putOnBills(tx, user.UserId, { supplierId: money.receiver, placeId: money.giver }, { transactionId: id })
    return
  }
  if (IsPrepaid) await withinPrepaid(tx, parties, { id, amount: money.amount })
  await giveBack(tx, user, parties, { id, ...money })
}

/** Refuses where money of the present buyer is on an invoice, or was taken from it. @throws 422 */
export const noneAllocated = async (tx: Tx, invoiceId: number): Promise<void> => {
  const there = await tx.maybe(sql`
    select
      1
    from
      allocations
    where
      undone_at is null
      and from_invoice_id = ${invoiceId}
    union all
    select
      1
    from
      allocations
    where
      undone_at is null
      and to_invoice_id = ${invoiceId}
      and to_transaction_id is null
    limit
      1
  `)
  if (there)
    throw refused(
      'Money of the present buyer is allocated to this invoice or from it: accounts staff must undo that first, in ' +
        'the invoice',
    )
}

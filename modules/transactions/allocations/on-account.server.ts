// What money without an invoice does at once: a receipt pays the oldest, a refund uses what its receiver has here.
import { sumAmounts } from '../../../core/money.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { invalid } from '../../../server/refusal.ts'
import { buyerTypes } from '../../lists/items.model.ts'
import { creditsOf, draw, putOn, putOnOldest } from './free.server.ts'
import { holdFree } from '../../ledger/hold.server.ts'

type OnAccount = { giver: number; receiver: number; isBack: boolean; amount: number }

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

/** Buyers are refunded what they have here; the others (referrers, outside laboratories, couriers) are paid. */
const whatIs = (tx: Tx, clientId: number): Promise<{ buys: boolean; refers: boolean }> =>
  tx.one(sql`
    select
      client_type_id in (${literal(...buyerTypes)}) as buys,
      can_refer as refers
    from
      clients
    where
      client_id = ${clientId}
  `)

/** @throws 422 for a refund of more than is free */
export const settleOnAccount = async (tx: Tx, user: Caller, id: number, money: OnAccount): Promise<void> => {
  if (!money.isBack) {
    await putOnOldest(tx, user.UserId, { buyerId: money.giver, sellerId: money.receiver }, { transactionId: id })
    return
  }
  const parties = { buyerId: money.receiver, sellerId: money.giver }
  const { buys, refers } = await whatIs(tx, money.receiver)
  if (!buys) return
  if (!refers) return draw(tx, user.UserId, parties, { transactionId: id }, money.amount)
  // a buyer who also refers may be paid commission: the payment is limited by the whole balance
  await holdFree(tx, [parties.buyerId])
  const credits = await creditsOf(tx, parties)
  const free = sumAmounts(credits.map((credit) => credit.free))
  await putOn(tx, user.UserId, parties, credits, { transactionId: id }, Math.min(free, money.amount))
}

// What a seller owes a referrer by the ledger: no payment to a referrer is more.
import { compareAmounts, formatMoney } from '../../core/money.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { refused } from '../../server/refusal.ts'
import { holdBalance } from '../ledger/hold.server.ts'
import { clientType } from '../lists/items.model.ts'
import { taxOfPayment } from './tds/withhold.server.ts'

/** The commission that is delivered, less what was paid of it; locked against another payment meanwhile. */
export const commissionOwed = async (tx: Tx, sellerId: number, referrerId: number): Promise<number> => {
  await holdBalance(tx, referrerId)
  const { owed } = await tx.one<{ owed: number }>(sql`
    select
      coalesce(sum(entry.credit - entry.debit), 0) as owed
    from
      ledger_entries entry
    where
      entry.party_id = ${referrerId}
      and entry.seller_id = ${sellerId}
      and entry.account = 'party'
  `)
  return owed
}

/** @throws 422 at the amount, for money to a referrer or doctor, beyond what is owed for it */
export const withinCommission = async (tx: Tx, sellerId: number, receiverId: number, amount: number): Promise<void> => {
  const refers = await tx.maybe(sql`
    select
      1
    from
      clients
    where
      client_id = ${receiverId}
      and client_type_id in (${literal(clientType.Referrer, clientType.Doctor)})
  `)
  if (!refers) return
  const owed = await commissionOwed(tx, sellerId, receiverId)
  const tax = await taxOfPayment(tx, { sellerId, partyId: receiverId }, amount)
  if (tax) {
    const withheld = `TDS of ${formatMoney(tax.amount, { symbol: true })} is withheld from this payment`
    throw refused(`${withheld}. Pay the referral instead: that withholds it`, { Amount: [withheld] })
  }
  if (compareAmounts(amount, owed) <= 0) return
  const reason =
    compareAmounts(owed, 0) > 0
      ? `At most ${formatMoney(owed, { symbol: true })} are owed to this referrer`
      : 'No commission is owed to this referrer'
  throw refused(`${reason}: deliver the referral first, then pay it`, { Amount: [reason] })
}

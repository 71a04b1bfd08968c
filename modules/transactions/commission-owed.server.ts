// What a seller owes a referrer by the ledger: no payment to a referrer is more.
import { compareAmounts, formatMoney } from '../../core/money.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { refused } from '../../server/refusal.ts'
import { holdBalance, holdFree } from '../ledger/hold.server.ts'
import { clientType } from '../lists/items.model.ts'
import { taxOfPayment, type Payee } from './tds/withhold.server.ts'

/** The commission that is delivered, less what was paid of it; locked against another payment meanwhile. */
export const commissionOwed = async (tx: Tx, sellerId: number, referrerId: number): Promise<number> => {
  await holdBalance(tx, referrerId)
  const { Owed } = await tx.one<{ Owed: number }>(sql`
    select
      coalesce(sum(entry.credit - entry.debit), 0) as owed
    from
      ledger_entries entry
    where
      entry.party_id = ${referrerId}
      and entry.seller_id = ${sellerId}
      and entry.account = 'party'
  `)
  return Owed
}

/** Tax is withheld where the document is paid. @throws 422 at the amount of a free payment on which it is due */
const withoutTax = async (tx: Tx, payee: Payee, amount: number, way: string): Promise<void> => {
  const tax = await taxOfPayment(tx, payee, amount)
  if (!tax) return
  const withheld = `TDS of ${formatMoney(tax.amount, { symbol: true })} is withheld from this payment`
  throw refused(`${withheld}. Pay the ${way} instead: that withholds it`, { Amount: [withheld] })
}

/** @throws 422 at the amount, for money to a referrer or doctor beyond what is owed, and where tax is due on it */
export const withinOwed = async (tx: Tx, sellerId: number, receiverId: number, amount: number): Promise<void> => {
  const receiver = await tx.maybe<{ Refers: boolean }>(sql`
    select
      tds_on is null as refers
    from
      clients
    where
      client_id = ${receiverId}
      and (
        client_type_id in (${literal(clientType.Referrer, clientType.Doctor)})
        or tds_on is not null
      )
  `)
  if (!receiver) return
  const payee = { sellerId, partyId: receiverId }
  if (!receiver.Refers) {
    await holdFree(tx, [receiverId])
    await withoutTax(tx, payee, amount, 'purchase bill')
    return
  }
  const owed = await commissionOwed(tx, sellerId, receiverId)
  await withoutTax(tx, payee, amount, 'referral')
  if (compareAmounts(amount, owed) <= 0) return
  const reason =
    compareAmounts(owed, 0) > 0
      ? `At most ${formatMoney(owed, { symbol: true })} are owed to this referrer`
      : 'No commission is owed to this referrer'
  throw refused(`${reason}: deliver the referral first, then pay it`, { Amount: [reason] })
}

// What a merge of clients posts: balances of the one become the other's from today; what was posted before is not
// rewritten.
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { post, type Side } from './posting.server.ts'

type Balance = {
  readonly Account: 'gst payable' | 'money' | 'own' | 'party' | 'tds payable' | 'tds receivable'
  readonly BankAccountId: number | null
  readonly LedgerAccountId: number | null
  readonly SellerId: number
  readonly PartyId: number
  readonly Amount: number
}
/**
 * What `from` owes its sellers, is owed by its buyers, has of money, owes or is owed by the government, and has in own
 * accounts of its legal entity that are no result: those of another one are not the kept place's.
 */
const balancesOf = (tx: Tx, from: number, to: number): Promise<Balance[]> =>
  tx.rows<Balance>(sql`
    select
      account,
      bank_account_id,
      ledger_account_id,
      seller_id,
      case
        when account in ('gst payable', 'money', 'own', 'tds payable') then seller_id
        else party_id
      end as party_id,
      sum(debit - credit) as amount
    from
      ledger_entries
    where
      (
        account = 'party'
        and party_id = ${from}
      )
      or (
        account in ('gst payable', 'money', 'party', 'tds payable', 'tds receivable')
        and seller_id = ${from}
      )
      or (
        account = 'own'
        and seller_id = ${from}
        and ledger_account_id in (
          select
            own.ledger_account_id
          from
            ledger_accounts own
            join clients kept on kept.client_id = ${to}
          where
            own.entity_id = coalesce(kept.legal_entity_id, kept.client_id)
            and own.kind in ('asset', 'liability')
        )
      )
    group by
      1,
      2,
      3,
      4,
      5
    having
      sum(debit - credit) <> 0
    order by
      1,
      2 nulls first,
      3 nulls first,
      4,
      5
  `)

/**
 * A posting is of one seller, so that the books of each place add up: what a merged place is owed and has leaves it
 * against an account of its own, and comes to the kept one against the same. What it sold and spent remains its own.
 */
export const postMerge = async (tx: Tx, from: number, to: number): Promise<void> => {
  const keeper = (id: number): number => (id === from ? to : id)
  const merged: Side = { account: 'merged' }
  for (const balance of await balancesOf(tx, from, to)) {
    const { Account, BankAccountId, LedgerAccountId, SellerId, PartyId, Amount } = balance
    const transfer = {
      date: now().toISOString(),
      voucherType: 'Transfer',
      invoiceId: null,
      transactionId: null,
      amount: Amount,
      particulars: `Merged: ${from} into ${to}`,
    }
    const held: Side = {
      account: Account,
      ...(BankAccountId !== null && { bankAccountId: BankAccountId }),
      ...(LedgerAccountId !== null && { ledgerAccountId: LedgerAccountId }),
    }
    if (SellerId !== from)
      await post(tx, {
        ...transfer,
        sellerId: SellerId,
        partyId: keeper(PartyId),
        debit: held,
        credit: { ...held, partyId: PartyId },
      })
    else {
      await post(tx, { ...transfer, sellerId: from, partyId: PartyId, debit: merged, credit: held })
      await post(tx, { ...transfer, sellerId: to, partyId: keeper(PartyId), debit: held, credit: merged })
    }
  }
}

// What follows a match with a bank account: its receipts are at the bank, in the books of their sellers.
import { sql, type Tx } from '../../server/db/db.ts'
import { postBanked } from '../ledger/bank.server.ts'

/** How much of each receipt is at the bank; `sign` -1: no more. */
export const moveBanked = (tx: Tx, matchId: number, sign: 1 | -1): Promise<number> =>
  tx.run(sql`
    update transactions money
    set
      banked = money.banked + ${sign}::int * item.amount
    from
      bank_match_items item
    where
      item.bank_match_id = ${matchId}
      and item.transaction_id = money.transaction_id
  `)

type Matched = Parameters<typeof postBanked>[1]
export type BySeller = { readonly SellerId: number; readonly Amount: number }
/** Posts the receipts of a match by their sellers; `sign` -1 posts them back. Answers the sums. */
export const postReceipts = async (tx: Tx, matched: Matched, sign: 1 | -1): Promise<readonly BySeller[]> => {
  const sums = await tx.rows<BySeller>(sql`
    select
      coalesce(
        invoice.seller_id,
        case
          when money.kind = 'Refund' then money.giver_id
          else money.receiver_id
        end
      ) as seller_id,
      sum(item.amount) as amount
    from
      bank_match_items item
      join transactions money using (transaction_id)
      left join invoices invoice using (invoice_id)
    where
      item.bank_match_id = ${matched.bankMatchId}
    group by
      1
    order by
      1
  `)
  for (const { SellerId, Amount } of sums) await postBanked(tx, matched, SellerId, sign * Amount)
  return sums
}

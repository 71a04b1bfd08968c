// What the end of a merge of two patients posts: what the documents of the one say goes back to it from the other.
import { now } from '../../server/clock.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { paymentMode } from '../lists/items.model.ts'
import { post } from './posting.server.ts'

/** What the ledger of a party has at each seller beyond its bills, money and opening balance. */
const beyondDocuments = (tx: Tx, party: number): Promise<{ seller_id: number; amount: number }[]> =>
  tx.rows(sql`
    select
      seller_id,
      sum(amount) as amount
    from
      (
        select
          seller_id,
          debit - credit as amount
        from
          ledger_entries
        where
          party_id = ${party}
          and (
            account = 'party'
            or account = 'opening'
            and transaction_id is not null
          )
        union all
        select
          seller_id,
          - net_amount
        from
          invoices
        where
          buyer_id = ${party}
          and not is_cancelled
        union all
        select
          case t.kind
            when 'Receipt' then coalesce(i.seller_id, t.receiver_id)
            else coalesce(i.seller_id, t.giver_id)
          end,
          case t.kind
            when 'Receipt' then t.amount
            else - t.amount
          end
        from
          transactions t
          left join invoices i using (invoice_id)
        where
          t.counts
          and (
            t.kind = 'Receipt'
            and coalesce(i.buyer_id, t.giver_id) = ${party}
            and t.payment_mode_id <> ${literal(paymentMode.Deposit)}
            and (
              t.purpose is distinct from 'tds'
              or t.payment_mode_id = ${literal(paymentMode.WriteOff)}
            )
            or t.kind = 'Refund'
            and coalesce(i.buyer_id, t.receiver_id) = ${party}
            and t.purpose is distinct from 'tds'
          )
        union all
        select
          opening_seller_id,
          - opening_balance
        from
          clients
        where
          client_id = ${party}
          and opening_balance <> 0
          and merged_into_id is null
      ) rows
    group by
      seller_id
    having
      sum(amount) <> 0
    order by
      seller_id
  `)

/** The records are moved already. What was posted before stays: the difference goes from one to the other. */
export const postUndo = async (tx: Tx, source: number, target: number): Promise<void> => {
  for (const { seller_id, amount } of await beyondDocuments(tx, source))
    await post(tx, {
      date: now().toISOString(),
      voucherType: 'Transfer',
      invoiceId: null,
      transactionId: null,
      amount,
      particulars: `Merge undone: ${source} out of ${target}`,
      sellerId: seller_id,
      partyId: target,
      debit: { account: 'party' },
      credit: { account: 'party', partyId: source },
    })
}

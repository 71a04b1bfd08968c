// What the end of a merge of two patients posts: what the documents of the one say goes back to it from the other.
import { now } from '../../server/clock.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { paymentMode } from '../lists/items.model.ts'
import { post } from './posting.server.ts'

/** What the ledger of a party has at each seller beyond its bills, money and opening balance. */
const beyondDocuments = (tx: Tx, party: number): Promise<{ SellerId: number; Amount: number }[]> =>
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
          case payment.kind
            when 'Receipt' then coalesce(invoice.seller_id, payment.receiver_id)
            else coalesce(invoice.seller_id, payment.giver_id)
          end,
          case payment.kind
            when 'Receipt' then payment.amount
            else - payment.amount
          end
        from
          transactions payment
          left join invoices invoice using (invoice_id)
        where
          payment.counts
          and (
            payment.kind = 'Receipt'
            and coalesce(invoice.buyer_id, payment.giver_id) = ${party}
            and payment.payment_mode_id <> ${literal(paymentMode.Deposit)}
            and (
              coalesce(payment.purpose, '') not in ('tds', 'gst')
              or payment.payment_mode_id = ${literal(paymentMode.WriteOff)}
            )
            or payment.kind = 'Refund'
            and coalesce(invoice.buyer_id, payment.receiver_id) = ${party}
            and coalesce(payment.purpose, '') not in ('tds', 'gst')
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
  for (const { SellerId, Amount } of await beyondDocuments(tx, source))
    await post(tx, {
      date: now().toISOString(),
      voucherType: 'Transfer',
      invoiceId: null,
      transactionId: null,
      amount: Amount,
      particulars: `Merge undone: ${source} out of ${target}`,
      sellerId: SellerId,
      partyId: target,
      debit: { account: 'party' },
      credit: { account: 'party', partyId: source },
    })
}

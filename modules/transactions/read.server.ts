// A transaction as the screen shows it, with its invoice, batch and allocations, by one statement.
import { sql, type Sql } from '../../server/db/db.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { transactionFields } from './transactions.model.ts'

const payment = { fields: transactionFields, alias: 'payment', keyColumn: 'transaction_id' }

export const readTransaction = (key: number): Sql => sql`
  select
    ${shown('payment', ['TransactionId', 'Date', 'ReceiverId'])},
    json_build_object('ClientId', receiver.client_id, 'Name', receiver.name) as "Receiver",
    payment.giver_id as "GiverId",
    json_build_object('ClientId', giver.client_id, 'Name', giver.name) as "Giver",
    payment.invoice_id as "InvoiceId",
    case
      when invoice.invoice_id is not null then ${objectOf('invoice', ['InvoiceId', 'InvoiceNo', 'BuyerId'], {
        Name: sql`buyer.name`,
        Balance: sql`invoice.outstanding`,
      })}
    end as "Invoice",
    payment.amount as "Amount",
    payment.payment_mode_id as "PaymentModeId",
    json_build_object('ItemLabel', mode.item_label) as "PaymentMode",
    ${shown('payment', [
      'PaymentRef',
      'Remarks',
      'Kind',
      'Purpose',
      'TdsOfId',
      'IsCancelled',
      'Clearing',
      'ClearedOn',
    ])},
    (
      select
        taxed.payment_mode_id
      from
        transactions taxed
      where
        taxed.transaction_id = payment.tds_of_id
    ) as "TdsOfModeId",
    payment.reverses_id as "ReversesId",
    reversal.transaction_id as "ReversedById",
    payment.cancel_reason as "CancelReason",
    case
      when payment.invoice_id is null
      and payment.kind = 'Receipt'
      and payment.counts then payment.amount - payment.allocated
    end as "Unallocated",
    ${rowsOf(payment, 'Allocations')} as "Allocations",
    json_build_object('BatchId', batch.batch_id, 'CloseDate', batch.close_date) as "Batch"
  from
    transactions payment
    join clients receiver on receiver.client_id = payment.receiver_id
    join clients giver on giver.client_id = payment.giver_id
    left join invoice_facts invoice on invoice.invoice_id = payment.invoice_id
    left join clients buyer on buyer.client_id = invoice.buyer_id
    left join list_items mode on mode.list_item_id = payment.payment_mode_id
    left join tran_batches batch on batch.batch_id = payment.batch_id
    left join transactions reversal on reversal.reverses_id = payment.transaction_id
  where
    payment.transaction_id = ${key}
`

// The invoice of the sale `s` with its receipts, as the screen of the sale shows them.
import { sql } from '../../../server/db/db.ts'
import { arrayOf, objectOf } from '../../../server/table/shown.ts'

export const invoice = sql`
  (
    select
      ${objectOf('i', ['InvoiceId', 'InvoiceNo', 'InvoiceDate', 'IsSingleSale'], {
        Transactions: arrayOf(
          objectOf('t', ['TransactionId', 'Date', 'PaymentModeId', 'PaymentRef', 'Remarks', 'Clearing'], {
            PaymentMode: sql`json_build_object('ItemLabel', m.item_label)`,
            Amount: sql`
              case
                when t.kind = 'Refund' then - t.amount
                else t.amount
              end
            `,
            Batch: sql`json_build_object('CloseDate', tb.close_date, 'OwnerId', tb.owner_id)`,
            Creater: sql`tu.full_name`,
          }),
          sql`
            from
              transactions t
              left join list_items m on m.list_item_id = t.payment_mode_id
              left join tran_batches tb on tb.batch_id = t.batch_id
              left join users tu on tu.user_id = t.created_by
            where
              t.invoice_id = i.invoice_id
              and not t.is_cancelled
          `,
          sql`
            t.date,
            t.transaction_id
          `,
        ),
      })}
    from
      invoices i
    where
      i.invoice_id = s.invoice_id
  )
`

// The invoice of the sale `s` with its receipts, as the screen of the sale shows them.
import { sql } from '../../../server/db/db.ts'

export const invoice = sql`
  (
    select
      json_build_object(
        'InvoiceId',
        i.invoice_id,
        'InvoiceNo',
        i.invoice_no,
        'InvoiceDate',
        i.invoice_date,
        'IsSingleSale',
        i.is_single_sale,
        'Transactions',
        (
          select
            coalesce(
              json_agg(
                json_build_object(
                  'TransactionId',
                  t.transaction_id,
                  'Date',
                  t.date,
                  'PaymentModeId',
                  t.payment_mode_id,
                  'PaymentMode',
                  json_build_object('ItemLabel', m.item_label),
                  'Amount',
                  case
                    when t.kind = 'Refund' then - t.amount
                    else t.amount
                  end,
                  'PaymentRef',
                  t.payment_ref,
                  'Remarks',
                  t.remarks,
                  'Batch',
                  json_build_object('CloseDate', tb.close_date, 'OwnerId', tb.owner_id),
                  'Creater',
                  tu.full_name
                )
                order by
                  t.date,
                  t.transaction_id
              ),
              '[]'
            )
          from
            transactions t
            left join list_items m on m.list_item_id = t.payment_mode_id
            left join tran_batches tb on tb.batch_id = t.batch_id
            left join users tu on tu.user_id = t.created_by
          where
            t.invoice_id = i.invoice_id
            and not t.is_cancelled
        )
      )
    from
      invoices i
    where
      i.invoice_id = s.invoice_id
  )
`

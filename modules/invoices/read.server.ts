// An invoice with its sales, money and credit notes as the screen shows it, by one statement.
import { sql, type Sql } from '../../server/db/db.ts'
import { arrayOf, objectOf, shown } from '../../server/table/shown.ts'

// of a cancelled invoice those that it had
const sales = arrayOf(
  objectOf('s', ['SaleId', 'SaleDate', 'StatusId'], {
    Patient: sql`s.patient_name`,
    Doctor: sql`d.name`,
    NetAmount: sql`coalesce(was.net_amount, s.net_amount)`,
  }),
  sql`
    from
      sales s
      join clients d on d.client_id = s.referring_doctor_id
      left join cancelled_invoice_sales was on was.sale_id = s.sale_id
      and was.invoice_id = i.invoice_id
    where
      s.invoice_id = i.invoice_id
      or was.invoice_id is not null
  `,
  sql`
    s.sale_date,
    s.sale_id
  `,
)
const transactions = arrayOf(
  objectOf('t', ['TransactionId', 'Date', 'PaymentModeId', 'PaymentRef', 'Clearing'], {
    PaymentMode: objectOf('m', ['ItemLabel']),
    Amount: sql`
      case
        when t.kind = 'Refund' then - t.amount
        else t.amount
      end
    `,
  }),
  sql`
    from
      transactions t
      left join list_items m on m.list_item_id = t.payment_mode_id
    where
      t.invoice_id = i.invoice_id
      and not t.is_cancelled
  `,
  sql`
    t.date,
    t.transaction_id
  `,
)
const credits = arrayOf(
  objectOf('n', ['CreditNoteNo', 'CreditDate', 'Amount', 'Reason']),
  sql`
    from
      credit_notes n
    where
      n.invoice_id = i.invoice_id
  `,
  sql`n.credit_note_id`,
)

export const readInvoice = (key: number): Sql => sql`
  select
    ${shown('i', [
      'InvoiceId',
      'InvoiceNo',
      'InvoiceDate',
      'SellerId',
      'BuyerId',
      'NetAmount',
      'Paid',
      'IsSingleSale',
      'IsCancelled',
      'CancelReason',
    ])},
    case
      when i.is_cancelled then 0
      else i.net_amount - i.paid
    end as "Outstanding",
    ${objectOf('se', ['ClientId', 'Name'])} as "Seller",
    ${objectOf('b', ['ClientId', 'Name'])} as "Buyer",
    ${sales} as "Sales",
    ${transactions} as "Transactions",
    ${credits} as "CreditNotes"
  from
    invoices i
    join clients se on se.client_id = i.seller_id
    join clients b on b.client_id = i.buyer_id
  where
    i.invoice_id = ${key}
`

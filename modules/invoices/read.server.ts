// An invoice with its sales, money and credit notes as the screen shows it, by one statement.
import { sql, type Sql } from '../../server/db/db.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { invoiceFields } from './invoices.model.ts'

const invoice = { fields: invoiceFields, alias: 'invoice', keyColumn: 'invoice_id' }

export const readInvoice = (key: number): Sql => sql`
  select
    ${shown('invoice', [
      'InvoiceId',
      'InvoiceNo',
      'InvoiceDate',
      'DueDate',
      'SellerId',
      'BuyerId',
      'NetAmount',
      'Paid',
      'Outstanding',
      'IsSingleSale',
      'IsCancelled',
      'CancelReason',
    ])},
    ${objectOf('seller', ['ClientId', 'Name'])} as "Seller",
    ${objectOf('buyer', ['ClientId', 'Name'])} as "Buyer",
    ${rowsOf(invoice, 'Sales')} as "Sales",
    ${rowsOf(invoice, 'Transactions')} as "Transactions",
    ${rowsOf(invoice, 'Allocations')} as "Allocations",
    ${rowsOf(invoice, 'CreditNotes')} as "CreditNotes",
    (
      select
        json_agg(
          json_build_object(
            'Kind',
            letter.kind,
            'To',
            coalesce(letter.email, buyer.email),
            'State',
            letter.state,
            'At',
            coalesce(letter.ended_at, letter.created_at),
            'Reason',
            letter.reason
          )
          order by
            letter.invoice_letter_id
        )
      from
        invoice_letters letter
      where
        letter.invoice_id = invoice.invoice_id
    ) as "Letters"
  from
    invoice_facts invoice
    join clients seller on seller.client_id = invoice.seller_id
    join clients buyer on buyer.client_id = invoice.buyer_id
  where
    invoice.invoice_id = ${key}
`

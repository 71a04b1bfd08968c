// An invoice with its sales, money and credit notes as the screen shows it, by one statement.
import { sql, type Sql } from '../../server/db/db.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { invoiceFields } from './invoices.model.ts'

const invoice = { fields: invoiceFields, alias: 'i', keyColumn: 'invoice_id' }

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
      'Outstanding',
      'IsSingleSale',
      'IsCancelled',
      'CancelReason',
    ])},
    ${objectOf('se', ['ClientId', 'Name'])} as "Seller",
    ${objectOf('b', ['ClientId', 'Name'])} as "Buyer",
    ${rowsOf(invoice, 'Sales')} as "Sales",
    ${rowsOf(invoice, 'Transactions')} as "Transactions",
    ${rowsOf(invoice, 'CreditNotes')} as "CreditNotes"
  from
    invoice_facts i
    join clients se on se.client_id = i.seller_id
    join clients b on b.client_id = i.buyer_id
  where
    i.invoice_id = ${key}
`

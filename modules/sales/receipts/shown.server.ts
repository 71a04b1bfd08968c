// The invoice of the `sale` with its receipts, as the screen of the sale shows them.
import { sql } from '../../../server/db/db.ts'
import { rowsOf } from '../../../server/table/read-of.ts'
import { objectOf } from '../../../server/table/shown.ts'
import { saleFields } from '../sales.model.ts'

export const invoice = sql`
  (
    select
      ${objectOf('invoice', ['InvoiceId', 'InvoiceNo', 'InvoiceDate', 'IsSingleSale'], {
        Transactions: rowsOf({ fields: saleFields, alias: 'invoice', keyColumn: 'invoice_id' }, 'Receipts'),
      })}
    from
      invoices invoice
    where
      invoice.invoice_id = sale.invoice_id
  )
`

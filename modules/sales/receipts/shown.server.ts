// The invoice of the sale `s` with its receipts, as the screen of the sale shows them.
import { sql } from '../../../server/db/db.ts'
import { rowsOf } from '../../../server/table/read-of.ts'
import { objectOf } from '../../../server/table/shown.ts'
import { saleFields } from '../sales.model.ts'

export const invoice = sql`
  (
    select
      ${objectOf('i', ['InvoiceId', 'InvoiceNo', 'InvoiceDate', 'IsSingleSale'], {
        Transactions: rowsOf({ fields: saleFields, alias: 'i', keyColumn: 'invoice_id' }, 'Receipts'),
      })}
    from
      invoices i
    where
      i.invoice_id = s.invoice_id
  )
`

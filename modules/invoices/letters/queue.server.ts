// Puts an invoice in the queue of letters, where its buyer wants statements by e-mail.
import { sql, type Tx } from '../../../server/db/db.ts'

export const queueLetter = (tx: Tx, invoiceId: number): Promise<number> =>
  tx.run(sql`
    insert into
      invoice_letters (invoice_id)
    select
      invoice.invoice_id
    from
      invoices invoice
      join clients buyer on buyer.client_id = invoice.buyer_id
    where
      invoice.invoice_id = ${invoiceId}
      and buyer.email_statements
      and buyer.email <> ''
  `)

// Puts an invoice in the queue of letters, where its buyer wants statements by e-mail.
import { sql, type Tx } from '../../../server/db/db.ts'

export const queueLetter = (tx: Tx, invoiceId: number): Promise<number> =>
  tx.run(sql`
    insert into
      invoice_letters (invoice_id)
    select
      i.invoice_id
    from
      invoices i
      join clients b on b.client_id = i.buyer_id
    where
      i.invoice_id = ${invoiceId}
      and b.email_statements
      and b.email <> ''
  `)

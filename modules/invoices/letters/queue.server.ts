// Puts letters to buyers in the queue: an invoice where its buyer wants statements by e-mail, and what changes it since
// where the invoice went.
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

/** A credit note of the invoice, or its cancellation. */
export const queueChange = (tx: Tx, invoiceId: number, creditNoteId: number | null): Promise<number> =>
  tx.run(sql`
    insert into
      invoice_letters (kind, invoice_id, credit_note_id)
    select
      ${creditNoteId === null ? 'cancellation' : 'credit-note'},
      letter.invoice_id,
      ${creditNoteId}::int
    from
      invoice_letters letter
    where
      letter.invoice_id = ${invoiceId}
      and letter.kind = 'invoice'
      and letter.state <> 'dropped'
  `)

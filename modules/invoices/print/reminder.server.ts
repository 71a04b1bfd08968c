// The last reminder that the buyer of an invoice had, printed again as it was sent.
import type { Author } from '../../../server/caller.ts'
import { sql, type Database, type Sql } from '../../../server/db/db.ts'
import { issuedPdf } from '../../../server/print/issued.ts'
import { refused } from '../../../server/refusal.ts'
import { invoices, type Invoice } from '../invoices.model.ts'

type Sent = { readonly DocumentId: number; readonly Version: number; readonly PaperNo: string }
/** The client that a merged one is now. */
const keptOf = (clientId: Sql): Sql => sql`
  coalesce(
    (
      select
        merged.kept_id
      from
        merged_clients merged
      where
        merged.client_id = ${clientId}
    ),
    ${clientId}
  )
`
/** The same bytes, marked a duplicate. @throws 422 where none went to the buyer since the invoice was issued */
export const reminderCopy = async (
  db: Database,
  user: Author,
  invoice: Invoice,
): Promise<{ readonly pdf: Uint8Array; readonly name: string }> => {
  const sent = await db.read.maybe<Sent>(sql`
    select
      paper.document_id,
      paper.version,
      paper.paper_no
    from
      invoices invoice
      join account_statements reminder on ${keptOf(sql`reminder.buyer_id`)} = invoice.buyer_id
      and ${keptOf(sql`reminder.seller_id`)} = invoice.seller_id
      join issued_papers paper on paper.document_id = reminder.account_statement_id
      and paper.kind = 'reminder'
    where
      invoice.invoice_id = ${invoice.InvoiceId}
      and reminder.kind = 'reminder'
      -- its day may be another one
      and paper.created_at >= invoice.created_at
      -- it was drawn for a letter, which need not have gone
      and exists (
        select
          1
        from
          invoice_letters letter
        where
          letter.kind = 'reminder'
          and letter.buyer_id = invoice.buyer_id
          and letter.seller_id = invoice.seller_id
          and letter.state in ('sent', 'unknown')
          and paper.created_at between letter.created_at and letter.ended_at
      )
    order by
      paper.created_at desc,
      paper.document_id desc,
      paper.version desc
    limit
      1
  `)
  if (!sent) throw refused('The buyer was sent no reminder since this invoice was issued')
  const paper = {
    kind: 'reminder' as const,
    documentId: sent.DocumentId,
    paperNo: sent.PaperNo,
    says: null,
    // a kept version is asked for, so none is drawn
    draw: () => Promise.reject(new Error('A reminder is only drawn when it is sent')),
  }
  return issuedPdf(db, user, paper, {
    module: invoices.id,
    formId: Number(invoice.InvoiceId),
    version: sent.Version,
  })
}

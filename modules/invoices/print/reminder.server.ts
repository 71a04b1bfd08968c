// The last reminder that the buyer of an invoice had, printed again as it was sent.
import type { Author } from '../../../server/caller.ts'
import { sql, type Database } from '../../../server/db/db.ts'
import { issuedPdf } from '../../../server/print/issued.ts'
import { refused } from '../../../server/refusal.ts'
import { invoices, type Invoice } from '../invoices.model.ts'

type Sent = { readonly document_id: number; readonly version: number; readonly paper_no: string }
/** The same bytes, marked a duplicate. @throws 422 where the buyer had none since the invoice */
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
      account_statements reminder
      join issued_papers paper on paper.document_id = reminder.account_statement_id
      and paper.kind = 'reminder'
    where
      reminder.kind = 'reminder'
      and reminder.buyer_id = ${invoice.BuyerId}
      and reminder.seller_id = ${invoice.SellerId}
      and paper.created_at >= ${invoice.InvoiceDate}
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
    documentId: sent.document_id,
    paperNo: sent.paper_no,
    says: null,
    // a kept version is asked for, so none is drawn
    draw: () => Promise.reject(new Error('A reminder is only drawn when it is sent')),
  }
  return issuedPdf(db, user, paper, {
    module: invoices.id,
    formId: Number(invoice.InvoiceId),
    version: sent.version,
  })
}

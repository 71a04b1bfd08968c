// What is printed from an invoice: itself, its credit notes, and the statement of its buyer.
import type { Author } from '../../../server/caller.ts'
import type { Database } from '../../../server/db/db.ts'
import { issuedPdf } from '../../../server/print/issued.ts'
import { joinedPdf } from '../../../server/print/joined.ts'
import { notFound, refused } from '../../../server/refusal.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { invoices, type Invoice } from '../invoices.model.ts'
import { invoicePaper } from './invoice.server.ts'
import { notePapers } from './note.server.ts'
import { reminderCopy } from './reminder.server.ts'
import { statementCopy } from './statement.server.ts'

type Copy = { readonly pdf: Uint8Array; readonly name: string }
type Mailed = Copy & { readonly remarks: string }
type Asked = { readonly version?: number | null; readonly way?: 'mail' }
/** A copy of an invoice as it was issued. */
export const invoiceCopy = async (db: Database, user: Author, invoice: Invoice, asked: Asked = {}): Promise<Mailed> =>
  issuedPdf(db, user, await invoicePaper(db.read, invoice), {
    module: invoices.id,
    formId: Number(invoice.InvoiceId),
    ...asked,
  })

/** One of its credit notes, as it is mailed. */
export const noteCopy = (db: Database, user: Author, invoice: Invoice, creditNoteId: number): Promise<Mailed> => {
  const paper = notePapers(db.read, invoice).find((one) => one.documentId === creditNoteId)
  if (!paper) throw notFound('This credit note does not exist')
  return issuedPdf(db, user, paper, { module: invoices.id, formId: Number(invoice.InvoiceId), way: 'mail' })
}

/** Copies of all its credit notes in one file. */
const notesCopy = async (db: Database, user: Author, invoice: Invoice): Promise<Copy> => {
  const copies: Copy[] = []
  for (const paper of notePapers(db.read, invoice))
    copies.push(await issuedPdf(db, user, paper, { module: invoices.id, formId: Number(invoice.InvoiceId) }))
  const [only, ...others] = copies
  if (!only) throw refused('This invoice has no credit note')
  if (others.length === 0) return only
  return {
    pdf: await joinedPdf(
      'Credit notes',
      copies.map(({ pdf }) => pdf),
    ),
    name: `credit-notes-${(invoice.InvoiceNo ?? '').replaceAll('/', '-')}.pdf`,
  }
}

export const printInvoice = printerOf(invoices, async ({ db, user, record, key, layout, version, period }) => {
  if (record.SellerId === null || record.BuyerId === null) throw notFound('This invoice has no parties')
  if (layout === 'statement') {
    const given = { module: invoices.id, formId: key, version }
    return statementCopy(db, user, { sellerId: record.SellerId, buyerId: record.BuyerId }, period, given)
  }
  if (layout === 'reminder') return reminderCopy(db, user, record)
  if (layout === 'creditnote') return notesCopy(db, user, record)
  return invoiceCopy(db, user, record, { version })
})

// Sends invoices by e-mail to buyers who want them so.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { sql, type Database, type Tx } from '../../../server/db/db.ts'
import type { Author } from '../../../server/caller.ts'
import type { ScheduledJob } from '../../../server/job.ts'
import { sendQueued } from '../../../server/jobs/letters.ts'
import type { Mail, SendMail } from '../../../server/letter.ts'
import { invoiceCopy } from '../print/print.server.ts'
import { readInvoice } from '../read.server.ts'
import { invoices, type Invoice } from '../invoices.model.ts'

type Letter = {
  readonly id: number
  readonly invoiceId: number
  readonly invoiceNo: string
  readonly seller: string
  readonly email: string
  readonly attempts: number
  readonly isCancelled: boolean
  readonly isWanted: boolean
}

const maySend = (letter: Letter): Decision =>
  allOf(
    must(!letter.isCancelled, 'The invoice is cancelled'),
    must(letter.isWanted, 'The buyer no longer wants statements by e-mail'),
    must(letter.email !== '', 'The buyer no longer has an e-mail address'),
  )

const readNext = (tx: Tx): Promise<Letter | undefined> =>
  tx.maybe<Letter>(sql`
    select
      letter.invoice_letter_id as id,
      invoice.invoice_id as "invoiceId",
      invoice.invoice_no as "invoiceNo",
      seller.name as seller,
      coalesce(buyer.email, '') as email,
      letter.attempts,
      invoice.is_cancelled as "isCancelled",
      coalesce(buyer.email_statements, false)
      and buyer.is_active as "isWanted"
    from
      invoice_letters letter
      join invoices invoice using (invoice_id)
      join clients seller on seller.client_id = invoice.seller_id
      join clients buyer on buyer.client_id = invoice.buyer_id
    where
      letter.state = 'waiting'
      and letter.next_at <= now()
    order by
      letter.next_at,
      letter.invoice_letter_id
    limit
      1
    for update of
      letter skip locked
  `)

const paperOf = async (db: Database, actor: Author, invoiceId: number): Promise<Buffer> => {
  const invoice = await db.read.one<Invoice>(readInvoice(invoiceId))
  return Buffer.from((await invoiceCopy(db, actor, invoice, { way: 'mail' })).pdf)
}

const letterOf = ({ id, invoiceNo, seller, email }: Letter, content: Buffer): Mail => ({
  to: email,
  subject: `Invoice ${invoiceNo}`,
  text: [
    `Invoice ${invoiceNo} is attached.`,
    seller,
    'If this is not meant for you, please tell the sender and delete it.',
  ].join('\n\n'),
  messageId: `<invoice-${id}.${invoiceNo.replaceAll('/', '-')}@aliquot>`,
  attachments: [{ filename: `invoice-${invoiceNo.replaceAll('/', '-')}.pdf`, contentType: 'application/pdf', content }],
})

/** Sends the waiting letters. Answers how many were sent. @throws what went wrong, after the others were tried. */
export const sendWaiting = (db: Database, send: SendMail, actor: Author): Promise<number> =>
  sendQueued<Letter>(
    db,
    {
      table: 'invoice_letters',
      next: readNext,
      maySend,
      write: async (tx, letter) => letterOf(letter, await paperOf(tx, actor, letter.invoiceId)),
      about: ({ invoiceId }) => ({ module: invoices.id, key: invoiceId }),
    },
    send,
    actor,
  )

export const sendInvoices: ScheduledJob = {
  name: 'send-invoices',
  summary: 'Send invoices by e-mail',
  schedule: '* * * * *',
  run: async ({ db, send, actor }) => void (send && (await sendWaiting(db, send, actor))),
}

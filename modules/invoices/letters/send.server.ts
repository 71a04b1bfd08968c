// Sends letters to buyers by e-mail: invoices, what changed them, statements and reminders.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { formatMoney } from '../../../core/money.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { sql, type Database, type Tx } from '../../../server/db/db.ts'
import { notifyUsers, usersAtEach } from '../../../server/db/notify.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import type { Author } from '../../../server/caller.ts'
import type { ScheduledJob } from '../../../server/job.ts'
import { sendQueued } from '../../../server/jobs/letters.ts'
import type { Mail, SendMail } from '../../../server/letter.ts'
import { clients } from '../../clients/clients.model.ts'
import { invoiceCopy, noteCopy } from '../print/print.server.ts'
import { statementCopy } from '../print/statement.server.ts'
import { readInvoice } from '../read.server.ts'
import { invoices, type Invoice } from '../invoices.model.ts'
import { overdueOf, reminderHeading } from './overdue.server.ts'

type Kind = 'invoice' | 'credit-note' | 'cancellation' | 'statement' | 'reminder'
type Letter = {
  readonly Id: number
  /** When it was queued, in microseconds: letters of other networks have the same numbers. */
  readonly Queued: string
  readonly Kind: Kind
  readonly invoiceId: number | null
  readonly creditNoteId: number | null
  readonly creditNoteNo: string | null
  readonly invoiceNo: string | null
  readonly sellerId: number
  readonly buyerId: number
  readonly fromDay: string | null
  readonly toDay: string | null
  readonly Seller: string
  readonly Email: string
  readonly Attempts: number
  readonly isCancelled: boolean
  readonly isWanted: boolean
  /** Whether the invoice of a change was mailed. */
  readonly hasGone: boolean
  readonly Overdue: number
  /** Who asked for a statement or a reminder. */
  readonly askedById: number | null
}

const aboutOf = ({ invoiceId, buyerId }: Pick<Letter, 'buyerId' | 'invoiceId'>) =>
  invoiceId === null ? { module: clients.id, key: buyerId } : { module: invoices.id, key: invoiceId }

const maySend = (letter: Letter): Decision =>
  allOf(
    must(letter.Kind !== 'invoice' || !letter.isCancelled, 'The invoice is cancelled'),
    must(letter.Kind !== 'invoice' || letter.isWanted, 'The buyer no longer wants statements by e-mail'),
    must(letter.hasGone || !['credit-note', 'cancellation'].includes(letter.Kind), 'The invoice was not mailed'),
    must(letter.Kind !== 'reminder' || letter.Overdue > 0, 'The overdue invoices are paid'),
    must(letter.Email !== '', 'The buyer no longer has an e-mail address'),
  )

/** The next letter; a change waits until its invoice has gone. */
const readNext = (tx: Tx): Promise<Letter | undefined> =>
  tx.maybe<Letter>(sql`
    select
      letter.invoice_letter_id as id,
      (
        extract(
          epoch
          from
            letter.created_at
        ) * 1000000
      )::bigint::text as queued,
      letter.kind,
      invoice.invoice_id as "invoiceId",
      invoice.invoice_no as "invoiceNo",
      note.credit_note_id as "creditNoteId",
      note.credit_note_no as "creditNoteNo",
      seller.client_id as "sellerId",
      buyer.client_id as "buyerId",
      letter.from_day as "fromDay",
      letter.to_day as "toDay",
      seller.name as seller,
      coalesce(went.email, buyer.email, '') as email,
      letter.attempts,
      letter.created_by as "askedById",
      coalesce(invoice.is_cancelled, false) as "isCancelled",
      coalesce(buyer.email_statements, false)
      and buyer.is_active as "isWanted",
      coalesce(went.state in ('sent', 'unknown'), false) as "hasGone",
      case
        when letter.kind = 'reminder' then ${overdueOf(sql`seller.client_id`, sql`buyer.client_id`)}
        else 0
      end as overdue
    from
      invoice_letters letter
      left join invoices invoice using (invoice_id)
      left join credit_notes note using (credit_note_id)
      left join invoice_letters went on went.invoice_id = letter.invoice_id
      and went.kind = 'invoice'
      and letter.kind <> 'invoice'
      join clients seller on seller.client_id = coalesce(letter.seller_id, invoice.seller_id)
      join clients buyer on buyer.client_id = coalesce(letter.buyer_id, invoice.buyer_id)
    where
      letter.state = 'waiting'
      and letter.next_at <= now()
      and coalesce(went.state, '') not in ('waiting', 'sending')
    order by
      letter.next_at,
      letter.invoice_letter_id
    limit
      1
    for update of
      letter skip locked
  `)

type Paper = {
  readonly subject: string
  readonly text: string
  readonly pdf: Uint8Array
  readonly name: string
  /** Which copy of an issued paper it is. */
  readonly remarks?: string
}
const ofInvoice = async (db: Database, actor: Author, letter: Letter): Promise<Paper> => {
  const invoice = await db.read.one<Invoice>(readInvoice(Number(letter.invoiceId)))
  const no = letter.invoiceNo ?? ''
  if (letter.Kind === 'credit-note')
    return {
      subject: `Credit note ${letter.creditNoteNo ?? ''}`,
      text: `Credit note ${letter.creditNoteNo ?? ''} for invoice ${no} is attached.`,
      ...(await noteCopy(db, actor, invoice, Number(letter.creditNoteId))),
    }
  const copy = await invoiceCopy(db, actor, invoice, { way: 'mail' })
  return letter.Kind === 'invoice'
    ? { subject: `Invoice ${no}`, text: `Invoice ${no} is attached.`, ...copy }
    : { subject: `Invoice ${no} is cancelled`, text: `Invoice ${no} is cancelled. Its paper is attached.`, ...copy }
}
const ofAccount = async (db: Database, actor: Author, letter: Letter): Promise<Paper> => {
  const given = { module: clients.id, formId: letter.buyerId, way: 'mail' } as const
  const period = { From: letter.fromDay, To: letter.toDay }
  if (letter.Kind === 'statement')
    return {
      subject: `Statement of account, ${letter.Seller}`,
      text: 'Your statement of account is attached.',
      ...(await statementCopy(db, actor, letter, period, given)),
    }
  const due = formatMoney(letter.Overdue, { symbol: true })
  return {
    subject: `Payment reminder, ${letter.Seller}`,
    text: `${due} of your account is overdue. What is open is attached. If you have paid meanwhile, thank you.`,
    ...(await statementCopy(db, actor, letter, period, given, reminderHeading(letter.Overdue))),
  }
}

const letterOf = ({ Id, Queued, Seller, Email }: Letter, { subject, text, pdf, name }: Paper): Mail => ({
  to: Email,
  subject,
  text: [text, Seller, 'If this is not meant for you, please tell the sender and delete it.'].join('\n\n'),
  messageId: `<invoice-${Id}.${Queued}@aliquot>`,
  attachments: [{ filename: name, contentType: 'application/pdf', content: Buffer.from(pdf) }],
})

/** Stores the address it goes to, for what changes the invoice later. */
const keepAddress = (tx: Tx, { Id, Email }: Letter): Promise<number> =>
  tx.run(sql`
    update invoice_letters
    set
      email = ${Email}
    where
      invoice_letter_id = ${Id}
  `)

/** Accounts staff of the seller, and who asked for it, learn that a letter did not go. */
const tellRefused = async (tx: Tx, letter: Letter, reason: string): Promise<void> => {
  const staff = (await usersAtEach(tx, [letter.sellerId], [role.Accounts])).get(letter.sellerId) ?? []
  await notifyUsers(tx, [...new Set([...staff, ...(letter.askedById === null ? [] : [letter.askedById])])], {
    creater: letter.Seller,
    subject: `A letter was refused: ${letter.invoiceNo ?? letter.Kind}`,
    content: `${reason}: ${letter.Email}`,
    path:
      letter.invoiceId === null
        ? recordPath('clients', { ClientId: letter.buyerId })
        : recordPath('invoices', { InvoiceId: letter.invoiceId }),
  })
}

/** Sends the waiting letters. Answers how many were sent. @throws what went wrong, after the others were tried. */
export const sendWaiting = (db: Database, send: SendMail, actor: Author): Promise<number> => {
  const copies = new Map<number, string>()
  return sendQueued<Letter>(
    db,
    {
      table: 'invoice_letters',
      next: readNext,
      maySend,
      taken: keepAddress,
      write: async (at, letter) => {
        const paper = await (letter.invoiceId === null ? ofAccount(at, actor, letter) : ofInvoice(at, actor, letter))
        if (paper.remarks !== undefined) copies.set(letter.Id, paper.remarks)
        return letterOf(letter, paper)
      },
      sent: async (tx, letter) => {
        const remarks = copies.get(letter.Id)
        if (remarks === undefined) return
        const { module, key } = aboutOf(letter)
        await writeAudit(tx, actor, { module, formId: key, action: 'mail', remarks })
      },
      refused: tellRefused,
      about: aboutOf,
    },
    send,
    actor,
  )
}

export const sendInvoices: ScheduledJob = {
  name: 'send-invoices',
  summary: 'Send invoices, statements and reminders by e-mail',
  schedule: '* * * * *',
  run: async ({ db, send, actor }) => void (send && (await sendWaiting(db, send, actor))),
}

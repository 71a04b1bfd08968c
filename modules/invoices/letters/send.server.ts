// Sends invoices by e-mail to buyers who want them so: tried again when the mail server is away, never sent twice.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { sql, type Database, type Tx } from '../../../server/db/db.ts'
import { writeAccess } from '../../../server/door/audit.ts'
import type { Author } from '../../../server/caller.ts'
import type { ScheduledJob } from '../../../server/job.ts'
import { mayHaveGone, waitAfter, type MailError, type SendMail } from '../../../server/letter.ts'
import { invoiceOf, invoicePdf } from '../print/print.server.ts'
import { readInvoice } from '../read.server.ts'
import type { Invoice } from '../invoices.model.ts'

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

/** Letters sent in one go. */
const most = 100

const maySend = (letter: Letter): Decision =>
  allOf(
    must(!letter.isCancelled, 'The invoice is cancelled'),
    must(letter.isWanted, 'Statements by e-mail are not wanted any more'),
    must(letter.email !== '', 'There is no e-mail address any more'),
  )

type Ended = 'sending' | 'sent' | 'unknown' | 'dropped'
const mark = (tx: Tx, id: number, state: Ended, reason: string | null = null): Promise<number> =>
  tx.run(sql`
    update invoice_letters
    set
      state = ${state},
      reason = ${reason},
      next_at = now(),
      ended_at = case
        when ${state}::text <> 'sending' then now()
      end
    where
      invoice_letter_id = ${id}
  `)

/** Takes the next letter out of the queue before it is handed over, or drops what may not go any more. */
const take = (db: Database): Promise<Letter | 'dropped' | undefined> =>
  db.transaction(async (tx) => {
    const letter = await tx.maybe<Letter>(sql`
      select
        l.invoice_letter_id as id,
        i.invoice_id as "invoiceId",
        i.invoice_no as "invoiceNo",
        s.name as seller,
        coalesce(b.email, '') as email,
        l.attempts,
        i.is_cancelled as "isCancelled",
        coalesce(b.email_statements, false)
        and b.is_active as "isWanted"
      from
        invoice_letters l
        join invoices i using (invoice_id)
        join clients s on s.client_id = i.seller_id
        join clients b on b.client_id = i.buyer_id
      where
        l.state = 'waiting'
        and l.next_at <= now()
      order by
        l.next_at,
        l.invoice_letter_id
      limit
        1
      for update of
        l skip locked
    `)
    if (!letter) return undefined
    const decision = maySend(letter)
    await mark(tx, letter.id, decision.ok ? 'sending' : 'dropped', decision.ok ? null : decision.reason)
    return decision.ok ? letter : 'dropped'
  })

const again = (db: Database, { id, attempts }: Letter, reason: string): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`
      update invoice_letters
      set
        state = 'waiting',
        attempts = attempts + 1,
        reason = ${`${reason}; it is tried again`},
        next_at = now() + make_interval(mins => ${waitAfter(attempts + 1)})
      where
        invoice_letter_id = ${id}
    `),
  )

// what a server that died had in its hands may have gone: nobody sends it again but a person
const giveUpLost = (db: Database): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`
      update invoice_letters
      set
        state = 'unknown',
        reason = 'The server was stopped while it was sent: it may have gone',
        ended_at = now()
      where
        state = 'sending'
        and next_at < now() - interval '15 minutes'
    `),
  )

const paperOf = async (db: Database, invoiceId: number): Promise<Buffer> =>
  Buffer.from(await invoicePdf(await invoiceOf(db.read, await db.read.one<Invoice>(readInvoice(invoiceId)))))

const letterOf = ({ id, invoiceNo, seller, email }: Letter, content: Buffer) => ({
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

type Failed = { readonly error: Error; readonly isAway: boolean }
/** Hands a letter over. Answers what went wrong, and whether the letters behind it would fare no better. */
const deliver = async (db: Database, send: SendMail, letter: Letter, actor: Author): Promise<Failed | undefined> => {
  const paper = await paperOf(db, letter.invoiceId).catch((error: Error) => error)
  if (paper instanceof Error) {
    await again(db, letter, 'It could not be printed')
    return { error: paper, isAway: false }
  }
  const error = await send(letterOf(letter, paper)).then(
    () => undefined,
    (refused: MailError) => refused,
  )
  if (!error) {
    await db.transaction(async (tx) => {
      await mark(tx, letter.id, 'sent')
      await writeAccess(tx, actor, 'mail', 'invoices', letter.invoiceId)
    })
    return undefined
  }
  if (mayHaveGone(error))
    await db.transaction((tx) => mark(tx, letter.id, 'unknown', 'The mail server did not answer: it may have gone'))
  else await again(db, letter, 'The mail server did not take it')
  return { error, isAway: error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE' }
}

/** Sends what waits. Answers how many went. @throws what went wrong, after the others were tried. */
export const sendWaiting = async (db: Database, send: SendMail, actor: Author): Promise<number> => {
  await giveUpLost(db)
  let sent = 0
  let why: Error | undefined
  for (let tries = 0; tries < most; tries += 1) {
    const letter = await take(db)
    if (!letter) break
    if (letter === 'dropped') continue
    const failed = await deliver(db, send, letter, actor)
    if (!failed) sent += 1
    why ??= failed?.error
    if (failed?.isAway) break
  }
  if (why) throw why
  return sent
}

export const sendInvoices: ScheduledJob = {
  name: 'send-invoices',
  summary: 'Send invoices by e-mail',
  schedule: '* * * * *',
  run: async ({ db, send, actor }) => void (send && (await sendWaiting(db, send, actor))),
}

// Sends reports by e-mail to the recipients that were queued when they were issued.
import { network } from '../../../core/network.ts'
import { literal, sql, type Database, type Tx } from '../../../server/db/db.ts'
import type { Author } from '../../../server/caller.ts'
import type { ScheduledJob } from '../../../server/job.ts'
import { sendQueued } from '../../../server/jobs/letters.ts'
import type { Mail, SendMail } from '../../../server/letter.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { paperOfLetter } from '../copy.server.ts'
import { testreports } from '../testreports.model.ts'
import { maySend, type Standing } from './letter.rules.ts'
import { mayReceive } from './queue.server.ts'

type Letter = Standing & {
  readonly Id: number
  readonly saleId: number
  readonly reportNo: string
  readonly Version: number
  readonly State: string
  readonly Lab: string
  readonly Email: string
  readonly Attempts: number
  /** A notice that an earlier version is no longer valid, without a report. */
  readonly isNotice: boolean
}

/** The next letter that is due, locked for this transaction, with the present facts. */
const readNext = (tx: Tx): Promise<Letter | undefined> =>
  tx.maybe<Letter>(sql`
    select
      letter.report_letter_id as id,
      report.sale_id as "saleId",
      report.report_no as "reportNo",
      report.version,
      lower(report.state) as state,
      coalesce(report.content -> 'Letterhead' ->> 'Name', '') as lab,
      letter.kind = 'notice' as "isNotice",
      case
        when letter.kind = 'notice' then letter.email
        else coalesce(party.email, '')
      end as email,
      letter.attempts,
      -- a notice goes to every recipient of the version that is no longer valid
      letter.kind = 'report'
      and report.superseded_at is not null as "isSuperseded",
      -- that it is withdrawn is sent of a cancelled sale too
      letter.kind = 'report'
      and report.state <> 'WITHDRAWN'
      and sale.status_id = ${literal(saleStatus.Cancelled)} as "isCancelled",
      letter.kind = 'notice'
      or party.email_reports as "isWanted",
      letter.kind = 'notice'
      or (
        party.is_active
        and party.merged_into_id is null
      ) as "isActive",
      letter.kind = 'notice'
      or (${mayReceive}) as "isParty",
      letter.kind = 'notice'
      or coalesce(party.email, '') <> '' as "hasAddress",
      extract(
        epoch
        from
          now() - letter.created_at
      )::float / 3600 as hours
    from
      report_letters letter
      join reports report on report.report_id = letter.report_id
      join sales sale on sale.sale_id = report.sale_id
      join clients party on party.client_id = letter.client_id
    where
      letter.state = 'waiting'
      and letter.next_at <= now()
    order by
      letter.next_at,
      letter.report_letter_id
    limit
      1
    for update of
      letter skip locked
  `)

const subjects: Readonly<Record<string, string>> = { amended: 'Amended report', withdrawn: 'Withdrawn report' }

// the envelope names neither the patient nor a result: subjects are read on locked screens and stored in logs
const letterOf = ({ Id, Lab, reportNo, Version, State, Email }: Letter, pdf: Uint8Array): Mail => ({
  to: Email,
  subject: `${subjects[State] ?? 'Report'} ${reportNo}`,
  text: [
    `Report ${reportNo}, version ${Version}, ${State}, is attached.`,
    ...(State === 'withdrawn' ? ['The report is withdrawn: please stop using every version of it.'] : []),
    ...(Version > 1 && State !== 'withdrawn' ? ['It replaces the version before, which is no longer valid.'] : []),
    `${Lab}`,
    'If this is not meant for you, please tell the laboratory and delete it.',
  ].join('\n\n'),
  messageId: `<report-${Id}.${reportNo}.${Version}@aliquot>`,
  attachments: [{ filename: `${reportNo}-v${Version}.pdf`, contentType: 'application/pdf', content: Buffer.from(pdf) }],
})

const noticeOf = ({ Id, Lab, reportNo, Version, State, Email }: Letter): Mail => ({
  to: Email,
  subject: `Report ${reportNo} was ${State === 'withdrawn' ? 'withdrawn' : 'replaced'}`,
  text: [
    `Report ${reportNo}, which was sent to this address, was ` +
      `${State === 'withdrawn' ? 'withdrawn' : `amended by version ${Version}`} and is no longer valid. ` +
      'Please stop using it and delete it.',
    ...(State === 'withdrawn' ? [] : ['The laboratory sends the valid report to its recipients.']),
    `${Lab}`,
  ].join('\n\n'),
  messageId: `<notice-${Id}.${reportNo}.${Version}@aliquot>`,
})

const write = async (db: Database, letter: Letter): Promise<Mail> =>
  letter.isNotice
    ? noticeOf(letter)
    : // without a public address the paper has no code to verify it
      letterOf(letter, await paperOfLetter(db.read, letter.saleId, letter.Version, network.publicAddress ?? ''))

/** Stores the address it is sent to, for a later notice that the version is no longer valid. */
const keepAddress = (tx: Tx, { Id, Email }: Letter): Promise<number> =>
  tx.run(sql`
    update report_letters
    set
      email = ${Email}
    where
      report_letter_id = ${Id}
  `)

/** Sends all waiting letters. Answers how many were sent. @throws the first failure, after the others were tried. */
export const sendLetters = (db: Database, send: SendMail, actor: Author): Promise<number> =>
  sendQueued<Letter>(
    db,
    {
      table: 'report_letters',
      next: readNext,
      maySend,
      taken: keepAddress,
      write,
      about: ({ saleId }) => ({ module: testreports.id, key: saleId }),
    },
    send,
    actor,
  )

export const sendReports: ScheduledJob = {
  name: 'send-reports',
  summary: 'Send reports by e-mail',
  schedule: '* * * * *',
  run: async ({ db, send, actor }) => void (send && (await sendLetters(db, send, actor))),
}

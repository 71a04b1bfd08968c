// Sends reports by e-mail, each to whom it was asked for when it was issued: tried again when the mail server is away,
// never sent twice.
import { network } from '../../../core/network.ts'
import { literal, sql, type Database, type Tx } from '../../../server/db/db.ts'
import { writeAccess } from '../../../server/door/audit.ts'
import type { Author } from '../../../server/caller.ts'
import type { ScheduledJob } from '../../../server/job.ts'
import { mayHaveGone, waitAfter, type MailError, type SendMail } from '../../../server/letter.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { paperOfLetter } from '../copy.server.ts'
import { maySend, type Standing } from './letter.rules.ts'
import { partiesOf } from './queue.server.ts'

type Letter = Standing & {
  readonly id: number
  readonly saleId: number
  readonly reportNo: string
  readonly version: number
  readonly state: string
  readonly lab: string
  readonly email: string
  readonly attempts: number
  /** Says that an earlier version holds no more, and brings none. */
  readonly isNotice: boolean
}

/** Letters sent in one go. */
const most = 100

/** The next whose turn has come, held for this transaction, with what stands now. */
const readNext = (tx: Tx): Promise<Letter | undefined> =>
  tx.maybe<Letter>(sql`
    select
      l.report_letter_id as id,
      r.sale_id as "saleId",
      r.report_no as "reportNo",
      r.version,
      lower(r.state) as state,
      coalesce(r.content -> 'Letterhead' ->> 'Name', '') as lab,
      l.kind = 'notice' as "isNotice",
      case
        when l.kind = 'notice' then l.email
        else coalesce(c.email, '')
      end as email,
      l.attempts,
      -- what says only that a version holds no more goes to whoever was sent that version
      l.kind = 'report'
      and r.superseded_at is not null as "isSuperseded",
      l.kind = 'report'
      and s.status_id = ${literal(saleStatus.Cancelled)} as "isCancelled",
      l.kind = 'notice'
      or c.email_reports as "isWanted",
      l.kind = 'notice'
      or (
        c.is_active
        and c.merged_into_id is null
      ) as "isActive",
      l.kind = 'notice'
      or c.client_id in ${partiesOf(sql`s`)} as "isParty",
      l.kind = 'notice'
      or coalesce(c.email, '') <> '' as "hasAddress",
      extract(
        epoch
        from
          now() - l.created_at
      )::float / 3600 as hours
    from
      report_letters l
      join reports r on r.report_id = l.report_id
      join sales s on s.sale_id = r.sale_id
      join clients c on c.client_id = l.client_id
    where
      l.state = 'waiting'
      and l.next_at <= now()
    order by
      l.next_at,
      l.report_letter_id
    limit
      1
    for update of
      l skip locked
  `)

type Ended = 'sending' | 'sent' | 'unknown' | 'dropped'
const mark = (tx: Tx, id: number, state: Ended, reason: string | null = null): Promise<number> =>
  tx.run(sql`
    update report_letters
    set
      state = ${state},
      reason = ${reason},
      ended_at = case
        when ${state}::text <> 'sending' then now()
      end
    where
      report_letter_id = ${id}
  `)

/** Takes the next letter out of the queue before it is handed over, or drops what may not go any more. */
const take = (db: Database): Promise<Letter | 'dropped' | undefined> =>
  db.transaction(async (tx) => {
    const letter = await readNext(tx)
    if (!letter) return undefined
    const decision = maySend(letter)
    await mark(tx, letter.id, decision.ok ? 'sending' : 'dropped', decision.ok ? null : decision.reason)
    if (decision.ok)
      await tx.run(sql`
        update report_letters
        set
          email = ${letter.email},
          next_at = now()
        where
          report_letter_id = ${letter.id}
      `)
    return decision.ok ? letter : 'dropped'
  })

const again = (db: Database, { id, attempts }: Letter, reason: string): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`
      update report_letters
      set
        state = 'waiting',
        attempts = attempts + 1,
        reason = ${`${reason}; it is tried again`},
        next_at = now() + make_interval(mins => ${waitAfter(attempts + 1)})
      where
        report_letter_id = ${id}
    `),
  )

// what a server that died had in its hands may have gone: nobody sends it again but a person
const giveUpLost = (db: Database): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`
      update report_letters
      set
        state = 'unknown',
        reason = 'The server was stopped while it was sent: it may have gone',
        ended_at = now()
      where
        state = 'sending'
        and next_at < now() - interval '15 minutes'
    `),
  )

// the envelope names neither the patient nor a result: subjects are read on locked screens and kept in logs
const letterOf = ({ id, lab, reportNo, version, state, email }: Letter, pdf: Uint8Array) => ({
  to: email,
  subject: `${state === 'amended' ? 'Amended report' : 'Report'} ${reportNo}`,
  text: [
    `Report ${reportNo}, version ${version}, ${state}, is attached.`,
    ...(version > 1 ? ['It replaces the version before, which is no longer valid.'] : []),
    `${lab}`,
    'If this is not meant for you, please tell the laboratory and delete it.',
  ].join('\n\n'),
  messageId: `<report-${id}.${reportNo}.${version}@aliquot>`,
  attachments: [{ filename: `${reportNo}-v${version}.pdf`, contentType: 'application/pdf', content: Buffer.from(pdf) }],
})

const noticeOf = ({ id, lab, reportNo, version, email }: Letter) => ({
  to: email,
  subject: `Report ${reportNo} was replaced`,
  text: [
    `Report ${reportNo}, which was sent to this address, was amended by version ${version} and is no longer valid. ` +
      'Please do not use it any more, and delete it.',
    'The laboratory gives the report that holds to those whom it concerns.',
    `${lab}`,
  ].join('\n\n'),
  messageId: `<notice-${id}.${reportNo}.${version}@aliquot>`,
})

/** Hands a letter over. Answers what went wrong, and whether the letters behind it would fare no better. */
const deliver = async (db: Database, send: SendMail, letter: Letter, actor: Author): Promise<Failed | undefined> => {
  const { saleId, version } = letter
  const written = await (
    letter.isNotice
      ? Promise.resolve(noticeOf(letter))
      : // without a public address the paper carries no code to look it up by
        paperOfLetter(db.read, saleId, version, network.publicAddress ?? '').then((pdf) => letterOf(letter, pdf))
  ).catch((error: Error) => error)
  if (written instanceof Error) {
    await again(db, letter, 'It could not be printed')
    return { error: written, isAway: false }
  }
  const error = await send(written).then(
    () => undefined,
    (refused: MailError) => refused,
  )
  if (!error) {
    await db.transaction(async (tx) => {
      await mark(tx, letter.id, 'sent')
      await writeAccess(tx, actor, 'mail', 'testreports', saleId)
    })
    return undefined
  }
  if (mayHaveGone(error))
    await db.transaction((tx) => mark(tx, letter.id, 'unknown', 'The mail server did not answer: it may have gone'))
  else await again(db, letter, 'The mail server did not take it')
  // it works but will not have this letter: those behind it need not wait
  return { error, isAway: error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE' }
}
type Failed = { readonly error: Error; readonly isAway: boolean }

/** Sends what waits. Answers how many went. @throws what went wrong, after the others were tried. */
export const sendLetters = async (db: Database, send: SendMail, actor: Author): Promise<number> => {
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

export const sendReports: ScheduledJob = {
  name: 'send-reports',
  summary: 'Send reports by e-mail',
  schedule: '* * * * *',
  run: async ({ db, send, actor }) => void (send && (await sendLetters(db, send, actor))),
}

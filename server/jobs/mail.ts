// Notifications as e-mail, where SMTP_URL names a mail server. The table of notifications is the queue: what could not
// be sent is tried again.
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { errorOf } from '../thrown.ts'
import { sql, type Database } from '../db/db.ts'
import { isRefusedLetter, type MailError, type SendMail } from '../letter.ts'

type Waiting = { NotificationId: number; Email: string; FullName: string; Subject: string; Creater: string }

const here = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Sends through `smtp://user:password@host:587?from=lab@example.com`; without `from` the sender is aliquot@host. A
 * `confidential` letter uses an encrypted connection only, unless the mail server is on this machine or the address has
 * `requireTLS=false`.
 */
export const mailServer = (smtpUrl: string, { confidential = false } = {}): SendMail => {
  const url = new URL(smtpUrl)
  if (confidential && !here.includes(url.hostname) && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true')
  const from = url.searchParams.get('from') ?? `aliquot@${url.hostname}`
  url.searchParams.delete('from')
  // shorter than the database's limit for an idle transaction
  url.searchParams.set('connectionTimeout', '8000')
  url.searchParams.set('greetingTimeout', '8000')
  url.searchParams.set('socketTimeout', '12000')
  const transport = createTransport(url.href, { from })
  return async ({ attachments = [], ...mail }) => {
    let isHandedOver = false
    // read only when the mail server asks for the content of the letter
    const read = async function* (content: Buffer) {
      isHandedOver = true
      yield content
    }
    const streams = attachments.map((one) => ({ ...one, content: Readable.from(read(one.content)) }))
    await transport.sendMail({ ...mail, attachments: streams }).catch((error: MailError) => {
      throw Object.assign(error, { isHandedOver })
    })
  }
}

/**
 * Sends queued notifications, a hundred at most. A row is locked while it is sent, so that two servers share the queue.
 * A letter is sent twice only if the server crashes between the mail server's acceptance and its own note.
 * Notifications to users without an address, dismissed ones and those older than a day are not sent. Only the subject
 * is sent: the content may be a patient's. @throws the mail server's error, after the sent ones were marked
 */
export const mailNotifications = async (db: Database, send: SendMail): Promise<number> => {
  let sent = 0
  const refused: number[] = []
  let why: unknown
  for (let tries = 0; tries < 100; tries += 1) {
    let held = 0
    const work = db.transaction(async (tx) => {
      const next = await tx.maybe<Waiting>(sql`
        select
          notification.notification_id,
          person.email,
          person.full_name,
          notification.subject,
          notification.creater
        from
          notifications notification
          join users person on person.user_id = notification.user_id
        where
          notification.mailed_at is null
          and notification.dismissed_at is null
          and person.is_active
          and person.email <> ''
          and notification.created_on > now() - interval '1 day'
          and not (notification.notification_id = any (${refused}))
        order by
          notification.notification_id
        limit
          1
        for update of
          notification skip locked
      `)
      if (!next) return false
      held = next.NotificationId
      await tx.run(sql`
        update notifications
        set
          mailed_at = now()
        where
          notification_id = ${next.NotificationId}
      `)
      await send({
        to: next.Email,
        subject: next.Subject,
        text: `${next.FullName},\n\n${next.Subject}\n\nFrom: ${next.Creater}\nSign in to Aliquot to read it.\n`,
      })
      return true
    })
    const more = await work.catch((error: MailError) => {
      if (held === 0 || !isRefusedLetter(error)) throw error
      refused.push(held)
      why = error
      return 'refused' as const
    })
    if (more === false) break
    if (more === true) sent += 1
  }
  if (why !== undefined) throw errorOf(why)
  return sent
}

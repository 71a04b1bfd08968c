// Closed books are reopened by two persons: an administrator asks with a reason, accounts staff confirm.
import { date, text } from '../../../core/model.ts'
import { dayOf, formatDate } from '../../../core/dates.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { notifyUsers, usersAtEach } from '../../../server/db/notify.ts'
import { actionOf } from '../../../server/module.ts'
import { invalid, refused } from '../../../server/refusal.ts'
import { bumpVersion } from '../../../server/session/session.ts'
import { clients, type ClientDraft } from '../clients.model.ts'
import { mayAskToReopen, mayConfirmReopening } from '../clients.rules.ts'

const areClosed = ({ BooksClosedTill }: Pick<ClientDraft, 'BooksClosedTill'>): Decision =>
  must(typeof BooksClosedTill === 'string', 'The books of this client are not closed', { code: 'not-closed' })

/** In words, up to which day the books would stay closed. */
const upTo = (day: string | null): string => (day === null ? 'reopened whole' : `closed up to ${formatDate(day)} only`)

/** Accounts staff of a legal entity and of its places. */
const accountsOf = async (tx: Tx, entityId: number): Promise<readonly number[]> => {
  const places = await tx.rows<{ ClientId: number }>(sql`
    select
      client_id
    from
      clients
    where
      ${entityId} in (client_id, legal_entity_id)
  `)
  const keys = places.map(({ ClientId }) => ClientId)
  return [...new Set([...(await usersAtEach(tx, keys, [role.Accounts])).values()].flat())]
}

export const askToReopen = actionOf(clients, {
  name: 'reopen',
  permit: 'update',
  path: 'reopen/clients',
  summary: 'Ask to reopen closed books; accounts staff confirm',
  body: {
    BooksClosedTill: date('Closed Till'),
    reason: text('Reason', { required: 'Please enter the reason', maxLength: 500 }),
  },
  decide: (client, user) => allOf(mayAskToReopen(user), areClosed(client)),
  run: async ({ tx, user, key, before, body }) => {
    const reason = (body.reason ?? '').trim()
    if (reason.length < 3) throw invalid({ reason: ['Please enter the reason'] })
    const [from, to] = [String(before.BooksClosedTill), body.BooksClosedTill ?? null]
    if (to !== null && dayOf(to) >= dayOf(from))
      throw invalid({ BooksClosedTill: [`Choose a day before ${formatDate(from)}`] })
    await tx.run(sql`
      insert into
        books_reopenings (client_id, closed_till, reopened_till, reason, asked_by, asked_at)
      values
        (
          ${key},
          ${from},
          ${to},
          ${reason},
          ${user.UserId},
          ${now().toISOString()}
        )
        -- asked again before it is confirmed: the last one counts
      on conflict (client_id)
      where
        confirmed_by is null do update
      set
        closed_till = excluded.closed_till,
        reopened_till = excluded.reopened_till,
        reason = excluded.reason,
        asked_by = excluded.asked_by,
        asked_at = excluded.asked_at
    `)
    await notifyUsers(tx, await accountsOf(tx, key), {
      creater: user.FullName,
      subject: `Reopen the books of ${before.Name ?? ''}?`,
      content: `They would be ${upTo(to)}. Reason: ${reason}`,
      path: recordPath('clients', { ClientId: key }),
    })
    return { message: 'Accounts staff are asked to confirm' }
  },
})

type Asked = { BooksReopeningId: number; ClosedTill: string; ReopenedTill: string | null; AskedBy: number }
export const confirmReopening = actionOf(clients, {
  name: 'confirm reopening',
  // accounts staff change no client
  permit: 'read',
  path: 'confirmreopening/clients',
  summary: 'Confirm that closed books are reopened',
  body: {},
  decide: (client, user) => allOf(mayConfirmReopening(user), areClosed(client)),
  run: async ({ tx, user, key, before }) => {
    const asked = await tx.maybe<Asked>(sql`
      select
        books_reopening_id,
        closed_till::text,
        reopened_till::text,
        asked_by
      from
        books_reopenings
      where
        client_id = ${key}
        and confirmed_by is null
      for update
    `)
    if (!asked || asked.ClosedTill !== before.BooksClosedTill)
      throw refused('No administrator has asked to reopen these books')
    if (asked.AskedBy === user.UserId) throw refused('Somebody else must confirm what you have asked for')
    await tx.run(sql`
      update books_reopenings
      set
        confirmed_by = ${user.UserId},
        confirmed_at = ${now().toISOString()}
      where
        books_reopening_id = ${asked.BooksReopeningId}
    `)
    await tx.run(sql`
      update clients
      set
        books_closed_till = ${asked.ReopenedTill}
      where
        client_id = ${key}
    `)
    await bumpVersion(tx, 'clients')
    await notifyUsers(tx, [asked.AskedBy], {
      creater: user.FullName,
      subject: `The books of ${before.Name ?? ''} are ${upTo(asked.ReopenedTill)}`,
      content: 'Close them again when the correction is made.',
      path: recordPath('clients', { ClientId: key }),
    })
    return { message: `The books are ${upTo(asked.ReopenedTill)}` }
  },
})

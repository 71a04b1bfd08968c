// Asking for an act that needs a second person: what was refused is kept as it was sent, and waits for one who may.
import { isReason } from '../../core/refusal.ts'
import { recordPath } from '../../core/record-path.ts'
import { isObject } from '../../core/same.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Database, type Tx } from '../../server/db/db.ts'
import { announceList, notifyUsers, usersAtEach } from '../../server/db/notify.ts'
import { writeAudit } from '../../server/door/audit.ts'
import { once, type Meta, type Saved } from '../../server/door/once.ts'
import { amountsOf } from '../../server/door/second.ts'
import { conflict, invalid } from '../../server/refusal.ts'
import { json, routeOf } from '../../server/route.ts'
import { above } from '../clients/scope.server.ts'
import { askFields } from './ask.model.ts'
import { everywhere } from './everywhere.server.ts'
import { amountsText, sharedNeeds, toDeciders } from './requests.rules.ts'
import { amountOf, decidersOf, tryAct, type Tried } from './trial.server.ts'

/** `Refund an overpayment: Sale 12`. */
const wordsOf = ({ act, formId }: Tried): string =>
  formId === null ? act.summary : `${act.summary}: ${act.module.model.singular} ${formId}`

type Asked = { readonly path: string; readonly body: Loaded; readonly reason: string; readonly tried: Tried }
/** What nobody decided in time ends, so that it can be asked for again. */
const endExpired = (tx: Tx, { UserId }: Caller): Promise<number> =>
  tx.run(sql`
    update requests
    set
      state = 'ended',
      answer = 'Nobody decided on it in time'
    where
      asked_by_id = ${UserId}
      and state = 'waiting'
      and expires_on <= ${now().toISOString()}
  `)

const keep = async (tx: Tx, user: Caller, { path, body, reason, tried }: Asked): Promise<number> => {
  await endExpired(tx, user)
  const askedOn = now().toISOString()
  const kept = await tx.maybe<{ RequestId: number }>(sql`
    insert into
      requests (
        module_id,
        form_id,
        path,
        body,
        form_version,
        what,
        why,
        amount,
        amounts,
        changes,
        reason,
        kinds,
        role_ids,
        asked_by_id,
        asked_as_role_id,
        entity_id,
        asked_on,
        expires_on
      )
    values
      (
        ${tried.act.module.model.id},
        ${tried.formId},
        ${path},
        ${JSON.stringify(body)}::jsonb,
        ${tried.version},
        ${wordsOf(tried)},
        ${[...new Set(tried.needs.map(({ why }) => why))].join('\n')},
        ${amountOf(tried)},
        ${JSON.stringify(amountsOf(tried.needs))}::jsonb,
        ${JSON.stringify(tried.changes)}::jsonb,
        ${reason},
        ${[...new Set(tried.needs.map(({ kind }) => kind))]}::text[],
        ${[...decidersOf(tried)]}::int[],
        ${user.UserId},
        ${user.RoleId},
        ${user.EntityId},
        ${askedOn},
        ${askedOn}::timestamptz + interval '7 days'
      )
    on conflict do nothing
    returning
      request_id
  `)
  if (!kept) throw conflict('You have asked for this already, and it still waits')
  return kept.RequestId
}

/** Active users with one of the roles at the entity or above it; of what the network shares anywhere in it. */
const decidersAt = async (tx: Tx, user: Caller, tried: Tried): Promise<readonly number[]> => {
  const roleIds = decidersOf(tried)
  const isShared = tried.needs.some(({ kind }) => sharedNeeds.includes(kind))
  const places = await tx.rows<{ ClientId: number }>(isShared ? everywhere(user) : above(user.EntityId))
  const found = await usersAtEach(
    tx,
    places.map(({ ClientId }) => ClientId),
    roleIds,
  )
  return [...new Set([...found.values()].flat())].filter((id) => id !== user.UserId)
}

const tell = async (tx: Tx, user: Caller, key: number, { reason, tried }: Asked): Promise<void> => {
  await notifyUsers(tx, await decidersAt(tx, user, tried), {
    creater: user.FullName,
    subject: wordsOf(tried),
    content: [amountsText(amountsOf(tried.needs)), reason].filter(Boolean).join(': '),
    path: recordPath('requests', { RequestId: key }),
  })
}

const asked = async (tx: Tx, user: Caller, of: Asked): Promise<Saved> => {
  const key = await keep(tx, user, of)
  const { act, formId } = of.tried
  const remarks = of.reason
  await writeAudit(
    tx,
    user,
    { module: 'requests', formId: key, action: 'ask', remarks },
    ...(formId === null ? [] : [{ module: act.module.model.id, formId, action: `ask: ${act.name}`, remarks }]),
  )
  await tell(tx, user, key, of)
  announceList('requests', user.EmployerId)
  return {
    status: 201,
    json: { message: `Asked: it waits for ${toDeciders(decidersOf(of.tried))}`, RequestId: key },
  }
}

/** What is asked: the act's address and body, and why. */
type Ask = { readonly path: string; readonly body: Loaded; readonly reason: string }
/** Keeps what a second person has to agree to. @throws what refuses the act for another reason */
export const ask = async (db: Database, { path, body, reason }: Ask, meta: Meta): Promise<Saved> => {
  const tried = await tryAct(db, path, body, reason, meta)
  return once(db, meta, 'requests/', { path, body, reason }, (tx) =>
    asked(tx, meta.user, { path, body, reason, tried }),
  )
}

export const askRoute = routeOf({
  method: 'POST',
  path: 'requests/',
  access: { module: 'requests', permit: 'create' },
  scope: 'an act on a record inside the scope of its module, for a user with its permit',
  summary: 'Ask for an act that needs a second person',
  body: askFields,
  handler: async (call) => {
    const { user, idempotencyKey, ifMatch, tab } = call
    const body: unknown = call.body.Body ?? {}
    if (!isObject(body)) throw invalid({ Body: ['Contents must be what was sent with the act'] })
    const reason = (call.body.Reason ?? '').trim()
    if (!isReason(reason)) throw invalid({ Reason: ['Enter in a few words why it should be done'] })
    const path = String(call.body.Path)
    const saved = await ask(call.db, { path, body, reason }, { user, idempotencyKey, ifMatch, tab })
    return json(saved.json, saved.status)
  },
})

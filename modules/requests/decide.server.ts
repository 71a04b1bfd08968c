// Deciding a request: agreed to, the act is carried out once in the asker's name; or refused, or withdrawn.
import { multiline } from '../../core/model.ts'
import { recordPath } from '../../core/record-path.ts'
import type { Amounts, Caller, Loaded, Second } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import { actAt, actIn, recordOf, type ActAt } from '../../server/door/asked/address.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { loadInScope } from '../../server/door/stored.ts'
import { actionOf } from '../../server/module.ts'
import { notPermitted, Refusal, refusedBy } from '../../server/refusal.ts'
import { callerAs } from '../../server/session/as.ts'
import type { NeedKind } from '../../core/refusal.ts'
import { checkReason } from '../transactions/transactions.rules.ts'
import { requests } from './requests.model.ts'
import { mayDecide, mayWithdraw } from './requests.rules.ts'

type Kept = {
  Path: string
  Body: Loaded
  FormId: number | null
  FormVersion: number | null
  Reason: string
  What: string
  Kinds: NeedKind[]
  Amounts: Amounts
  AskedById: number
  AskedAsRoleId: number
  EntityId: number
}
const keptOf = (tx: Tx, key: number): Promise<Kept> =>
  tx.one<Kept>(sql`
    select
      path,
      body,
      form_id,
      form_version,
      reason,
      what,
      kinds,
      amounts,
      asked_by_id,
      asked_as_role_id,
      entity_id
    from
      requests
    where
      request_id = ${key}
  `)

type Outcome = { readonly state: 'done' | 'refused' | 'withdrawn' | 'ended'; readonly answer: string }
const conclude = (tx: Tx, key: number, by: number | null, { state, answer }: Outcome): Promise<number> =>
  tx.run(sql`
    update requests
    set
      state = ${state},
      answer = ${answer},
      decided_by_id = ${by},
      decided_on = ${now().toISOString()}
    where
      request_id = ${key}
      and state = 'waiting'
  `)

const tellAsker = (tx: Tx, key: number, { AskedById, What }: Kept, by: string, content: string): Promise<void> =>
  notifyUsers(tx, [AskedById], {
    creater: by,
    subject: What,
    content,
    path: recordPath('requests', { RequestId: key }),
  })

const ended = 'request-ended'
/** It can never be carried out any more. */
const over = (why: string): Refusal => new Refusal(422, why, { code: ended })

/** The decider may do such an act with this record themselves: permit, place and criteria. */
const checkDecider = async (tx: Tx, user: Caller, act: ActAt, formId: number | null): Promise<void> => {
  const { module, permit } = act
  const record = formId === null ? undefined : await loadInScope(tx, module, formId, user)
  if (!mayByPermit(user, module.model.id, permit, record)) throw notPermitted()
}

const carryOut = async (tx: Tx, user: Caller, key: number, kept: Kept): Promise<string> => {
  const act = actAt(kept.Path, kept.Body)
  if (!act) throw over('This act is no longer offered')
  const formId = await recordOf(tx, act)
  await checkDecider(tx, user, act, formId)
  const asker = await callerAs(tx, kept.AskedById, kept.AskedAsRoleId, kept.EntityId, user.requestId)
  if (!asker) throw over('Its asker no longer works here in that role: another person can ask')
  const Second: Second = {
    UserId: user.UserId,
    FullName: user.FullName,
    RoleId: user.RoleId,
    Clients: user.Clients,
    agreed: kept.Kinds,
    upTo: kept.Amounts,
    reason: kept.Reason,
    requestId: key,
    met: [],
  }
  const meta = {
    user: { ...asker, Second },
    idempotencyKey: undefined,
    ifMatch: kept.FormVersion ?? undefined,
    tab: '',
  }
  const { message }: { message?: unknown } = (await actIn(tx, act, kept.Body, meta)).json
  return typeof message === 'string' ? message : 'Done'
}

const changedSince =
  'The record was changed since this was asked for, so it is not carried out. The person who asked can ask again'

export const approve = actionOf(requests, {
  name: 'approve',
  permit: 'approve',
  path: 'approve/requests',
  summary: 'Agree to a request: its act is carried out in the name of who asked',
  decide: (request, user) => mayDecide(request, user),
  run: async ({ tx, user, key }) => {
    const kept = await keptOf(tx, key)
    const answer = await carryOut(tx, user, key, kept).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'stale') throw over(changedSince)
      throw error
    })
    await conclude(tx, key, user.UserId, { state: 'done', answer })
    await tellAsker(tx, key, kept, user.FullName, `Agreed: ${answer}`)
    return { message: answer }
  },
  // what can never be done ends; anything else may be mended, and waits on
  refused: async (tx, key, refusal) => {
    if (refusal.code !== ended) return
    const kept = await keptOf(tx, key)
    if ((await conclude(tx, key, null, { state: 'ended', answer: refusal.message })) > 0)
      await tellAsker(tx, key, kept, 'Requests', refusal.message)
  },
})

export const refuse = actionOf(requests, {
  name: 'refuse',
  permit: 'approve',
  path: 'refuse/requests',
  summary: 'Refuse a request, with a reason',
  body: { reason: multiline('Reason', { required: 'Please enter why it is refused', maxLength: 500 }) },
  decide: (request, user) => mayDecide(request, user),
  run: async ({ tx, user, key, body }) => {
    const asked = checkReason(body.reason, 'reason')
    if (!asked.ok) throw refusedBy(asked)
    const answer = body.reason ?? ''
    await conclude(tx, key, user.UserId, { state: 'refused', answer })
    await tellAsker(tx, key, await keptOf(tx, key), user.FullName, `Refused: ${answer}`)
    return { message: 'The request is refused' }
  },
})

const withdraw = actionOf(requests, {
  name: 'withdraw',
  permit: 'cancel',
  path: 'withdraw/requests',
  summary: 'Withdraw one’s own request',
  decide: (request, user) => mayWithdraw(request, user),
  run: async ({ tx, user, key }) => {
    await conclude(tx, key, user.UserId, { state: 'withdrawn', answer: 'Withdrawn by the person who asked' })
    return { message: 'The request is withdrawn' }
  },
})

export const decisions = [approve, refuse, withdraw]

// Actions go through the same door as saves: on one record, on many at once, or to create records.
import type { Fields } from '../../core/model.ts'
import { yes } from '../../core/refusal.ts'
import { announceList } from '../db/notify.ts'
import type { Database, Tx } from '../db/db.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { Action, BulkAction, ServerModule } from '../module.ts'
import { notFound, notPermitted, outdated, Refusal, refusedBy } from '../refusal.ts'
import { checkChoices } from './choices.ts'
import { finish, reasonIn } from './finish.ts'
import { checkLock, heldByOthers, refuseHeld } from './lock.ts'
import { once, type Meta, type Saved } from './once.ts'
import { decisionOf, mayByPermit, requirePermit } from './permission.ts'
import { checkReferences } from './references.ts'
import { agreed } from './second.ts'
import { declared } from './sent.ts'
import { checkVersion, holdRecord, versionSeen } from './stored.ts'

/** Reads the declared part of the body, and checks that its choices and references exist for the user. */
const readBody = async (tx: Tx, user: Caller, fields: Fields = {}, sent: Loaded): Promise<Loaded> => {
  const body = declared(fields, sent)
  await checkChoices(tx, fields, body, null)
  await checkReferences(tx, user, fields, body, null)
  return body
}

type Acting = (key: number | undefined) => void
/**
 * An action on one record, in a transaction: permit, scope, lock, version, decision, change, audit. `acting` gets
 * the record while the action itself runs.
 */
export const act = async (
  tx: Tx,
  module: ServerModule,
  action: Action,
  sentKey: number,
  sent: Loaded,
  meta: Meta,
  acting: Acting = () => undefined,
): Promise<Saved> => {
  const { user } = meta
  requirePermit(user, module.model.id, action.permit)
  const key = action.record ? await action.record(tx, sentKey) : sentKey
  if (key === undefined) throw notFound()
  const { before, holders, beside } = await holdRecord(tx, module, key, user, sent)
  if (!mayByPermit(user, module.model.id, action.permit, before)) throw notPermitted()
  refuseHeld(holders, user, meta.tab)
  await checkVersion(tx, module, key, before.RowVersion, versionSeen(meta, sent))
  const body = await readBody(tx, user, action.body, sent)
  agreed(
    user,
    (action.decide ? action.decide(before, user, body) : decisionOf(module, action.permit, before, user)) ?? yes,
  )
  acting(key)
  const answer = await action.run({ tx, user, key, before, body })
  acting(undefined)
  const saved = await finish(tx, module, key, { before, beside }, action.name, user, reasonIn(sent))
  return { status: 200, json: { ...saved.json, ...answer } }
}

/** Runs an action on one record once. */
export const runAction = (
  db: Database,
  module: ServerModule,
  action: Action,
  sentKey: number,
  sent: Loaded,
  meta: Meta,
): Promise<Saved> => {
  // the record that the action runs on: only then a refusal is its own
  let acting: number | undefined
  const done = once(db, meta, `${action.path}/${sentKey}`, sent, (tx) => {
    acting = undefined
    return act(tx, module, action, sentKey, sent, meta, (key) => (acting = key))
  })
  return done.catch(async (error: unknown) => {
    const key = acting
    if (key !== undefined && error instanceof Refusal)
      await db.transaction((tx) => action.refused?.(tx, key, error) ?? Promise.resolve())
    throw error
  })
}

/** An action on many records, or one that creates records, in a transaction. */
export const actOnMany = async (
  tx: Tx,
  module: ServerModule,
  action: BulkAction,
  sent: Loaded,
  meta: Meta,
): Promise<Saved> => {
  const { user } = meta
  requirePermit(user, module.model.id, action.permit)
  const body = await readBody(tx, user, action.body, sent)
  const found = await action.records?.(tx, user, body)
  const held = action.held?.(found) ?? []
  const records = action.without
    ? action.without(found, await heldByOthers(tx, user, module.model.id, held, meta.tab))
    : found
  for (const record of action.permitted?.(records) ?? []) requirePermit(user, module.model.id, action.permit, record)
  if (!action.without) await checkLock(tx, user, module.model.id, held, meta.tab)
  const stale = action.stale?.(records, body)
  if (stale !== undefined) throw outdated(stale)
  const decision = action.decide?.(records, user, body)
  if (decision && !decision.ok) throw refusedBy(decision)
  const { status = 200, ...answer } = await action.run({ tx, user, records, body })
  for (const id of [module.model.id, ...(action.announces ?? [])]) announceList(id, user.EmployerId)
  return { status, json: answer }
}

const runPart = (db: Database, module: ServerModule, action: BulkAction, sent: Loaded, meta: Meta): Promise<Saved> =>
  once(db, meta, action.path, sent, (tx) => actOnMany(tx, module, action, sent, meta))

/** Milliseconds after which no further part is begun: nobody waits longer for an answer. */
const longest = 10_000

/**
 * Runs an action on many records at once, or one that creates records: all or none, or each of its parts. The module
 * finds and locks the records inside the user's scope; then the permit's criteria, edit locks, versions, decision and
 * change follow.
 */
export const runBulk = async (
  db: Database,
  module: ServerModule,
  action: BulkAction,
  sent: Loaded,
  meta: Meta,
): Promise<Saved> => {
  const { parts } = action
  if (!parts) return runPart(db, module, action, sent, meta)
  requirePermit(meta.user, module.model.id, action.permit)
  const keyed = (part: string | number): Meta => ({
    ...meta,
    idempotencyKey: meta.idempotencyKey === undefined ? undefined : `${meta.idempotencyKey}/${part}`,
  })
  const asked = declared(action.body ?? {}, sent)
  const { json: found } = await once(db, keyed('found'), action.path, sent, async (tx) => ({
    status: 200,
    json: (await parts.found?.(tx, meta.user, asked)) ?? asked,
  }))
  const answers: Loaded[] = []
  // in one order, whether it was found now or is read again: each part is known by its text
  const all = parts.of(Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1))))
  const begun = performance.now()
  for (const [at, part] of all.entries()) {
    if (at > 0 && performance.now() - begun > longest) break
    answers.push((await runPart(db, module, action, { ...sent, ...part }, keyed(at))).json)
  }
  return { status: 200, json: parts.join(answers, all.slice(answers.length)) }
}

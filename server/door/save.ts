// The one door for writes: idempotency, permit, scope, lock, version, validation, restricted fields, rule, save, audit;
// one transaction.
import { createHash } from 'node:crypto'
import { sameValue } from '../../core/same.ts'
import { unknownKeys, validate, wholeNumber } from '../../core/validate.ts'
import type { Fields, Permit } from '../../core/model.ts'
import { changesBetween, entriesBeside, writeAudit, type Beside } from './audit.ts'
import { checkChoices } from './choices.ts'
import { raw, sql, type Database, type Tx } from '../db/db.ts'
import { follow } from './follow.ts'
import { checkLock } from './lock.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { Action, ServerModule } from '../module.ts'
import { announceList } from '../db/notify.ts'
import { mayByPermit, requirePermit } from './permission.ts'
import { checkReferences } from './references.ts'
import { conflict, invalid, malformed, notFound, notPermitted, refused, unknownFields } from '../refusal.ts'

export type Meta = { user: Caller; idempotencyKey: string | undefined; ifMatch: number | undefined; tab: string }
export type Saved = { status: number; json: Loaded }

/** 404 when the record is not there for this user. */
const checkScope = async (tx: Tx, module: ServerModule, key: number, user: Caller): Promise<void> => {
  const found = await tx.maybe(sql`
    select
      1
    from
      ${raw(module.table)} ${raw(module.alias)}
    where
      ${raw(`${module.alias}.${module.keyColumn}`)} = ${key}
      and (${module.scope(user)})
  `)
  if (!found) throw notFound()
}

/** Loads a record inside the user's scope, with its version, by one statement; 404 when it is not there for them. */
export const loadInScope = async (tx: Tx, module: ServerModule, key: number, user: Caller): Promise<Loaded> => {
  const row = raw(module.alias)
  const record = await tx.maybe<Loaded>(sql`
    select
      record.*,
      ${row}.row_version as "RowVersion"
    from
      ${raw(module.table)} ${row}
      cross join lateral (${module.read(key, user)}) record
    where
      ${row}.${raw(module.keyColumn)} = ${key}
      and (${module.scope(user)})
  `)
  if (record) return record
  await checkScope(tx, module, key, user)
  throw notFound(await module.gone?.(tx, key))
}

/** The record as it stands; its scope was checked before. */
const load = async (tx: Tx, module: ServerModule, key: number, user: Caller): Promise<Loaded> => {
  const record = await tx.maybe<Loaded>(module.read(key, user))
  if (!record) throw notFound(await module.gone?.(tx, key))
  return record
}

const lockRow = async (tx: Tx, module: ServerModule, key: number, user: Caller, sent: Loaded): Promise<number> => {
  const first = module.locksFirst?.(key, sent) ?? []
  // nobody holds up what they may not see
  if (first.length > 0) await checkScope(tx, module, key, user)
  for (const lock of first) await tx.run(lock)
  const row = await tx.maybe<{
    row_version: number
  }>(sql`
    select
      ${raw(module.alias)}.row_version
    from
      ${raw(module.table)} ${raw(module.alias)}
    where
      ${raw(`${module.alias}.${module.keyColumn}`)} = ${key}
      and (${module.scope(user)})
    for update of
      ${raw(module.alias)}
  `)
  if (!row) throw notFound()
  return row.row_version
}
const bump = (tx: Tx, module: ServerModule, key: number): Promise<{ row_version: number }> =>
  tx.one(sql`
    update ${raw(module.table)}
    set
      row_version = row_version + 1
    where
      ${raw(module.keyColumn)} = ${key}
    returning
      row_version
  `)

/**
 * Same key and body: the stored answer; same key and another body: 422. A second request with the key waits for the
 * first.
 */
export const once = async (
  db: Database,
  meta: Meta,
  what: string,
  body: unknown,
  work: (tx: Tx) => Promise<Saved>,
): Promise<Saved> =>
  db.transaction(async (tx) => {
    if (meta.idempotencyKey === undefined) return work(tx)
    if (meta.idempotencyKey.length > 200) throw malformed('Idempotency-Key is too long')
    const bodyHash = createHash('sha256')
      .update(`${what}\n${JSON.stringify(body)}`)
      .digest()
    const taken = await tx.run(sql`
      insert into
        idempotency (user_id, key, body_hash)
      values
        (
          ${meta.user.UserId},
          ${meta.idempotencyKey},
          ${bodyHash}
        )
      on conflict do nothing
    `)
    if (taken === 0) {
      const known = await tx.one<{ body_hash: Buffer; status: number; answer: Loaded }>(sql`
        select
          body_hash,
          status,
          answer
        from
          idempotency
        where
          user_id = ${meta.user.UserId}
          and key = ${meta.idempotencyKey}
      `)
      if (!known.body_hash.equals(bodyHash)) throw refused('This request was already sent with other contents')
      return { status: known.status, json: known.answer }
    }
    const saved = await work(tx)
    await tx.run(sql`
      update idempotency
      set
        status = ${saved.status},
        answer = ${JSON.stringify(saved.json)}::jsonb
      where
        user_id = ${meta.user.UserId}
        and key = ${meta.idempotencyKey}
    `)
    return saved
  })

/** Declared, savable fields of what was sent; nested objects and computed fields are ignored, unknown keys refused. */
const declared = (fields: Fields, sent: Loaded, rowKey?: string): Loaded => {
  const record: Loaded = {}
  for (const [name, field] of Object.entries(fields)) {
    // the key of a row says which stored row it is, whoever computes it
    if ((field.computed && name !== rowKey) || sent[name] === undefined) continue
    const value = sent[name]
    record[name] =
      field.kind === 'rows' ? rowsOf(field, name, value) : typeof value === 'string' ? fromText(field, value) : value
  }
  return record
}
const keyed = new Set(['integer', 'reference', 'choice'])
/** An empty text is nothing; a key may come as its digits. */
const fromText = (field: Fields[string], value: string): unknown =>
  value.trim() === ''
    ? null
    : keyed.has(field.kind) && !field.options && wholeNumber.test(value)
      ? Number(value)
      : value
const rowsOf = (field: Fields[string], name: string, value: unknown): Loaded[] => {
  if (value === null) return []
  if (
    !Array.isArray(value) ||
    value.some((row: unknown) => typeof row !== 'object' || row === null || Array.isArray(row))
  )
    throw invalid({ [name]: [`${field.label} must be a list of rows`] })
  return value.map((row: Loaded) => declared(field.fields ?? {}, row, field.rowKey))
}
const bookkeeping = new Set(['RowVersion', 'Actions'])
const readRecord = (module: ServerModule, sent: Loaded, key: number | null): Loaded => {
  const plain = Object.fromEntries(Object.entries(sent).filter(([name]) => !bookkeeping.has(name)))
  const unknown = unknownKeys(module.model.fields, plain)
  if (unknown.length > 0) throw unknownFields(unknown)
  const keyName = module.model.key[0] ?? ''
  const sentKey = plain[keyName]
  if (sentKey !== undefined && sentKey !== null && sentKey !== key && sentKey !== String(key))
    throw invalid({ [keyName]: ['The key comes from the address only'] })
  return declared(module.model.fields, plain)
}

const checkRestricted = (module: ServerModule, user: Caller, record: Loaded, before: Loaded): void => {
  for (const name of module.restricted?.(user, before) ?? []) {
    if (record[name] === undefined || sameValue(record[name], before[name])) continue
    throw notPermitted(`You may not change ${module.model.fields[name]?.label ?? name}`)
  }
}

const staleMessage = async (tx: Tx, module: ServerModule, key: number): Promise<string> => {
  const last = await tx.maybe<{
    full_name: string
    at: string
  }>(sql`
    select
      u.full_name,
      to_char(a.at at time zone network_zone (), 'DD-Mon-YYYY hh12:mi AM') as at
    from
      audit a
      join users u on u.user_id = a.user_id
    where
      a.module_id = ${module.model.id}
      and a.form_id = ${key}
    order by
      a.audit_id desc
    limit
      1
  `)
  return last
    ? `This record was changed by ${last.full_name} at ${last.at}. Your changes are still on this screen.`
    : 'This record was changed meanwhile. Your changes are still on this screen.'
}

/** 409 when the caller saw another version than the one that is stored; whoever names none takes it as it is. */
const checkVersion = async (
  tx: Tx,
  module: ServerModule,
  key: number,
  version: number,
  seen: unknown,
): Promise<void> => {
  if (seen === undefined || seen === null) return
  if (typeof seen === 'object' || !/^\d{1,10}$/.test(String(seen))) throw malformed('RowVersion must be a whole number')
  if (Number(seen) !== version) throw conflict(await staleMessage(tx, module, key))
}

/** Creates (key null) or updates a record through the door. Answers { message, Key, RowVersion }. */
export const saveRecord = (
  db: Database,
  module: ServerModule,
  key: number | null,
  sent: Loaded,
  meta: Meta,
): Promise<Saved> =>
  once(db, meta, `${module.model.id}/${key ?? ''}`, sent, async (tx) => {
    const { user } = meta
    if (!module.save) throw notFound()
    const permit: Permit = key === null ? 'create' : 'update'
    requirePermit(user, module.model.id, permit)
    const version = key === null ? 0 : await lockRow(tx, module, key, user, sent)
    const before = key === null ? null : { ...(await load(tx, module, key, user)), RowVersion: version }
    if (key !== null && before) {
      if (!mayByPermit(user, module.model.id, permit, before)) throw notPermitted()
      await checkLock(tx, user, module.model.id, [key], meta.tab)
      await checkVersion(tx, module, key, version, meta.ifMatch ?? sent['RowVersion'])
      const decision = module.decide?.update?.(before, user)
      if (decision && !decision.ok) throw refused(decision.reason)
    }
    const creation = key === null ? module.decide?.create?.({}, user) : undefined
    if (creation && !creation.ok) throw refused(creation.reason)
    const record = readRecord(module, sent, key)
    const errors = validate(module.model.fields, before ? { ...before, ...record } : record)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    if (before) checkRestricted(module, user, record, before)
    await checkChoices(tx, module.model.fields, record, before)
    await checkReferences(tx, user, module.model.fields, record, before)
    const beside = await besideOf(tx, module, key)
    const savedKey = await module.save({ tx, user, record, before, key })
    return finish(tx, module, savedKey, { before, beside }, key === null ? 'create' : 'update', user, reasonIn(sent))
  })

/** Why somebody did it, as the history keeps it: the reason of an action, or what went past a limit. */
const reasonIn = (body: Loaded): string | null =>
  [body['reason'], body['OverrideRemarks']].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  ) ?? null

const besideOf = async (tx: Tx, module: ServerModule, key: number | null): Promise<Beside[]> =>
  key === null || !module.alongside ? [] : tx.rows<Beside>(module.alongside(key))

/** How the record and what hangs on it stood before; nothing of a new one. */
type Stood = { before: Loaded | null; beside: readonly Beside[] }

const finish = async (
  tx: Tx,
  module: ServerModule,
  key: number,
  { before, beside }: Stood,
  action: string,
  user: Caller,
  remarks: string | null,
): Promise<Saved> => {
  await checkScope(tx, module, key, user)
  const version = before ? (await bump(tx, module, key)).row_version : 1
  // read again, since prices, totals, references and states are the server's, whatever was sent
  const after = await load(tx, module, key, user)
  await follow(module.model.id, { tx, user, key, before, after, action })
  const entry = {
    module: module.model.id,
    formId: key,
    action,
    remarks,
    changes: changesBetween(before, after, module.model.fields),
  }
  await writeAudit(tx, user, entry, ...entriesBeside(beside, await besideOf(tx, module, key), action))
  announceList(module.model.id, user.EmployerId)
  return {
    status: before ? 200 : 201,
    json: {
      message: module.saved?.(after) ?? 'Changes saved',
      [module.model.key[0] ?? 'Key']: key,
      RowVersion: version,
    },
  }
}

/** Runs an action on a record through the same door: permit, scope, lock, version, decision, change, audit. */
export const runAction = (
  db: Database,
  module: ServerModule,
  action: Action,
  sentKey: number | null,
  body: Loaded,
  meta: Meta,
): Promise<Saved> =>
  once(db, meta, `${action.path}/${sentKey ?? ''}`, body, async (tx) => {
    const { user } = meta
    requirePermit(user, module.model.id, action.permit)
    if (sentKey === null) {
      const answer = await action.run({ tx, user, record: {}, before: null, key: null, body })
      announceList(module.model.id, user.EmployerId)
      return { status: 200, json: answer }
    }
    const key = action.record ? await action.record(tx, sentKey) : sentKey
    if (key === undefined) throw notFound()
    const version = await lockRow(tx, module, key, user, body)
    const before = { ...(await load(tx, module, key, user)), RowVersion: version }
    if (!mayByPermit(user, module.model.id, action.permit, before)) throw notPermitted()
    await checkLock(tx, user, module.model.id, [key], meta.tab)
    await checkVersion(tx, module, key, version, meta.ifMatch ?? body['RowVersion'])
    const beside = await besideOf(tx, module, key)
    const answer = await action.run({ tx, user, record: {}, before, key, body })
    const saved = await finish(tx, module, key, { before, beside }, action.name, user, reasonIn(body))
    return { status: 200, json: { ...saved.json, ...answer } }
  })

// The one door for writes: idempotency, permit, scope, lock, version, validation, restricted fields, rule, save, audit;
// one transaction.
import { now } from '../clock.ts'
import { yes } from '../../core/refusal.ts'
import { nameAsRead, sameValue } from '../../core/same.ts'
import { validate } from '../../core/validate.ts'
import type { Fields, Permit } from '../../core/model.ts'
import type { Database, Sql, Tx } from '../db/db.ts'
import { factsOf } from '../db/statements.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule, StoredOf } from '../module.ts'
import { invalid, notFound, notPermitted, refusedBy } from '../refusal.ts'
import { checkChoices } from './choices.ts'
import { finish, reasonIn } from './finish.ts'
import { refuseHeld } from './lock.ts'
import { once, type Meta, type Saved } from './once.ts'
import { mayByPermit, requirePermit } from './permission.ts'
import { checkReferences } from './references.ts'
import { agreed } from './second.ts'
import { readRecord } from './sent.ts'
import { checkVersion, holdRecord, versionSeen } from './stored.ts'

const checkRestricted = (module: ServerModule, user: Caller, record: Loaded, before: StoredOf<Fields>): void => {
  for (const name of module.restricted?.(user, before) ?? []) {
    if (record[name] === undefined || sameValue(record[name], before[name])) continue
    throw notPermitted(`You may not change ${module.model.fields[name]?.label ?? name}`)
  }
}

/** A name with one space between two words; one that is sent back as it is stored is left as it is. */
const withNameAsRead = (record: Loaded, before: Loaded | null): Loaded =>
  typeof record.Name === 'string' && record.Name !== before?.Name
    ? { ...record, Name: nameAsRead(record.Name) }
    : record

const checkSent = async (
  tx: Tx,
  user: Caller,
  module: ServerModule,
  record: Loaded,
  before: Loaded | null,
): Promise<void> => {
  const { fields } = module.model
  await Promise.all([checkChoices(tx, fields, record, before), checkReferences(tx, user, fields, record, before)])
}
/**
 * Reads run in parallel with the checks, the first write or lock waits for them: a refused request does not block
 * others.
 */
const afterChecks = (tx: Tx, checks: Promise<void>): Tx => {
  const ready = (query: Sql): Promise<void> | undefined => (factsOf(query.text).mayWrite ? checks : undefined)
  return {
    ...tx,
    rows: async <T>(query: Sql) => (await ready(query), tx.rows<T>(query)),
    maybe: async <T>(query: Sql) => (await ready(query), tx.maybe<T>(query)),
    one: async <T>(query: Sql) => (await ready(query), tx.one<T>(query)),
    run: async (query) => (await ready(query), tx.run(query)),
  }
}

/** Creates (key null) or updates a record in a transaction. */
export const save = async (
  tx: Tx,
  module: ServerModule,
  key: number | null,
  sent: Loaded,
  meta: Meta,
): Promise<Saved> => {
  const { user } = meta
  if (!module.save) throw notFound()
  const permit: Permit = key === null ? 'create' : 'update'
  requirePermit(user, module.model.id, permit)
  const held = key === null ? undefined : await holdRecord(tx, module, key, user, sent)
  const before = held?.before ?? null
  if (key !== null && held) {
    if (!mayByPermit(user, module.model.id, permit, held.before)) throw notPermitted()
    refuseHeld(held.holders, user, meta.tab)
    await checkVersion(tx, module, key, held.before.RowVersion, versionSeen(meta, sent))
    const decision = module.decide?.update?.(held.before, user)
    agreed(user, decision ?? yes)
  }
  const creation = key === null ? module.decide?.create?.(user) : undefined
  if (creation && !creation.ok) throw refusedBy(creation)
  const asSent = readRecord(module, sent, key)
  const errors = validate(module.model.fields, before ? { ...before, ...asSent } : asSent, now())
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (before) checkRestricted(module, user, asSent, before)
  const record = withNameAsRead(asSent, before)
  const checks = checkSent(tx, user, module, record, before)
  const saving = async (): Promise<number> =>
    (await module.save?.({ tx: afterChecks(tx, checks), user, record, before, key })) ?? 0
  // the checks are sent first and awaited together with the first reads of the save
  const [checked, saved] = await Promise.allSettled([checks, saving()])
  if (checked.status === 'rejected') throw checked.reason
  if (saved.status === 'rejected') throw saved.reason
  return finish(
    tx,
    module,
    saved.value,
    { before, beside: held?.beside ?? [] },
    key === null ? 'create' : 'update',
    user,
    reasonIn(sent),
  )
}

/** The same once. Answers { message, Key, RowVersion }. */
export const saveRecord = async (
  db: Database,
  module: ServerModule,
  key: number | null,
  sent: Loaded,
  meta: Meta,
): Promise<Saved> => {
  const saved = await once(db, meta, `${module.model.id}/${key ?? ''}`, sent, (tx) => save(tx, module, key, sent, meta))
  await module.applied?.(db)
  return saved
}

// The stored record: inside the scope, locked in the fixed order, in the version that the caller saw.
import { raw, sql, type Tx } from '../db/db.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule, StoredOf } from '../module.ts'
import type { Fields } from '../../core/model.ts'
import { malformed, notFound, outdated } from '../refusal.ts'
import type { Beside } from './audit.ts'
import { holdersOf, type Holder } from './lock.ts'
import type { Meta } from './once.ts'

/** 404 when the record does not exist for this user. */
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

/** Loads a record inside the user's scope, with its version, by one statement; 404 when it does not exist for them. */
export const loadInScope = async (
  tx: Tx,
  module: ServerModule,
  key: number,
  user: Caller,
): Promise<StoredOf<Fields>> => {
  const row = raw(module.alias)
  const record = await tx.maybe<StoredOf<Fields>>(sql`
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

/** A record locked for a write: its values, its editors, and its related records. */
type Held = { before: StoredOf<Fields>; holders: readonly Holder[]; beside: readonly Beside[] }
/**
 * Locks the rows that a write may touch, in the fixed order, and then the record, inside the user's scope. All
 * statements are sent without waiting in between: the connection runs them in this order. @throws 404
 */
export const holdRecord = async (
  tx: Tx,
  module: ServerModule,
  key: number,
  user: Caller,
  sent: Loaded,
): Promise<Held> => {
  const row = raw(module.alias)
  const first = module.locksFirst?.(key, sent) ?? []
  // a user must not lock records that they may not see
  if (first.length > 0) await checkScope(tx, module, key, user)
  const locks = first.map((lock) => tx.run(lock))
  const [, before, holders, beside] = await Promise.all([
    Promise.all([
      ...locks,
      tx.run(sql`
        select
          1
        from
          ${raw(module.table)} ${row}
        where
          ${row}.${raw(module.keyColumn)} = ${key}
          and (${module.scope(user)})
        for update of
          ${row}
      `),
    ]),
    loadInScope(tx, module, key, user),
    holdersOf(tx, module.model.id, [key]),
    besideOf(tx, module, key),
  ])
  return { before, holders, beside }
}
/** The related records of a record, as the module gives them. */
export const besideOf = async (tx: Tx, module: ServerModule, key: number): Promise<Beside[]> =>
  module.alongside ? tx.rows<Beside>(module.alongside(key)) : []
export const bump = (tx: Tx, module: ServerModule, key: number): Promise<{ RowVersion: number }> =>
  tx.one(sql`
    update ${raw(module.table)}
    set
      row_version = row_version + 1
    where
      ${raw(module.keyColumn)} = ${key}
    returning
      row_version
  `)

const staleMessage = async (tx: Tx, module: ServerModule, key: number): Promise<string> => {
  const last = await tx.maybe<{
    FullName: string
    At: string
  }>(sql`
    select
      person.full_name,
      to_char(audit.at at time zone network_zone (), 'DD-Mon-YYYY hh12:mi AM') as at
    from
      audit audit
      join users person on person.user_id = audit.user_id
    where
      audit.module_id = ${module.model.id}
      and audit.form_id = ${key}
    order by
      audit.audit_id desc
    limit
      1
  `)
  return last
    ? `This record was changed by ${last.FullName} at ${last.At}. Your changes are still on this screen.`
    : 'This record was changed meanwhile. Your changes are still on this screen.'
}

/** The version that the user saw: in the header, or sent with the record as it was read. */
export const versionSeen = ({ ifMatch }: Pick<Meta, 'ifMatch'>, sent: { readonly RowVersion?: unknown }): unknown =>
  ifMatch ?? sent.RowVersion
/** 409 when the caller saw another version than the stored one; a caller that gives none accepts the stored one. */
export const checkVersion = async (
  tx: Tx,
  module: ServerModule,
  key: number,
  version: number,
  seen: unknown,
): Promise<void> => {
  if (seen === undefined || seen === null) return
  if (typeof seen === 'object' || !/^\d{1,10}$/.test(String(seen))) throw malformed('RowVersion must be a whole number')
  if (Number(seen) !== version) throw outdated(await staleMessage(tx, module, key))
}

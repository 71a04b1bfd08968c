// The audit entry of every change: user, role, time, changes and reason, in the same transaction. Sealing is in
// seal.ts.
import type { Fields } from '../../core/model.ts'
import { sql, type Sql, type Tx } from '../db/db.ts'
import type { Author, Loaded } from '../caller.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const quiet = new Set(['RowVersion', 'Actions', 'Password', 'Picture'])

type Rows = readonly Loaded[]
/** The rows of two grids that differ, by key; if only the order differs, the keys alone. */
const rowsBetween = (rowKey: string, was: Rows, is: Rows): [Rows, Rows] => {
  const [before, after] = [was, is].map((rows) => new Map(rows.map((row) => [row[rowKey], row]))) as [
    Map<unknown, Loaded>,
    Map<unknown, Loaded>,
  ]
  const left = was.filter((row) => !same(row, after.get(row[rowKey])))
  const right = is.filter((row) => !same(row, before.get(row[rowKey])))
  const keys = (rows: Rows): Rows => rows.map((row) => ({ [rowKey]: row[rowKey] }))
  return left.length + right.length > 0 ? [left, right] : [keys(was), keys(is)]
}
/** Replaces a picture by a note, so that it is not stored twice. */
const withoutPicture = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('data:image/') ? 'a picture' : value
const isGrid = (value: unknown): value is Rows => Array.isArray(value)

/** Changed fields only: Field -> [before, after]; of a grid the rows that changed, where `fields` declare their key. */
export const changesBetween = (
  before: Loaded | null,
  after: Loaded | null,
  fields: Fields = {},
): Record<string, [unknown, unknown]> => {
  const changes: Record<string, [unknown, unknown]> = {}
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    if (quiet.has(name)) continue
    const was = before?.[name] ?? null
    const is = after?.[name] ?? null
    if (same(was, is)) continue
    const rowKey = fields[name]?.rowKey
    changes[name] =
      before && rowKey !== undefined && isGrid(was) && isGrid(is)
        ? rowsBetween(rowKey, was, is)
        : [withoutPicture(was), withoutPicture(is)]
  }
  return changes
}

export type Entry = {
  module: string
  formId: number
  action: string
  remarks?: string | null
  changes?: Record<string, [unknown, unknown]>
}

/** The reason, and who agreed to it as a second person. */
const remarksOf = ({ Second }: Author, remarks: string | null = null): string | null => {
  if (Second === undefined) return remarks
  const agreed = `Agreed to by ${Second.FullName}, request ${Second.requestId ?? ''}`
  return [...new Set([remarks, Second.reason])]
    .filter((one) => one !== null)
    .concat(agreed)
    .join('. ')
}

const auditOf = (user: Author, entries: readonly Entry[]): Sql => sql`
  insert into
    audit (user_id, role_id, entity_id, module_id, form_id, action, remarks, changes, request_id)
  select
    ${user.UserId}::int,
    ${user.RoleId}::int,
    ${user.EntityId}::int,
    e.module,
    e."formId",
    e.action,
    e.remarks,
    coalesce(e.changes, '{}'),
    ${user.requestId}::text
  from
    jsonb_to_recordset(${JSON.stringify(
      entries.map((entry) => ({ ...entry, remarks: remarksOf(user, entry.remarks) })),
    )}::jsonb) as e (module text, "formId" int, action text, remarks text, changes jsonb)
`

/** Writes the entries of one act together. The types require a signed-in user. */
export const writeAudit = (tx: Tx, user: Author, ...entries: readonly Entry[]): Promise<number> =>
  tx.run(auditOf(user, entries))
/** The same, sent together with the commit. */
export const auditLast = (tx: Tx, user: Author, ...entries: readonly Entry[]): void => tx.last(auditOf(user, entries))

/** A record related to another, as given by the module's `alongside`. */
export type Beside = { Module: string; FormId: number; Values: Loaded }
/** Entries of the records created, changed or removed together with another; `action` is the action on that one. */
export const entriesBeside = (before: readonly Beside[], after: readonly Beside[], action: string): Entry[] => {
  const keyOf = (one: Beside): string => `${one.Module} ${one.FormId}`
  const [were, are] = [before, after].map((rows) => new Map(rows.map((one) => [keyOf(one), one])))
  return [...new Map([...before, ...after].map((one) => [keyOf(one), one])).values()].flatMap((one) => {
    const was = were?.get(keyOf(one))?.Values ?? null
    const changes = changesBetween(was, are?.get(keyOf(one))?.Values ?? null)
    if (Object.keys(changes).length === 0) return []
    return [{ module: one.Module, formId: one.FormId, action: was === null ? 'create' : action, changes }]
  })
}

/** The person of an access; no user is known at a failed sign-in. */
type Comer = { UserId: number | null; EntityId: number | null; requestId: string }
/**
 * Records reads of results, prints, exports, refusals and sign-ins: user, action and record, no values. The address
 * only at a sign-in.
 */
export const writeAccess = (
  tx: Tx,
  user: Comer,
  what: string,
  module: string,
  formId: number | null,
  address: string | null = null,
): Promise<number> =>
  tx.run(sql`
    insert into
      access_log (user_id, entity_id, module_id, form_id, what, request_id, address)
    values
      (
        ${user.UserId},
        ${user.EntityId},
        ${module},
        ${formId},
        ${what},
        ${user.requestId},
        ${address}
      )
  `)
